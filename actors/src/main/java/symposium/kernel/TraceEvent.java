package symposium.kernel;

import java.util.List;
import java.util.SortedSet;

/** Something that happened: a step of a process, or a fault of what is around it. Counterexamples and logs are lists of these. */
public sealed interface TraceEvent {

    /** The process at which it happened. */
    ProcessId process();

    /** What it sends of messages of this type; nothing where it is no step. */
    default <M> List<Effect.Send<M, ?>> sends(Class<M> type) {
        return List.of();
    }

    /**
     * A process took a step.
     *
     * @param process which
     * @param event on what
     * @param rule by which rule
     * @param effects with which effects
     */
    record Stepped(ProcessId process, Event<?, ?> event, Rule rule, List<? extends Effect<?, ?>> effects)
            implements TraceEvent {
        public Stepped {
            effects = List.copyOf(effects);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <M> List<Effect.Send<M, ?>> sends(Class<M> type) {
            return effects.stream()
                    .filter(effect -> effect instanceof Effect.Send<?, ?> send && type.isInstance(send.message()))
                    .<Effect.Send<M, ?>>map(effect -> (Effect.Send<M, ?>) effect)
                    .toList();
        }

        @Override
        public String toString() {
            String what = process + ": " + rule.label() + "  on " + event;
            return effects.isEmpty() ? what : what + "  -> " + effects;
        }
    }

    /** A message under way to {@code process} was lost. */
    record MessageLost(ProcessId process, Neighbour from, Object message) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": lost on the way: " + Printable.print(message) + " from " + from;
        }
    }

    /** A message under way to {@code process} was doubled. */
    record MessageDuplicated(ProcessId process, Neighbour from, Object message) implements TraceEvent {
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

    /** The link between {@code process} and {@code other} failed; neither end knows of it yet. */
    record LinkFailed(ProcessId process, ProcessId other) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": link with " + other + " fails";
        }
    }

    /** The link between {@code process} and {@code other} works again; neither end knows of it yet. */
    record LinkRecovered(ProcessId process, ProcessId other) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": link with " + other + " recovers";
        }
    }

    /** A process that was not there before has come. */
    record Joined(ProcessId process) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": joins";
        }
    }

    /**
     * All links between some processes and all others have failed for good; nobody knows of it yet.
     *
     * @param process the first on the one side
     * @param side all of the one side
     */
    record Partitioned(ProcessId process, SortedSet<ProcessId> side) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": " + side + " are separated from the others";
        }
    }

    /**
     * An invariant threw an exception when the checker evaluated it, after all that happened before.
     *
     * @param process whose state it looked at; the first process where it looked at several
     * @param why which invariant, and the exception
     */
    record InvariantThrew(ProcessId process, String why) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": " + why;
        }
    }

    /** A step that no rule admits was asked of {@code process}, or a user was told what it cannot be told. */
    record Failed(ProcessId process, Event<?, ?> event, String why) implements TraceEvent {
        @Override
        public String toString() {
            return process + ": on " + event + "  " + why;
        }
    }
}
