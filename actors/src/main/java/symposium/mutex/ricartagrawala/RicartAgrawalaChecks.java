package symposium.mutex.ricartagrawala;

import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.receiving;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.crash;
import static symposium.mutex.PermissionBased.NAME_FIRST;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.CO1_ANSWER_EARLIER;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.CO2_DEFER;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.M0_DEPARTED;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P0_REQUEST;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P1_REQUEST_ALONE;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P4_RELEASE;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import java.util.function.LongBinaryOperator;
import symposium.clock.Timestamp;
import symposium.kernel.Event;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration.ProcessPair;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Variants;
import symposium.mutex.ClockShift;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ricartagrawala.RicartAgrawala.Acknowledgement;
import symposium.mutex.ricartagrawala.RicartAgrawala.Message;
import symposium.mutex.ricartagrawala.RicartAgrawala.Request;
import symposium.mutex.ricartagrawala.RicartAgrawala.State;

/**
 * The assertions of chapter 2, as annotated in the programs of sections 2.2 and 2.3. The variants misread symbols that
 * the print has lost, or leave out statements.
 */
final class RicartAgrawalaChecks {

    private RicartAgrawalaChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                // program p, behind the receipt of an acknowledgement: { ¬x_q ∨ F_p < F_q } { F_p < c_q }
                .pair(
                        "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q",
                        pair -> pair.p().x() && (!awaited(pair) || acknowledgements(pair) > 0),
                        pair -> (!pair.q().x() || f(pair).isBefore(f(pair.q()))) && exceeded(pair))
                // co p,q, in front of its synchronisation statement: { x_p } { f = F_p }
                .pair(
                        "a request is that of a process that has asked: x_p and f = F_p",
                        pair -> deferred(pair) || !pair.toQ(Request.class).isEmpty(),
                        pair -> pair.p().x()
                                && pair.toQ(Request.class).stream()
                                        .allMatch(request -> request.f().equals(f(pair))))
                // co p,q, in its synchronisation statement: not (¬x_q ∨ f < F_q), and { f < c_q }
                .pair(
                        "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q",
                        RicartAgrawalaChecks::deferred,
                        pair -> pair.q().x() && f(pair.q()).isBefore(f(pair)) && exceeded(pair))
                // "This form of message exchanges implements a two-phase handshake."
                .pair(
                        "a request is in transit, or waits, or its acknowledgement is in transit, until it is received",
                        pair -> pair.p().x(),
                        pair -> pair.toQ(Request.class).size() + (deferred(pair) ? 1 : 0) + acknowledgements(pair)
                                == (awaited(pair) ? 1 : 0))
                // (p, q : p ≠ q : F_p ≠ F_q), and F_p < c_p: no value of F is used twice
                .state(
                        "F is the clock's former value, with the name of its process",
                        State::x,
                        p -> f(p).name().equals(p.self()) && f(p).clock() < p.c())
                .process(
                        "who is critical has everybody's acknowledgement, and a quorum",
                        (p, user) -> MutualExclusion.critical(user),
                        (p, user) -> p.awaited().isEmpty() && p.quorate())
                .process("x is whether the user waits or is critical", State::agreesWith);
    }

    /** F_q; q has asked. */
    private static Timestamp f(State q) {
        return q.f().orElseThrow();
    }

    /** F_p; p has asked. */
    private static Timestamp f(ProcessPair<State, Message, User> pair) {
        return f(pair.p());
    }

    /** F_p < c_q. */
    private static boolean exceeded(ProcessPair<State, Message, User> pair) {
        return f(pair).clock() < pair.q().c();
    }

    private static boolean awaited(ProcessPair<State, Message, User> pair) {
        return pair.p().awaited().contains(pair.q().self());
    }

    private static boolean deferred(ProcessPair<State, Message, User> pair) {
        return pair.q().deferred().contains(pair.p().self());
    }

    private static int acknowledgements(ProcessPair<State, Message, User> pair) {
        return pair.toP(Acknowledgement.class).size();
    }

    /** The least clock of a process is F while it is set: F &lt; c. */
    static Quotient<State, Message> clocks() {
        return new ClockShift<>(
                p -> p.f().map(Timestamp::clock).orElse(p.c()),
                (p, by) -> p.with(it -> it.c(p.c() - by).f(p.f().map(f -> new Timestamp(f.clock() - by, f.name())))),
                message -> message instanceof Request request
                        ? OptionalLong.of(request.f().clock())
                        : ((Acknowledgement) message).clock(),
                RicartAgrawalaChecks::less);
    }

    private static Message less(Message message, long by) {
        if (message instanceof Request request) {
            return new Request(
                    new Timestamp(request.f().clock() - by, request.f().name()));
        }
        OptionalLong clock = ((Acknowledgement) message).clock();
        return clock.isPresent() ? new Acknowledgement(OptionalLong.of(clock.getAsLong() - by)) : message;
    }

    static Variants<State, Message, Input, Output> variants(RicartAgrawala original) {
        Mutation<State, Message, Input, Output> sameClock = next((before, p) -> p.withC(before.c()));
        return Variants.of(original)
                .mutate("co F is ordered by the name first", guard((q, f) -> !q.x() || NAME_FIRST.compare(f, f(q)) < 0))
                .mutate("co F is the number alone: f < F_q", guard((q, f) -> !q.x() || f.clock() < f(q).clock()))
                .mutate("co F is the number alone: f <= F_q", guard((q, f) -> !q.x() || f.clock() <= f(q).clock()))
                .mutate("co F_q < f where f < F_q is meant", guard((q, f) -> !q.x() || f(q).isBefore(f)))
                .mutate("co the guard is ¬x_q alone", guard((q, f) -> !q.x()))
                .mutate("co the guard is f < F_q alone", guard((q, f) -> q.x() && f.isBefore(f(q))))
                .mutate(
                        "co ¬x_q and f < F_q: nothing is compared while ¬x_q",
                        guard((q, f) -> q.x() && !f.isBefore(f(q))))
                .mutate("co c_q is not raised", raising((c, f) -> c))
                .mutate("co c_q is raised to f and not above", raising(Math::max))
                .mutate("co c_q becomes f + 1, even where that is less", raising((c, f) -> f + 1))
                .mutate("p.0 c_p stays as it is, as printed", sameClock.at(P0_REQUEST, P1_REQUEST_ALONE))
                .mutate(P4_RELEASE, "the co-processes that waited do not answer", silent())
                .mutate(
                        CO2_DEFER,
                        "the co-process forgets the request",
                        next(q -> q.with(it -> it.awaited(Sorted.without(q.awaited(), q.deferred()))
                                .deferred(Sorted.set()))))
                .mutate(
                        M0_DEPARTED,
                        "the departed is still awaited",
                        next(p -> p.waiting() ? p.withAwaited(Sorted.with(p.awaited(), p.self())) : p),
                        crash(3, NO_DEADLOCK));
    }

    /** Another guard of the co-process, which answers as when ¬x_q, and waits as when F_q comes before any f. */
    static Mutation<State, Message, Input, Output> guard(BiPredicate<State, Timestamp> guard) {
        return receiving(Request.class, original -> (q, p, request) -> {
            boolean answers = guard.test(q, request.f());
            Timestamp first = new Timestamp(-1, q.self());
            Step<State, Message, Output> step = original.step(
                    q.withF(answers ? Optional.empty() : Optional.of(first)), new Event.Received<>(p, request));
            return new Step<>(
                    answers && q.x() ? CO1_ANSWER_EARLIER : step.rule(),
                    step.next().withF(q.f()),
                    step.effects());
        });
    }

    /** The co-process changes c_q otherwise, given its value and the clock of f. */
    private static Mutation<State, Message, Input, Output> raising(LongBinaryOperator raised) {
        Mutation<State, Message, Input, Output> raising = receiving(Request.class, original -> (q, p, request) -> {
            Step<State, Message, Output> step = original.step(q, new Event.Received<>(p, request));
            long c = raised.applyAsLong(q.c(), request.f().clock());
            return new Step<>(step.rule(), step.next().withC(c), step.effects());
        });
        return raising.and(messages((q, message) ->
                message instanceof Acknowledgement it && it.clock().isPresent()
                        ? new Acknowledgement(OptionalLong.of(q.c()))
                        : message));
    }
}
