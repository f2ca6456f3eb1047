package symposium.mutex.ricartagrawala;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.crash;
import static symposium.mutex.PermissionBased.NAME_FIRST;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Reading.RIGHT;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.CO2_DEFER;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.M0_DEPARTED;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P4_RELEASE;

import java.util.function.Function;
import symposium.clock.Timestamp;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Configuration.ProcessPair;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ricartagrawala.RicartAgrawala.Acknowledgement;
import symposium.mutex.ricartagrawala.RicartAgrawala.Form;
import symposium.mutex.ricartagrawala.RicartAgrawala.Message;
import symposium.mutex.ricartagrawala.RicartAgrawala.Reading;
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

    static Variants<State, Message, Input, Output> variants(Start start, Form form) {
        Function<Reading, RicartAgrawala> read = reading -> new RicartAgrawala(start, form, reading);
        return Variants.of(read.apply(RIGHT))
                .add(
                        "co F is ordered by the name first",
                        read.apply(RIGHT.withAnswers((q, f) -> !q.x() || NAME_FIRST.compare(f, f(q)) < 0)))
                .add(
                        "co F is the number alone: f < F_q",
                        read.apply(RIGHT.withAnswers((q, f) -> !q.x() || f.clock() < f(q).clock())))
                .add(
                        "co F is the number alone: f <= F_q",
                        read.apply(RIGHT.withAnswers((q, f) -> !q.x() || f.clock() <= f(q).clock())))
                .add(
                        "co F_q < f where f < F_q is meant",
                        read.apply(RIGHT.withAnswers((q, f) -> !q.x() || f(q).isBefore(f))))
                .add("co the guard is ¬x_q alone", read.apply(RIGHT.withAnswers((q, f) -> !q.x())))
                .add(
                        "co the guard is f < F_q alone",
                        read.apply(RIGHT.withAnswers((q, f) -> q.x() && f.isBefore(f(q)))))
                .add(
                        "co ¬x_q and f < F_q: nothing is compared while ¬x_q",
                        read.apply(RIGHT.withAnswers((q, f) -> q.x() && !f.isBefore(f(q)))))
                .add("co c_q is not raised", read.apply(RIGHT.withRaised((c, f) -> c)))
                .add("co c_q is raised to f and not above", read.apply(RIGHT.withRaised(Math::max)))
                .add("co c_q becomes f + 1, even where that is less", read.apply(RIGHT.withRaised((c, f) -> f + 1)))
                .add("p.0 c_p stays as it is, as printed", read.apply(RIGHT.withTick(0)))
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
}
