package symposium.actor;

import symposium.kernel.TraceEvent;

/** Receives every step of a process, before its effects are carried out, every failure and every lost message. */
@FunctionalInterface
public interface StepLog {

    /**
     * A process has taken a step, or failed, or a message to it is lost.
     *
     * @param state the state of the process afterwards
     */
    void on(TraceEvent event, Object state);
}
