package symposium.election.changroberts;

import symposium.kernel.ProcessId;

/** What circulates on the ring, to the left. */
public sealed interface ChangRobertsMessage {

    /** {@code number} is a candidate. */
    record Candidate(ProcessId number) implements ChangRobertsMessage {
        @Override
        public String toString() {
            return "election " + number;
        }
    }

    /** {@code number} is elected. */
    record Elected(ProcessId number) implements ChangRobertsMessage {
        @Override
        public String toString() {
            return "elected " + number;
        }
    }
}
