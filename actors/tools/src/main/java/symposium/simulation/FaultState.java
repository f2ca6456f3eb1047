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
import symposium.kernel.problem.Fault;
import symposium.kernel.topology.Topology;

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
        private final SortedSet<ProcessId> departed;
        /** The processes that were absent when it started, and of whose join it has not heard. */
        private final SortedSet<ProcessId> absent;
        /** The other ends of links that are down. */
        private final SortedSet<ProcessId> unlinked = new TreeSet<>();

        Knowledge(Set<ProcessId> departed, Set<ProcessId> absent) {
            this.departed = new TreeSet<>(departed);
            this.absent = new TreeSet<>(absent);
        }
    }

    /**
     * A notification of a process.
     *
     * @param change what it is told
     * @param failed the other ends of links of whose failure it hears now
     */
    record Notification<M, I>(Event.NeighboursChanged<M, I> change, Set<ProcessId> failed) {}

    /** Whether there are faults at all; if not, all questions have simple answers. */
    private final boolean any;

    private final Topology topology;
    private final Network network;
    /** The processes that are absent at the start, and those of them that have not joined yet. */
    private final SortedSet<ProcessId> arriving;

    private final SortedSet<ProcessId> absent;
    private final SortedSet<ProcessId> departed = new TreeSet<>();
    private final SortedSet<ProcessId> living = new TreeSet<>();
    /** The places of those that are absent or have departed. */
    private final Set<Integer> missing = new HashSet<>();
    /** The places of those that have not been admitted since they started without neighbours. */
    private final SortedSet<Integer> cutOff = new TreeSet<>();

    private final Set<Integer> left = new HashSet<>();
    private final Set<Pair> down = new HashSet<>();
    /** With fewer living processes than this, a process that knows of departures has no neighbours; 0 for none. */
    private final int quorum;
    /**
     * The messages in transit between two processes, in either direction, those that wait and those that return
     * included.
     */
    private final Map<Pair, Integer> inTransit = new HashMap<>();
    /** What happens as soon as no message is in transit between two processes. */
    private final Map<Pair, List<Runnable>> onceEmpty = new HashMap<>();

    private final Map<Integer, Knowledge> known = new HashMap<>();
    /** By place and the process that it takes for departed: the latest message that vanishes on the way from there. */
    private final Map<Integer, Map<ProcessId, Long>> vanishing = new HashMap<>();

    private long messages;

    FaultState(Simulation<?, ?, ?, ?, ?> options) {
        this.topology = options.topology();
        this.network = options.network();
        this.any = !options.faults().isEmpty() || options.cutOff().isPresent();
        this.arriving = ScheduledFault.arriving(options.faults());
        boolean suspicion = options.faults().stream().anyMatch(fault -> fault.kind() == Fault.FALSE_DEPARTURE);
        this.quorum =
                suspicion ? options.cutOff().map(Simulation.CutOff::quorum).orElse(0) : 0;
        this.absent = new TreeSet<>(arriving);
        if (any) {
            living.addAll(network.processes());
            living.removeAll(arriving);
        }
        for (int place = 0; !arriving.isEmpty() && place < network.processes().size(); place++) {
            if (arriving.contains(network.processes().get(place))) {
                missing.add(place);
            }
        }
        if (options.cutOff().isPresent()) {
            IntStream.range(0, network.processes().size()).forEach(cutOff::add);
        }
    }

    boolean any() {
        return any;
    }

    boolean present(int place) {
        return !any || !missing.contains(place);
    }

    /** The places of all processes that are present, in the order of their names. */
    Stream<Integer> present() {
        return IntStream.range(0, network.processes().size())
                .filter(this::present)
                .boxed()
                .sorted(Comparator.comparing(network.processes()::get));
    }

    boolean absent(ProcessId process) {
        return absent.contains(process);
    }

    boolean departed(ProcessId process) {
        return departed.contains(process);
    }

    /** A process joins, or is admitted. Returns its neighbours, which are all that are present. */
    Neighbours joins(int place) {
        ProcessId self = network.processes().get(place);
        missing.remove(place);
        absent.remove(self);
        known.put(place, new Knowledge(departed, absent));
        living.add(self);
        return topology.neighbours(self, living);
    }

    /** A process joins and has no neighbours. */
    Neighbours joinsCutOff(int place) {
        joins(place);
        return Neighbours.none();
    }

    boolean isCutOff(int place) {
        return cutOff.contains(place);
    }

    /** The places of all processes that are present and cut off. */
    List<Integer> cutOff() {
        return cutOff.stream().filter(this::present).toList();
    }

    boolean hasQuorum(int quorum) {
        return living.size() >= quorum;
    }

    /** A process is admitted: it is told of all that are present. */
    <M, I> Event.NeighboursChanged<M, I> admit(int place) {
        cutOff.remove(place);
        return new Event.NeighboursChanged<>(joins(place), new TreeSet<>(departed));
    }

    void crashes(int place) {
        missing.add(place);
        departed.add(network.processes().get(place));
        living.remove(network.processes().get(place));
    }

    void leaves(int place) {
        crashes(place);
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

    /** A message is in transit. Returns its number. */
    long sent(ProcessId from, ProcessId to) {
        if (any) {
            inTransit.merge(Pair.of(from, to), 1, Integer::sum);
        }
        return ++messages;
    }

    /**
     * Whether a message vanishes when it is sent, because one of two live processes takes the other for departed. Over
     * a link that is down, what such a process is sent returns.
     */
    boolean vanishes(int from, ProcessId sender, ProcessId to, int place) {
        return any
                && present(place)
                && (known(from).departed.contains(to) || known(place).departed.contains(sender) && !down(sender, to));
    }

    /** Whether the message of this number, on its way when the recipient took the sender for departed, has vanished. */
    boolean hasVanished(long message, ProcessId sender, int place) {
        return vanishing.getOrDefault(place, Map.of()).getOrDefault(sender, 0L) >= message;
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
        return known.computeIfAbsent(self, place -> new Knowledge(Set.of(), arriving));
    }

    /** Whether a process has joined, and another has not heard of it. */
    boolean isNewTo(int self, ProcessId other) {
        return !absent.contains(other) && known(self).absent.contains(other);
    }

    /** Whether a process has heard that its link with another is down. */
    boolean knowsDown(int self, ProcessId other) {
        return known(self).unlinked.contains(other);
    }

    /**
     * A process hears of a fault, unless it has heard of it already, or the fault is over, or concerns a process that
     * it knows to have departed.
     */
    <M, I> Optional<Notification<M, I>> hears(int self, ScheduledFault fault) {
        ProcessId name = network.processes().get(self);
        Knowledge knows = known(self);
        boolean news = false;
        for (ProcessId other : fault.processes()) {
            if (!other.equals(name) && !knows.departed.contains(other)) {
                news |= switch (fault.kind()) {
                    case LINK_FAILURE -> down(name, other) && knows.unlinked.add(other);
                    case LINK_RECOVERY -> !down(name, other) && knows.unlinked.remove(other);
                    case JOIN -> knows.absent.remove(other);
                    default -> knows.departed.add(other);
                };
            }
        }
        if (!news) {
            return Optional.empty();
        }
        return Optional.of(new Notification<>(
                change(self), fault.kind() == Fault.LINK_FAILURE ? Set.copyOf(fault.processes()) : Set.of()));
    }

    /**
     * A process takes a live one for departed. Empty unless it knows it to be there, and has not been told before that
     * it has departed.
     */
    <M, I> Optional<Event.NeighboursChanged<M, I>> suspects(int self, ProcessId other) {
        Knowledge knows = known(self);
        if (knows.absent.contains(other) || !knows.departed.add(other)) {
            return Optional.empty();
        }
        knows.unlinked.remove(other);
        if (!down(network.processes().get(self), other)) {
            vanishing.computeIfAbsent(self, first -> new HashMap<>()).put(other, messages);
        }
        return Optional.of(change(self));
    }

    /** What a process is notified of: its neighbours, as far as it has heard. */
    private <M, I> Event.NeighboursChanged<M, I> change(int self) {
        ProcessId name = network.processes().get(self);
        Knowledge knows = known(self);
        SortedSet<ProcessId> members = new TreeSet<>(network.processes());
        members.removeAll(knows.departed);
        members.removeAll(knows.absent);
        boolean tooFew = !knows.departed.isEmpty() && members.size() < quorum;
        Neighbours now = tooFew
                ? Neighbours.none()
                : new Neighbours(topology.neighbours(name, members).all().stream()
                        .filter(neighbour -> !knows.unlinked.contains(neighbour.id()))
                        .toList());
        return new Event.NeighboursChanged<>(now, new TreeSet<>(knows.departed));
    }
}
