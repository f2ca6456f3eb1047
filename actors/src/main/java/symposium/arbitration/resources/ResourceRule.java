package symposium.arbitration.resources;

import symposium.kernel.Rule;

/** T0, T1 and T2 of section 5 for sessions, and what it takes to make the T0's exclude each other. */
public enum ResourceRule implements Rule {
    /** A session wants to be tabled: the forks of its parts are asked for, or have been. */
    WANT("w.ask"),
    /** Forks come; others are missing, or no session waits for these any more. */
    OWN("w.own"),
    /** Forks are asked for; those not needed here, or needed by a greater bid only, are handed over. */
    YIELD("w.yield"),
    /** Forks are asked for that lesser bids here all need. */
    BLOCK("w.block"),
    /** All forks of their parts are owned: T0 for sessions that wait, and arrows keep some of them from T1. */
    T0("T0"),
    /** The same, and no arrow keeps any of them from T1: T0 and T1. */
    T0_T1("T0 T1"),
    /** A session elsewhere is no longer tabled, and no session here does T1 by that. */
    UNDIRECTED("u.one"),
    /** The last arrow that kept a session from it has disappeared: T1. */
    T1("T1"),
    /** A session gives back what it has taken, or no longer waits: T2. */
    T2("T2"),
    /** The same, and a session here does T1 by that. */
    T2_T1("T2 T1"),
    /** T0 tables no session that waits: a session that is not to wait would have to, and is not tabled. */
    T0_NOT("T0 not"),
    /** A session stops waiting before it has been tabled. */
    WITHDRAW("w.withdraw"),
    /** The membership or a link has changed. */
    CHANGED("m.changed"),
    /** Too few processes are within reach: all that is taken is lost. */
    LOST("m.lost"),
    /** A session that has been lost is given back. */
    RELEASE_LOST("m.release"),
    /** The other end of a link says hello. */
    GREETED("m.greeted"),
    /** Another process is in a new generation. */
    NEWS("m.news"),
    /** Sessions are told that are tabled at another process, before its hello or its fork. */
    TOLD("m.told"),
    /** A session is to be taken over by another process when this one departs. */
    KEEP("k.keep"),
    /** Another process asks this one to take a session over when it departs. */
    BACKUP("k.backup"),
    /** Another process has a session, and takes it over when this one departs. */
    BACKED("k.backed"),
    /** The user no longer has a session, and its backup is to know before T2. */
    END("k.end"),
    /** A session ends at the process that has it, and is not taken over any more. */
    DISMISS("k.dismiss"),
    /** The backup of a session knows that it ends: T2. */
    DISMISSED("k.dismissed"),
    /** A message comes over a link that is gone. */
    LATE("m.late"),
    /** A message comes back. */
    RETURNED("m.returned");

    private final String label;

    ResourceRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
