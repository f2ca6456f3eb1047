package symposium.kernel;

import java.util.List;
import java.util.SortedSet;

/** An event of a run: a step of a process, or a fault. Counterexamples and logs are lists of these. */
public sealed interface TraceEvent {

    /** Returns the process on which the event happened. */
    ProcessId process();

    /** Returns the messages of this type that a step sends; none for other events. */
    @SuppressWarnings("unchecked")
    default <M> List<Effect.Send<M, ?>> sends(Class<M> type) {
        List<? extends Effect<?, ?>> effects = this instanceof Stepped stepped ? stepped.effects : List.of();
        return effects.stream()
                .filter(effect -> effect instanceof Effect.Send<?, ?> send && type.isInstance(send.message()))
                .<Effect.Send<M, ?>>map(effect -> (Effect.Send<M, ?>) effect)
                .toList();
    }

    /** A fault of a message in transit to {@link #process}. */
    sealed interface MessageFault extends TraceEvent permits MessageLost, MessageDuplicated {
        /** Returns the sender. */
        Neighbour from();

        /** Returns the message. */
        Object message();
    }

    /** A change of the link between {@link #process} and {@link #other}. */
    sealed interface LinkChange extends TraceEvent permits LinkFailed, LinkRecovered {
        /** Returns the other end. */
        ProcessId other();
    }

    /** The event that ends a run: the algorithm or an invariant failed. */
    sealed interface AlgorithmFailure extends TraceEvent permits Failed, Threw {
        /** Returns what failed. */
        String why();
    }

    /**
     * A process took a step.
     *
     * @param process the process
     * @param event the event that caused the step
     * @param rule the rule of the step
     * @param effects the effects of the step
     */
    record Stepped(ProcessId process, Event<?, ?> event, Rule rule, List<? extends Effect<?, ?>> effects)
            implements TraceEvent {
        public Stepped {
            effects = List.copyOf(effects);
        }

        @Override
        public String toString() {
            String what = process + ": " + rule.label() + "  on " + event;
            return effects.isEmpty() ? what : what + "  -> " + effects;
        }
    }

    /** A message in transit to {@code process} was lost. */
    record MessageLost(ProcessId process, Neighbour from, Object message) implements MessageFault {
        @Override
        public String toString() {
            return process + ": lost on the way: " + Printable.print(message) + " from " + from;
        }
    }

    /** A message in transit to {@code process} was duplicated. */
    record MessageDuplicated(ProcessId process, Neighbour from, Object message) implements MessageFault {
        @Override
        public String toString() {
            return process + ": doubled on the way: " + Printable.print(message) + " from " + from;
        }
    }

    /** The process crashed. */
    record Crashed(ProcessId process) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": crashed";
        }
    }

    /** The link between {@code process} and {@code other} failed; neither end has been notified yet. */
    record LinkFailed(ProcessId process, ProcessId other) implements LinkChange {
        @Override
        public String toString() {
            return process + ": link with " + other + " fails";
        }
    }

    /** The link between {@code process} and {@code other} recovered; neither end has been notified yet. */
    record LinkRecovered(ProcessId process, ProcessId other) implements LinkChange {
        @Override
        public String toString() {
            return process + ": link with " + other + " recovers";
        }
    }

    /** A new process has joined. */
    record Joined(ProcessId process) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": joins";
        }
    }

    /**
     * All links between some processes and all others have failed permanently. No process has been notified yet.
     *
     * @param process the first process on the one side
     * @param side all processes on the one side
     */
    record Partitioned(ProcessId process, SortedSet<ProcessId> side) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": " + side + " are separated from the others";
        }
    }

    /** {@code process} is wrongly notified that {@code other} has departed. Its step in response follows. */
    record FalselyDeparted(ProcessId process, ProcessId other) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": false departure of " + other;
        }
    }

    /**
     * An invariant, or a method of the protocol or the problem, threw an exception after the preceding events, outside
     * of a step.
     *
     * @param process the process for which it was called; the first process if it was called for several
     * @param why the name of the invariant or method, and the exception
     */
    record Threw(ProcessId process, String why) implements AlgorithmFailure {
        @Override
        public String toString() {
            return process + ": " + why;
        }
    }

    /**
     * {@code process} failed on an event: no rule admits it, the protocol threw an exception, or a user must not
     * receive the output.
     */
    record Failed(ProcessId process, Event<?, ?> event, String why) implements AlgorithmFailure {
        @Override
        public String toString() {
            return process + ": on " + event + "  " + why;
        }
    }
}
