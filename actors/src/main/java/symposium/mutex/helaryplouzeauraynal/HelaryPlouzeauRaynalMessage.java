package symposium.mutex.helaryplouzeauraynal;

import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** What travels between the processes; section 4.1. */
public sealed interface HelaryPlouzeauRaynalMessage {

    /**
     * A request on its way to every process.
     *
     * @param reqId which request it is
     * @param rtInfo how it has been broadcast so far
     */
    record Req(ReqId reqId, RtInfo rtInfo) implements HelaryPlouzeauRaynalMessage {
        @Override
        public String toString() {
            return "req " + reqId + ", seen " + rtInfo.alreadySeen();
        }
    }

    /**
     * Identifies a request in the whole system's history.
     *
     * @param origin who made it
     * @param time the logical clock of its origin when it was made
     */
    record ReqId(ProcessId origin, long time) {
        @Override
        public String toString() {
            return "(" + origin + "," + time + ")";
        }
    }

    /**
     * The history of a request, from the broadcasting point of view.
     *
     * @param sender who sends this message
     * @param alreadySeen processes that have received the request, or are about to
     */
    record RtInfo(ProcessId sender, SortedSet<ProcessId> alreadySeen) {}

    /**
     * The privilege, on its way to its next owner.
     *
     * @param lud for each process that has ever given the token away, its logical clock when it did so last
     * @param elec the final addressee
     * @param fence that of the latest grant; not in the paper
     */
    record Token(SortedMap<ProcessId, Long> lud, ProcessId elec, Fence fence) implements HelaryPlouzeauRaynalMessage {
        @Override
        public String toString() {
            return "token for " + elec + ", lud " + lud;
        }
    }
}
