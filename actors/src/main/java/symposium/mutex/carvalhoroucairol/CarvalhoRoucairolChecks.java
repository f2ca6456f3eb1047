package symposium.mutex.carvalhoroucairol;

import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.receiving;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;
import static symposium.kernel.problem.Scenario.crash;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO0_YIELD_IDLE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO1_YIELD_AND_ASK;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO2_DEFER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M0_DEPARTED;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P0_ENTER_FREE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P1_REQUEST;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P4_RELEASE;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import symposium.clock.Timestamp;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Transition;
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
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Reply;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Request;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.State;

/**
 * The invariants of the algorithm in this project's words, for its paper is not at hand. The variants leave out or
 * invert one statement each, among them the second request.
 */
final class CarvalhoRoucairolChecks {

    static final String YIELDS_WHAT_IT_HOLDS = "who yields a permission holds it";

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
        Mutation<State, Message, Input, Output> keeping = next((before, next) -> next.withHeld(before.held()));
        Mutation<State, Message, Input, Output> sameClock = next((before, next) -> next.withC(before.c()));
        Mutation<State, Message, Input, Output> sameFences = next((before, next) -> next.withFences(before.fences()));
        return Variants.of(new CarvalhoRoucairol(start))
                .mutate(CO1_YIELD_AND_ASK, "the permission is yielded and not asked for again", silent(Request.class))
                .mutate(CO1_YIELD_AND_ASK, "the permission that is yielded is kept, too", keeping)
                .mutate(CO0_YIELD_IDLE, "the permission that is yielded is kept, too", keeping)
                .mutate(P4_RELEASE, "the permissions that are given are kept, too", keeping)
                .mutate(P4_RELEASE, "the deferred get no reply", silent())
                .mutate("co.1 who waits yields nothing that it holds", deferring((q, f) -> !q.idle()))
                .mutate("co.1 who is critical yields to an earlier request", deferring(State::precedes))
                .mutate(
                        "co.2 timestamps are ordered by the name first",
                        deferring((q, f) -> q.critical()
                                || q.waiting()
                                        && PermissionBased.NAME_FIRST.compare(
                                                        q.request().orElseThrow(), f)
                                                < 0))
                .mutate(
                        "co the clock is not raised above the request",
                        sameClock.at(CO0_YIELD_IDLE, CO1_YIELD_AND_ASK, CO2_DEFER))
                .mutate(
                        "p.1 everybody is asked, whosever permission is held",
                        askingAll().at(P0_ENTER_FREE, P1_REQUEST))
                .mutate(
                        CO0_YIELD_IDLE,
                        "the reply is empty: it tells of no fence",
                        messages(reply -> new Reply(Fence.NONE)))
                .mutate(
                        M0_DEPARTED,
                        "fences go on under the same generation",
                        sameFences.and(silent()),
                        crash(3, MutualExclusion.FENCES_GROW));
    }

    /** A request is deferred under another condition. */
    private static Mutation<State, Message, Input, Output> deferring(BiPredicate<State, Timestamp> defers) {
        return receiving(Request.class, original -> (p, from, request) -> {
            Event<Message, Input> event = new Event.Received<>(from, request);
            if (p.departed().contains(from.id())) {
                return original.step(p, event);
            }
            Transition<State, Message, Output> step = new Transition<>(p, event);
            State q = p.withC(Math.max(p.c(), request.f().clock() + 1));
            if (defers.test(q, request.f())) {
                return step.by(CO2_DEFER, q.withDeferred(Sorted.with(q.deferred(), from.id())))
                        .step();
            }
            step.require(q.held().contains(from.id()), YIELDS_WHAT_IT_HOLDS);
            step.by(q.idle() ? CO0_YIELD_IDLE : CO1_YIELD_AND_ASK, q.withHeld(Sorted.without(q.held(), from.id())))
                    .send(from, new Reply(q.fences().greatest()));
            q.request().ifPresent(own -> step.send(from, new Request(own)));
            return step.step();
        });
    }

    /** The request is sent to the processes whose permissions are held, too. */
    private static Mutation<State, Message, Input, Output> askingAll() {
        return step(step -> {
            Message request = new Request(step.next().request().orElseThrow());
            List<Effect<Message, Output>> effects = step.effects().stream()
                    .filter(effect -> effect instanceof Effect.Output)
                    .collect(Collectors.toCollection(ArrayList::new));
            step.next().neighbours().forEach(each -> effects.add(new Effect.Send<>(each, request)));
            return new Step<>(step.rule(), step.next(), effects);
        });
    }
}
