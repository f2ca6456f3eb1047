package symposium.kernel;

/**
 * The name of a timer; each algorithm with timers has an enum of them. The host determines the durations; an algorithm
 * must be correct for any durations.
 */
public interface Timer {
    /** Returns the name, as configuration spells it. */
    String name();
}
