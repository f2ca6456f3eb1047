package symposium.group;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import symposium.actor.MessageTransport;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.actor.TimerDurations;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.network.NetworkState;
import symposium.kernel.network.Pair;
import symposium.kernel.topology.Topology;

/**
 * Processes of one algorithm as actors in one JVM, linked by a topology, with a log of all trace events.
 *
 * <p>The group acts as the network: all messages pass through it, with the semantics of
 * {@code symposium.checker.model.FaultBudget}. Processes learn of changes only by the commands {@link Tell} and
 * {@link AnnounceDeparture}.
 *
 * @param <M> the algorithm's messages
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public final class ProcessGroup<M, I, O> {

    /**
     * Commands of a group.
     *
     * @param <I> the inputs of a user
     */
    public sealed interface Command<I> {}

    /** An input of the user of {@code process}; ignored if the process has crashed. */
    public record Ask<I>(ProcessId process, I input) implements Command<I> {}

    /** Crashes {@code process} silently; ignored if it has crashed already. */
    public record Crash<I>(ProcessId process) implements Command<I> {}

    /**
     * Notifies all others that {@code process} has departed, and of their neighbours without it. If the process was
     * asked to leave, this waits until it has left and all messages in transit to it have returned, or it has crashed.
     */
    public record AnnounceDeparture<I>(ProcessId process) implements Command<I> {}

    /**
     * Fails the links between two processes in both directions. All messages in transit on them return to their
     * sender, including those that wait at the recipient and those sent later. Ignored if the two are not neighbours
     * or the links are down already.
     */
    public record FailLink<I>(ProcessId one, ProcessId other) implements Command<I> {}

    /**
     * Restores the links between two processes, once both have been notified of the failure. A message to one of them
     * waits until its recipient has been notified of the recovery.
     */
    public record RecoverLink<I>(ProcessId one, ProcessId other) implements Command<I> {}

    /**
     * Starts {@code process} with its present neighbours, without notifying the others; ignored if it was ever
     * present.
     */
    public record Join<I>(ProcessId process) implements Command<I> {}

    /**
     * Asks {@code process} to leave, once it has handed over what the others need. Messages to it return to their
     * sender from then on. The others are not notified.
     */
    public record Leave<I>(ProcessId process) implements Command<I> {}

    /** Notifies {@code process} of its present neighbours, and of all departures announced so far. */
    public record Tell<I>(ProcessId process) implements Command<I> {}

    /** Asks for all trace events so far. */
    public record ReadLog<I>(ActorRef<RecordedEvents.Written> replyTo) implements Command<I> {}

    /** Something that the group does in its turn, as a process or the end of one asks. */
    private record Internal<I>(Runnable action) implements Command<I> {}

    /** Links that are down. */
    private static final class Outage {
        /** The ends at which messages from before the failure may still wait. */
        private final Set<ProcessId> uncleared;

        private boolean recovers;

        Outage(Pair ends) {
            uncleared = new TreeSet<>(ends.ends());
        }
    }

    /**
     * An output to the user of a process.
     *
     * @param process the process
     * @param output the output
     */
    public record UserTold<O>(ProcessId process, O output) {}

    private final ActorContext<Command<I>> context;
    /** This group, also for use on the threads of its processes. */
    private final ActorRef<Command<I>> network;

    private final ActorRef<RecordedEvents.Command> log;
    private final Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> processes = new TreeMap<>();
    private final NetworkState state;
    /** The processes whose departure has been announced. */
    private final SortedSet<ProcessId> announced = new TreeSet<>();

    private final Map<Pair, Outage> outages = new HashMap<>();
    /**
     * Processes that were asked to leave, but to which messages may still be in transit; their departure is announced
     * afterwards.
     */
    private final SortedSet<ProcessId> leaving = new TreeSet<>();

    /** By process, and by the recipient: the messages sent; each entry changes on the thread of its process. */
    private final Map<ProcessId, Map<ProcessId, Integer>> sent = new ConcurrentHashMap<>();
    /** By process, and by the recipient: the messages that have reached this group. */
    private final Map<ProcessId, Map<ProcessId, Integer>> carried = new HashMap<>();

    private final SortedSet<ProcessId> pendingAnnouncements = new TreeSet<>();
    private final BiFunction<ProcessId, Neighbours, ActorRef<ProcessActor.Command<M, I>>> spawning;

    /**
     * A group of processes in the protocol's initial states.
     *
     * @param protocol the protocol of each process
     * @param topology the links
     * @param members the initial processes, at least one
     * @param timings the durations of timers
     * @param users receives all outputs; called on the threads of the processes, sequentially for each process
     */
    public static <S, M, I, O> Behavior<Command<I>> create(
            Protocol<S, M, I, O> protocol,
            Topology topology,
            SortedSet<ProcessId> members,
            TimerDurations timings,
            Consumer<UserTold<O>> users) {
        return Behaviors.setup(context -> Behaviors.receiveMessage(
                new ProcessGroup<M, I, O>(context, topology, members, protocol, timings, users)::onCommand));
    }

    private <S> ProcessGroup(
            ActorContext<Command<I>> context,
            Topology topology,
            SortedSet<ProcessId> members,
            Protocol<S, M, I, O> protocol,
            TimerDurations timings,
            Consumer<UserTold<O>> users) {
        this.context = context;
        this.network = context.getSelf();
        this.state = new NetworkState(topology, members);
        this.log = context.spawn(RecordedEvents.create(), "log");
        this.spawning = (member, neighbours) -> context.spawn(
                ProcessActor.create(
                        member,
                        neighbours,
                        protocol,
                        new ProcessContext<>(
                                linksOf(member),
                                output -> users.accept(new UserTold<>(member, output)),
                                timings,
                                this::record)),
                "process-" + member.number() + (member.incarnation() == 0 ? "" : "-" + member.incarnation()));
        members.forEach(this::begin);
    }

    private void begin(ProcessId process) {
        sent.put(process, new HashMap<>());
        carried.put(process, new HashMap<>());
        ActorRef<ProcessActor.Command<M, I>> begun = spawning.apply(process, state.neighbours(process));
        context.watchWith(begun, new Internal<>(() -> onStopped(process)));
        processes.put(process, begun);
    }

    /** Does something in the group's turn; to be called on any thread. */
    private void inTurn(Runnable action) {
        network.tell(new Internal<>(action));
    }

    private MessageTransport<M> linksOf(ProcessId member) {
        Map<ProcessId, Integer> sentByTo = sent.get(member);
        return new MessageTransport<>() {
            @Override
            public void send(Neighbour to, M message) {
                sentByTo.merge(to.id(), 1, Integer::sum);
                inTurn(() -> carry(member, to, message));
            }

            @Override
            public void giveBack(Neighbour from, M message) {
                inTurn(() -> ProcessGroup.this.giveBack(from.id(), from.seenBack(member), message));
            }

            @Override
            public boolean leaves() {
                inTurn(() -> onHasLeft(member));
                return true;
            }
        };
    }

    private Behavior<Command<I>> onCommand(Command<I> command) {
        if (command instanceof Internal<I> internal) {
            internal.action().run();
        } else if (command instanceof Ask<I> ask) {
            tell(ask.process(), new ProcessActor.Ask<>(ask.input()));
        } else if (command instanceof Crash<I> crash) {
            Optional.ofNullable(processes.get(crash.process())).ifPresent(context::stop);
        } else if (command instanceof AnnounceDeparture<I> announce) {
            onAnnounceDeparture(announce.process());
        } else if (command instanceof ReadLog<I> read) {
            log.tell(new RecordedEvents.Read(read.replyTo()));
        } else if (command instanceof FailLink<I> fail) {
            onFailLink(Pair.of(fail.one(), fail.other()));
        } else if (command instanceof RecoverLink<I> recover) {
            onRecoverLink(Pair.of(recover.one(), recover.other()));
        } else if (command instanceof Join<I> join) {
            onJoin(join.process());
        } else if (command instanceof Leave<I> leave) {
            onLeave(leave.process());
        } else if (command instanceof Tell<I> news) {
            onTell(news.process());
        }
        return Behaviors.same();
    }

    // --- links

    private void carry(ProcessId from, Neighbour to, M message) {
        carried.get(from).merge(to.id(), 1, Integer::sum);
        switch (state.way(from, to.id())) {
            case CARRIES ->
                tell(
                        to.id(),
                        new ProcessActor.Delivery<>(from, to.seenBack(from).side(), message));
            case RETURNS -> giveBack(from, to, message);
            case VANISHES -> {}
        }
    }

    private void giveBack(ProcessId from, Neighbour to, M message) {
        if (!state.hasLeft(from)) {
            tell(from, new ProcessActor.Undeliverable<>(to, message));
        }
    }

    private void tell(ProcessId process, ProcessActor.Command<M, I> command) {
        ActorRef<ProcessActor.Command<M, I>> there = processes.get(process);
        if (there != null) {
            there.tell(command);
        }
    }

    private void onFailLink(Pair pair) {
        if (!state.isLinked(pair) || !state.fail(pair)) {
            return;
        }
        outages.put(pair, new Outage(pair));
        for (ProcessId end : pair.ends()) {
            tell(end, new ProcessActor.LinkFails<>(pair.otherThan(end), () -> inTurn(() -> onCleared(pair, end))));
        }
    }

    /** Logs the failure once both ends have received or given back all messages from before it. */
    private void onCleared(Pair pair, ProcessId end) {
        Outage outage = outages.get(pair);
        if (outage != null && outage.uncleared.remove(end) && outage.uncleared.isEmpty()) {
            record(new TraceEvent.LinkFailed(pair.one(), pair.other()));
            recoverIfTold(pair);
        }
    }

    private void onRecoverLink(Pair pair) {
        Outage outage = outages.get(pair);
        if (outage != null) {
            outage.recovers = true;
            recoverIfTold(pair);
        }
    }

    private void recoverIfTold(Pair pair) {
        Outage outage = outages.get(pair);
        if (outage.recovers && outage.uncleared.isEmpty() && state.isKnownDown(pair)) {
            outages.remove(pair);
            state.recover(pair);
            record(new TraceEvent.LinkRecovered(pair.one(), pair.other()));
        }
    }

    // --- membership

    private void onJoin(ProcessId process) {
        if (!state.hasJoined(process)) {
            state.join(process);
            record(new TraceEvent.Joined(process));
            begin(process);
        }
    }

    private void onLeave(ProcessId process) {
        if (processes.containsKey(process)) {
            leaving.add(process);
            tell(process, new ProcessActor.Leave<>());
        }
    }

    private void onHasLeft(ProcessId process) {
        state.leave(process);
        tell(process, new ProcessActor.Dismiss<>(() -> inTurn(() -> onGone(process))));
    }

    private void onGone(ProcessId process) {
        leaving.remove(process);
        if (pendingAnnouncements.remove(process)) {
            announce(process);
        }
    }

    private void onTell(ProcessId process) {
        if (!state.hasJoined(process) || announced.contains(process) || state.hasLeft(process)) {
            return;
        }
        state.joined().forEach(other -> state.notifyJoined(process, other));
        announced.forEach(other -> state.notifyDeparted(process, other));
        state.joined().forEach(other -> {
            state.notifyFailed(process, other);
            state.notifyRecovered(process, other);
        });
        tell(
                process,
                new ProcessActor.Conditional<>(
                        allReturned(process),
                        new ProcessActor.NeighboursChanged<>(
                                state.neighbours(process), state.departed(process), state.lost(process)),
                        () -> inTurn(() -> onTell(process))));
        List.copyOf(outages.keySet()).forEach(this::recoverIfTold);
    }

    /**
     * Whether a process has sent nothing more to those that have left: what it has sent so far has returned before
     * what it is told next.
     */
    private BooleanSupplier allReturned(ProcessId process) {
        Map<ProcessId, Integer> sentByTo = sent.get(process);
        Map<ProcessId, Integer> returned = new HashMap<>(carried.get(process));
        Set<ProcessId> left = state.left();
        returned.keySet().retainAll(left);
        return () -> left.stream().allMatch(to -> Objects.equals(sentByTo.get(to), returned.get(to)));
    }

    private void onAnnounceDeparture(ProcessId process) {
        if (leaving.contains(process)) {
            pendingAnnouncements.add(process);
        } else {
            announce(process);
        }
    }

    private void announce(ProcessId process) {
        announced.add(process);
        outages.keySet().removeIf(pair -> pair.ends().contains(process));
        state.joined().forEach(this::onTell);
    }

    private void onStopped(ProcessId process) {
        processes.remove(process);
        if (!state.hasLeft(process)) {
            state.crash(process);
            record(new TraceEvent.Crashed(process));
        }
        List.copyOf(outages.keySet()).stream()
                .filter(pair -> pair.ends().contains(process))
                .forEach(pair -> onCleared(pair, process));
        onGone(process);
    }

    private void record(TraceEvent event) {
        log.tell(new RecordedEvents.Record(event));
    }
}
