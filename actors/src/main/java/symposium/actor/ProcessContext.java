package symposium.actor;

import java.util.function.Consumer;
import symposium.kernel.TraceEvent;

/**
 * The environment of a process in an actor. All components are called on the actor's thread and must not block.
 *
 * @param links sends its messages
 * @param user receives its outputs
 * @param timings the durations of its timers
 * @param log receives every step, before its effects are carried out, and every failure
 * @param <M> the algorithm's messages
 * @param <O> the outputs to a user
 */
public record ProcessContext<M, O>(MessageTransport<M> links, Consumer<O> user, TimerDurations timings, StepLog log) {

    /** With a log that does not look at states. */
    public ProcessContext(
            MessageTransport<M> links, Consumer<O> user, TimerDurations timings, Consumer<TraceEvent> log) {
        this(links, user, timings, (event, state) -> log.accept(event));
    }
}
