package symposium.mutex.tokenring;

import symposium.kernel.Rule;

/** What happens to a process beside what tokens do by themselves; the chapter's text has three lines, and no labels. */
public enum TokenRingRule implements Rule {
    /** It wants the critical section, and the token is elsewhere: {@code wait (token)}. */
    WAITS("waits"),
    /** It wants the critical section while the token rests here. */
    ENTERS("enters"),
    /** The token comes to who waits for it. */
    TOKEN_ENTERS("token.enters"),
    /** The critical section is left: {@code send (token)}. */
    SENDS("sends"),
    /** A token comes that has been taken for lost, and issued anew since: it is discarded. */
    OLDER("token.older"),
    /** A second token of a kind comes: it is discarded. */
    TWICE("token.twice"),
    /** The ring closes over a process that has departed. */
    CLOSES("ring.closes"),
    /** The process is cut off, and gives up what it has. */
    CUT_OFF("ring.cut off"),
    /** The user leaves before it has heard that it has lost what it leaves. */
    SENDS_AFTER_LOSS("sends.after loss");

    private final String label;

    TokenRingRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
