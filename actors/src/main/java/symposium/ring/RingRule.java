package symposium.ring;

import java.util.ArrayList;
import java.util.List;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.Rule;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.misra.Misra;

/**
 * What the composition adds to the rules of EWD851, Misra, and Chang and Roberts, whose own rules keep their labels.
 */
public enum RingRule implements Rule {
    /** The token comes to a white neutral machine, which nobody has asked for it: it rests there. */
    TOKEN_RESTS("t.3"),
    /** A signal comes again to a machine that is black already. */
    SIGNAL_AGAIN("s.4"),
    /** A machine that is cut off completes a neutral engagement: the signal waits until there is a link. */
    SIGNAL_OWED("n.3"),

    /** A release that has crossed the news of the loss. */
    RELEASE_AFTER_LOSS("c.2"),

    /** A token or a pong of an older generation than is known here is discarded. */
    OLDER("g.0"),
    /** Pong is back where a new token sleeps, and enough processes know of its generation: it wakes. */
    WAKES("g.1"),
    /** Pong is back where a new token sleeps, and too few know of it: another round. */
    SLEEPS_ON("g.2"),
    /** Pong brings a newer generation to where the token lives: both join one that is newer still, in which no other token can wake. */
    OUTBIDS("g.3"),
    /** Pong comes where there is one already. */
    PONG_TWICE("g.4"),

    /** News of a departure. */
    DEPARTURE("v.0"),
    /** Other neighbours, without any departure. */
    RELINKED("v.1"),
    /** Cut off from the others. */
    CUT_OFF("v.2"),
    /** A suspicion has dissolved before its time was over. */
    CALM("v.3"),
    /** No message of an election counts but those of the present membership. */
    STALE("v.4"),

    /** The census has found neither token: both are issued anew. */
    BOTH_ISSUED("e.8"),
    /** The census has found ping and no pong: pong is issued anew. */
    PONG_ISSUED("e.9"),
    /** The census has asked too few. */
    NO_QUORUM("e.10"),
    /** The census of a greater leader is about, or this census is not the own one any more. */
    ABANDONED("e.11");

    private final String label;

    RingRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }

    /** All rules of the composition. */
    static List<Rule> all() {
        List<Rule> all = new ArrayList<>(List.of(Ewd851.Rule.values()));
        all.addAll(List.of(
                Misra.Rule.PING_REGENERATES,
                Misra.Rule.PONG_MARKS,
                Misra.Rule.PONG_MEETS,
                Misra.Rule.PONG_REGENERATES,
                Misra.Rule.PONG_LEAVES));
        all.addAll(List.of(ChangRoberts.Rule.values()));
        all.addAll(List.of(values()));
        return List.copyOf(all);
    }
}
