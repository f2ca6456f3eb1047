package symposium.demo;

import java.time.Duration;

/**
 * Something that happened, and when.
 *
 * @param at since the beginning
 */
public record Moment(Duration at, Happening happening) {

    /** Tells a listener. */
    public void tellTo(Happening.Listener listener) {
        happening.tellTo(listener, at);
    }
}
