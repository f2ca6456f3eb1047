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

/** What the lock services of an actor system count of their requests; there is one service, as a rule. */
public final class RequestTelemetry {

    /** The requests of one lock service, each under a number of its own. For one actor. */
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

        /** A request waits from now on. */
        public void waits(long request, Set<String> names, Supplier<String> owner) {
            tracked.put(request, new Tracked(listeners.requested(names, owner)));
            waiting.increment();
        }

        /** A request is answered at once: it never waits. */
        public void rejected(Set<String> names, Supplier<String> owner, Outcome outcome) {
            withoutGrant.get(outcome).increment();
            listeners.requested(names, owner).ended(outcome);
        }

        /** A request that waits is granted. */
        public void granted(long request, Fence fence) {
            Optional.ofNullable(tracked.get(request)).ifPresent(its -> {
                its.held = true;
                waiting.decrement();
                held.increment();
                grants.increment();
                its.listener.granted(fence);
            });
        }

        /** A request that is granted is a candidate's, which leads now. */
        public void leads(String election, ProcessId process, Fence fence) {
            service.ifPresent(its -> its.leads(election, process, fence));
        }

        /** A request or its lease has ended. */
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

    /** For a lock service, to which nothing listens. */
    public static Tracker untold() {
        return new RequestTelemetry(new NodeListener() {}).tracker(Optional.empty());
    }

    /**
     * For a lock service.
     *
     * @param service counts its elections; empty where no host has started it
     */
    public Tracker tracker(Optional<ServiceTelemetry> service) {
        return new Tracker(service);
    }

    /** How many requests wait. */
    public long waiting() {
        return waiting.sum();
    }

    /** How many leases are held. */
    public long held() {
        return held.sum();
    }

    /** How many requests have been granted. */
    public long grants() {
        return grants.sum();
    }

    /** How many requests have ended so without a grant. */
    public long withoutGrant(Outcome outcome) {
        return withoutGrant.get(outcome).sum();
    }

    /** How many leases have ended so. */
    public long leasesEnded(Outcome outcome) {
        return leasesEnded.get(outcome).sum();
    }
}
