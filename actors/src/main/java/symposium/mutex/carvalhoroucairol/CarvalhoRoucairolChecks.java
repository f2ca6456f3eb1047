package symposium.mutex.carvalhoroucairol;

import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.problem.Scenario.crash;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Reading.RIGHT;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO0_YIELD_IDLE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO1_YIELD_AND_ASK;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P4_RELEASE;

import java.util.function.Function;
import symposium.clock.Timestamp;
import symposium.kernel.Sorted;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration.ProcessPair;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.PermissionBased;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Message;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Reading;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Reply;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Request;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.State;

/**
 * The invariants of the algorithm in this project's words, for its paper is not at hand. The variants leave out or
 * invert one statement each, among them the second request.
 */
final class CarvalhoRoucairolChecks {

    private CarvalhoRoucairolChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                // mutual exclusion follows from it: of two processes that are critical both would hold it
                .pair(
                        "two processes share one permission: one of them holds it, or it is in transit between them",
                        pair -> true,
                        pair -> holdersAndReplies(pair) == 1)
                .process(
                        "who is critical holds all its permissions, and there is a quorum",
                        (p, user) -> MutualExclusion.critical(user),
                        (p, user) -> p.lacking().isEmpty() && p.quorate())
                // progress follows from these: no process is forgotten, and each is deferred by an earlier one
                .pair(
                        "who waits and lacks a permission has asked for it once:"
                                + " the request is in transit or deferred, or the reply is in transit",
                        CarvalhoRoucairolChecks::lacks,
                        pair -> stages(pair) == 1)
                .pair(
                        "who holds a permission, or does not want it, does not ask for it",
                        pair -> !lacks(pair),
                        pair -> stages(pair) == 0)
                .pair(
                        "a request is that of a process that waits, under its present timestamp",
                        pair -> !pair.toQ(Request.class).isEmpty(),
                        pair -> pair.p().waiting()
                                && pair.toQ(Request.class).stream().allMatch(request -> request.f()
                                        .equals(pair.p().request().orElseThrow())))
                .pair(
                        "a request is deferred by a process that is critical, or waits with an earlier one,"
                                + " and whose clock is beyond it",
                        CarvalhoRoucairolChecks::deferred,
                        pair -> deferredByRight(pair.p().request().orElseThrow(), pair.q()))
                .state(
                        "F is the clock's former value, with the name of its process",
                        p -> !p.idle(),
                        p -> p.request().orElseThrow().name().equals(p.self())
                                && p.request().orElseThrow().clock() < p.c())
                .process(PermissionBased.AGREES_WITH_USER, State::agreesWith);
    }

    private static int holdersAndReplies(ProcessPair<State, Message, User> pair) {
        return (pair.p().held().contains(pair.q().self()) ? 1 : 0)
                + (pair.q().held().contains(pair.p().self()) ? 1 : 0)
                + pair.toQ(Reply.class).size()
                + pair.toP(Reply.class).size();
    }

    /** Whether p waits and lacks the permission that it shares with q. */
    private static boolean lacks(ProcessPair<State, Message, User> pair) {
        return pair.p().waiting() && !pair.p().held().contains(pair.q().self());
    }

    /** Whether q defers the request of p. */
    private static boolean deferred(ProcessPair<State, Message, User> pair) {
        return pair.q().deferred().contains(pair.p().self());
    }

    /** How many requests of p to q are in transit, deferred, or answered by a reply in transit. */
    private static int stages(ProcessPair<State, Message, User> pair) {
        return pair.toQ(Request.class).size()
                + (deferred(pair) ? 1 : 0)
                + pair.toP(Reply.class).size();
    }

    private static boolean deferredByRight(Timestamp f, State by) {
        return f.clock() < by.c() && (by.critical() || by.waiting() && by.precedes(f));
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Function<Reading, CarvalhoRoucairol> read = reading -> new CarvalhoRoucairol(start, reading);
        Mutation<State, Message, Input, Output> keeping = next((before, next) -> next.withHeld(before.held()));
        return Variants.of(read.apply(RIGHT))
                .mutate(CO1_YIELD_AND_ASK, "the permission is yielded and not asked for again", silent(Request.class))
                .mutate(CO1_YIELD_AND_ASK, "the permission that is yielded is kept, too", keeping)
                .mutate(CO0_YIELD_IDLE, "the permission that is yielded is kept, too", keeping)
                .mutate(P4_RELEASE, "the permissions that are given are kept, too", keeping)
                .mutate(P4_RELEASE, "the deferred get no reply", silent())
                .add("co.1 who waits yields nothing that it holds", read.apply(RIGHT.withDefers((q, f) -> !q.idle())))
                .add("co.1 who is critical yields to an earlier request", read.apply(RIGHT.withDefers(State::precedes)))
                .add(
                        "co.2 timestamps are ordered by the name first",
                        read.apply(RIGHT.withDefers((q, f) -> q.critical()
                                || q.waiting()
                                        && PermissionBased.NAME_FIRST.compare(
                                                        q.request().orElseThrow(), f)
                                                < 0)))
                .add("co the clock is not raised above the request", read.apply(RIGHT.withRaised((c, f) -> c)))
                .add(
                        "p.1 everybody is asked, whosever permission is held",
                        read.apply(RIGHT.withAsked(p -> Sorted.ids(p.neighbours()))))
                .mutate(
                        CO0_YIELD_IDLE,
                        "the reply is empty: it tells of no fence",
                        messages(reply -> new Reply(Fence.NONE)))
                .add(
                        "m.0 fences go on under the same generation",
                        read.apply(RIGHT.withDeparted((fences, left) -> fences)),
                        crash(3, MutualExclusion.FENCES_GROW));
    }
}
