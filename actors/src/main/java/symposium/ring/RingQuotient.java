package symposium.ring;

import java.util.OptionalInt;
import symposium.kernel.Quotient;
import symposium.regeneration.misra.MisraState;

/**
 * Misra's tokens carry the same number with opposite signs, which only grows, and a mark matters only while it equals one of them. So the
 * current number is called 1, and every mark of an older one 0.
 */
public final class RingQuotient implements Quotient<RingState, RingMessage> {

    @Override
    public OptionalInt phaseOf(RingState state) {
        MisraState tokens = state.tokens();
        if (tokens.holdsPing()) {
            return tokens.ping();
        }
        return tokens.holdsPong() ? OptionalInt.of(-tokens.pong().getAsInt()) : OptionalInt.empty();
    }

    @Override
    public OptionalInt phaseUnderWay(RingMessage message) {
        if (message instanceof RingMessage.Ping ping) {
            return OptionalInt.of(ping.nbping());
        }
        return message instanceof RingMessage.Pong pong ? OptionalInt.of(-pong.nbpong()) : OptionalInt.empty();
    }

    @Override
    public RingState normal(RingState state, int phase) {
        MisraState tokens = state.tokens();
        int mark = tokens.mark();
        return state.with(new MisraState(
                tokens.neighbours(),
                mark != 0 && Math.abs(mark) == phase ? Integer.signum(mark) : 0,
                one(tokens.ping()),
                one(tokens.pong())));
    }

    @Override
    public RingMessage normalUnderWay(RingMessage message, int phase) {
        if (message instanceof RingMessage.Ping ping) {
            return new RingMessage.Ping(ping.departed(), ping.fence(), 1);
        }
        return message instanceof RingMessage.Pong pong
                ? new RingMessage.Pong(pong.departed(), -1, pong.round())
                : message;
    }

    private static OptionalInt one(OptionalInt number) {
        return number.isPresent() ? OptionalInt.of(Integer.signum(number.getAsInt())) : number;
    }
}
