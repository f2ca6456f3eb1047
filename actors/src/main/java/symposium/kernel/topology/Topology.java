package symposium.kernel.topology;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * The links between processes: the neighbours of each process, given the members. A topology is equal by value, and
 * its text is its name on the command line. The common topologies are {@link Shape}s.
 */
public interface Topology {

    /**
     * Returns the neighbours of {@code self} if these are the members.
     *
     * @param members all present processes, {@code self} among them
     */
    Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members);

    /** Returns the neighbours of every member, in the order of the members. */
    default List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return members.stream().map(member -> neighbours(member, members)).toList();
    }

    /**
     * Returns a description of the valid numbers of processes, in a few words, if this number cannot be linked in this
     * way.
     */
    default Optional<String> misfit(int processes) {
        return Optional.empty();
    }
}
