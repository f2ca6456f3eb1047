package symposium.election.lelann;

import symposium.kernel.ProcessId;

/** What circulates on the ring, to the left. */
public sealed interface LeLannMessage {

    /** {@code number} is a candidate; its message goes round the whole ring. */
    record Candidate(ProcessId number) implements LeLannMessage {
        @Override
        public String toString() {
            return "candidate " + number;
        }
    }

    /** {@code number} is elected. */
    record Elected(ProcessId number) implements LeLannMessage {
        @Override
        public String toString() {
            return "elected " + number;
        }
    }
}
