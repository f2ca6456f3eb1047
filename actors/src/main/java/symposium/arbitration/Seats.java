package symposium.arbitration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.kernel.Graph;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Topology;

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
        SortedSet<ProcessId> everyone = new TreeSet<>();
        for (int philosopher = 0; philosopher < philosophers; philosopher++) {
            everyone.add(ProcessId.of(philosopher));
        }
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
        List<Graph.Edge> edges = new ArrayList<>();
        for (int one = 0; one < table.size(); one++) {
            for (int other : table.order(one)) {
                if (one < other) {
                    edges.add(new Graph.Edge(one, other));
                }
            }
        }
        return Optional.of(Graph.of(name, table.names(), edges));
    }

    @Override
    public Optional<String> misfit(int processes) {
        return processes == table.size()
                ? Optional.empty()
                : Optional.of("the table " + name + " has " + table.size() + " philosophers");
    }

    /** Every process there is when all philosophers are seated. */
    public SortedSet<ProcessId> everyone() {
        SortedSet<ProcessId> everyone = new TreeSet<>();
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            everyone.add(ProcessId.of(philosopher));
        }
        return everyone;
    }

    @Override
    public String toString() {
        return name;
    }
}
