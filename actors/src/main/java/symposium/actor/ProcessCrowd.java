package symposium.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;

/**
 * So many processes of one algorithm as actors in one JVM that nobody looks after each of them: they are linked directly, nothing is
 * written down, none crashes and none is missed. For protocols whose processes do nothing before they are asked or sent something. Time and room are proportional to the number of links.
 *
 * @param <M> the algorithm's messages
 * @param <I> what a user asks
 */
public final class ProcessCrowd<M, I> {

    /**
     * What can be said to a crowd.
     *
     * @param <I> what a user asks
     */
    public sealed interface Command<I> {}

    /** The user of {@code process} asks; where there is no such process, nobody does. */
    public record Ask<I>(ProcessId process, I input) implements Command<I> {}

    /** The users of all processes ask the same, one after the other. */
    public record AskAll<I>(I input) implements Command<I> {}

    /** Tell when all processes have begun. */
    public record AwaitBegun<I>(ActorRef<Begun> replyTo) implements Command<I> {}

    /**
     * All processes have begun.
     *
     * @param processes how many there are
     */
    public record Begun(int processes) {}

    /** Who hears of all that happens; called on the threads of the processes, by many at once. */
    public interface Listener<M, O> {
        /** A process sends a message. */
        void sent(M message);

        /** A user is told something. */
        void told(ProcessId process, O output);
    }

    private final Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> processes;

    /**
     * A crowd whose processes start in the protocol's initial states.
     *
     * @param protocol what each process does
     * @param members who is there, each once
     * @param neighbours of each member, in the same order, its neighbours
     * @param timings how long timers last
     * @param listener hears of all that happens
     * @throws IllegalArgumentException when the two lists differ in length
     * @throws UnsupportedOperationException when a process starts a timer before it is asked anything
     */
    public static <S, M, I, O> Behavior<Command<I>> create(
            Protocol<S, M, I, O> protocol,
            List<ProcessId> members,
            List<Neighbours> neighbours,
            Timings timings,
            Listener<M, O> listener) {
        if (members.size() != neighbours.size()) {
            throw new IllegalArgumentException(
                    members.size() + " processes with the neighbours of " + neighbours.size());
        }
        for (int at = 0; at < members.size(); at++) {
            if (!protocol.initialTimers(protocol.initial(members.get(at), neighbours.get(at)))
                    .isEmpty()) {
                throw new UnsupportedOperationException(protocol.name() + " starts timers before anybody asks");
            }
        }
        return Behaviors.setup(context ->
                new ProcessCrowd<M, I>(context, protocol, members, neighbours, timings, listener).receiving());
    }

    private <S, O> ProcessCrowd(
            ActorContext<Command<I>> context,
            Protocol<S, M, I, O> protocol,
            List<ProcessId> members,
            List<Neighbours> neighbours,
            Timings timings,
            Listener<M, O> listener) {
        processes = new HashMap<>(2 * members.size());
        // Processes look each other up on their own threads, but none before it is asked something, when all are there.
        for (int at = 0; at < members.size(); at++) {
            ProcessId member = members.get(at);
            Links<M> links = (to, message) -> {
                listener.sent(message);
                processes
                        .get(to.id())
                        .tell(new ProcessActor.Delivery<>(
                                member, to.seenBack(member).side(), message));
            };
            Consumer<O> user = output -> listener.told(member, output);
            Surroundings<M, O> surroundings = new Surroundings<>(links, user, timings, occurrence -> {});
            processes.put(
                    member,
                    context.spawnAnonymous(ProcessActor.create(member, neighbours.get(at), protocol, surroundings)));
        }
    }

    private Behavior<Command<I>> receiving() {
        return Behaviors.receiveMessage(this::onCommand);
    }

    private Behavior<Command<I>> onCommand(Command<I> command) {
        if (command instanceof Ask<I> ask) {
            ActorRef<ProcessActor.Command<M, I>> process = processes.get(ask.process());
            if (process != null) {
                process.tell(new ProcessActor.Ask<>(ask.input()));
            }
        } else if (command instanceof AskAll<I> ask) {
            processes.values().forEach(process -> process.tell(new ProcessActor.Ask<>(ask.input())));
        } else {
            ((AwaitBegun<I>) command).replyTo().tell(new Begun(processes.size()));
        }
        return Behaviors.same();
    }
}
