package symposium.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;

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
    public interface Listener<M, I, O> {
        /** A process sends a message. */
        void sent(M message);

        /** A process takes up what its user has asked. */
        default void takenUp(ProcessId process, I input) {}

        /**
         * A user is told something.
         *
         * @param asks what this user asks next, without a detour by the crowd; in the order of asking
         */
        void told(ProcessId process, O output, Consumer<I> asks);
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
            TimerDurations timings,
            Listener<M, I, O> listener) {
        if (members.size() != neighbours.size()) {
            throw new IllegalArgumentException(
                    members.size() + " processes with the neighbours of " + neighbours.size());
        }
        for (int at = 0; at < members.size(); at++) {
            if (!protocol.initialTimers(protocol.initial(members.get(at), neighbours.get(at)))
                    .isEmpty()) {
                throw new UnsupportedOperationException("a process starts timers before anybody asks");
            }
        }
        return Behaviors.setup(context ->
                new ProcessCrowd<M, I>(context, protocol, members, neighbours, timings, listener).receiving());
    }

    /** One process with its links. */
    private static final class Member<M, I, O> implements MessageTransport<M> {
        private final ProcessId self;
        private final Listener<M, I, O> listener;
        private ActorRef<ProcessActor.Command<M, I>> process;
        private Map<Neighbour, ActorRef<ProcessActor.Command<M, I>>> others;

        Member(ProcessId self, Listener<M, I, O> listener) {
            this.self = self;
            this.listener = listener;
        }

        /** In little room: there are many members. */
        void linkedWith(Neighbours neighbours, Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> processes) {
            Map<Neighbour, ActorRef<ProcessActor.Command<M, I>>> linked = new HashMap<>();
            neighbours.forEach(other -> linked.put(other, processes.get(other.id())));
            others = Map.copyOf(linked);
        }

        ProcessContext<M, O> surroundings(TimerDurations timings) {
            return new ProcessContext<>(this, this::told, timings, this::happened);
        }

        @Override
        public void send(Neighbour to, M message) {
            listener.sent(message);
            others.get(to).tell(new ProcessActor.Delivery<>(self, to.side().opposite(), message));
        }

        private void told(O output) {
            listener.told(self, output, this::ask);
        }

        private void ask(I input) {
            process.tell(new ProcessActor.Ask<>(input));
        }

        @SuppressWarnings("unchecked")
        private void happened(TraceEvent occurrence) {
            if (occurrence instanceof TraceEvent.Stepped stepped
                    && stepped.event() instanceof Event.Input<?, ?> input) {
                listener.takenUp(self, (I) input.input());
            }
        }
    }

    private <S, O> ProcessCrowd(
            ActorContext<Command<I>> context,
            Protocol<S, M, I, O> protocol,
            List<ProcessId> members,
            List<Neighbours> neighbours,
            TimerDurations timings,
            Listener<M, I, O> listener) {
        processes = new HashMap<>(2 * members.size());
        List<Member<M, I, O>> all = new ArrayList<>(members.size());
        for (int at = 0; at < members.size(); at++) {
            ProcessId self = members.get(at);
            Member<M, I, O> member = new Member<>(self, listener);
            member.process = context.spawnAnonymous(
                    ProcessActor.create(self, neighbours.get(at), protocol, member.surroundings(timings)));
            processes.put(self, member.process);
            all.add(member);
        }
        // Nobody does anything before it is asked, and nobody is asked before all are linked.
        for (int at = 0; at < members.size(); at++) {
            all.get(at).linkedWith(neighbours.get(at), processes);
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
