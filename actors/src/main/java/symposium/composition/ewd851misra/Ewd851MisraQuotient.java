package symposium.composition.ewd851misra;

import symposium.composition.ewd851misra.Ewd851Misra.Message;
import symposium.composition.ewd851misra.Ewd851Misra.Ping;
import symposium.composition.ewd851misra.Ewd851Misra.Pong;
import symposium.composition.ewd851misra.Ewd851Misra.State;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.regeneration.misra.MisraQuotient;

/**
 * The quotient of Misra's tokens, which a ring counts without bound; nothing else in its states grows but with its
 * faults. Each generation of tokens is a series: a process that hears of a newer one forgets its mark.
 */
public final class Ewd851MisraQuotient implements Quotient<State, Message> {

    private final MisraQuotient misra = new MisraQuotient();

    @Override
    public LiveNumbers live(State p) {
        return MisraQuotient.live(p.tokens(), p.generation());
    }

    @Override
    public LiveNumbers liveInTransit(Message message) {
        if (message instanceof Ping ping) {
            return LiveNumbers.of(ping.fence().generation(), ping.nbping());
        }
        return message instanceof Pong pong
                ? LiveNumbers.of(pong.round().generation(), pong.nbpong())
                : LiveNumbers.NONE;
    }

    @Override
    public void requireDomain(LiveNumbers all) {
        misra.requireDomain(all);
    }

    @Override
    public State normal(State p, LiveNumbers live) {
        return p.withTokens(MisraQuotient.normal(p.tokens(), p.generation(), live));
    }

    @Override
    public Message normalInTransit(Message message, LiveNumbers live) {
        if (message instanceof Ping ping) {
            int name = live.name(ping.fence().generation(), ping.nbping());
            return new Ping(ping.departed(), ping.fence(), name);
        }
        return message instanceof Pong pong
                ? new Pong(pong.departed(), live.name(pong.round().generation(), pong.nbpong()), pong.round())
                : message;
    }
}
