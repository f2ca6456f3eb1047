package symposium.election.korachmoranzaks;

import symposium.kernel.ProcessId;

/** What kings and subjects say to each other. */
public sealed interface KorachMoranZaksMessage {

    /** {@code status} asks the recipient and its whole kingdom to join; it goes up to the recipient's king. */
    record Ask(Status status) implements KorachMoranZaksMessage {
        @Override
        public String toString() {
            return "ask " + status;
        }
    }

    /** The kingdom of a king of this phase joins; it goes down the way that the asking came, and turns it round. */
    record Accept(int phase) implements KorachMoranZaksMessage {
        @Override
        public String toString() {
            return "accept of phase " + phase;
        }
    }

    /** The sender is a subject of the asking king already. */
    record Yours() implements KorachMoranZaksMessage {
        @Override
        public String toString() {
            return "yours";
        }
    }

    /** The recipient's king is this one now; it goes down to all its subjects. */
    record Update(Status status) implements KorachMoranZaksMessage {
        @Override
        public String toString() {
            return "update " + status;
        }
    }

    /** {@code number} is elected. */
    record Elected(ProcessId number) implements KorachMoranZaksMessage {
        @Override
        public String toString() {
            return "elected " + number;
        }
    }
}
