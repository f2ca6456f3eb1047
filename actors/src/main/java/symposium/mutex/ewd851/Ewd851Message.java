package symposium.mutex.ewd851;

/** What travels between the machines. */
public sealed interface Ewd851Message {

    /** The privilege, sent to the left. */
    record Token() implements Ewd851Message {
        @Override
        public String toString() {
            return "token";
        }
    }

    /** Calls the token to the left; sent to the right. */
    record Signal() implements Ewd851Message {
        @Override
        public String toString() {
            return "signal";
        }
    }
}
