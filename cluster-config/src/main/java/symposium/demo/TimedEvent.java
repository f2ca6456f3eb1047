package symposium.demo;

import java.time.Duration;

/**
 * Something that happened, and when.
 *
 * @param at since the beginning
 */
public record TimedEvent(Duration at, DemoEvent happening) {

    /** Tells a listener. */
    public void tellTo(DemoEvent.Listener listener) {
        happening.tellTo(listener, at);
    }
}
