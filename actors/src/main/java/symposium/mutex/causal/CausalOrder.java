package symposium.mutex.causal;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.clock.Stamped;
import symposium.clock.TraceStamps;
import symposium.clock.VectorTime;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * Fairness in causal order: "if one request causally precedes another, the former request is to be granted before the latter" (Hoogerwoord,
 * chapter 2). A request is the event in which a user asks to {@link Input#ENTER}; that one precedes another means that it happened before it in
 * Lamport's relation, and requests of which neither did may be granted in any order.
 *
 * <p>The definition is {@link #granted}; both the checker and whoever looks at a log ask it.
 *
 * @param outstanding when those asked who have not been granted yet, by vector time
 */
public record CausalOrder(SortedMap<ProcessId, VectorTime> outstanding) {

    /** The name of the law. */
    public static final String REQUESTS_IN_CAUSAL_ORDER = "requests are granted in causal order";

    /** Nobody has asked yet. */
    public static final CausalOrder START = new CausalOrder(Collections.emptySortedMap());

    public CausalOrder {
        outstanding = Collections.unmodifiableSortedMap(new TreeMap<>(outstanding));
    }

    /**
     * Grants that passed over an earlier request.
     *
     * @param at the place of the grant in the log, from 0
     * @param granted whose request was granted
     * @param passedOver whose request happened before that one and is still not granted
     */
    public record Violation(int at, ProcessId granted, ProcessId passedOver) {}

    /** After a request. */
    public CausalOrder asked(ProcessId process, VectorTime when) {
        SortedMap<ProcessId, VectorTime> more = new TreeMap<>(outstanding);
        more.put(process, when);
        return new CausalOrder(more);
    }

    /** After whoever asked will not be granted any more: it has crashed. */
    public CausalOrder withdrawn(ProcessId process) {
        SortedMap<ProcessId, VectorTime> fewer = new TreeMap<>(outstanding);
        fewer.remove(process);
        return new CausalOrder(fewer);
    }

    /**
     * After a grant.
     *
     * @throws InvariantViolation when a request that happened before the one granted is outstanding
     */
    public CausalOrder granted(ProcessId process) {
        earlierThan(process).ifPresent(earlier -> {
            throw new InvariantViolation(
                    REQUESTS_IN_CAUSAL_ORDER,
                    "process " + process + " is granted, and the request of process " + earlier
                            + ", which happened before its own, is not");
        });
        return withdrawn(process);
    }

    /** Somebody whose outstanding request happened before that of this process. */
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
     * The first grant in a log that breaks the law, if any does.
     *
     * @param log what happened, of any algorithm of mutual exclusion, in an order in which it can have happened
     */
    public static Optional<Violation> violation(List<TraceEvent> log) {
        CausalOrder order = START;
        List<Stamped> stamped = TraceStamps.of(log);
        for (int at = 0; at < stamped.size(); at++) {
            TraceEvent occurrence = stamped.get(at).occurrence();
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
