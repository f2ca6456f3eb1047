package symposium.arbitration.privileges;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.arbitration.resources.Mode;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/** What goes over the link between two processes. */
public sealed interface PrivilegeMessage extends Printable {

    /** What concerns sessions that outlive their process. */
    sealed interface OfBackup extends PrivilegeMessage {}

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

    /** A session before T0 that wants the privilege of a part. */
    record Wanted(Bid bid, Want want) {
        @Override
        public String toString() {
            return want + " for " + bid;
        }
    }

    /**
     * A tabled session.
     *
     * @param fence its fence
     * @param process where it is tabled
     * @param modes what it takes, and how
     */
    record Tabled(Fence fence, ProcessId process, SortedMap<String, Mode> modes) {
        public Tabled {
            modes = Sorted.map(modes);
        }

        @Override
        public String toString() {
            return fence + " " + Mode.print(modes) + " at " + process;
        }
    }

    /**
     * What distinguishes a view: each process announces one set of members under it.
     *
     * @param generation a greater one than that of any view with a process that has departed since
     * @param number in its generation, in which processes come and links recover, but none departs
     */
    record ViewId(long generation, long number) implements Comparable<ViewId> {

        private static final Comparator<ViewId> ORDER =
                Comparator.comparingLong(ViewId::generation).thenComparingLong(ViewId::number);

        ViewId nextGeneration() {
            return new ViewId(generation + 1, 0);
        }

        ViewId next() {
            return new ViewId(generation, number + 1);
        }

        ViewId max(ViewId other) {
            return compareTo(other) < 0 ? other : this;
        }

        @Override
        public int compareTo(ViewId other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return generation + "." + number;
        }
    }

    /**
     * What the next message would have, but for its length: a view, or a privilege.
     *
     * @param tabled sessions that are tabled
     * @param takeovers what the sender's sessions take that it takes over from departed processes
     */
    record Portion(List<Tabled> tabled, List<SortedMap<String, Mode>> takeovers) implements PrivilegeMessage {

        static final Portion NOTHING = new Portion(List.of(), List.of());

        Portion with(Portion more) {
            return new Portion(joined(tabled, more.tabled), joined(takeovers, more.takeovers));
        }

        private static <T> List<T> joined(List<T> some, List<T> others) {
            return some.isEmpty()
                    ? others
                    : Stream.concat(some.stream(), others.stream()).toList();
        }
    }

    /**
     * The sender is in this view.
     *
     * @param departed the processes that the sender knows to have departed, but for those of which each member knows
     * @param latest the greatest fence that members have announced, as far as the sender knows
     * @param tabled the sender's tabled sessions, in the order of their fences
     * @param takeovers what the sender's sessions take that it takes over from departed processes
     */
    record View(
            ViewId id,
            SortedSet<ProcessId> members,
            SortedSet<ProcessId> departed,
            Fence latest,
            List<Tabled> tabled,
            List<SortedMap<String, Mode>> takeovers)
            implements PrivilegeMessage {}

    /**
     * The recipient is to take over this session of the sender when the sender departs.
     *
     * @param fence its fence
     * @param modes what it takes, and how
     * @param key what its user calls it
     * @param known the fence under which its user knows it, if that is another than its own
     */
    record Backup(Fence fence, SortedMap<String, Mode> modes, String key, Optional<Fence> known) implements OfBackup {
        public Backup {
            modes = Sorted.map(modes);
            known = known == null ? Optional.empty() : known;
        }

        @Override
        public String print() {
            return "backup " + fence + " " + Mode.print(modes) + " for " + key;
        }
    }

    /** The sender takes over this session of the recipient when the recipient departs. */
    record Backed(Fence fence) implements OfBackup {}

    /** The recipient is not to take over this session of the sender any more. */
    record Dismiss(Fence fence) implements OfBackup {}

    /** The sender does not take over this session of the recipient. */
    record Dismissed(Fence fence) implements OfBackup {}

    /**
     * A session wants the privilege of a part.
     *
     * @param place the process to which the privilege was handed last, as far as the sender knows
     * @param since the time of that, by Lamport's clock
     * @param toAll whether all other members receive it from the process of the session, so it is not sent on
     */
    record Request(int part, Bid bid, Want want, ProcessId place, long since, boolean toAll) {
        @Override
        public String toString() {
            return part + " for " + bid + " " + want + (toAll ? " to all" : "") + " at " + place + " since " + since;
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
     * @param queue who has requested it, as far as known, in the order of their bids
     * @param tabled the sessions of its part that are tabled, in the order of their fences; some may have ended
     * @param left the processes that have had it in this view
     */
    record Handed(int part, List<Wanted> queue, List<Tabled> tabled, List<Left> left) {
        @Override
        public String toString() {
            return part
                    + (queue.isEmpty() ? "" : " queue " + queue)
                    + (tabled.isEmpty() ? "" : " tabled " + tabled)
                    + (left.isEmpty() ? "" : " left " + left);
        }
    }

    /**
     * When a privilege left a process last.
     *
     * @param time by Lamport's clock; a request of the process with a bid that is not greater has reached it
     */
    record Left(ProcessId process, long time) {
        @Override
        public String toString() {
            return process + " at " + time;
        }
    }

    /**
     * Privileges go to the recipient.
     *
     * @param latest the greatest fence that the sender knows
     * @param time by Lamport's clock
     */
    record Hand(List<Handed> parts, Fence latest, long time) implements PrivilegeMessage {
        @Override
        public String print() {
            return "hand " + parts.stream().map(Handed::toString).collect(Collectors.joining(", "))
                    + (latest.equals(Fence.NONE) ? "" : " " + latest) + " at time " + time;
        }
    }

    /** Arrows lead from sessions of the sender to these of the recipient: it tells their ends. */
    record Await(List<Fence> fences) implements PrivilegeMessage {}

    /** Sessions of the sender are no longer tabled: every arrow that leads to one of them disappears. */
    record Undirected(List<Fence> fences) implements PrivilegeMessage {}
}
