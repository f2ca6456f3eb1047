package symposium.kernel.topology;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * The named topologies. Rings and complete graphs link the present members. In all other topologies, the numbers of
 * the processes determine the links, and an absent process leaves a gap.
 */
public enum Shape implements Topology {

    /**
     * A ring in the order of the names. Its links have sides: the left neighbour of a process is the next higher
     * process, and the left neighbour of the highest process is the lowest. A ring of two has two links, and a ring of
     * one links a process with itself.
     */
    RING("ring", new Around(true)),

    /**
     * The same ring as a graph: its links have no sides, two processes share one link, and a single process has none.
     */
    CYCLE("ring", new Around(false)),

    /** Every process is linked with every other process. */
    COMPLETE(
            "complete",
            (self, members) -> Neighbours.of(
                    members.stream().filter(id -> !id.equals(self)).toList())),

    /** Every process is linked with the process of the next higher number. */
    LINE("line", (LinkedByNumber) (number, members) -> List.of(number - 1, number + 1)),

    /** Process 0 is linked with every other process. */
    STAR("star", (LinkedByNumber) (number, members) ->
            number != 0 ? List.of(0) : members.stream().map(ProcessId::number).toList()),

    /** A binary tree with root 0: the children of i are 2i+1 and 2i+2. */
    TREE("tree", (LinkedByNumber) (number, members) ->
            number == 0 ? List.of(1, 2) : List.of((number - 1) / 2, 2 * number + 1, 2 * number + 2)),

    /** Petersen's graph: an outer ring 0 to 4, an inner star 5 to 9, and i linked with i+5. */
    PETERSEN("petersen", (LinkedByNumber) (number, members) -> number < 5
            ? List.of((number + 1) % 5, (number + 4) % 5, number + 5)
            : List.of(5 + (number + 2) % 5, 5 + (number + 3) % 5, number - 5)) {
        @Override
        public Optional<String> misfit(int processes) {
            return processes == 10 ? Optional.empty() : Optional.of("Petersen's graph has 10 nodes");
        }
    };

    private final String text;
    private final Topology links;

    Shape(String text, Topology links) {
        this.text = text;
        this.links = links;
    }

    /** The ring in the order of the names, whose links may have sides. */
    private record Around(boolean sided) implements Topology {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            List<ProcessId> ring = List.copyOf(members);
            return at(ring.indexOf(self), ring);
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            List<ProcessId> ring = List.copyOf(members);
            return IntStream.range(0, ring.size()).mapToObj(at -> at(at, ring)).toList();
        }

        private Neighbours at(int at, List<ProcessId> ring) {
            ProcessId left = ring.get((at + 1) % ring.size());
            ProcessId right = ring.get((at + ring.size() - 1) % ring.size());
            return sided
                    ? Neighbours.onRing(left, right)
                    : Neighbours.of(Stream.of(left, right)
                            .filter(id -> !id.equals(ring.get(at)))
                            .distinct()
                            .sorted()
                            .toList());
        }
    }

    @Override
    public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
        return links.neighbours(self, members);
    }

    @Override
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return links.everyones(members);
    }

    @Override
    public Optional<String> misfit(int processes) {
        return Optional.empty();
    }

    /** Returns the name as the command line spells it. */
    @Override
    public String toString() {
        return text;
    }
}
