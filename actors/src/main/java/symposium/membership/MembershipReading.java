package symposium.membership;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;

/**
 * How a node reads the events of its cluster, and the descriptions that the other nodes give of themselves: which
 * processes take part, and which have departed.
 *
 * <ul>
 *   <li>The members are the oldest nodes that are up and configured like this one, at most as many as are configured;
 *       of two with one number, the older. An older node may have the number, or the place, of a younger. So no node is
 *       a member before all older ones have described themselves, or have been removed.
 *   <li>A process departs when the cluster downs or removes its node, and never returns. One that is unreachable has
 *       not departed.
 *   <li>Once this node is no member any more, nothing changes: the cluster's last publication at a node that it shuts
 *       down is that all members have been removed, the living among them.
 * </ul>
 *
 * <p>A node has a number of its own, which differs for every incarnation of every node of the cluster.
 *
 * @param self the process of this node
 * @param node this node
 * @param size the number of configured processes
 * @param up the nodes that are up, with their ages: the place of each among all that ever came up, the oldest first
 * @param described what the nodes have said of themselves, up or not yet
 * @param unreachable the nodes that some node of the cluster does not reach
 * @param removed the nodes that the cluster has downed or removed
 * @param departed the processes that have departed
 * @param ceased whether this node has been a member and is none any more
 */
@RecordBuilder
public record MembershipReading(
        ProcessId self,
        long node,
        int size,
        SortedMap<Long, Integer> up,
        SortedMap<Long, Description> described,
        SortedSet<Long> unreachable,
        SortedSet<Long> removed,
        SortedSet<ProcessId> departed,
        boolean ceased)
        implements MembershipReadingBuilder.With {

    /**
     * What a node says of itself.
     *
     * @param process its process; empty when it hosts none
     * @param alike whether it is configured like this node
     */
    public record Description(Optional<ProcessId> process, boolean alike) {

        /** Of a node that carries the role, and hosts no process. */
        public static final Description NO_PROCESS = new Description(Optional.empty(), false);

        /** Of a node that hosts a process. */
        public static Description of(ProcessId process, boolean alike) {
            return new Description(Optional.of(process), alike);
        }
    }

    /** Why a node does not fit in. */
    public enum Reason {
        /** An older node is configured otherwise. */
        CONFIGURATION,
        /** An older node has the same number. */
        NUMBER,
        /** As many older nodes as are configured take part. */
        SIZE
    }

    /**
     * A newcomer does not fit in.
     *
     * @param older an older node, which it does not fit
     */
    public record Refusal(Reason reason, long older) {}

    /** Before the first event. */
    public static MembershipReading of(ProcessId self, long node, int size) {
        return new MembershipReading(
                self,
                node,
                size,
                Sorted.map(),
                Sorted.map(Map.of(node, Description.of(self, true))),
                Sorted.set(),
                Sorted.set(),
                Sorted.set(),
                false);
    }

    /** A node is up, or leaves and is up still. */
    public MembershipReading up(long other, int age) {
        return ceased || removed.contains(other) ? this : withUp(Sorted.with(up, other, age));
    }

    /** A node has described itself, perhaps before it is up, or when it has been removed. */
    public MembershipReading described(long other, Description description) {
        if (ceased || other == node) {
            return this;
        }
        return removed.contains(other)
                ? departs(description)
                : withDescribed(Sorted.with(described, other, description));
    }

    /** The cluster has downed or removed a node. */
    public MembershipReading removed(long other) {
        if (ceased) {
            return this;
        }
        MembershipReading next = with(left -> left.up(Sorted.without(up, other))
                .unreachable(Sorted.without(unreachable, other))
                .removed(Sorted.with(removed, other)));
        if (other == node) {
            return next.ceases();
        }
        return next.withDescribed(Sorted.without(described, other))
                .departs(described.getOrDefault(other, Description.NO_PROCESS));
    }

    private MembershipReading departs(Description description) {
        return description.alike()
                ? withDeparted(Sorted.with(departed, description.process().orElseThrow()))
                : this;
    }

    /** Some node does not reach another, or all do again. */
    public MembershipReading reached(long other, boolean reaches) {
        if (ceased) {
            return this;
        }
        return withUnreachable(reaches ? Sorted.without(unreachable, other) : Sorted.with(unreachable, other));
    }

    /** This node is no longer a member. */
    public MembershipReading ceases() {
        return withCeased(true);
    }

    /** The processes that take part. */
    public SortedSet<ProcessId> members() {
        return Sorted.set(nodes().stream().map(this::process).toList());
    }

    /** The nodes of the processes that take part, the oldest first. */
    public List<Long> nodes() {
        Set<Integer> numbers = new HashSet<>();
        return up.keySet().stream()
                .sorted(byAge())
                .takeWhile(described::containsKey)
                .filter(other -> described.get(other).alike())
                .filter(other -> numbers.add(process(other).number()))
                .limit(size)
                .toList();
    }

    /** The nodes that are up and take no part. They are asked for their descriptions, which may change. */
    public SortedSet<Long> others() {
        return Sorted.without(Sorted.without(Sorted.set(up.keySet()), nodes()), node);
    }

    /** The nodes that are up and have not described themselves. */
    public SortedSet<Long> unknown() {
        return Sorted.without(Sorted.set(up.keySet()), described.keySet());
    }

    /** The nodes that are up and have said that they host no process. */
    public SortedSet<Long> withoutProcess() {
        return Sorted.only(Sorted.set(up.keySet()), other -> described
                .getOrDefault(other, Description.of(self, true))
                .process()
                .isEmpty());
    }

    /**
     * Whether this node may not act.
     *
     * @param suspected the members that it does not reach
     */
    public boolean cutOff(Set<ProcessId> suspected, int majority) {
        SortedSet<ProcessId> members = members();
        return ceased
                || !members.contains(self)
                || Sorted.without(members, suspected).size() < majority;
    }

    /**
     * An older node with which this one does not fit. Before this node is up, a node with its number may be a former
     * incarnation of it that is about to be removed.
     */
    public Optional<Refusal> refused() {
        boolean newcomer = !up.containsKey(node);
        List<Long> older = up.keySet().stream()
                .filter(other -> other != node && (newcomer || byAge().compare(other, node) < 0))
                .filter(other -> described
                        .getOrDefault(other, Description.NO_PROCESS)
                        .process()
                        .isPresent())
                .sorted(byAge())
                .toList();
        List<Long> members = nodes();
        return older.stream()
                .filter(other -> !described.get(other).alike())
                .findFirst()
                .map(other -> new Refusal(Reason.CONFIGURATION, other))
                .or(() -> older.stream()
                        .filter(other -> !newcomer && process(other).number() == self.number())
                        .findFirst()
                        .map(other -> new Refusal(Reason.NUMBER, other)))
                .or(() -> newcomer || members.size() < size || members.contains(node)
                        ? Optional.empty()
                        : Optional.of(new Refusal(Reason.SIZE, members.get(size - 1))));
    }

    /** The process of a node that has described itself as having one. */
    public ProcessId process(long other) {
        return described.get(other).process().orElseThrow();
    }

    private Comparator<Long> byAge() {
        return Comparator.<Long>comparingInt(up::get).thenComparing(Comparator.naturalOrder());
    }
}
