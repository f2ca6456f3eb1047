package symposium.simulation;

import java.util.HashSet;
import java.util.List;
import java.util.SortedSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Require;
import symposium.kernel.Topology;

/**
 * Who takes part, and how they are linked.
 *
 * @param processes every process, each once
 * @param neighbours of each process, in the same order, its neighbours
 */
public record Network(List<ProcessId> processes, List<Neighbours> neighbours) {

    /** @throws IllegalArgumentException when there is no process, one is named twice, or the lists differ in length */
    public Network {
        processes = List.copyOf(processes);
        neighbours = List.copyOf(neighbours);
        Require.that(!processes.isEmpty(), "a network has at least one process");
        Require.that(
                processes.size() == neighbours.size(),
                processes.size() + " processes with the neighbours of " + neighbours.size());
        Require.that(new HashSet<>(processes).size() == processes.size(), "each process is named once");
    }

    /** Everyone who is seated, in the order of the places. */
    public static Network of(RelabelledTopology seating) {
        return new Network(seating.seated(), seating.byPlace());
    }

    /** These processes, linked so, in the order of their names. */
    public static Network of(Topology topology, SortedSet<ProcessId> processes) {
        return new Network(List.copyOf(processes), topology.everyones(processes));
    }
}
