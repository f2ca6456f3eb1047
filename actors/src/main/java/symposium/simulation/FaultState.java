package symposium.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Topology;

/** The faults of processes and links so far, and what each process has heard of them. Processes go by their places. */
final class FaultState {

    /** Two processes, or one twice. */
    private record Pair(ProcessId one, ProcessId other) {
        static Pair of(ProcessId one, ProcessId other) {
            return one.compareTo(other) < 0 ? new Pair(one, other) : new Pair(other, one);
        }
    }

    /** What a process has heard. */
    private static final class Knowledge {
        private final SortedSet<ProcessId> departed = new TreeSet<>();
        /** The other ends of links that are down. */
        private final SortedSet<ProcessId> unlinked = new TreeSet<>();
    }

    /**
     * A notification of a process.
     *
     * @param change what it is told
     * @param failed the other ends of links that are down, as far as it has heard
     */
    record Notification<M, I>(Event.NeighboursChanged<M, I> change, SortedSet<ProcessId> failed) {}

    /** Whether there are faults at all; if not, all questions have simple answers. */
    private final boolean any;

    private final Topology topology;
    private final Network network;
    private final Set<Integer> gone = new HashSet<>();
    private final Set<Integer> left = new HashSet<>();
    private final Set<Pair> down = new HashSet<>();
    /** The messages in transit between two processes, in either direction, those that wait and those that return included. */
    private final Map<Pair, Integer> inTransit = new HashMap<>();
    /** What happens as soon as no message is in transit between two processes. */
    private final Map<Pair, List<Runnable>> onceEmpty = new HashMap<>();

    private final Map<Integer, Knowledge> known = new HashMap<>();

    FaultState(Topology topology, Network network, boolean any) {
        this.topology = topology;
        this.network = network;
        this.any = any;
    }

    boolean any() {
        return any;
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

    void crashes(int place) {
        gone.add(place);
    }

    void leaves(int place) {
        gone.add(place);
        left.add(place);
    }

    // --- links

    /** Whether messages to a process return, because it has left or the link is down. */
    boolean returns(ProcessId from, ProcessId to, int place) {
        return any && (left.contains(place) || down.contains(Pair.of(from, to)));
    }

    /** A link between two processes that are present fails. Returns false when it is down already. */
    boolean fail(ProcessId one, ProcessId other) {
        return down.add(Pair.of(one, other));
    }

    boolean down(ProcessId one, ProcessId other) {
        return down.contains(Pair.of(one, other));
    }

    void recover(ProcessId one, ProcessId other) {
        down.remove(Pair.of(one, other));
    }

    /** A message is in transit. */
    void sent(ProcessId from, ProcessId to) {
        if (any) {
            inTransit.merge(Pair.of(from, to), 1, Integer::sum);
        }
    }

    /** A message is in transit no more: it has been received, has returned, or has vanished. */
    void settled(ProcessId from, ProcessId to) {
        if (any && inTransit.merge(Pair.of(from, to), -1, Integer::sum) == 0) {
            Optional.ofNullable(onceEmpty.remove(Pair.of(from, to))).ifPresent(all -> all.forEach(Runnable::run));
        }
    }

    /** Does something as soon as no message is in transit between two processes, in either direction. */
    void onceEmpty(ProcessId one, ProcessId other, Runnable action) {
        Pair pair = Pair.of(one, other);
        if (inTransit.getOrDefault(pair, 0) == 0) {
            action.run();
        } else {
            onceEmpty.computeIfAbsent(pair, fresh -> new ArrayList<>()).add(action);
        }
    }

    // --- what processes have heard

    private Knowledge known(int self) {
        return known.computeIfAbsent(self, place -> new Knowledge());
    }

    /** Whether a process has heard that its link with another is down. */
    boolean knowsDown(int self, ProcessId other) {
        return known(self).unlinked.contains(other);
    }

    /** A process hears of a fault, unless it has heard of it already, or the fault is over, or concerns a process that it knows to have departed. */
    <M, I> Optional<Notification<M, I>> hears(int self, ScheduledFault fault) {
        ProcessId name = network.processes().get(self);
        Knowledge knows = known(self);
        boolean news = false;
        for (ProcessId other : fault.processes()) {
            if (!other.equals(name) && !knows.departed.contains(other)) {
                news |= switch (fault.kind()) {
                    case LINK_FAILURE -> down(name, other) && knows.unlinked.add(other);
                    case LINK_RECOVERY -> !down(name, other) && knows.unlinked.remove(other);
                    default -> knows.departed.add(other);
                };
            }
        }
        if (!news) {
            return Optional.empty();
        }
        SortedSet<ProcessId> members = new TreeSet<>(network.processes());
        members.removeAll(knows.departed);
        Neighbours now = new Neighbours(topology.neighbours(name, members).all().stream()
                .filter(neighbour -> !knows.unlinked.contains(neighbour.id()))
                .toList());
        return Optional.of(new Notification<>(
                new Event.NeighboursChanged<>(now, new TreeSet<>(knows.departed)), new TreeSet<>(knows.unlinked)));
    }
}
