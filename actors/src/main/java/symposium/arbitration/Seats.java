package symposium.arbitration;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Topology;

/**
 * A table as a topology: forks are links, philosopher i is process i, and the neighbours of each are in the order in which it grabs the
 * forks it shares with them.
 *
 * @param name where the table comes from, as reports name it
 * @param table the table
 */
public record Seats(String name, Table table) implements Topology {

    @Override
    public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
        List<ProcessId> all = List.copyOf(members);
        if (self.number() >= table.size()) {
            return Neighbours.none();
        }
        return Neighbours.of(table.order(self.number()).stream()
                .flatMap(other -> all.stream().filter(id -> id.number() == other))
                .toList());
    }

    @Override
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return members.stream().map(member -> neighbours(member, members)).toList();
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
