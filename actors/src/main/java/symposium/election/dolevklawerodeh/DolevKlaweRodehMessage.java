package symposium.election.dolevklawerodeh;

import symposium.kernel.ProcessId;

/** What circulates on the ring, to the left. */
public sealed interface DolevKlaweRodehMessage {

    /** (1, number): {@code number} stands at the nearest active process on the recipient's right. */
    record First(ProcessId number) implements DolevKlaweRodehMessage {
        @Override
        public String toString() {
            return "(1, " + number + ")";
        }
    }

    /** (2, number): {@code number} stands at the second active process on the recipient's right. */
    record Second(ProcessId number) implements DolevKlaweRodehMessage {
        @Override
        public String toString() {
            return "(2, " + number + ")";
        }
    }

    /** {@code number} is elected. */
    record Elected(ProcessId number) implements DolevKlaweRodehMessage {
        @Override
        public String toString() {
            return "elected " + number;
        }
    }
}
