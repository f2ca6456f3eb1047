package symposium.arbitration.twostage;

/** What goes over the link between two neighbours. */
public sealed interface TwoStageMessage {

    /** The sender is ready to grab the fork of the first stage. */
    record Request() implements TwoStageMessage {
        @Override
        public String toString() {
            return "request";
        }
    }

    /**
     * The fork of the first stage goes to the recipient, who is ready to grab it.
     *
     * @param tabled whether the sender is tabled: the recipient's T0 will direct an arrow towards it, unless it is {@link Undirected} before
     * @param uses how often T0 has been done with this fork, 0 where that is not counted
     */
    record Fork(boolean tabled, long uses) implements TwoStageMessage {
        @Override
        public String toString() {
            return "fork" + (tabled ? ", tabled" : "") + (uses == 0 ? "" : ", used " + uses);
        }
    }

    /** The sender has made the fork undirected (T2). */
    record Undirected() implements TwoStageMessage {
        @Override
        public String toString() {
            return "undirected";
        }
    }
}
