package symposium.mutex.suzukikasami.survivor;

import symposium.kernel.Rule;

/** What happens to a process beside what Suzuki and Kasami's text and the census do by themselves. */
public enum SurvivorRule implements Rule {
    /** The census is complete, and nobody had the token: it was lost, and is issued anew. */
    ISSUES_LOST("issue.lost"),
    /** The census is complete, and somebody had the token: it is issued again. */
    ISSUES_FOUND("issue.found"),
    /** The token comes, but a higher generation has been promised, or too few are left. */
    TOKEN_DISCARDED("token.discarded"),
    /** The critical section is left, and the answer given that a census has waited for. */
    RELEASE_ANSWERS("release.answers"),
    /** The critical section is left, and the token discarded for a census whose asker has departed. */
    RELEASE_DISCARDS("release.discards"),
    /** The user leaves before it has heard that it has lost what it leaves. */
    RELEASE_AFTER_LOSS("release.after loss");

    private final String label;

    SurvivorRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
