package symposium.simulation;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.Event;
import symposium.kernel.Fault;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Topology;

/** The faults of processes and links so far, and what each process has heard of them. Processes go by their places. */
final class FaultState {

    /** What a process has heard. */
    private static final class Knowledge {
        private final SortedSet<ProcessId> departed = new TreeSet<>();
        /** The other ends of links that have failed. */
        private final Set<ProcessId> unlinked = new HashSet<>();
        /** All present and former neighbours. */
        private final Set<Neighbour> acquainted;

        Knowledge(Neighbours first) {
            acquainted = new HashSet<>(first.all());
        }
    }

    /** Whether there are faults at all; if not, all questions have simple answers. */
    private final boolean any;

    private final Topology topology;
    private final Network network;
    private final Set<Integer> gone = new HashSet<>();
    /** By the ends of a link: how often it has failed or recovered; it is down when that is odd. */
    private final Map<Set<ProcessId>, Integer> incarnations = new HashMap<>();
    /** By sender and recipient: when the last message arrives that is in transit over their link. */
    private final Map<List<ProcessId>, Long> lastArrivals = new HashMap<>();

    private final Map<Integer, Knowledge> known = new HashMap<>();

    FaultState(Topology topology, Network network, boolean any) {
        this.topology = topology;
        this.network = network;
        this.any = any;
    }

    boolean present(int place) {
        return !any || !gone.contains(place);
    }

    /** The places of all processes that are present, in the order of their names. */
    Stream<Integer> present() {
        return IntStream.range(0, network.processes().size())
                .filter(this::present)
                .boxed()
                .sorted(Comparator.comparing(network.processes()::get));
    }

    void departs(int place) {
        gone.add(place);
    }

    // --- links

    private int incarnation(ProcessId one, ProcessId other) {
        return incarnations.isEmpty() || one.equals(other) ? 0 : incarnations.getOrDefault(Set.of(one, other), 0);
    }

    private static boolean up(int incarnation) {
        return incarnation % 2 == 0;
    }

    /** A message is sent. Returns the incarnation of its link. */
    int sent(ProcessId from, ProcessId to, long arrival) {
        int incarnation = incarnation(from, to);
        if (any && up(incarnation)) {
            lastArrivals.merge(List.of(from, to), arrival, Math::max);
        }
        return incarnation;
    }

    /** Whether a message arrives that was sent in this incarnation of its link; otherwise it comes back. */
    boolean carries(ProcessId from, ProcessId to, int incarnation) {
        return up(incarnation) && incarnation(from, to) == incarnation;
    }

    /** A link fails or recovers. Returns false when it has already. */
    boolean changeLink(ScheduledFault fault) {
        ProcessId one = fault.processes().get(0);
        ProcessId other = fault.processes().get(1);
        if (up(incarnation(one, other)) != (fault.kind() == Fault.LINK_FAILURE)) {
            return false;
        }
        incarnations.merge(Set.of(one, other), 1, Integer::sum);
        lastArrivals.remove(List.of(one, other));
        lastArrivals.remove(List.of(other, one));
        return true;
    }

    /** When the last message of a process arrives that is in transit, or now. */
    long lastArrival(ProcessId from, long now) {
        return lastArrivals.entrySet().stream()
                .filter(each -> each.getKey().get(0).equals(from))
                .mapToLong(Map.Entry::getValue)
                .reduce(now, Math::max);
    }

    // --- what processes have heard

    private Knowledge known(int self) {
        return known.computeIfAbsent(
                self, place -> new Knowledge(network.neighbours().get(place)));
    }

    /** Whether a process has heard that another has departed. */
    boolean heardOf(ProcessId departed, int self) {
        return any && known(self).departed.contains(departed);
    }

    /** Whether a process has ever been this process's neighbour, as far as it has heard. */
    boolean acquainted(int self, Neighbour with) {
        return !any || known(self).acquainted.contains(with);
    }

    /** A process hears of a fault. */
    <M, I> Event.NeighboursChanged<M, I> hears(int self, ScheduledFault fault) {
        ProcessId name = network.processes().get(self);
        Knowledge knows = known(self);
        Set<ProcessId> others = new HashSet<>(fault.processes());
        others.remove(name);
        switch (fault.kind()) {
            case LINK_FAILURE -> knows.unlinked.addAll(others);
            case LINK_RECOVERY -> knows.unlinked.removeAll(others);
            default -> knows.departed.addAll(others);
        }
        SortedSet<ProcessId> members = new TreeSet<>(network.processes());
        members.removeAll(knows.departed);
        Neighbours now = new Neighbours(topology.neighbours(name, members).all().stream()
                .filter(neighbour -> !knows.unlinked.contains(neighbour.id()))
                .toList());
        knows.acquainted.addAll(now.all());
        return new Event.NeighboursChanged<>(now, new TreeSet<>(knows.departed));
    }
}
