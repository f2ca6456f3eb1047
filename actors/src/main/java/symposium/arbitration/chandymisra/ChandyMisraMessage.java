package symposium.arbitration.chandymisra;

/** What goes over the link between two neighbours. */
public sealed interface ChandyMisraMessage {

    /** The request token: its holder, who lacks the fork, may ask for it once. */
    record Request() implements ChandyMisraMessage {
        @Override
        public String toString() {
            return "request";
        }
    }

    /**
     * The fork, cleaned.
     *
     * @param uses how many meals it has been used for, 0 where that is not counted
     */
    record Fork(long uses) implements ChandyMisraMessage {
        @Override
        public String toString() {
            return uses == 0 ? "fork" : "fork, used " + uses;
        }
    }
}
