package symposium.kernel;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * How processes are linked: the neighbours of each, given who is there. Equal by value; its text is the name under which the command
 * line knows it.
 *
 * <p>It has no default methods: with one, {@link Shape} could not be made before this interface is, nor the constants here before
 * {@code Shape} is, and they would be null.
 */
public interface Topology {

    /** A ring whose links have sides; see {@link Shape#RING}. */
    Topology RING = Shape.RING;

    /** Everyone is linked with everyone else. */
    Topology COMPLETE = Shape.COMPLETE;

    /**
     * The neighbours of {@code self} when these are the members.
     *
     * @param members everyone who is there, {@code self} among them
     */
    Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members);

    /** The neighbours of every member, in the order of the members. */
    List<Neighbours> everyones(SortedSet<ProcessId> members);

    /** Why so many processes cannot be linked like this, if they cannot: what would be right, in a few words. */
    Optional<String> misfit(int processes);
}
