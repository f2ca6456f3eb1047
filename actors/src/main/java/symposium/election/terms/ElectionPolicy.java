package symposium.election.terms;

import java.util.List;
import java.util.SortedSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;

/**
 * What the topology determines of elections in terms. On a ring no process knows which others take part, and none is
 * elected unless a message has passed them all. On a complete graph all know each other, and a process may be elected
 * of which not all have heard.
 *
 * @param onRing whether the topology is a ring; otherwise it is a complete graph
 * @param quorum the number of processes that suffice for an election on a complete graph
 */
record ElectionPolicy(boolean onRing, int quorum) {

    ElectionPolicy(Algorithm<?, ?, ?, ?, ?> election, Start start) {
        this(onRing(election), start.quorum());
    }

    static boolean onRing(Algorithm<?, ?, ?, ?, ?> election) {
        return election.system().topologies().equals(List.of(Shape.RING));
    }

    /** The processes that take part in an election, as far as a process knows; empty on a ring. */
    SortedSet<ProcessId> electorate(ProcessId self, Neighbours neighbours) {
        return onRing ? Sorted.set() : Sorted.with(Sorted.ids(neighbours), self);
    }

    /** Whether a process with these neighbours is cut off. On a ring even a process alone has a neighbour, itself. */
    boolean cutOff(Neighbours neighbours) {
        return onRing ? neighbours.isEmpty() : neighbours.size() + 1 < quorum;
    }
}
