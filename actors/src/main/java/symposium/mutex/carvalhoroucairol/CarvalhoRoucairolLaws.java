package symposium.mutex.carvalhoroucairol;

import java.util.List;
import symposium.clock.Timestamp;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Reply;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Request;

/** What the algorithm rests on; its paper is not at hand, so the laws are in this project's words. */
final class CarvalhoRoucairolLaws {

    private CarvalhoRoucairolLaws() {}

    static List<Invariant<CarvalhoRoucairolState, CarvalhoRoucairolMessage, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),

                // what mutual exclusion follows from: of two who are critical both would hold it
                ofPairs(
                        "two processes share one permission: one of them holds it, or it is under way between them",
                        pair -> true,
                        pair -> pair.holdersAndReplies() == 1),
                Invariant.process(
                        "who is critical holds all its permissions, and there is a quorum",
                        (state, user) -> MutualExclusion.critical(user),
                        (state, user) -> state.lacking().isEmpty() && state.quorate()),

                // what progress follows from: nobody is forgotten, and who is deferred is deferred by an earlier one
                ofPairs(
                        "who waits and lacks a permission has asked for it once: the request is under way or deferred, or the reply is under way",
                        Pair::lacks,
                        pair -> pair.stages() == 1),
                ofPairs(
                        "who holds a permission, or does not want it, does not ask for it",
                        pair -> !pair.lacks(),
                        pair -> pair.stages() == 0),
                ofPairs(
                        "a request is that of a process that waits, under its present timestamp",
                        pair -> pair.requests() > 0,
                        pair -> pair.requestsArePresent()),
                ofPairs(
                        "a request is deferred by a process that is critical, or waits with an earlier one, and whose clock is beyond it",
                        Pair::deferred,
                        Pair::deferredByRight),
                Invariant.process(
                        "F is the clock's former value, with the name of its process",
                        (state, user) -> !state.idle(),
                        (state, user) -> state.f().orElseThrow().name().equals(state.self())
                                && state.f().orElseThrow().clock() < state.c()),
                Invariant.process(
                        "a process waits and is critical as its user is",
                        (state, user) -> true,
                        (state, user) -> state.critical() == MutualExclusion.critical(user)
                                && state.waiting() == MutualExclusion.PROBLEM.waits(user)));
    }

    /** A process p that is alive, another q, and everything around them. */
    private record Pair(
            Configuration<CarvalhoRoucairolState, CarvalhoRoucairolMessage, User> all, ProcessId p, ProcessId q) {

        long holdersAndReplies() {
            return (all.state(p).held().contains(q) ? 1 : 0)
                    + (all.state(q).held().contains(p) ? 1 : 0)
                    + replies(p, q)
                    + replies(q, p);
        }

        boolean lacks() {
            return all.state(p).waiting() && !all.state(p).held().contains(q);
        }

        boolean deferred() {
            return all.state(q).deferred().contains(p);
        }

        long requests() {
            return all.inTransit(p, Neighbour.of(q)).stream()
                    .filter(Request.class::isInstance)
                    .count();
        }

        long stages() {
            return requests() + (deferred() ? 1 : 0) + replies(q, p);
        }

        boolean requestsArePresent() {
            return all.state(p).waiting()
                    && all.inTransit(p, Neighbour.of(q)).stream()
                            .filter(Request.class::isInstance)
                            .map(Request.class::cast)
                            .allMatch(request ->
                                    request.f().equals(all.state(p).f().orElseThrow()));
        }

        boolean deferredByRight() {
            Timestamp f = all.state(p).f().orElseThrow();
            CarvalhoRoucairolState by = all.state(q);
            return f.clock() < by.c()
                    && (by.critical() || by.waiting() && by.f().orElseThrow().isBefore(f));
        }

        private long replies(ProcessId from, ProcessId to) {
            return all.inTransit(from, Neighbour.of(to)).stream()
                    .filter(Reply.class::isInstance)
                    .count();
        }
    }

    /** What holds of two processes that are alive. */
    @FunctionalInterface
    private interface OfPair {
        boolean test(Pair pair);
    }

    private static Invariant<CarvalhoRoucairolState, CarvalhoRoucairolMessage, User> ofPairs(
            String name, OfPair situation, OfPair condition) {
        return new Invariant.OfConfiguration<>(
                name,
                all -> pairs(all).stream().anyMatch(situation::test),
                all -> pairs(all).stream().filter(situation::test).allMatch(condition::test));
    }

    private static List<Pair> pairs(Configuration<CarvalhoRoucairolState, CarvalhoRoucairolMessage, User> all) {
        List<ProcessId> alive = all.processes().stream().filter(all::alive).toList();
        return alive.stream()
                .flatMap(p -> alive.stream().filter(q -> !q.equals(p)).map(q -> new Pair(all, p, q)))
                .toList();
    }
}
