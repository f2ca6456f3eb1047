package symposium.demo.event;

/** Which tokens a demo loses by hand. */
public enum LostTokens {
    /** The one that a process needs to be granted. */
    TOKEN,
    /** One that watches whether another is lost. */
    WATCHER,
    /** All of them. */
    ALL;

    /** By which a page asks for it. */
    public String fault() {
        return switch (this) {
            case TOKEN -> "lose-token";
            case WATCHER -> "lose-watcher";
            case ALL -> "lose-all";
        };
    }
}
