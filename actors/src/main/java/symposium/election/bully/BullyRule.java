package symposium.election.bully;

import symposium.kernel.Rule;

/** What a process does; the labels are of the house: i on initiation, e on a call, a on an answer, c on news of an election, n on news of a departure. */
public enum BullyRule implements Rule {
    /** A decision to initiate: all greater ones are called. */
    INITIATE("i.0"),
    /** The same by the greatest: elected. */
    UNRIVALLED("i.1"),
    /** The same by a process that has called already. */
    INITIATED_BEFORE("i.2"),
    /** The same by a process that knows the leader. */
    KNOWN("i.3"),
    /** Called: an answer, and all greater ones are called in turn. */
    CALLED("e.0"),
    /** Called, and the greatest: an answer, and elected. */
    CALLED_UNRIVALLED("e.1"),
    /** Called, and has called or knows the leader: an answer. */
    CALLED_BEFORE("e.2"),
    /** The first answer: somebody greater is there. */
    ANSWERED("a.0"),
    /** A further answer, or one that comes when the leader is known. */
    ANSWERED_BEFORE("a.1"),
    /** A greater one is elected. */
    TOLD("c.0"),
    /** The news of an election of one that has departed since: a lesser one is known to be elected. */
    STALE("c.1"),
    /** The leader has departed: all greater ones that are left are called. */
    CALLS_ANEW("n.0"),
    /** The leader, or the last of those called, has departed, and no greater one is left: elected. */
    SUCCEEDS("n.1"),
    /** Another has departed. */
    UNCONCERNED("n.2");

    private final String label;

    BullyRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
