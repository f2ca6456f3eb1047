package symposium.membership;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;

/**
 * How a node reads the events of its cluster: who takes part, and who has departed.
 *
 * <ul>
 *   <li>The members are the nodes that are up and configured like this one; of two with one number, the older.
 *   <li>A process departs when the cluster downs or removes its node, and never returns. One that is unreachable has
 *       not departed.
 *   <li>Once this node is no member any more, nothing changes: the cluster's last publication at a node that it shuts
 *       down is that all members have been removed, the living among them.
 * </ul>
 *
 * @param self the process of this node
 * @param up the nodes that are up, of any configuration, by process
 * @param unreachable those that some node of the cluster does not reach
 * @param departed the processes that have departed
 * @param ceased whether this node has been a member and is none any more
 */
@RecordBuilder
public record MembershipReading(
        ProcessId self,
        SortedMap<ProcessId, Announced> up,
        SortedSet<ProcessId> unreachable,
        SortedSet<ProcessId> departed,
        boolean ceased)
        implements MembershipReadingBuilder.With {

    /**
     * What a node has announced.
     *
     * @param age its place among all that ever came up, the oldest first
     * @param alike whether it is configured like this node
     */
    public record Announced(int age, boolean alike) {}

    /** Before the first event. */
    public static MembershipReading of(ProcessId self) {
        return new MembershipReading(self, Sorted.map(), Sorted.set(), Sorted.set(), false);
    }

    /** The node of a process is up, or leaves and is up still. */
    public MembershipReading up(ProcessId process, Announced announced) {
        return ceased || departed.contains(process) ? this : withUp(Sorted.with(up, process, announced));
    }

    /** The cluster has downed or removed the node of a process. */
    public MembershipReading gone(ProcessId process, boolean alike) {
        if (ceased) {
            return this;
        }
        MembershipReading next =
                with(left -> left.up(Sorted.without(up, process)).unreachable(Sorted.without(unreachable, process)));
        if (process.equals(self)) {
            return next.ceases();
        }
        return alike ? next.withDeparted(Sorted.with(departed, process)) : next;
    }

    /** Some node does not reach that of a process, or all do again. */
    public MembershipReading reached(ProcessId process, boolean reaches) {
        if (ceased) {
            return this;
        }
        return withUnreachable(reaches ? Sorted.without(unreachable, process) : Sorted.with(unreachable, process));
    }

    /** This node is a member no more. */
    public MembershipReading ceases() {
        return withCeased(true);
    }

    /** The processes that take part. */
    public SortedSet<ProcessId> members() {
        Set<Integer> numbers = new HashSet<>();
        return Sorted.set(up.entrySet().stream()
                .filter(each -> each.getValue().alike())
                .map(Map.Entry::getKey)
                .sorted(byAge())
                .filter(process -> numbers.add(process.number()))
                .toList());
    }

    /**
     * Whether this node may not act.
     *
     * @param silent the members that it does not hear
     */
    public boolean cutOff(Set<ProcessId> silent, int majority) {
        SortedSet<ProcessId> members = members();
        return ceased
                || !members.contains(self)
                || Sorted.without(members, silent).size() < majority;
    }

    /** An older node with which this one does not fit: it is configured otherwise, or has the same number. */
    public Optional<ProcessId> refusedBy() {
        return up.keySet().stream()
                .filter(other -> !other.equals(self) && (!up.containsKey(self) || byAge().compare(other, self) < 0))
                .filter(other -> !up.get(other).alike() || takesPlace(other))
                .findFirst();
    }

    /** Before this node is up, the other may be a former incarnation of it that is about to be removed. */
    private boolean takesPlace(ProcessId other) {
        return up.containsKey(self) && other.number() == self.number();
    }

    private Comparator<ProcessId> byAge() {
        return Comparator.<ProcessId>comparingInt(process -> up.get(process).age())
                .thenComparing(Comparator.naturalOrder());
    }
}
