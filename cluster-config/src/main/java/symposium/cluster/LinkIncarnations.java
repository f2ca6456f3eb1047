package symposium.cluster;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import symposium.cluster.wire.LinkIncarnation;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/**
 * The incarnation of the link that tags outgoing messages: the latest that the process was notified of, which may have ended meanwhile. The host adds
 * the incarnations on its thread, with each change of the neighbours; the process takes them later, on its own thread.
 */
final class LinkIncarnations {

    private final Queue<Map<ProcessId, LinkIncarnation>> coming = new ConcurrentLinkedQueue<>();

    /** Read and written on the thread of the process alone. */
    private Map<ProcessId, LinkIncarnation> current = Map.of();

    /** The incarnations of the links that belong to the next change of the neighbours. */
    void told(Map<ProcessId, LinkIncarnation> next) {
        coming.add(Map.copyOf(next));
    }

    /** An observer in front of {@code log}: a step on such a change takes the next incarnations. */
    Consumer<TraceEvent> before(Consumer<TraceEvent> log) {
        return occurrence -> {
            if (occurrence instanceof TraceEvent.Stepped stepped
                    && stepped.event() instanceof Event.NeighboursChanged<?, ?>) {
                current = coming.remove();
            }
            log.accept(occurrence);
        };
    }

    /** The incarnation of the link with that process; on the thread of the process. */
    LinkIncarnation with(ProcessId other) {
        return current.getOrDefault(other, LinkIncarnation.NONE);
    }
}
