package symposium.ring;

import java.util.OptionalInt;
import symposium.kernel.Quotient;
import symposium.regeneration.misra.MisraQuotient;

/** The quotient of Misra's tokens, which a ring counts without bound; nothing else in its states grows but with its faults. */
public final class RingQuotient implements Quotient<RingState, RingMessage> {

    private final MisraQuotient misra = new MisraQuotient();

    @Override
    public OptionalInt phaseOf(RingState state) {
        return misra.phaseOf(state.tokens());
    }

    @Override
    public OptionalInt phaseInTransit(RingMessage message) {
        if (message instanceof RingMessage.Ping ping) {
            return OptionalInt.of(ping.nbping());
        }
        return message instanceof RingMessage.Pong pong ? OptionalInt.of(-pong.nbpong()) : OptionalInt.empty();
    }

    @Override
    public RingState normal(RingState state, int phase) {
        return state.with(misra.normal(state.tokens(), phase));
    }

    @Override
    public RingMessage normalInTransit(RingMessage message, int phase) {
        if (message instanceof RingMessage.Ping ping) {
            return new RingMessage.Ping(ping.departed(), ping.fence(), 1);
        }
        return message instanceof RingMessage.Pong pong
                ? new RingMessage.Pong(pong.departed(), -1, pong.round())
                : message;
    }
}
