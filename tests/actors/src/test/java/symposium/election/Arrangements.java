package symposium.election;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/** Rings in every order of the names, and sets of initiators. */
public final class Arrangements {

    private Arrangements() {}

    /** Every ring of processes 0 to {@code processes} - 1, up to where one begins to read it: (n-1)! of them. */
    public static List<RelabelledTopology> rings(int processes) {
        List<List<ProcessId>> orders = List.of(List.of(ProcessId.of(processes - 1)));
        for (int next = 0; next < processes - 1; next++) {
            List<List<ProcessId>> longer = new ArrayList<>();
            for (List<ProcessId> order : orders) {
                for (int at = 1; at <= order.size(); at++) {
                    List<ProcessId> one = new ArrayList<>(order);
                    one.add(at, ProcessId.of(next));
                    longer.add(one);
                }
            }
            orders = longer;
        }
        return orders.stream()
                .map(order -> new RelabelledTopology(Shape.RING, order))
                .toList();
    }

    /**
     * Every ring, up to where one begins to read it and in which direction: (n-1)!/2 of them for algorithms that do not
     * tell the sides apart.
     */
    public static List<RelabelledTopology> ringsUpToReflection(int processes) {
        return rings(processes).stream()
                .filter(ring -> processes < 3
                        || ring.seated().get(1).compareTo(ring.seated().get(processes - 1)) > 0)
                .toList();
    }

    /**
     * Complete graphs in which each process takes its links in ascending order, in descending order, and from its own
     * place on.
     */
    public static List<Topology> complete() {
        return List.of(Shape.COMPLETE, Links.DESCENDING, Links.ONWARDS);
    }

    /** In which order each process of a complete graph takes its links. */
    private enum Links implements Topology {
        DESCENDING {
            @Override
            public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
                List<ProcessId> others = others(self, members);
                Collections.reverse(others);
                return Neighbours.of(others);
            }
        },
        ONWARDS {
            @Override
            public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
                List<ProcessId> others = others(self, members);
                Collections.rotate(others, -members.headSet(self).size());
                return Neighbours.of(others);
            }
        };

        private static List<ProcessId> others(ProcessId self, SortedSet<ProcessId> members) {
            List<ProcessId> others = new ArrayList<>(members);
            others.remove(self);
            return others;
        }
    }

    /** A ring in a random order. */
    public static RelabelledTopology random(int processes, Random random) {
        List<ProcessId> order = new ArrayList<>(everyone(processes));
        Collections.shuffle(order, random);
        return new RelabelledTopology(Shape.RING, order);
    }

    /** Processes 0 to {@code processes} - 1. */
    public static SortedSet<ProcessId> everyone(int processes) {
        return new TreeSet<>(
                IntStream.range(0, processes).mapToObj(ProcessId::of).toList());
    }

    /** Every non-empty set of processes. */
    public static List<Set<ProcessId>> initiators(int processes) {
        return IntStream.range(1, 1 << processes)
                .mapToObj(bits -> (Set<ProcessId>) new TreeSet<>(IntStream.range(0, processes)
                        .filter(number -> (bits >> number & 1) == 1)
                        .mapToObj(ProcessId::of)
                        .toList()))
                .toList();
    }
}
