package symposium.election.korachmoranzaks;

import symposium.kernel.Rule;

/** What a process does; the labels are of the house: i on initiation, a on being asked, k as a king, s as a subject, u on an update, e on the news. */
public enum KorachMoranZaksRule implements Rule {
    /** A decision to initiate: a king from now on, who asks its first neighbour. */
    INITIATE("i.0"),
    /** The same by a process that has no neighbours: elected. */
    ALONE("i.1"),
    /** The same by a process that takes part already. */
    INITIATED_BEFORE("i.2"),
    /** The same by a process that knows the leader. */
    KNOWN("i.3"),
    /** A greater king asks a king, or a process that is asleep: it becomes a subject, and all its subjects with it. */
    JOINS("a.0"),
    /** The own king asks from outside the tree: it is told so. */
    SUBJECT_ALREADY("a.1"),
    /** A greater king asks a subject: its own king has to decide. */
    FORWARDED("a.2"),
    /** A greater king asks a subject that has forwarded the asking of a lesser one: that has to be decided first. */
    DEFERRED("a.3"),
    /** A lesser king asks, or one whose news is on its way. */
    IGNORED("a.4"),
    /** A king asks where the leader is known. */
    ASKED_LATE("a.5"),
    /** A kingdom of the same phase joins: the next phase, and all subjects are told. */
    JOINED_BY_EQUAL("k.0"),
    /** A kingdom of a lower phase joins: its subjects are told. */
    JOINED_BY_LESSER("k.1"),
    /** The neighbour asked is a subject already: the next is asked. */
    ASKS_ON("k.2"),
    /** The last neighbour is a subject, or joins: elected. */
    WON("k.3"),
    /** A kingdom joins one that was a king when it asked: its subjects are told whose they are now. */
    JOINED_FORMER("s.0"),
    /** The king to whom an asking was forwarded joins: the way to it is turned round. */
    TURNED("s.1"),
    /** The neighbour asked is a subject already, and so is the process that asked. */
    YOURS_LATE("s.2"),
    /** Another king, or another phase: all subjects below are told. */
    UPDATED("u.0"),
    /** The same, and the asking that was forwarded is the own asking of that king: it is told so. */
    UPDATED_OWN("u.1"),
    /** The same, and the asking that was forwarded is void. */
    UPDATED_OVER("u.2"),
    /** The same where the leader is known. */
    UPDATED_LATE("u.3"),
    /** Another is elected. */
    TOLD("e.0");

    private final String label;

    KorachMoranZaksRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
