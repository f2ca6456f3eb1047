package symposium.composition.ewd851misra;

import java.util.OptionalInt;
import symposium.composition.ewd851misra.Ewd851Misra.Message;
import symposium.composition.ewd851misra.Ewd851Misra.Ping;
import symposium.composition.ewd851misra.Ewd851Misra.Pong;
import symposium.composition.ewd851misra.Ewd851Misra.State;
import symposium.kernel.problem.Quotient;
import symposium.regeneration.misra.MisraQuotient;

/**
 * The quotient of Misra's tokens, which a ring counts without bound; nothing else in its states grows but with its
 * faults.
 */
public final class Ewd851MisraQuotient implements Quotient<State, Message> {

    private final MisraQuotient misra = new MisraQuotient();

    @Override
    public OptionalInt phaseOf(State p) {
        return misra.phaseOf(p.tokens());
    }

    @Override
    public OptionalInt phaseInTransit(Message message) {
        if (message instanceof Ping ping) {
            return OptionalInt.of(ping.nbping());
        }
        return message instanceof Pong pong ? OptionalInt.of(-pong.nbpong()) : OptionalInt.empty();
    }

    @Override
    public State normal(State p, int phase) {
        return p.withTokens(misra.normal(p.tokens(), phase));
    }

    @Override
    public Message normalInTransit(Message message, int phase) {
        if (message instanceof Ping ping) {
            return new Ping(ping.departed(), ping.fence(), 1);
        }
        return message instanceof Pong pong ? new Pong(pong.departed(), -1, pong.round()) : message;
    }
}
