package symposium.arbitration.resources;

import symposium.kernel.Rule;

/** What a process does: T0, T1 and T2 of section 5 for its sessions, and what it takes to make the T0's exclude each other. */
public enum ResourcesRule implements Rule {
    /** A session wants to be tabled: forks are asked for, or have been. */
    WANT("w.ask"),
    /** A fork comes; another is missing. */
    OWN("w.own"),
    /** A fork is asked for that is not owned, and handed over. */
    YIELD("w.yield"),
    /** A fork is asked for that is owned. */
    BLOCK("w.block"),
    /** All forks are owned: T0 for every session that waits, and some of them has an arrow to another. */
    T0("T0"),
    /** The same, without any arrow: T0 and T1. */
    T0_T1("T0 T1"),
    /** A session elsewhere is tabled no more, and no session here has lost its last arrow by that. */
    UNDIRECTED("u.one"),
    /** The last arrow of a session has disappeared: T1. */
    T1("T1"),
    /** A session gives back what it has taken: T2. */
    T2("T2"),
    /** The same, and a session here has lost its last arrow by that: T1 for it. */
    T2_T1("T2 T1"),
    /** Who is there has changed. */
    CHANGED("m.changed"),
    /** Too few are within reach: whatever is taken is lost. */
    LOST("m.lost"),
    /** What has been lost is given back. */
    RELEASE_LOST("m.release"),
    /** The other end of a link says what is the case there. */
    GREETED("m.greeted"),
    /** Another is in a new generation. */
    NEWS("m.news"),
    /** A message comes over a link that is there no more. */
    LATE("m.late"),
    /** A message comes back. */
    RETURNED("m.returned");

    private final String label;

    ResourcesRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
