package symposium.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Topology;

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

    /** The same processes; those that are present are linked by a topology, the others have no neighbours. */
    Network linked(Topology topology, SortedSet<ProcessId> present) {
        Map<ProcessId, Neighbours> linked = new HashMap<>();
        Iterator<Neighbours> each = topology.everyones(present).iterator();
        present.forEach(process -> linked.put(process, each.next()));
        return new Network(
                processes,
                processes.stream()
                        .map(process -> linked.getOrDefault(process, Neighbours.none()))
                        .toList());
    }
}
