package symposium.election.franklin;

import symposium.kernel.ProcessId;

/** What circulates on the ring: numbers in both directions, the news to the left. */
public sealed interface FranklinMessage {

    /** {@code number} is active, and the nearest on this side. */
    record Number(ProcessId number) implements FranklinMessage {
        @Override
        public String toString() {
            return "number " + number;
        }
    }

    /** {@code number} is elected. */
    record Elected(ProcessId number) implements FranklinMessage {
        @Override
        public String toString() {
            return "elected " + number;
        }
    }
}
