package symposium.mutex.ewd851;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;
import static symposium.mutex.ewd851.Ewd851.Rule.C_0;
import static symposium.mutex.ewd851.Ewd851.Rule.C_1;
import static symposium.mutex.ewd851.Ewd851.Rule.N_1;
import static symposium.mutex.ewd851.Ewd851.Rule.N_2;
import static symposium.mutex.ewd851.Ewd851.Rule.S_0;
import static symposium.mutex.ewd851.Ewd851.Rule.S_1;
import static symposium.mutex.ewd851.Ewd851.Rule.S_2;
import static symposium.mutex.ewd851.Ewd851.Rule.S_3;
import static symposium.mutex.ewd851.Ewd851.Rule.T_0;
import static symposium.mutex.ewd851.Ewd851.Rule.T_1;
import static symposium.mutex.ewd851.Ewd851.Rule.T_2;

import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851.Colour;
import symposium.mutex.ewd851.Ewd851.Message;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.State;
import symposium.mutex.ewd851.Ewd851.Token;

/**
 * What EWD851 says of every reachable state of the ring; and faults planted: each statement that changes a colour,
 * sends, or parts with the token, left out or reversed, then statements that a careless reader would add where the
 * paper has none.
 */
final class Ewd851Checks {

    static final String CRITICAL_HOLDS = "a critically engaged machine holds the token";

    private Ewd851Checks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                // "a single token, either held by one of the machines or being sent from one machine to another"
                .one("there is a single token", State::holdsToken, Token.class)
                // "Each link ... is in 1 of 3 states": u, t or s
                .link(
                        "a link carries the token to the left, a signal to the right, or nothing",
                        (one, other) -> one.size() + other.size() <= 1)
                // the five "obviously desirable conclusions"
                .delivery("the recipient of a signal is white", Signal.class, (signal, machine) -> machine.white())
                .delivery(
                        "the recipient of the token is black or is delayed",
                        Token.class,
                        (token, machine) -> machine.black() || machine.delayed())
                .state("the machine holding the token is not delayed", State::holdsToken, machine -> !machine.delayed())
                .state(CRITICAL_HOLDS, State::critical, State::holdsToken)
                .state(
                        "a neutrally engaged black machine does not hold the token",
                        machine -> machine.neutral() && machine.black(),
                        machine -> !machine.holdsToken())
                .process("a machine is engaged as its user is", (machine, user) -> machine.engagement() == user);
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Mutation<State, Message, Input, Output> white = next(machine -> machine.withColour(Colour.WHITE));
        Mutation<State, Message, Input, Output> black = next(machine -> machine.withColour(Colour.BLACK));
        Mutation<State, Message, Input, Output> keeping = next(machine -> machine.withHoldsToken(true));
        Mutation<State, Message, Input, Output> signalling =
                step(it -> it.send(it.next().neighbours().right(), new Signal()));
        Mutation<State, Message, Input, Output> parting =
                step(it -> it.send(it.next().neighbours().left(), new Token()));
        return Variants.of(new Ewd851(start.holder()))
                .mutate(N_1, "sends no signal", silent())
                .mutate(S_0, "stays white", white)
                .mutate(S_0, "sends no signal on", silent())
                .mutate(S_1, "stays white", white)
                .mutate(S_2, "keeps the token it sends", keeping)
                .mutate(S_2, "becomes black", black)
                .mutate(S_2, "sends no token", silent())
                .mutate(S_3, "stays white", white)
                .mutate(C_1, "stays black", black)
                .mutate(C_1, "keeps the token it sends", keeping)
                .mutate(C_1, "sends no token", silent())
                .mutate(T_1, "stays black", black)
                .mutate(T_1, "sends no token on", silent())
                .mutate(T_1, "keeps the token it sends on", keeping)
                .mutate(N_2, "sends a signal, as if it were white", signalling)
                .mutate(S_1, "sends the signal on", signalling)
                .mutate(
                        C_0,
                        "sends the token, as if it were black",
                        parting.and(next(machine -> machine.withHoldsToken(false))))
                .mutate(T_0, "becomes white", white)
                .mutate(T_2, "becomes black", black);
    }
}
