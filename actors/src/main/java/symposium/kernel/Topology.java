package symposium.kernel;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * How processes are linked: the neighbours of each, given who is there. Equal by value; its text is the name under which the command
 * line knows it. The usual ones are {@link Shape}s.
 */
public interface Topology {

    /**
     * The neighbours of {@code self} when these are the members.
     *
     * @param members everyone who is there, {@code self} among them
     */
    Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members);

    /** The neighbours of every member, in the order of the members. */
    default List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return members.stream().map(member -> neighbours(member, members)).toList();
    }

    /** Why so many processes cannot be linked like this, if they cannot: what would be right, in a few words. */
    default Optional<String> misfit(int processes) {
        return Optional.empty();
    }
}
