package symposium.cluster.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import symposium.actor.RuntimeDriver;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.problem.Start;
import symposium.kernel.runtime.ProcessRuntime.Refused;

/** The process of a host: it waits to begin, runs, and may stop. */
final class HostProcess<S, M, I, O> {

    /** Where a process is in its life. */
    sealed interface Phase<S, M, I, O> {

        /**
         * It has not begun.
         *
         * @param happenings what has happened to it meanwhile, in this order
         */
        record Waiting<S, M, I, O>(List<Runnable> happenings) implements Phase<S, M, I, O> {}

        /** It takes steps. */
        record Running<S, M, I, O>(RuntimeDriver<S, M, I, O> driver) implements Phase<S, M, I, O> {}

        /** It takes no step any more. */
        record Stopped<S, M, I, O>() implements Phase<S, M, I, O> {}
    }

    /** Makes the process with what it begins with; the floor is the generation above which its fences are. */
    @FunctionalInterface
    interface Factory<S, M, I, O> {
        RuntimeDriver<S, M, I, O> of(Start start, Neighbours neighbours, long floor);
    }

    private final Factory<S, M, I, O> factory;
    private final Consumer<S> changed;
    private final Consumer<Refused<M, I>> refused;
    private final Runnable afterwards;
    private final Runnable stops;
    private Phase<S, M, I, O> phase = new Phase.Waiting<>(new ArrayList<>());

    /**
     * @param changed is told the state after what has happened to the process
     * @param refused is told of an event that no rule admits
     * @param afterwards runs after whatever has happened
     * @param stops runs when it takes no step any more
     */
    HostProcess(
            Factory<S, M, I, O> factory,
            Consumer<S> changed,
            Consumer<Refused<M, I>> refused,
            Runnable afterwards,
            Runnable stops) {
        this.factory = factory;
        this.changed = changed;
        this.refused = refused;
        this.afterwards = afterwards;
        this.stops = stops;
    }

    boolean waits() {
        return phase instanceof Phase.Waiting;
    }

    boolean stopped() {
        return phase instanceof Phase.Stopped;
    }

    /** Whether it has left, as it was asked to. */
    boolean left() {
        return phase instanceof Phase.Running<S, M, I, O> running
                && running.driver().left();
    }

    /** Takes no step any more; false where it had stopped before. */
    boolean stop() {
        boolean first = !stopped();
        if (first) {
            phase = new Phase.Stopped<>();
            stops.run();
        }
        return first;
    }

    /**
     * Begins, and takes what has happened meanwhile.
     *
     * @throws InvariantViolation when it cannot begin so; it has stopped then
     */
    void begin(Start start, Neighbours neighbours, long floor) {
        Phase.Waiting<S, M, I, O> waiting = (Phase.Waiting<S, M, I, O>) phase;
        try {
            RuntimeDriver<S, M, I, O> begun = factory.of(start, neighbours, floor);
            if (phase == waiting) {
                phase = new Phase.Running<>(begun);
            }
        } catch (InvariantViolation violation) {
            stop();
            throw violation;
        }
        List.copyOf(waiting.happenings()).forEach(Runnable::run);
    }

    void happens(Event<M, I> event) {
        onceBegun(begun -> begun.on(event));
    }

    /** Lets something happen to the process, which waits until it begins. */
    void onceBegun(Function<RuntimeDriver<S, M, I, O>, Optional<Refused<M, I>>> happening) {
        if (phase instanceof Phase.Running<S, M, I, O> running) {
            happening.apply(running.driver()).ifPresent(refused);
            changed.accept(running.driver().state());
            afterwards.run();
        } else if (phase instanceof Phase.Waiting<S, M, I, O> waiting) {
            waiting.happenings().add(() -> onceBegun(happening));
            afterwards.run();
        }
    }
}
