package symposium.cli.simulate;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import symposium.actor.MessageTransport;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.actor.TimerDurations;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;

/**
 * Runs many processes as actors in one JVM, without per-process supervision, logging or faults. The processes are
 * linked directly. Suits protocols whose processes take no step before an input or a message. Time and memory are
 * proportional to the number of links.
 *
 * @param <M> the algorithm's messages
 * @param <I> the inputs of a user
 */
public final class ProcessCrowd<M, I> {

    /**
     * Commands of a crowd.
     *
     * @param <I> the inputs of a user
     */
    public sealed interface Command<I> {}

    /** An input of the user of {@code process}; ignored if there is no such process. */
    public record Ask<I>(ProcessId process, I input) implements Command<I> {}

    /** The same input of all users, one after the other. */
    public record AskAll<I>(I input) implements Command<I> {}

    /** Asks for a reply once all processes have started. */
    public record AwaitBegun<I>(ActorRef<Begun> replyTo) implements Command<I> {}

    /**
     * All processes have started.
     *
     * @param processes their number
     */
    public record Begun(int processes) {}

    /** Observes the processes. Called on their threads, concurrently. */
    public interface Listener<M, I, O> {
        /** A process sends a message. */
        void sent(M message);

        /** A process handles an input of its user. */
        default void takenUp(ProcessId process, I input) {}

        /**
         * A process outputs to its user.
         *
         * @param asks sends further inputs of this user directly to the process, in order
         */
        void told(ProcessId process, O output, Consumer<I> asks);
    }

    private final Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> processes;

    /**
     * A crowd of processes in the protocol's initial states.
     *
     * @param protocol the protocol of each process
     * @param members the processes, each once
     * @param neighbours the neighbours of each member, in the same order
     * @param timings the durations of timers
     * @param listener observes the processes
     * @throws IllegalArgumentException if the two lists differ in length
     * @throws UnsupportedOperationException if a process starts a timer in its initial state
     */
    public static <S, M, I, O> Behavior<Command<I>> create(
            Protocol<S, M, I, O> protocol,
            List<ProcessId> members,
            List<Neighbours> neighbours,
            TimerDurations timings,
            Listener<M, I, O> listener) {
        if (members.size() != neighbours.size()) {
            throw new IllegalArgumentException(members.size() + " processes, but neighbours for " + neighbours.size());
        }
        for (int at = 0; at < members.size(); at++) {
            if (!protocol.initialTimers(protocol.initial(members.get(at), neighbours.get(at)))
                    .isEmpty()) {
                throw new UnsupportedOperationException("a process starts timers before the first input");
            }
        }
        return Behaviors.setup(context -> Behaviors.receiveMessage(
                new ProcessCrowd<M, I>(context, protocol, members, neighbours, timings, listener)::onCommand));
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

        /** Stores the links in an immutable map, to save memory. */
        void linkedWith(Neighbours neighbours, Map<ProcessId, ActorRef<ProcessActor.Command<M, I>>> processes) {
            Map<Neighbour, ActorRef<ProcessActor.Command<M, I>>> linked = new HashMap<>();
            neighbours.forEach(other -> linked.put(other, processes.get(other.id())));
            others = Map.copyOf(linked);
        }

        ProcessContext<M, O> environment(TimerDurations timings) {
            return new ProcessContext<>(this, this::told, timings, this::observe);
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
        private void observe(TraceEvent event) {
            if (event instanceof TraceEvent.Stepped stepped && stepped.event() instanceof Event.Input<?, ?> input) {
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
                    ProcessActor.create(self, neighbours.get(at), protocol, member.environment(timings)));
            processes.put(self, member.process);
            all.add(member);
        }
        // No process takes a step before an input, and inputs are possible only after all are linked.
        for (int at = 0; at < members.size(); at++) {
            all.get(at).linkedWith(neighbours.get(at), processes);
        }
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
