package symposium.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.mutex.Fence;
import symposium.service.member.Callbacks;

/** Several listeners as one. One that throws an exception is logged, and harms no other, nor the node. */
final class Listeners implements NodeListener {

    private static final Logger LOG = LoggerFactory.getLogger(NodeListener.class);

    private record All(List<RequestListener> listeners) implements RequestListener {

        @Override
        public void granted(Fence fence) {
            listeners.forEach(each -> guarded(each, () -> each.granted(fence)));
        }

        @Override
        public void ended(Outcome outcome) {
            listeners.forEach(each -> guarded(each, () -> each.ended(outcome)));
        }
    }

    private final List<NodeListener> all = new CopyOnWriteArrayList<>();

    void add(NodeListener listener) {
        all.add(listener);
    }

    void remove(NodeListener listener) {
        all.remove(listener);
    }

    @Override
    public RequestListener requested(Set<String> names, Supplier<String> owner) {
        List<RequestListener> interested = new ArrayList<>();
        each(listener -> {
            RequestListener its = listener.requested(names, owner);
            if (its != RequestListener.NONE) {
                interested.add(its);
            }
        });
        return interested.isEmpty() ? RequestListener.NONE : new All(interested);
    }

    @Override
    public void began(String service) {
        each(listener -> listener.began(service));
    }

    @Override
    public void regenerated(String service, String algorithm, ProcessId process, Rule rule) {
        each(listener -> listener.regenerated(service, algorithm, process, rule));
    }

    @Override
    public void elected(String service, String algorithm, ProcessId process, ProcessId leader, long term) {
        each(listener -> listener.elected(service, algorithm, process, leader, term));
    }

    @Override
    public void leads(String service, String algorithm, String election, ProcessId process, Fence fence) {
        each(listener -> listener.leads(service, algorithm, election, process, fence));
    }

    private void each(Consumer<NodeListener> telling) {
        all.forEach(listener -> guarded(listener, () -> telling.accept(listener)));
    }

    private static void guarded(Object listener, Runnable telling) {
        Callbacks.run(
                telling,
                fault -> LOG.warn("{} must not throw", listener.getClass().getName(), fault));
    }
}
