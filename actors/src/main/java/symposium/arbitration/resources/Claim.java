package symposium.arbitration.resources;

import java.util.SortedMap;
import symposium.arbitration.resources.Claim.Stage;

/**
 * What a user asked for with one ticket.
 *
 * @param waits whether it is to wait for what is not free
 * @param stage what has become of it
 * @param kept whether another process is to take it over
 */
public record Claim(SortedMap<String, Mode> modes, boolean waits, Claim.Stage stage, boolean kept) {

    /** What becomes of it until it ends. */
    public enum Stage {
        /** The user waits for it. */
        ASKED,
        /** The user has it. */
        TAKEN,
        /** The user has withdrawn, and waits for the answer. */
        WITHDRAWN,
        /** It was to be kept, and the user no longer has it and waits for its end. */
        ENDING
    }

    /** Whether the user has it. */
    public boolean taken() {
        return stage == Stage.TAKEN;
    }

    Claim in(Stage next) {
        return new Claim(modes, waits, next, kept);
    }

    Claim keep() {
        return new Claim(modes, waits, stage, true);
    }
}
