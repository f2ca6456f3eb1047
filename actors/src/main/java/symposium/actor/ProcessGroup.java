package symposium.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Topology;
import symposium.kernel.TraceEvent;

/**
 * Processes of one algorithm as actors in one JVM, linked by a topology, with a log of all that happens.
 *
 * <p>All messages go through the group, which is the network: what may become of them is what {@code symposium.checker.FaultBudget} says. Nobody
 * learns of a change by itself, but when the group is asked to tell.
 *
 * @param <M> the algorithm's messages
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class ProcessGroup<M, I, O> {

    /**
     * What can be said to a group.
     *
     * @param <I> what a user asks
     */
    public sealed interface Command<I> {}

    /** The user of {@code process} asks. Nobody answers for a process that has crashed. */
    public record Ask<I>(ProcessId process, I input) implements Command<I> {}

    /** Let {@code process} crash: it stops without a word, and nobody is told. One that has crashed does not crash again. */
    public record Crash<I>(ProcessId process) implements Command<I> {}

    /**
     * Tell all others that {@code process} has departed, and who their neighbours are without it. Of one that has left, that is done when all
     * that was under way to it has come back.
     */
    public record AnnounceDeparture<I>(ProcessId process) implements Command<I> {}

    /**
     * Let the links between two processes fail in both directions. Everything that is under way over them, what waits at its recipient
     * included, comes back to its sender, as does what is sent over them from now on. Where the two are not neighbours, or the links are down,
     * nothing happens.
     */
    public record FailLink<I>(ProcessId one, ProcessId other) implements Command<I> {}

    /**
     * Let the links between two processes work again, once both have been told that they failed. What is sent to one of the two that has not been
     * told of the recovery waits until it has been.
     */
    public record RecoverLink<I>(ProcessId one, ProcessId other) implements Command<I> {}

    /** Let {@code process} come, with the neighbours that it has then; the others are not told. Who has been there before does not come. */
    public record Join<I>(ProcessId process) implements Command<I> {}

    /**
     * Let {@code process} leave, once it has handed over what the others need. From then on, what is sent to it comes back to its sender. The
     * others are not told.
     */
    public record Leave<I>(ProcessId process) implements Command<I> {}

    /** Tell {@code process} who its neighbours are now, and who has departed as far as it has been announced. */
    public record Tell<I>(ProcessId process) implements Command<I> {}

    /** Tell all that has happened so far. */
    public record ReadLog<I>(ActorRef<EventLog.Written> replyTo) implements Command<I> {}

    private record Stopped<I>(ProcessId process) implements Command<I> {}

    private record Carry<M, I>(ProcessId from, Neighbour to, M message) implements Command<I> {}

    private record GivenBack<M, I>(ProcessId from, Neighbour to, M message) implements Command<I> {}

    private record HasLeft<I>(ProcessId process) implements Command<I> {}

    private record Dismissed<I>(ProcessId process) implements Command<I> {}

    private record Cleared<I>(Pair pair, ProcessId end) implements Command<I> {}

    /** Two processes, in the order of their names. */
    private record Pair(ProcessId one, ProcessId other) {
        static Pair of(ProcessId one, ProcessId other) {
            return one.compareTo(other) < 0 ? new Pair(one, other) : new Pair(other, one);
        }

        List<ProcessId> ends() {
            return List.of(one, other);
        }

        ProcessId otherThan(ProcessId end) {
            return end.equals(one) ? other : one;
        }
    }

    /** What is known of links that are down. */
    private static final class Outage {
        /** The ends at which something may still wait that has come over them. */
        private final Set<ProcessId> uncleared;

        private final Set<ProcessId> told = new TreeSet<>();
        private boolean recovers;

        Outage(Pair pair) {
            uncleared = new TreeSet<>(pair.ends());
        }
    }

    /**
     * The user of a process is told something.
     *
     * @param process whose user
     * @param output what it is told
     */
    public record UserTold<O>(ProcessId process, O output) {}

    private final ActorContext<Command<I>> context;
    /** This group; also for the threads of its processes. */
    private final ActorRef<Command<I>> network;

    private final Topology topology;
    private final ActorRef<EventLog.Command> log;
    private final Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> processes = new TreeMap<>();
    private final SortedSet<ProcessId> members;
    private final SortedSet<ProcessId> departed = new TreeSet<>();
    /** By process that has come, who was dead then. */
    private final Map<ProcessId, SortedSet<ProcessId>> deadBefore = new HashMap<>();

    private final Map<Pair, Outage> outages = new HashMap<>();
    /** Who has left; to be announced only once nothing is to be given back any more. */
    private final SortedSet<ProcessId> leaving = new TreeSet<>();

    private final SortedSet<ProcessId> left = new TreeSet<>();
    private final SortedSet<ProcessId> announcedLater = new TreeSet<>();
    private final SortedSet<ProcessId> everThere;
    private final BiFunction<ProcessId, Neighbours, ActorRef<ProcessActor.Command<M, I>>> spawning;

    /**
     * A group whose processes start in the protocol's initial states.
     *
     * @param protocol what each process does
     * @param topology how they are linked
     * @param members who is there; at least one
     * @param timings how long timers last
     * @param users is told all that any user is told; called on the threads of the processes, one call at a time for each
     */
    public static <S, M, I, O> Behavior<Command<I>> create(
            Protocol<S, M, I, O> protocol,
            Topology topology,
            SortedSet<ProcessId> members,
            TimerDurations timings,
            Consumer<UserTold<O>> users) {
        return Behaviors.setup(
                context -> new ProcessGroup<M, I, O>(context, topology, members, protocol, timings, users).receiving());
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
        this.topology = topology;
        this.members = new TreeSet<>(members);
        this.everThere = new TreeSet<>(members);
        this.log = context.spawn(EventLog.create(), "log");
        this.spawning = (member, neighbours) -> context.spawn(
                ProcessActor.create(
                        member,
                        neighbours,
                        protocol,
                        new ProcessContext<>(
                                linksOf(member),
                                output -> users.accept(new UserTold<>(member, output)),
                                timings,
                                occurrence -> log.tell(new EventLog.Record(occurrence)))),
                "process-" + member.number() + (member.incarnation() == 0 ? "" : "-" + member.incarnation()));
        members.forEach(this::begin);
    }

    private void begin(ProcessId process) {
        ActorRef<ProcessActor.Command<M, I>> begun = spawning.apply(process, neighbours(process));
        context.watchWith(begun, new Stopped<>(process));
        processes.put(process, begun);
    }

    private MessageTransport<M> linksOf(ProcessId member) {
        return new MessageTransport<>() {
            @Override
            public void send(Neighbour to, M message) {
                network.tell(new Carry<>(member, to, message));
            }

            @Override
            public void giveBack(Neighbour from, M message) {
                network.tell(new GivenBack<>(from.id(), from.seenBack(member), message));
            }

            @Override
            public boolean leaves() {
                network.tell(new HasLeft<>(member));
                return true;
            }
        };
    }

    /** Those that the topology provides for among all who have not been announced as departed, but for links that are down. */
    private Neighbours neighbours(ProcessId process) {
        SortedSet<ProcessId> present = new TreeSet<>(members);
        present.removeAll(deadBefore.getOrDefault(process, Collections.emptySortedSet()));
        return new Neighbours(topology.neighbours(process, present).all().stream()
                .filter(neighbour -> !outages.containsKey(Pair.of(process, neighbour.id())))
                .toList());
    }

    private Behavior<Command<I>> receiving() {
        return Behaviors.receiveMessage(this::onCommand);
    }

    private Behavior<Command<I>> onCommand(Command<I> command) {
        if (command instanceof Ask<I> ask) {
            return onAsk(ask);
        }
        if (command instanceof Crash<I> crash) {
            return onCrash(crash);
        }
        if (command instanceof AnnounceDeparture<I> announce) {
            return onAnnounceDeparture(announce);
        }
        if (command instanceof ReadLog<I> read) {
            return onReadLog(read);
        }
        if (command instanceof Stopped<I> stopped) {
            return onStopped(stopped);
        }
        if (command instanceof FailLink<I> fail) {
            onFailLink(Pair.of(fail.one(), fail.other()));
        } else if (command instanceof RecoverLink<I> recover) {
            onRecoverLink(Pair.of(recover.one(), recover.other()));
        } else if (command instanceof Join<I> join) {
            onJoin(join.process());
        } else if (command instanceof Leave<I> leave) {
            tell(leave.process(), new ProcessActor.Leave<>());
        } else if (command instanceof Tell<I> news) {
            onTell(news.process());
        } else if (command instanceof HasLeft<I> gone) {
            onHasLeft(gone.process());
        } else if (command instanceof Dismissed<I> dismissed) {
            onDismissed(dismissed.process());
        } else if (command instanceof Cleared<I> cleared) {
            onCleared(cleared.pair(), cleared.end());
        } else {
            onMessage(command);
        }
        return Behaviors.same();
    }

    // --- the network

    @SuppressWarnings("unchecked")
    private void onMessage(Command<I> command) {
        if (command instanceof GivenBack<?, I> back) {
            giveBack(back.from(), back.to(), (M) back.message());
        } else if (command instanceof Carry<?, I> carry) {
            carry(carry.from(), carry.to(), (M) carry.message());
        }
    }

    private void carry(ProcessId from, Neighbour to, M message) {
        if (left.contains(to.id()) || outages.containsKey(Pair.of(from, to.id()))) {
            giveBack(from, to, message);
        } else {
            tell(to.id(), new ProcessActor.Delivery<>(from, to.seenBack(from).side(), message));
        }
    }

    private void giveBack(ProcessId from, Neighbour to, M message) {
        if (!left.contains(from)) {
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
        boolean linked = members.containsAll(pair.ends())
                && !pair.one().equals(pair.other())
                && topology.neighbours(pair.one(), members).all().stream()
                        .anyMatch(neighbour -> neighbour.id().equals(pair.other()));
        if (!linked || outages.containsKey(pair)) {
            return;
        }
        outages.put(pair, new Outage(pair));
        for (ProcessId end : pair.ends()) {
            if (processes.containsKey(end)) {
                Runnable cleared = () -> network.tell(new Cleared<>(pair, end));
                tell(end, new ProcessActor.LinkFails<>(pair.otherThan(end), cleared));
            } else {
                onCleared(pair, end);
            }
        }
    }

    /** What arrived before the failure has been received or given back by now: only now has the failure happened for the log. */
    private void onCleared(Pair pair, ProcessId end) {
        Outage outage = outages.get(pair);
        if (outage != null && outage.uncleared.remove(end) && outage.uncleared.isEmpty()) {
            log.tell(new EventLog.Record(new TraceEvent.LinkFailed(pair.one(), pair.other())));
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
        if (outage.recovers && outage.uncleared.isEmpty() && outage.told.containsAll(pair.ends())) {
            outages.remove(pair);
            log.tell(new EventLog.Record(new TraceEvent.LinkRecovered(pair.one(), pair.other())));
        }
    }

    // --- who is there

    private void onJoin(ProcessId process) {
        if (everThere.add(process)) {
            SortedSet<ProcessId> dead = new TreeSet<>(members);
            dead.removeIf(member -> processes.containsKey(member) && !left.contains(member));
            deadBefore.put(process, dead);
            members.add(process);
            log.tell(new EventLog.Record(new TraceEvent.Joined(process)));
            begin(process);
        }
    }

    private void onHasLeft(ProcessId process) {
        left.add(process);
        leaving.add(process);
        tell(process, new ProcessActor.Dismiss<>(() -> network.tell(new Dismissed<>(process))));
    }

    private void onDismissed(ProcessId process) {
        leaving.remove(process);
        if (announcedLater.remove(process)) {
            announce(process);
        }
    }

    private void onTell(ProcessId process) {
        if (!members.contains(process) || left.contains(process)) {
            return;
        }
        Set<ProcessId> failed = new TreeSet<>();
        List<Pair> down = outages.keySet().stream()
                .filter(pair -> pair.ends().contains(process))
                .toList();
        for (Pair pair : down) {
            failed.add(pair.otherThan(process));
            outages.get(pair).told.add(process);
        }
        tell(
                process,
                new ProcessActor.NeighboursChanged<>(
                        neighbours(process), Collections.unmodifiableSortedSet(new TreeSet<>(departed)), failed));
        down.forEach(this::recoverIfTold);
    }

    private Behavior<Command<I>> onAsk(Ask<I> ask) {
        ActorRef<ProcessActor.Command<M, I>> process = processes.get(ask.process());
        if (process != null) {
            process.tell(new ProcessActor.Ask<>(ask.input()));
        }
        return Behaviors.same();
    }

    private Behavior<Command<I>> onCrash(Crash<I> crash) {
        ActorRef<ProcessActor.Command<M, I>> process = processes.get(crash.process());
        if (process != null) {
            context.stop(process);
        }
        return Behaviors.same();
    }

    private Behavior<Command<I>> onAnnounceDeparture(AnnounceDeparture<I> announce) {
        if (leaving.contains(announce.process())) {
            announcedLater.add(announce.process());
        } else {
            announce(announce.process());
        }
        return Behaviors.same();
    }

    private void announce(ProcessId process) {
        members.remove(process);
        departed.add(process);
        outages.keySet().removeIf(pair -> pair.ends().contains(process));
        members.forEach(this::onTell);
    }

    private Behavior<Command<I>> onReadLog(ReadLog<I> read) {
        log.tell(new EventLog.Read(read.replyTo()));
        return Behaviors.same();
    }

    private Behavior<Command<I>> onStopped(Stopped<I> stopped) {
        processes.remove(stopped.process());
        if (!left.contains(stopped.process())) {
            log.tell(new EventLog.Record(new TraceEvent.Crashed(stopped.process())));
        }
        List.copyOf(outages.keySet()).stream()
                .filter(pair -> pair.ends().contains(stopped.process()))
                .forEach(pair -> onCleared(pair, stopped.process()));
        return Behaviors.same();
    }
}
