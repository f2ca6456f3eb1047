package symposium.mutex.carvalhoroucairol;

import static symposium.kernel.Mutation.messages;
import static symposium.kernel.Mutation.next;
import static symposium.kernel.Mutation.silent;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.RELEASE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.YIELD_AND_ASK;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.YIELD_IDLE;

import java.util.Comparator;
import symposium.clock.Timestamp;
import symposium.kernel.Configuration.ProcessPair;
import symposium.kernel.Fault;
import symposium.kernel.Invariants;
import symposium.kernel.Mutation;
import symposium.kernel.Scenario;
import symposium.kernel.Sorted;
import symposium.kernel.Start;
import symposium.kernel.Variants;
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

    static final String ONE_PERMISSION =
            "two processes share one permission: one of them holds it, or it is in transit between them";
    static final String CRITICAL_HOLDS_ALL = "who is critical holds all its permissions, and there is a quorum";
    static final String ASKED_ONCE = "who waits and lacks a permission has asked for it once:"
            + " the request is in transit or deferred, or the reply is in transit";
    static final String NOT_ASKED = "who holds a permission, or does not want it, does not ask for it";
    static final String DEFERRED_BY_RIGHT =
            "a request is deferred by a process that is critical, or waits with an earlier one,"
                    + " and whose clock is beyond it";
    static final String YIELDER_HOLDS = "who yields a permission holds it";

    private CarvalhoRoucairolChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                // mutual exclusion follows from it: of two processes that are critical both would hold it
                .pair(ONE_PERMISSION, pair -> true, pair -> holdersAndReplies(pair) == 1)
                .process(
                        CRITICAL_HOLDS_ALL,
                        (p, user) -> MutualExclusion.critical(user),
                        (p, user) -> p.lacking().isEmpty() && p.quorate())
                // progress follows from these: no process is forgotten, and each is deferred by an earlier one
                .pair(ASKED_ONCE, CarvalhoRoucairolChecks::lacks, pair -> stages(pair) == 1)
                .pair(NOT_ASKED, pair -> !lacks(pair), pair -> stages(pair) == 0)
                .pair(
                        "a request is that of a process that waits, under its present timestamp",
                        pair -> !pair.toQ(Request.class).isEmpty(),
                        pair -> pair.p().waiting()
                                && pair.toQ(Request.class).stream().allMatch(request -> request.f()
                                        .equals(pair.p().request().orElseThrow())))
                .pair(
                        DEFERRED_BY_RIGHT,
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
        Reading right = Reading.RIGHT;
        Comparator<Timestamp> nameFirst = Comparator.comparing(Timestamp::name).thenComparing(Timestamp::clock);
        Mutation<State, Message, Output> keeping = next((before, next) -> next.withHeld(before.held()));
        return Variants.of(new CarvalhoRoucairol(start.quorum()))
                .mutate(
                        YIELD_AND_ASK,
                        "the permission is yielded and not asked for again",
                        silent(Request.class),
                        Scenario.of(3, ASKED_ONCE))
                .mutate(
                        YIELD_AND_ASK,
                        "the permission that is yielded is kept, too",
                        keeping,
                        Scenario.of(3, ONE_PERMISSION))
                .mutate(
                        YIELD_IDLE,
                        "the permission that is yielded is kept, too",
                        keeping,
                        Scenario.of(2, ONE_PERMISSION))
                .mutate(
                        RELEASE,
                        "the permissions that are given are kept, too",
                        keeping,
                        Scenario.of(2, ONE_PERMISSION))
                .mutate(RELEASE, "the deferred get no reply", silent(), Scenario.of(2, ONE_PERMISSION))
                .add(
                        "co.1 who waits yields nothing that it holds",
                        read(start, right.withDefers((q, f) -> !q.idle())),
                        Scenario.of(3, DEFERRED_BY_RIGHT))
                .add(
                        "co.1 who is critical yields to an earlier request",
                        read(start, right.withDefers(State::precedes)),
                        Scenario.of(3, CRITICAL_HOLDS_ALL))
                .add(
                        "co.2 timestamps are ordered by the name first",
                        read(
                                start,
                                right.withDefers((q, f) -> q.critical()
                                        || q.waiting()
                                                && nameFirst.compare(q.request().orElseThrow(), f) < 0)),
                        Scenario.of(2, YIELDER_HOLDS))
                .add(
                        "co the clock is not raised above the request",
                        read(start, right.withRaised((c, f) -> c)),
                        Scenario.of(2, YIELDER_HOLDS))
                .add(
                        "p.1 everybody is asked, whosever permission is held",
                        read(start, right.withAsked(p -> Sorted.ids(p.neighbours()))),
                        Scenario.of(2, NOT_ASKED))
                .mutate(
                        YIELD_IDLE,
                        "the reply is empty: it tells of no fence",
                        messages(reply -> new Reply(Fence.NONE)),
                        Scenario.of(2, MutualExclusion.FENCES_GROW))
                .add(
                        "m.0 fences go on under the same generation",
                        read(start, right.withDeparted((fences, left) -> fences)),
                        Scenario.of(3, MutualExclusion.FENCES_GROW).withFault(Fault.CRASH, 1));
    }

    private static CarvalhoRoucairol read(Start start, Reading reading) {
        return new CarvalhoRoucairol(start.quorum(), reading);
    }
}
