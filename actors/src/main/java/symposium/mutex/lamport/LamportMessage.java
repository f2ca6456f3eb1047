package symposium.mutex.lamport;

import symposium.clock.Timestamp;

/** What processes send each other; every message is stamped. */
public sealed interface LamportMessage {

    /** The sender's clock when it was sent, with the sender's name. */
    Timestamp stamp();

    /** "T_m : P_i requests resource". */
    record Request(Timestamp stamp) implements LamportMessage {
        @Override
        public String toString() {
            return "request " + stamp;
        }
    }

    /** "a (timestamped) acknowledgment message" of a request. */
    record Acknowledgement(Timestamp stamp) implements LamportMessage {
        @Override
        public String toString() {
            return "acknowledgement " + stamp;
        }
    }

    /** "a (timestamped) P_i releases resource message". */
    record Release(Timestamp stamp) implements LamportMessage {
        @Override
        public String toString() {
            return "release " + stamp;
        }
    }
}
