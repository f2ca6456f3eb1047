package symposium.mutex.ricartagrawala;

import java.util.OptionalLong;
import symposium.clock.Timestamp;

/** What travels between a process and another's co-process. */
public sealed interface RicartAgrawalaMessage {

    /**
     * Sent by process p to every co-process {@code co p,q}: "send F_p".
     *
     * @param f the value of F_p, by which p's request is known
     */
    record Request(Timestamp f) implements RicartAgrawalaMessage {
        @Override
        public String toString() {
            return "request " + f;
        }
    }

    /**
     * Sent back when {@code ¬x_q ∨ F_p < F_q} holds: "which is just an empty message".
     *
     * @param clock empty, as printed; or the sender's c, in the form with stamped acknowledgements
     */
    record Acknowledgement(OptionalLong clock) implements RicartAgrawalaMessage {
        @Override
        public String toString() {
            return clock.isPresent() ? "acknowledgement " + clock.getAsLong() : "acknowledgement";
        }
    }
}
