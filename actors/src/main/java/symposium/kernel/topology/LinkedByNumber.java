package symposium.kernel.topology;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/** A topology that determines the links by the numbers of the processes. */
@FunctionalInterface
interface LinkedByNumber extends Topology {

    /**
     * Returns the numbers of the neighbours of a number. Numbers that no member has, and the number itself, are
     * ignored.
     */
    List<Integer> linked(int number, SortedSet<ProcessId> members);

    @Override
    default Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
        Set<Integer> linked = new HashSet<>(linked(self.number(), members));
        return Neighbours.of(members.stream()
                .filter(id -> !id.equals(self) && linked.contains(id.number()))
                .toList());
    }

    /** Returns the neighbours of all members in one call, in time proportional to the number of links. */
    @Override
    default List<Neighbours> everyones(SortedSet<ProcessId> members) {
        Map<Integer, ProcessId> byNumber = new HashMap<>();
        members.forEach(id -> byNumber.put(id.number(), id));
        return members.stream()
                .map(self -> Neighbours.of(linked(self.number(), members).stream()
                        .map(byNumber::get)
                        .filter(id -> id != null && !id.equals(self))
                        .sorted()
                        .toList()))
                .toList();
    }
}
