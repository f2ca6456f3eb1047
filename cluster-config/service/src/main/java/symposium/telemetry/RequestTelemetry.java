package symposium.telemetry;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** The counters of the requests to the lock services of an actor system; as a rule there is one service. */
public final class RequestTelemetry {

    /** Tracks the requests of one lock service, each under a separate number; for use by one actor. */
    public final class Tracker {

        private static final class Tracked {
            private final RequestListener listener;
            private boolean held;

            Tracked(RequestListener listener) {
                this.listener = listener;
            }
        }

        private final Map<Long, Tracked> tracked = new HashMap<>();

        private final Optional<ServiceTelemetry> service;

        private Tracker(Optional<ServiceTelemetry> service) {
            this.service = service;
        }

        /** Records that a request waits from now on. */
        public void waits(long request, Set<String> names, Supplier<String> owner) {
            tracked.put(request, new Tracked(listeners.requested(names, owner)));
            waiting.increment();
        }

        /** Records that a request is answered at once: it never waits. */
        public void rejected(Set<String> names, Supplier<String> owner, Outcome outcome) {
            withoutGrant.get(outcome).increment();
            listeners.requested(names, owner).ended(outcome);
        }

        /** Records that a waiting request is granted. */
        public void granted(long request, Fence fence) {
            Optional.ofNullable(tracked.get(request)).ifPresent(its -> {
                its.held = true;
                waiting.decrement();
                held.increment();
                grants.increment();
                its.listener.granted(fence);
            });
        }

        /** Records that a granted request makes a candidate the leader. */
        public void leads(String election, ProcessId process, Fence fence) {
            service.ifPresent(its -> its.leads(election, process, fence));
        }

        /** Records that a request or its lease has ended. */
        public void ended(long request, Outcome outcome) {
            Optional.ofNullable(tracked.remove(request)).ifPresent(its -> {
                (its.held ? held : waiting).decrement();
                (its.held ? leasesEnded : withoutGrant).get(outcome).increment();
                its.listener.ended(outcome);
            });
        }
    }

    private final NodeListener listeners;
    private final LongAdder waiting = new LongAdder();
    private final LongAdder held = new LongAdder();
    private final LongAdder grants = new LongAdder();
    private final Map<Outcome, LongAdder> withoutGrant = zeros();
    private final Map<Outcome, LongAdder> leasesEnded = zeros();

    RequestTelemetry(NodeListener listeners) {
        this.listeners = listeners;
    }

    private static Map<Outcome, LongAdder> zeros() {
        Map<Outcome, LongAdder> zeros = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            zeros.put(outcome, new LongAdder());
        }
        return zeros;
    }

    /** Returns a tracker for a lock service without listeners. */
    public static Tracker untold() {
        return new RequestTelemetry(new NodeListener() {}).tracker(Optional.empty());
    }

    /**
     * Returns a tracker for a lock service.
     *
     * @param service counts its elections; empty if no host has started it
     */
    public Tracker tracker(Optional<ServiceTelemetry> service) {
        return new Tracker(service);
    }

    /** Returns the number of waiting requests. */
    public long waiting() {
        return waiting.sum();
    }

    /** Returns the number of leases that are held. */
    public long held() {
        return held.sum();
    }

    /** Returns the number of requests that have been granted. */
    public long grants() {
        return grants.sum();
    }

    /** Returns the number of requests that have ended with this outcome without a grant. */
    public long withoutGrant(Outcome outcome) {
        return withoutGrant.get(outcome).sum();
    }

    /** Returns the number of leases that have ended with this outcome. */
    public long leasesEnded(Outcome outcome) {
        return leasesEnded.get(outcome).sum();
    }
}
