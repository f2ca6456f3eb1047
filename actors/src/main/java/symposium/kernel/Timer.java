package symposium.kernel;

/**
 * The name of a timer; each algorithm with timers has an enum of them. The host determines the durations. An algorithm
 * must be correct for all durations.
 */
public interface Timer {
    /** Returns the name, as configuration spells it. */
    String name();
}
