package symposium.arbitration.resources;

import java.util.ArrayList;
import java.util.List;
import symposium.arbitration.resources.ResourceMessage.Sessions;
import symposium.arbitration.resources.ResourceMessage.Tabled;
import symposium.arbitration.resources.ResourceMessage.Undirected;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;
import symposium.mutex.Fence;

/**
 * What one process tells another, in messages of bounded size.
 *
 * @param most how many bytes of sessions go into one message at most, or one session if it is greater; and how many of
 *     fences, and of forks
 */
record Portions(int most) {

    /** The sign for all parts, where too many of them are reserved for one message. */
    static final int ALL = -1;

    /** Of forks, or of requests for forks. */
    <T> List<List<T>> ofForks(List<T> all) {
        int room = Math.max(1, most / WrittenSize.PART);
        List<List<T>> portions = new ArrayList<>();
        for (int from = 0; from < all.size(); from += room) {
            portions.add(List.copyOf(all.subList(from, Math.min(all.size(), from + room))));
        }
        return portions;
    }

    /** The parts that are reserved, or a sign for all if they are many. */
    List<Integer> reserved(List<Integer> parts) {
        return parts.size() <= most / WrittenSize.PART ? parts : List.of(ALL);
    }

    /** Tells of these sessions, as many in each message as it holds, but for the last of them. */
    List<Tabled> lastPart(
            ProcessId other, List<Tabled> tabled, Transition<ResourceState, ResourceMessage, Grant> step) {
        List<Tabled> part = new ArrayList<>();
        long bytes = 0;
        for (Tabled each : tabled) {
            long more = WrittenSize.ofNames(each.modes().keySet());
            if (!part.isEmpty() && bytes + more > most) {
                step.send(other, new Sessions(List.copyOf(part)));
                part.clear();
                bytes = 0;
            }
            part.add(each);
            bytes += more;
        }
        return List.copyOf(part);
    }

    /** Tells of ended sessions, as many in each message as it holds, but for the last of them. */
    List<Fence> lastEnded(ProcessId other, PeerState peer, Transition<ResourceState, ResourceMessage, Grant> step) {
        List<Fence> ended = List.copyOf(peer.ended().keySet());
        int room = Math.max(1, most / WrittenSize.FENCE);
        int from = 0;
        for (; ended.size() - from > room; from += room) {
            step.send(other, new Undirected(ended.subList(from, from + room)));
        }
        return ended.subList(from, ended.size());
    }
}
