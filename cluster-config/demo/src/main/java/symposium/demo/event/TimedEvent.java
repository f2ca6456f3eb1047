package symposium.demo.event;

import java.time.Duration;

/**
 * An event and its time.
 *
 * @param at since the beginning
 */
public record TimedEvent(Duration at, DemoEvent event) {

    /** Tells a listener. */
    public void tellTo(DemoEvent.Listener listener) {
        listener.on(at, event);
    }
}
