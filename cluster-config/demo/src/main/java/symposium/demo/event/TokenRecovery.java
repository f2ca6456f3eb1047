package symposium.demo.event;

/** What brings back the tokens that are lost. */
public enum TokenRecovery {
    /** A token that watches finds the loss on its rounds. */
    WATCHER,
    /** Another token finds the loss of one that watches. */
    TOKEN,
    /** Processes that no token reaches for too long elect one that issues them again. */
    SILENCE,
    /** Nothing, until the membership changes. */
    DEPARTURE,
    /** Nothing at all. */
    NOTHING;

    /** Whether the processes recover without any further fault. */
    public boolean byItself() {
        return this != DEPARTURE && this != NOTHING;
    }
}
