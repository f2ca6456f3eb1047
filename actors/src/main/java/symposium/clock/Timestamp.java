package symposium.clock;

import symposium.kernel.ProcessId;

/**
 * The value of a logical clock with the name of its process; unique among all processes.
 *
 * <p>R. R. Hoogerwoord, Leslie Lamport's Logical Clocks: a tutorial, section 2.4. The clocks of two processes may
 * have equal values, but the pairs of value and name differ. The lexicographic order of the pairs extends the order
 * of the clocks.
 *
 * @param clock the value of the clock; any number
 * @param name the name of its process
 */
public record Timestamp(long clock, ProcessId name) implements Comparable<Timestamp> {

    /** By clock, then by name. */
    @Override
    public int compareTo(Timestamp other) {
        int byClock = Long.compare(clock, other.clock);
        return byClock != 0 ? byClock : name.compareTo(other.name);
    }

    /** Whether this one comes before the other. */
    public boolean isBefore(Timestamp other) {
        return compareTo(other) < 0;
    }

    /** Clock and name, as the paper writes pairs: {@code (3, 1)}. */
    @Override
    public String toString() {
        return "(" + clock + ", " + name + ")";
    }
}
