package symposium.arbitration;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Topology;

/**
 * A table as a topology: forks are links, philosopher i is process i, and the neighbours of each are in the order in
 * which it grabs the forks it shares with them.
 *
 * @param name where the table comes from, as reports name it
 * @param table the table
 */
public record Seats(String name, Table table) implements Topology {

    /**
     * Philosophers that share forks as a topology links them, each grabbing in the order in which the topology names
     * its neighbours. A philosopher that departs leaves a gap: no two philosophers share a fork that have not shared it
     * from the start.
     */
    public static Seats of(Topology topology, int philosophers) {
        SortedSet<ProcessId> everyone = Start.of(philosophers, 0).processes();
        List<String> names = everyone.stream().map(ProcessId::toString).toList();
        return new Seats(
                topology.toString(),
                Table.of(
                        names,
                        topology.everyones(everyone).stream()
                                .map(neighbours -> neighbours.all().stream()
                                        .map(neighbour -> neighbour.id().number())
                                        .toList())
                                .toList()));
    }

    @Override
    public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
        return neighbours(self, numbered(members));
    }

    @Override
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        Map<Integer, List<ProcessId>> numbered = numbered(members);
        return members.stream().map(member -> neighbours(member, numbered)).toList();
    }

    private Neighbours neighbours(ProcessId self, Map<Integer, List<ProcessId>> members) {
        return self.number() >= table.size()
                ? Neighbours.none()
                : Neighbours.of(table.order(self.number()).stream()
                        .flatMap(other -> members.getOrDefault(other, List.of()).stream())
                        .toList());
    }

    private static Map<Integer, List<ProcessId>> numbered(SortedSet<ProcessId> members) {
        return members.stream().collect(Collectors.groupingBy(ProcessId::number));
    }

    /**
     * The same forks, without the orders; empty where they do not link all philosophers, directly or through others.
     */
    public Optional<Graph> graph() {
        if (table.components().size() > 1) {
            return Optional.empty();
        }
        return Optional.of(Graph.of(name, table.names(), table.pairs().toList()));
    }

    @Override
    public Optional<String> misfit(int processes) {
        return processes == table.size()
                ? Optional.empty()
                : Optional.of("the table " + name + " has " + table.size() + " philosophers");
    }

    @Override
    public String toString() {
        return name;
    }
}
