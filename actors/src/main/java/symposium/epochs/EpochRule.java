package symposium.epochs;

import symposium.kernel.Rule;

/** What happens between epochs; in elections and within an epoch the rules of their algorithms apply. */
public enum EpochRule implements Rule {
    /** A user asks to enter while no epoch goes on here: it waits for the next. */
    ASKED_BETWEEN("epoch.asked-between"),
    /** A user leaves its critical section while no epoch goes on here. */
    LEFT_BETWEEN("epoch.left-between"),
    /** A release that has crossed the news of the loss. */
    RELEASE_AFTER_LOSS("epoch.release-after-loss"),

    /** Asked by the leader, gives up the epoch so far, says whether its user is inside, and passes the question on. */
    ANSWERS("epoch.answers"),
    /** All have answered, and nobody is inside: the leader begins an epoch whose token starts with itself. */
    BEGINS("epoch.begins"),
    /** All have answered, and somebody is inside: the leader begins an epoch whose token starts with that one. */
    BEGINS_INSIDE("epoch.begins-inside"),
    /** Too few have answered. */
    NO_QUORUM("epoch.no-quorum"),
    /** Hears that an epoch begins, takes part, and passes the news on. */
    JOINS("epoch.joins"),
    /** The news that an epoch begins is back at its leader. */
    ALL_TOLD("epoch.all-told"),

    /** What the token algorithm has sent in an epoch that is over here, or that this process has not begun. */
    OLD("epoch.old"),
    /** A question, or the beginning of an epoch, of a term that is over here, or over a link that this process does not have. */
    STALE("epoch.stale"),
    /** A timer of the token algorithm has expired as its epoch ended. */
    TIMER_OLD("epoch.timer-old");

    private final String label;

    EpochRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
