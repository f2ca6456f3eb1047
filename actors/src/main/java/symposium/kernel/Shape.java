package symposium.kernel;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.IntStream;

/**
 * The named topologies. Rings and complete graphs link the present members. In the others the numbers of the processes
 * determine the links, and an absent process leaves a gap.
 */
public enum Shape implements Topology {

    /**
     * A ring in the order of the names whose links have sides: the left neighbour of a process is the next higher, and
     * of the highest the lowest. A ring of two has two links; a ring of one links a process with itself.
     */
    RING("ring") {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            List<ProcessId> ring = List.copyOf(members);
            return around(ring, ring.indexOf(self));
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            List<ProcessId> ring = List.copyOf(members);
            return IntStream.range(0, ring.size())
                    .mapToObj(at -> around(ring, at))
                    .toList();
        }

        private static Neighbours around(List<ProcessId> ring, int at) {
            int size = ring.size();
            return Neighbours.onRing(ring.get((at + 1) % size), ring.get((at + size - 1) % size));
        }
    },

    /**
     * The same ring as a graph: its links have no sides, two processes share one link, and a single process has none.
     */
    CYCLE("ring") {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            return undirected(self, RING.neighbours(self, members));
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            Iterator<Neighbours> sided = RING.everyones(members).iterator();
            return members.stream().map(self -> undirected(self, sided.next())).toList();
        }

        private static Neighbours undirected(ProcessId self, Neighbours sided) {
            return Neighbours.of(sided.all().stream()
                    .map(Neighbour::id)
                    .filter(id -> !id.equals(self))
                    .distinct()
                    .sorted()
                    .toList());
        }
    },

    /** Every process is linked with every other. */
    COMPLETE("complete") {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            return Neighbours.of(members.stream().filter(id -> !id.equals(self)).toList());
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            return members.stream().map(self -> neighbours(self, members)).toList();
        }
    },

    /** Every process is linked with the next higher number. */
    LINE("line", (number, members) -> List.of(number - 1, number + 1)),

    /** Process 0 is linked with every other. */
    STAR(
            "star",
            (number, members) -> number != 0
                    ? List.of(0)
                    : members.stream().map(ProcessId::number).toList()),

    /** A binary tree with root 0: the children of i are 2i+1 and 2i+2. */
    TREE(
            "tree",
            (number, members) ->
                    number == 0 ? List.of(1, 2) : List.of((number - 1) / 2, 2 * number + 1, 2 * number + 2)),

    /** Petersen's graph: an outer ring 0 to 4, an inner star 5 to 9, and i linked with i+5. */
    PETERSEN(
            "petersen",
            (number, members) -> number < 5
                    ? List.of((number + 1) % 5, (number + 4) % 5, number + 5)
                    : List.of(5 + (number + 2) % 5, 5 + (number + 3) % 5, number - 5)) {
        @Override
        public Optional<String> misfit(int processes) {
            return processes == 10 ? Optional.empty() : Optional.of("Petersen's graph has 10 nodes");
        }
    };

    private final String text;
    private final LinkedByNumber links;

    Shape(String text) {
        this(text, (number, members) -> List.of());
    }

    Shape(String text, LinkedByNumber links) {
        this.text = text;
        this.links = links;
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

    /** The name as the command line spells it. */
    @Override
    public String toString() {
        return text;
    }
}
