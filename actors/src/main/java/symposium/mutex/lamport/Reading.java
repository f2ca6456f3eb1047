package symposium.mutex.lamport;

import java.util.Comparator;
import symposium.clock.Timestamp;

/** The rules of which each word matters, as Lamport states them. */
interface Reading {

    /** The paper as it stands. */
    Reading RIGHT = new Reading() {};

    /** IR1, as far as requests go: the clock is incremented between two of them. */
    default long ticked(long clock) {
        return clock + 1;
    }

    /** IR2(b): "greater than or equal to its present value and greater than T_m". */
    default long advanced(long clock, Timestamp stamp) {
        return Math.max(clock, stamp.clock() + 1);
    }

    /** The relation {@code =>}: by clock, and by name between equals. */
    default Comparator<Timestamp> order() {
        return Comparator.naturalOrder();
    }

    /** Rule 5(i): "There is a T_m : P_i requests resource in its request queue which is ordered before any other request in its queue". */
    default boolean first(LamportState process) {
        Timestamp own = process.request().orElseThrow();
        return process.queue().stream().allMatch(request -> order().compare(own, request) <= 0);
    }

    /** Rule 5(ii): "P_i has received a message from every other process timestamped later than T_m". */
    default boolean heardOfAll(LamportState process) {
        return process.unheard().isEmpty();
    }
}
