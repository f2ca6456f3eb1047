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
 * In which life of its links a process sends what it sends: the one of which it has last heard, which may be over meanwhile. The host says
 * so on its thread, with every change of the neighbours that it tells; the process gets to it later, on its own.
 */
final class LinkIncarnations {

    private final Queue<Map<ProcessId, LinkIncarnation>> coming = new ConcurrentLinkedQueue<>();

    /** Read and written on the thread of the process alone. */
    private Map<ProcessId, LinkIncarnation> current = Map.of();

    /** These are the lives of the links with the change of the neighbours that is told next. */
    void told(Map<ProcessId, LinkIncarnation> next) {
        coming.add(Map.copyOf(next));
    }

    /** One who is told of the steps of the process in the place of {@code log}: a step on such a change brings the next lives. */
    Consumer<TraceEvent> before(Consumer<TraceEvent> log) {
        return occurrence -> {
            if (occurrence instanceof TraceEvent.Stepped stepped
                    && stepped.event() instanceof Event.NeighboursChanged<?, ?>) {
                current = coming.remove();
            }
            log.accept(occurrence);
        };
    }

    /** The life of the link with that process; on the thread of the process. */
    LinkIncarnation with(ProcessId other) {
        return current.getOrDefault(other, LinkIncarnation.NONE);
    }
}
