package symposium.arbitration.privileges;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import symposium.arbitration.resources.Mode;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/** What goes over the link between two processes. */
public sealed interface PrivilegeMessage extends Printable {

    /**
     * A session's place in the order of T0's: the least bid goes first.
     *
     * @param number greater than those of all sessions that its process knew before
     * @param process the process of the session
     */
    record Bid(long number, ProcessId process) implements Comparable<Bid> {
        @Override
        public int compareTo(Bid other) {
            int byNumber = Long.compare(number, other.number);
            return byNumber != 0 ? byNumber : process.compareTo(other.process);
        }

        @Override
        public String toString() {
            return number + "@" + process;
        }
    }

    /**
     * What a session before T0 takes of one part.
     *
     * @param waits whether it waits for what is not free
     */
    record Want(SortedMap<String, Mode> modes, boolean waits) {
        public Want {
            modes = Sorted.map(modes);
        }

        @Override
        public String toString() {
            return (waits ? "" : "try ") + Mode.print(modes);
        }
    }

    /** A tabled session: its process, and what it takes. */
    record Tabled(ProcessId process, SortedMap<String, Mode> modes) {
        public Tabled {
            modes = Sorted.map(modes);
        }

        @Override
        public String toString() {
            return Mode.print(modes) + " at " + process;
        }
    }

    /**
     * The sender is in this view.
     *
     * @param departed all processes that the sender knows to have departed
     * @param latest the greatest fence that the sender knows
     * @param tabled what the sender's tabled sessions take, by their fences
     */
    record View(
            long generation,
            SortedSet<ProcessId> members,
            SortedSet<ProcessId> departed,
            Fence latest,
            SortedMap<Fence, SortedMap<String, Mode>> tabled)
            implements PrivilegeMessage {}

    /** A session wants the privilege of a part. */
    record Request(int part, Bid bid, Want want) {
        @Override
        public String toString() {
            return part + " for " + bid + " " + want;
        }
    }

    /**
     * Requests go where the privilege of their part has gone last, as far as the sender knows.
     *
     * @param requests those of the sender, or of processes that have sent theirs to it
     */
    record Ask(List<Request> requests) implements PrivilegeMessage {
        @Override
        public String print() {
            return "ask " + requests.stream().map(Request::toString).collect(Collectors.joining(", "));
        }
    }

    /**
     * The privilege of a part.
     *
     * @param queue who has requested it, as far as known
     * @param tabled the sessions of its part that are tabled, by their fences; some may have ended
     */
    record Handed(int part, SortedMap<Bid, Want> queue, SortedMap<Fence, Tabled> tabled) {
        public Handed {
            queue = Sorted.map(queue);
            tabled = Sorted.map(tabled);
        }

        @Override
        public String toString() {
            return part + (queue.isEmpty() ? "" : " queue " + queue) + (tabled.isEmpty() ? "" : " tabled " + tabled);
        }
    }

    /**
     * Privileges go to the recipient.
     *
     * @param latest the greatest fence that the sender knows
     */
    record Hand(List<Handed> parts, Fence latest) implements PrivilegeMessage {
        @Override
        public String print() {
            return "hand " + parts.stream().map(Handed::toString).collect(Collectors.joining(", "))
                    + (latest.equals(Fence.NONE) ? "" : " " + latest);
        }
    }

    /** Arrows lead from sessions of the sender to these of the recipient: it tells their ends. */
    record Await(List<Fence> fences) implements PrivilegeMessage {}

    /** Sessions of the sender are no longer tabled: every arrow that leads to one of them disappears. */
    record Undirected(List<Fence> fences) implements PrivilegeMessage {}
}
