package symposium.clock;

import symposium.kernel.ProcessId;

/**
 * The value of a logical clock together with the name of the process that read it: no two processes ever have the same one.
 *
 * <p>R. R. Hoogerwoord, Leslie Lamport's Logical Clocks: a tutorial, section 2.4: the clocks of two processes may have the same value, the
 * pairs of value and name have not, and compared in this order they are ordered as the clocks are wherever those differ.
 *
 * @param clock the value of the clock; any number
 * @param name whose clock it is
 */
public record Timestamp(long clock, ProcessId name) implements Comparable<Timestamp> {

    /** By the clock first; by the name between equals. */
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
