package symposium.regeneration.misra;

/** The two tokens; each detects the loss of the other. */
public sealed interface MisraMessage {

    /**
     * The first token, the one that carries the privilege.
     *
     * @param nbping how often the tokens have met; positive
     */
    record Ping(int nbping) implements MisraMessage {
        @Override
        public String toString() {
            return "ping " + nbping;
        }
    }

    /**
     * The second token.
     *
     * @param nbpong the same number with the opposite sign
     */
    record Pong(int nbpong) implements MisraMessage {
        @Override
        public String toString() {
            return "pong " + nbpong;
        }
    }
}
