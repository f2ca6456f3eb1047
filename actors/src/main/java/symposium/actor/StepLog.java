package symposium.actor;

import symposium.kernel.TraceEvent;

/** Receives every step of a process, before its effects are carried out, and every failure. */
@FunctionalInterface
public interface StepLog {

    /**
     * A process has taken a step, or failed.
     *
     * @param state the state of the process afterwards
     */
    void on(TraceEvent event, Object state);
}
