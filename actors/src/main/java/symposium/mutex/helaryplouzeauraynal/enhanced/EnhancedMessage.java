package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** What travels between the processes. */
public sealed interface EnhancedMessage {

    /**
     * A request on its way to every process, as in section 4.1, with the number of the attempt.
     *
     * @param origin who made it
     * @param time the logical clock of its origin when it was made; the same in all attempts
     * @param attempt how often its origin has broadcast it before
     * @param alreadySeen processes that have received the request, or are about to
     */
    record Req(ProcessId origin, long time, int attempt, SortedSet<ProcessId> alreadySeen) implements EnhancedMessage {
        @Override
        public String toString() {
            return "req (" + origin + "," + time + ") attempt " + attempt + ", seen " + alreadySeen;
        }
    }

    /**
     * The privilege, on its way to its next owner.
     *
     * @param lud for each process, its logical clock when it was satisfied last, as far as it is known
     * @param elec the final addressee
     * @param fence that of the latest grant; its generation is the epoch of the token
     * @param handedOver whether nobody has asked for it: who leaves forces it to leave first
     */
    record Token(SortedMap<ProcessId, Long> lud, ProcessId elec, Fence fence, boolean handedOver)
            implements EnhancedMessage {
        @Override
        public String toString() {
            return "token for " + elec + ", lud " + lud + ", " + fence;
        }
    }

    /**
     * Something has changed at some process: whoever waits broadcasts its request again. It goes to everyone.
     *
     * @param origin where it has changed
     * @param count how often something has changed there
     * @param heard the highest epoch that the sender has heard of
     * @param alreadySeen processes that have received it, or are about to
     */
    record Alarm(ProcessId origin, long count, long heard, SortedSet<ProcessId> alreadySeen)
            implements EnhancedMessage {
        @Override
        public String toString() {
            return "alarm " + count + " of " + origin;
        }
    }

    /**
     * Asks everyone to promise to discard tokens of lower epochs.
     *
     * @param epoch of the token to be made
     * @param initiator who asks
     * @param departed whose departure the initiator knows of
     * @param alreadySeen processes that have received it, or are about to
     */
    record Census(long epoch, ProcessId initiator, SortedSet<ProcessId> departed, SortedSet<ProcessId> alreadySeen)
            implements EnhancedMessage {
        @Override
        public String toString() {
            return "census " + epoch + " of " + initiator;
        }
    }

    /**
     * The promise, on its way to the initiator of the census: there is no token at the reporter.
     *
     * @param epoch which census it answers
     * @param reporter who promises
     * @param satisfied its {@code lud}: all its requests up to this clock are satisfied, and no other
     * @param successors processes that the reporter knows of and that are in the places of departed ones
     */
    record Report(long epoch, ProcessId reporter, long satisfied, SortedSet<ProcessId> successors)
            implements EnhancedMessage {
        @Override
        public String toString() {
            return "report of " + reporter + " to census " + epoch + ", satisfied up to " + satisfied;
        }
    }
}
