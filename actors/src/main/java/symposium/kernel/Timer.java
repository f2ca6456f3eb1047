package symposium.kernel;

/**
 * The name of a timer; an enum of each algorithm that needs any. How long a timer lasts is for the host to say, never for the
 * algorithm, which has to be right whatever it is.
 */
public interface Timer {
    /** The name, as configuration spells it. */
    String name();
}
