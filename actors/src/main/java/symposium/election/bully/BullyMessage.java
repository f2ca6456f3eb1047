package symposium.election.bully;

import symposium.kernel.ProcessId;

/** What processes say to each other; an answer and the news of the election go down, a call goes up. */
public sealed interface BullyMessage {

    /** A process of a lesser name calls for an election: "election". */
    record Calling() implements BullyMessage {
        @Override
        public String toString() {
            return "election";
        }
    }

    /** A process of a greater name is there and takes the matter over: "answer". */
    record Answer() implements BullyMessage {
        @Override
        public String toString() {
            return "answer";
        }
    }

    /** {@code number}, which sends this, is elected: "coordinator". */
    record Elected(ProcessId number) implements BullyMessage {
        @Override
        public String toString() {
            return "coordinator " + number;
        }
    }
}
