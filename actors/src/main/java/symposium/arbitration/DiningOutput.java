package symposium.arbitration;

import java.util.SortedMap;
import symposium.kernel.ProcessId;

/** What a philosopher tells its user. */
public sealed interface DiningOutput {

    /**
     * It eats.
     *
     * @param fences for each neighbour the number of this use of the fork shared with it, greater than that of every use before; empty where
     *     uses are not counted
     */
    record Eats(SortedMap<ProcessId, Long> fences) implements DiningOutput {
        public Eats {
            fences = ForkMap.of(fences);
        }

        @Override
        public String toString() {
            return fences.isEmpty() ? "eats" : "eats " + fences;
        }
    }

    /** The forks are the user's no more: the philosopher has been cut off. */
    record Lost() implements DiningOutput {
        @Override
        public String toString() {
            return "lost";
        }
    }
}
