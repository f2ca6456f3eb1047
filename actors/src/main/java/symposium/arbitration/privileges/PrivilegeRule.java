package symposium.arbitration.privileges;

import symposium.kernel.Rule;

/** T0, T1 and T2 of section 5 for sessions, and how the privileges of their parts move. */
public enum PrivilegeRule implements Rule {
    /** A session wants to be tabled: the privileges that are not here are requested, or have been. */
    WANT("p.want"),
    /** A privilege is requested that is here. It stays, or goes to the session with the least bid. */
    REQUEST("p.request"),
    /** A privilege is requested that has gone on. The request follows it. */
    FORWARD("p.forward"),
    /** A privilege is requested that will come here before. The request waits for it. */
    KEEP("p.keep"),
    /** A request follows a privilege that its process has had since. */
    STALE("p.stale"),
    /** Privileges come, and no session does T0 by that. */
    OWN("p.own"),
    /** All privileges of their parts are here: T0 for sessions that wait, and arrows keep some of them from T1. */
    T0("T0"),
    /** The same, and no arrow keeps any of them from T1: T0 and T1. */
    T0_T1("T0 T1"),
    /** T0 tables no session that waits: a session that is not to wait would have to, and is not tabled. */
    T0_NOT("T0 not"),
    /** An arrow leads here from a session of another process. */
    AWAIT("u.await"),
    /** An arrow led here to a session that has ended before. */
    ENDED("u.ended"),
    /** A session elsewhere is no longer tabled, and no session here does T1 by that. */
    UNDIRECTED("u.one"),
    /** The last arrow that kept a session from it has disappeared: T1. */
    T1("T1"),
    /** A session releases what it has taken, or no longer waits: T2. */
    T2("T2"),
    /** The same, and a session here does T1 by that. */
    T2_T1("T2 T1"),
    /** A session stops waiting before it has been tabled. */
    WITHDRAW("p.withdraw"),
    /** A session is to be taken over by another process when this one departs. */
    KEPT("k.keep"),
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
    /** The membership or a link has changed. */
    CHANGED("m.changed"),
    /** Another process is in this view, or in another one. */
    VIEW("m.view"),
    /** The first part of a long message. */
    PORTION("m.portion"),
    /** Too few processes are within reach: all that is taken is lost. */
    LOST("m.lost"),
    /** A session that has been lost is given back, or withdrawn. */
    RELEASE_LOST("m.release"),
    /** A message comes from another view, or over a link that is gone. */
    LATE("m.late"),
    /** A message comes back. */
    RETURNED("m.returned");

    private final String label;

    PrivilegeRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
