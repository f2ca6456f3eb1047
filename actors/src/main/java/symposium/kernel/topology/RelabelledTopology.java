package symposium.kernel.topology;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Side;

/**
 * A topology with relabelled processes: the k-th process of a list takes the place of process k. A ring, for example,
 * can have an order that differs from the order of the names. The text of the topology is that of the original.
 *
 * @param places the original topology
 * @param seated the process at each place; all processes are different
 */
public record RelabelledTopology(Topology places, List<ProcessId> seated) implements Topology {

    /** @throws IllegalArgumentException if a process takes two places */
    public RelabelledTopology {
        seated = List.copyOf(seated);
        Require.that(new HashSet<>(seated).size() == seated.size(), "each process takes one place");
    }

    /** Returns a ring in that order of the names, from position 0 to the left. */
    public static RelabelledTopology ring(int... names) {
        return new RelabelledTopology(
                Shape.RING, Arrays.stream(names).mapToObj(ProcessId::of).toList());
    }

    @Override
    public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
        Map<ProcessId, Integer> taken = taken(members);
        return named(places.neighbours(ProcessId.of(taken.get(self)), numbered(taken.values().stream())));
    }

    @Override
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        if (members.size() < seated.size()) {
            return members.stream().map(member -> neighbours(member, members)).toList();
        }
        Map<ProcessId, Integer> taken = taken(members);
        List<Neighbours> byPlace = byPlace();
        return members.stream().map(member -> byPlace.get(taken.get(member))).toList();
    }

    /** Returns the neighbours of each process, in the order of the places. */
    public List<Neighbours> byPlace() {
        SortedSet<ProcessId> everyone =
                numbered(IntStream.range(0, seated.size()).boxed());
        return places.everyones(everyone).stream().map(this::named).toList();
    }

    private Map<ProcessId, Integer> taken(SortedSet<ProcessId> members) {
        Map<ProcessId, Integer> taken = new HashMap<>();
        for (int place = 0; place < seated.size(); place++) {
            if (members.contains(seated.get(place))) {
                taken.put(seated.get(place), place);
            }
        }
        Require.that(taken.size() == members.size(), "not every one of " + members + " has a place");
        return taken;
    }

    private static SortedSet<ProcessId> numbered(Stream<Integer> places) {
        return places.map(ProcessId::of).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the neighbours with the names of the processes. Neighbours with sides keep their order; neighbours
     * without sides are in the order of their names.
     */
    private Neighbours named(Neighbours byPlace) {
        Stream<Neighbour> named = byPlace.all().stream()
                .map(neighbour -> new Neighbour(seated.get(neighbour.id().number()), neighbour.side()));
        boolean sided = byPlace.all().stream().anyMatch(neighbour -> neighbour.side() != Side.NONE);
        return new Neighbours((sided ? named : named.sorted(Comparator.comparing(Neighbour::id))).toList());
    }

    @Override
    public Optional<String> misfit(int processes) {
        return processes == seated.size()
                ? places.misfit(processes)
                : Optional.of(seated.size() + " processes have a place");
    }

    @Override
    public String toString() {
        return places.toString();
    }
}
