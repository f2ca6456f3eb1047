package symposium.actor;

import java.util.function.Consumer;
import symposium.kernel.TraceEvent;

/**
 * What an actor puts around a protocol.
 *
 * <p>All of these are called on the thread of the actor; none may block.
 *
 * @param links how its messages get on their way
 * @param user is told what the process tells its user
 * @param timings how long its timers last
 * @param log is told of every step, before the effects of the step are carried out, and of every failure
 * @param <M> the algorithm's messages
 * @param <O> what a user is told
 */
public record ProcessContext<M, O>(
        MessageTransport<M> links, Consumer<O> user, TimerDurations timings, Consumer<TraceEvent> log) {}
