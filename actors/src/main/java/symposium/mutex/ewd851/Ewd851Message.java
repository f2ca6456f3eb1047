package symposium.mutex.ewd851;

import symposium.mutex.Fence;

/** What travels between the machines. */
public sealed interface Ewd851Message {

    /**
     * The privilege, sent to the left.
     *
     * @param latest the fence of the latest grant; the paper's token carries none
     */
    record Token(Fence latest) implements Ewd851Message {

        /** The paper's token. */
        public Token() {
            this(Fence.NONE);
        }

        @Override
        public String toString() {
            return latest.equals(Fence.NONE) ? "token" : "token " + latest;
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
