package symposium.regeneration.census;

/** What a census says. */
public sealed interface CensusMessage {

    /**
     * Asks for a promise, and for what the token has to know.
     *
     * @param generation every token of a lesser one is to be discarded from now on; positive
     */
    record Question(long generation) implements CensusMessage {
        @Override
        public String toString() {
            return "census g" + generation;
        }
    }

    /**
     * Promises, and answers.
     *
     * @param generation that of the question
     * @param testimony the answer
     */
    record Reply(long generation, Testimony testimony) implements CensusMessage {
        @Override
        public String toString() {
            return "reply g" + generation + " " + testimony;
        }
    }

    /**
     * Refuses, for a higher generation has been promised.
     *
     * @param generation that one
     */
    record Outbid(long generation) implements CensusMessage {
        @Override
        public String toString() {
            return "outbid g" + generation;
        }
    }
}
