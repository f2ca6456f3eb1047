package symposium.mutex.ricartagrawala;

import java.util.List;
import symposium.clock.Timestamp;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ricartagrawala.RicartAgrawalaMessage.Acknowledgement;
import symposium.mutex.ricartagrawala.RicartAgrawalaMessage.Request;

/** The assertions of chapter 2, as annotated in the programs of sections 2.2 and 2.3. */
final class RicartAgrawalaLaws {

    private RicartAgrawalaLaws() {}

    /** A process p that is alive, another q, and everything around them. */
    private record Pair(Configuration<RicartAgrawalaState, RicartAgrawalaMessage, User> all, ProcessId p, ProcessId q) {

        RicartAgrawalaState stateOfP() {
            return all.state(p);
        }

        RicartAgrawalaState stateOfQ() {
            return all.state(q);
        }

        /** F_p; p has asked. */
        Timestamp f() {
            return stateOfP().f().orElseThrow();
        }

        boolean asked() {
            return stateOfP().x();
        }

        List<Request> requests() {
            return all.inTransit(p, Neighbour.of(q)).stream()
                    .filter(Request.class::isInstance)
                    .map(Request.class::cast)
                    .toList();
        }

        long acknowledgements() {
            return all.inTransit(q, Neighbour.of(p)).stream()
                    .filter(Acknowledgement.class::isInstance)
                    .count();
        }

        boolean deferred() {
            return stateOfQ().deferred().contains(p);
        }

        /** Whether {@code co p,q} is behind its synchronisation statement, with the request that p has now. */
        boolean answered() {
            return asked() && (!stateOfP().awaited().contains(q) || acknowledgements() > 0);
        }

        /** How many stages of the two-phase handshake there are for the request that p has now. */
        long stages() {
            return requests().size() + (deferred() ? 1 : 0) + acknowledgements();
        }
    }

    /** What holds of two processes that are alive. */
    @FunctionalInterface
    private interface OfPair {
        boolean test(Pair pair);
    }

    static List<Invariant<RicartAgrawalaState, RicartAgrawalaMessage, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),

                // program p, behind the receipt of an acknowledgement: { ¬x_q ∨ F_p < F_q } { F_p < c_q }
                ofPairs(
                        "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q",
                        Pair::answered,
                        pair -> (!pair.stateOfQ().x()
                                        || pair.f().isBefore(pair.stateOfQ().f().orElseThrow()))
                                && pair.f().clock() < pair.stateOfQ().c()),

                // co p,q, in front of its synchronisation statement: { x_p } { f = F_p }
                ofPairs(
                        "a request is that of a process that has asked: x_p and f = F_p",
                        pair -> !pair.requests().isEmpty() || pair.deferred(),
                        pair -> pair.asked()
                                && pair.requests().stream()
                                        .allMatch(request -> request.f().equals(pair.f()))),

                // co p,q, in its synchronisation statement: not (¬x_q ∨ f < F_q), and { f < c_q }
                ofPairs(
                        "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q",
                        Pair::deferred,
                        pair -> pair.stateOfQ().x()
                                && pair.stateOfQ().f().orElseThrow().isBefore(pair.f())
                                && pair.f().clock() < pair.stateOfQ().c()),

                // "This form of message exchanges implements a two-phase handshake."
                ofPairs(
                        "a request is under way, or waits, or its acknowledgement is under way, until it is received",
                        Pair::asked,
                        pair -> pair.stages() == (pair.stateOfP().awaited().contains(pair.q()) ? 1 : 0)),

                // (p, q : p ≠ q : F_p ≠ F_q), and F_p < c_p: no value of F is used twice
                Invariant.process(
                        "F is the clock's former value, with the name of its process",
                        (p, user) -> p.x(),
                        (p, user) -> p.f().orElseThrow().name().equals(p.self())
                                && p.f().orElseThrow().clock() < p.c()),
                Invariant.process(
                        "who is critical has everybody's acknowledgement, and a quorum",
                        (p, user) -> MutualExclusion.critical(user),
                        (p, user) -> p.awaited().isEmpty() && p.quorate()),
                Invariant.process(
                        "x is whether the user waits or is critical",
                        (p, user) -> true,
                        (p, user) -> p.critical() == MutualExclusion.critical(user)
                                && p.waiting() == MutualExclusion.PROBLEM.waits(user)));
    }

    private static Invariant<RicartAgrawalaState, RicartAgrawalaMessage, User> ofPairs(
            String name, OfPair situation, OfPair condition) {
        return new Invariant.OfConfiguration<>(
                name,
                all -> pairs(all).stream().anyMatch(situation::test),
                all -> pairs(all).stream().filter(situation::test).allMatch(condition::test));
    }

    private static List<Pair> pairs(Configuration<RicartAgrawalaState, RicartAgrawalaMessage, User> all) {
        List<ProcessId> alive = all.processes().stream().filter(all::alive).toList();
        return alive.stream()
                .flatMap(p -> alive.stream().filter(q -> !q.equals(p)).map(q -> new Pair(all, p, q)))
                .toList();
    }
}
