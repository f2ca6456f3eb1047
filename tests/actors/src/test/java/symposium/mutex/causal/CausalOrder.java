package symposium.mutex.causal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import symposium.clock.Stamped;
import symposium.clock.VectorTime;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.trace.TraceStamps;

/**
 * Fairness in causal order: "if one request causally precedes another, the former request is to be granted before the
 * latter" (Hoogerwoord, chapter 2). A request is the event in which a user asks to {@link Input#ENTER}. One request
 * precedes another if it happened before it in Lamport's relation; two requests neither of which precedes the other may
 * be granted in any order.
 *
 * <p>This is the definition over a log; {@link Causal} states it as an invariant of every reachable state.
 *
 * @param outstanding by process, the vector time of its request that has not been granted
 */
public record CausalOrder(SortedMap<ProcessId, VectorTime> outstanding) {

    /** No process has asked. */
    public static final CausalOrder START = new CausalOrder(Sorted.map());

    public CausalOrder {
        outstanding = Sorted.map(outstanding);
    }

    /**
     * A grant that passed over an earlier request.
     *
     * @param at the place of the grant in the log, from 0
     * @param granted the process whose request was granted
     * @param passedOver a process whose request happened before that one and is not granted
     */
    public record Violation(int at, ProcessId granted, ProcessId passedOver) {}

    /** After a request. */
    public CausalOrder asked(ProcessId process, VectorTime when) {
        return new CausalOrder(Sorted.with(outstanding, process, when));
    }

    /** After a process has crashed: its request is not granted any more. */
    public CausalOrder withdrawn(ProcessId process) {
        return new CausalOrder(Sorted.without(outstanding, process));
    }

    /**
     * After a grant.
     *
     * @throws InvariantViolation when a request that happened before the one granted is outstanding
     */
    public CausalOrder granted(ProcessId process) {
        earlierThan(process).ifPresent(earlier -> {
            throw new InvariantViolation(
                    Causal.REQUESTS_IN_CAUSAL_ORDER,
                    "process " + process + " is granted, and the request of process " + earlier
                            + ", which happened before its own, is not");
        });
        return withdrawn(process);
    }

    /** A process whose outstanding request happened before that of this process. */
    private Optional<ProcessId> earlierThan(ProcessId process) {
        VectorTime when = outstanding.get(process);
        if (when == null) {
            return Optional.empty();
        }
        return outstanding.entrySet().stream()
                .filter(other -> other.getValue().isBefore(when))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /**
     * The first grant in a log that violates the causal order, if any does.
     *
     * @param log the events of any algorithm for mutual exclusion, in an order in which they can have happened
     */
    public static Optional<Violation> violation(List<TraceEvent> log) {
        CausalOrder order = START;
        List<Stamped> stamped = TraceStamps.of(log);
        for (int at = 0; at < stamped.size(); at++) {
            TraceEvent occurrence = stamped.get(at).event();
            ProcessId process = occurrence.process();
            if (occurrence instanceof TraceEvent.Crashed) {
                order = order.withdrawn(process);
            }
            if (!(occurrence instanceof TraceEvent.Stepped stepped)) {
                continue;
            }
            if (stepped.event() instanceof Event.Input<?, ?> input && input.input() == Input.ENTER) {
                order = order.asked(
                        process, stamped.get(at).stamp().orElseThrow().vector());
            }
            if (grants(stepped)) {
                Optional<ProcessId> earlier = order.earlierThan(process);
                if (earlier.isPresent()) {
                    return Optional.of(new Violation(at, process, earlier.get()));
                }
                order = order.granted(process);
            }
        }
        return Optional.empty();
    }

    private static boolean grants(TraceEvent.Stepped step) {
        return step.effects().stream()
                .anyMatch(effect ->
                        effect instanceof Effect.Output<?, ?> output && output.output() instanceof Output.Granted);
    }
}
