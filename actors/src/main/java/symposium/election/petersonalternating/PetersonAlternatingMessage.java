package symposium.election.petersonalternating;

import symposium.kernel.ProcessId;

/** What circulates on the ring, to the left. */
public sealed interface PetersonAlternatingMessage {

    /** {@code number} stands for an active process on the recipient's right. */
    record Number(ProcessId number) implements PetersonAlternatingMessage {
        @Override
        public String toString() {
            return "number " + number;
        }
    }

    /** {@code number} is elected. */
    record Elected(ProcessId number) implements PetersonAlternatingMessage {
        @Override
        public String toString() {
            return "elected " + number;
        }
    }
}
