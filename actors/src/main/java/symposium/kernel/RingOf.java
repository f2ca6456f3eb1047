package symposium.kernel;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * A ring in a given order: the left neighbour of a process is the next in this list, and of the last the first. Otherwise like
 * {@link Shape#RING}: a ring of two has two links, a ring of one links a process with itself, and who has departed is closed over.
 *
 * @param order every process of the ring once
 */
public record RingOf(List<ProcessId> order) implements Topology {

    /** @throws IllegalArgumentException when there is no process, or one is named twice */
    public RingOf {
        order = List.copyOf(order);
        if (order.isEmpty() || new HashSet<>(order).size() < order.size()) {
            throw new IllegalArgumentException("a ring names at least one process, and each once, not " + order);
        }
    }

    @Override
    public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
        List<ProcessId> ring = order.stream().filter(members::contains).toList();
        int at = ring.indexOf(self);
        int size = ring.size();
        if (at < 0 || size < members.size()) {
            throw new IllegalArgumentException("the ring " + this + " does not name all of " + members);
        }
        return Neighbours.onRing(ring.get((at + 1) % size), ring.get((at + size - 1) % size));
    }

    @Override
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return members.stream().map(member -> neighbours(member, members)).toList();
    }

    @Override
    public Optional<String> misfit(int processes) {
        return processes == order.size()
                ? Optional.empty()
                : Optional.of("the ring " + this + " has " + order.size() + " processes");
    }

    @Override
    public String toString() {
        return order.stream().map(ProcessId::toString).collect(Collectors.joining(",", "ring:", ""));
    }
}
