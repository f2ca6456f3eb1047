package symposium.regeneration.misra;

import java.util.OptionalInt;
import symposium.kernel.Quotient;
import symposium.regeneration.misra.MisraMessage.Ping;
import symposium.regeneration.misra.MisraMessage.Pong;

/**
 * How far the tokens have counted does not matter, for numbers are only ever compared with marks: the current magnitude is called 1, and
 * every mark of an older one 0. With this the state space is finite though the numbers grow without bound.
 *
 * <p>Forgetting an older mark is right because the numbers only grow: it can never equal that of a token again. Where they are counted in
 * a circle this is what has to be shown, and it is: the bounded numbers reach the same normal forms.
 */
public final class MisraQuotient implements Quotient<MisraState, MisraMessage> {

    @Override
    public OptionalInt phaseOf(MisraState state) {
        if (state.holdsPing()) {
            return state.ping();
        }
        return state.holdsPong() ? OptionalInt.of(-state.pong().getAsInt()) : OptionalInt.empty();
    }

    @Override
    public OptionalInt phaseInTransit(MisraMessage message) {
        return OptionalInt.of(message instanceof Ping ping ? ping.nbping() : -((Pong) message).nbpong());
    }

    @Override
    public MisraState normal(MisraState state, int phase) {
        int mark = state.mark();
        return new MisraState(
                state.neighbours(),
                mark != 0 && Math.abs(mark) == phase ? Integer.signum(mark) : 0,
                one(state.ping()),
                one(state.pong()));
    }

    @Override
    public MisraMessage normalInTransit(MisraMessage message, int phase) {
        return message instanceof Ping ? new Ping(1) : new Pong(-1);
    }

    private static OptionalInt one(OptionalInt number) {
        return number.isPresent() ? OptionalInt.of(Integer.signum(number.getAsInt())) : number;
    }
}
