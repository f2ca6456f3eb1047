package symposium.own.raymond;

import symposium.mutex.Fence;

/** What travels along the edges of the tree. */
public sealed interface RaymondMessage {

    /** Sent once over each edge, away from the first holder: the sender lies towards it. */
    record Initialize() implements RaymondMessage {
        @Override
        public String toString() {
            return "initialize";
        }
    }

    /** Sent towards the privilege: the sender wants it, for itself or for somebody behind it. */
    record Request() implements RaymondMessage {
        @Override
        public String toString() {
            return "request";
        }
    }

    /**
     * Who has it may enter.
     *
     * @param latest the fence of the latest grant; the paper's privilege carries nothing
     */
    record Privilege(Fence latest) implements RaymondMessage {
        @Override
        public String toString() {
            return "privilege " + latest;
        }
    }
}
