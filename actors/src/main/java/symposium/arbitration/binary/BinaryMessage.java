package symposium.arbitration.binary;

/** What goes over the link between two neighbours. */
public sealed interface BinaryMessage {

    /** The sender is ready to grab the fork. */
    record Request() implements BinaryMessage {
        @Override
        public String toString() {
            return "request";
        }
    }

    /**
     * The fork goes to the recipient, who is ready to grab it, and owns it on arrival.
     *
     * @param uses how many meals it has been used for, 0 where that is not counted
     */
    record Fork(long uses) implements BinaryMessage {
        @Override
        public String toString() {
            return uses == 0 ? "fork" : "fork, used " + uses;
        }
    }
}
