package symposium.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import symposium.kernel.Neighbours;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Topology;

/**
 * Processes of one algorithm as actors in one JVM, linked by a topology, with a log of all that happens.
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

    /** Tell all others that {@code process} has departed, and who their neighbours are without it. */
    public record AnnounceDeparture<I>(ProcessId process) implements Command<I> {}

    /** Tell all that has happened so far. */
    public record ReadLog<I>(ActorRef<EventLog.Written> replyTo) implements Command<I> {}

    private record Stopped<I>(ProcessId process) implements Command<I> {}

    /**
     * The user of a process is told something.
     *
     * @param process whose user
     * @param output what it is told
     */
    public record UserTold<O>(ProcessId process, O output) {}

    private final ActorContext<Command<I>> context;
    private final Topology topology;
    private final ActorRef<EventLog.Command> log;
    private final Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> processes = new TreeMap<>();
    private final SortedSet<ProcessId> members;
    private final SortedSet<ProcessId> departed = new TreeSet<>();

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
            Timings timings,
            Consumer<UserTold<O>> users) {
        return Behaviors.setup(context ->
                new ProcessGroup<M, I, O>(context, topology, members, protocol, timings, users, true).receiving());
    }

    /** The same without a log, for processes that take more steps than memory holds; {@link ReadLog} tells of departures alone. */
    public static <S, M, I, O> Behavior<Command<I>> unlogged(
            Protocol<S, M, I, O> protocol,
            Topology topology,
            SortedSet<ProcessId> members,
            Timings timings,
            Consumer<UserTold<O>> users) {
        return Behaviors.setup(context ->
                new ProcessGroup<M, I, O>(context, topology, members, protocol, timings, users, false).receiving());
    }

    private <S> ProcessGroup(
            ActorContext<Command<I>> context,
            Topology topology,
            SortedSet<ProcessId> members,
            Protocol<S, M, I, O> protocol,
            Timings timings,
            Consumer<UserTold<O>> users,
            boolean logged) {
        this.context = context;
        this.topology = topology;
        this.members = new TreeSet<>(members);
        this.log = context.spawn(EventLog.create(), "log");
        // The processes look each other up on their own threads.
        Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> directory = new ConcurrentHashMap<>();
        Consumer<Occurrence> steps =
                logged ? occurrence -> log.tell(new EventLog.Record(occurrence)) : occurrence -> {};
        Iterator<Neighbours> everyones = topology.everyones(this.members).iterator();
        for (ProcessId member : this.members) {
            Links<M> links = (to, message) -> directory
                    .get(to.id())
                    .tell(new ProcessActor.Delivery<>(
                            member, to.seenBack(member).side(), message));
            Surroundings<M, O> surroundings =
                    new Surroundings<>(links, output -> users.accept(new UserTold<>(member, output)), timings, steps);
            Neighbours neighbours = everyones.next();
            ActorRef<ProcessActor.Command<M, I>> process = context.spawn(
                    ProcessActor.create(member, neighbours, protocol, surroundings), "process-" + member.number());
            directory.put(member, process);
            context.watchWith(process, new Stopped<>(member));
        }
        processes.putAll(directory);
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
        return onStopped((Stopped<I>) command);
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
        members.remove(announce.process());
        departed.add(announce.process());
        SortedSet<ProcessId> gone = Collections.unmodifiableSortedSet(new TreeSet<>(departed));
        Iterator<Neighbours> everyones = topology.everyones(members).iterator();
        for (ProcessId member : members) {
            Neighbours neighbours = everyones.next();
            ActorRef<ProcessActor.Command<M, I>> process = processes.get(member);
            if (process != null) {
                process.tell(new ProcessActor.NeighboursChanged<>(neighbours, gone));
            }
        }
        return Behaviors.same();
    }

    private Behavior<Command<I>> onReadLog(ReadLog<I> read) {
        log.tell(new EventLog.Read(read.replyTo()));
        return Behaviors.same();
    }

    private Behavior<Command<I>> onStopped(Stopped<I> stopped) {
        processes.remove(stopped.process());
        log.tell(new EventLog.Record(new Occurrence.Crashed(stopped.process())));
        return Behaviors.same();
    }
}
