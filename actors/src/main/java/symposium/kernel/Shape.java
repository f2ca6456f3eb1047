package symposium.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
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
            List<ProcessId> ring = new ArrayList<>(members);
            int at = ring.indexOf(self);
            int size = ring.size();
            return Neighbours.onRing(ring.get((at + 1) % size), ring.get((at + size - 1) % size));
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            List<ProcessId> ring = new ArrayList<>(members);
            List<Neighbours> all = new ArrayList<>(ring.size());
            for (int at = 0; at < ring.size(); at++) {
                all.add(Neighbours.onRing(
                        ring.get((at + 1) % ring.size()), ring.get((at + ring.size() - 1) % ring.size())));
            }
            return all;
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
            List<ProcessId> ring = new ArrayList<>(members);
            List<Neighbours> sided = RING.everyones(members);
            return IntStream.range(0, ring.size())
                    .mapToObj(at -> undirected(ring.get(at), sided.get(at)))
                    .toList();
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
    },

    /** Every process is linked with the next higher number. */
    LINE("line") {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            return adjacent(self, members, List.of(self.number() - 1, self.number() + 1));
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            return everyonesByNumber(members, self -> List.of(self.number() - 1, self.number() + 1));
        }
    },

    /** Process 0 is linked with every other. */
    STAR("star") {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            return self.number() == 0 ? COMPLETE.neighbours(self, members) : adjacent(self, members, List.of(0));
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            List<Integer> all = members.stream().map(ProcessId::number).toList();
            return everyonesByNumber(
                    members,
                    self -> self.number() != 0
                            ? List.of(0)
                            : all.stream().filter(number -> number != 0).toList());
        }
    },

    /** A binary tree with root 0: the children of i are 2i+1 and 2i+2. */
    TREE("tree") {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            return adjacent(self, members, family(self));
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            return everyonesByNumber(members, self -> family(self));
        }

        private static List<Integer> family(ProcessId self) {
            int number = self.number();
            return number == 0 ? List.of(1, 2) : List.of((number - 1) / 2, 2 * number + 1, 2 * number + 2);
        }
    },

    /** Petersen's graph: an outer ring 0 to 4, an inner star 5 to 9, and i linked with i+5. */
    PETERSEN("petersen") {
        private static final int ORDER = 10;

        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            int number = self.number();
            int five = ORDER / 2;
            return adjacent(
                    self,
                    members,
                    number < five
                            ? List.of((number + 1) % five, (number + 4) % five, number + five)
                            : List.of(five + (number + 2) % five, five + (number + 3) % five, number - five));
        }

        @Override
        public Optional<String> misfit(int processes) {
            return processes == ORDER ? Optional.empty() : Optional.of("Petersen's graph has " + ORDER + " nodes");
        }
    };

    private final String text;

    Shape(String text) {
        this.text = text;
    }

    @Override
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return members.stream().map(member -> neighbours(member, members)).toList();
    }

    @Override
    public Optional<String> misfit(int processes) {
        return Optional.empty();
    }

    /** The members that have these numbers, in the order of their names. */
    static Neighbours adjacent(ProcessId self, SortedSet<ProcessId> members, List<Integer> numbers) {
        return Neighbours.of(members.stream()
                .filter(id -> !id.equals(self) && numbers.contains(id.number()))
                .toList());
    }

    /** The neighbours of all members at once, in time proportional to the number of links. */
    static List<Neighbours> everyonesByNumber(SortedSet<ProcessId> members, Function<ProcessId, List<Integer>> links) {
        Map<Integer, ProcessId> byNumber = new HashMap<>();
        members.forEach(id -> byNumber.put(id.number(), id));
        return members.stream()
                .map(self -> Neighbours.of(links.apply(self).stream()
                        .map(byNumber::get)
                        .filter(id -> id != null && !id.equals(self))
                        .sorted()
                        .toList()))
                .toList();
    }

    /** The name as the command line spells it. */
    @Override
    public String toString() {
        return text;
    }
}
