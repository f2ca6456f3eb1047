package symposium.composition.ewd851misra;

import symposium.kernel.Rule;

/** What the composition adds to the rules of EWD851, Misra, and Chang and Roberts, which keep their labels. */
public enum Ewd851MisraRule implements Rule {
    /** The token arrives at a white neutral machine, which no other has asked for it: it rests there. */
    T3_TOKEN_RESTS,
    /** A signal arrives again at a machine that is black already. */
    S4_SIGNAL_AGAIN,
    /** A machine that is cut off completes a neutral engagement: the signal waits until there is a link. */
    N3_SIGNAL_OWED,
    /** A release that has crossed the news of the loss. */
    C2_RELEASE_AFTER_LOSS,
    /** A token or a pong of an older generation than is known here is discarded. */
    G0_OLDER,
    /** Pong is back where a new token sleeps, and enough processes know of its generation: it wakes. */
    G1_WAKES,
    /** Pong is back where a new token sleeps, and too few know of it: another round. */
    G2_SLEEPS_ON,
    /**
     * Pong brings a newer generation to where the token is, or the fences of this one may end to be numbers: both
     * join one that is newer still, in which no other token can wake.
     */
    G3_OUTBIDS,
    /** Pong arrives where there is one already. */
    G4_PONG_TWICE,
    /**
     * Pong arrives at ping with a lower number of the same generation: ping has met another pong since. It is
     * discarded, since the numbers must not decrease.
     */
    G5_PONG_OVERTAKEN,
    /** News of a departure. */
    V0_DEPARTURE,
    /** Other neighbours, without any departure. */
    V1_RELINKED,
    /** Cut off from the others. */
    V2_CUT_OFF,
    /** A suspicion has dissolved before its time was over. */
    V3_CALM,
    /** A message of an election is not of the present membership. */
    V4_STALE,
    /** The census has found neither token: both are issued again. */
    E8_BOTH_ISSUED,
    /** The census has found ping and no pong: pong is issued again. */
    E9_PONG_ISSUED,
    /** The census has asked too few. */
    E10_NO_QUORUM,
    /** The census of a greater leader is in transit, or this census is no longer its own. */
    E11_ABANDONED
}
