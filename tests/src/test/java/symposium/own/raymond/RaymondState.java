package symposium.own.raymond;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/**
 * A node of the tree, with the paper's variables, section 2.3.
 *
 * @param self its name
 * @param neighbours those it shares an edge with
 * @param holder HOLDER: in which direction the privilege lies, {@code self} when it is here; empty until the node has been initialized
 * @param using USING: whether the node is in its critical section
 * @param queue REQUEST_Q: who wants the privilege from here, {@code self} or neighbours, the oldest first
 * @param asked ASKED: whether this node has sent a request to its holder and not got the privilege since
 * @param latest the fence of the latest grant, where the privilege is; {@link Fence#NONE} elsewhere
 */
public record RaymondState(
        ProcessId self,
        Neighbours neighbours,
        Optional<ProcessId> holder,
        boolean using,
        List<ProcessId> queue,
        boolean asked,
        Fence latest) {

    public RaymondState {
        queue = List.copyOf(queue);
    }

    /** A node to which nothing has happened; the first holder knows that it is. */
    static RaymondState initial(ProcessId self, Neighbours neighbours, ProcessId firstHolder) {
        Optional<ProcessId> holder = self.equals(firstHolder) ? Optional.of(self) : Optional.empty();
        return new RaymondState(self, neighbours, holder, false, List.of(), false, Fence.NONE);
    }

    boolean privileged() {
        return holder.equals(Optional.of(self));
    }

    RaymondState holder(ProcessId to) {
        return new RaymondState(self, neighbours, Optional.of(to), using, queue, asked, latest);
    }

    RaymondState using(boolean now) {
        return new RaymondState(self, neighbours, holder, now, queue, asked, latest);
    }

    RaymondState asked(boolean now) {
        return new RaymondState(self, neighbours, holder, using, queue, now, latest);
    }

    RaymondState latest(Fence now) {
        return new RaymondState(self, neighbours, holder, using, queue, asked, now);
    }

    RaymondState queueing(List<ProcessId> now) {
        return new RaymondState(self, neighbours, holder, using, now, asked, latest);
    }

    RaymondState enqueued(ProcessId last) {
        List<ProcessId> longer = new ArrayList<>(queue);
        longer.add(last);
        return queueing(longer);
    }

    RaymondState dequeued() {
        return queueing(queue.subList(1, queue.size()));
    }

    @Override
    public String toString() {
        return self + (using ? " using" : "") + ", holder "
                + holder.map(ProcessId::toString).orElse("unknown") + (asked ? " asked" : "") + ", queue " + queue;
    }
}
