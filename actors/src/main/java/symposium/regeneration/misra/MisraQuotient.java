package symposium.regeneration.misra;

import java.util.OptionalInt;
import symposium.kernel.problem.Quotient;
import symposium.regeneration.misra.Misra.Message;
import symposium.regeneration.misra.Misra.Ping;
import symposium.regeneration.misra.Misra.Pong;
import symposium.regeneration.misra.Misra.State;

/**
 * Forgets how far the tokens have counted, for numbers are only ever compared with marks: the current magnitude is
 * called 1, and every mark of an older one 0. With this the state space is finite though the numbers grow without
 * bound.
 *
 * <p>An older mark can be forgotten because the numbers only grow: it can never equal that of a token again. Where they
 * are counted in a circle this has to be shown, and it is: the bounded numbers reach the same normal forms.
 */
public final class MisraQuotient implements Quotient<State, Message> {

    private static final OptionalInt ONE = OptionalInt.of(1);
    private static final OptionalInt MINUS_ONE = OptionalInt.of(-1);

    @Override
    public OptionalInt phaseOf(State p) {
        return p.holdsPong() ? OptionalInt.of(-p.pong().getAsInt()) : p.ping();
    }

    @Override
    public OptionalInt phaseInTransit(Message token) {
        return OptionalInt.of(token instanceof Ping ping ? ping.nbping() : -((Pong) token).nbpong());
    }

    @Override
    public State normal(State p, int phase) {
        int mark = Math.abs(p.mark()) == phase ? Integer.signum(p.mark()) : 0;
        return new State(p.neighbours(), mark, p.holdsPing() ? ONE : p.ping(), p.holdsPong() ? MINUS_ONE : p.pong());
    }

    @Override
    public Message normalInTransit(Message token, int phase) {
        return token instanceof Ping ? new Ping(1) : new Pong(-1);
    }
}
