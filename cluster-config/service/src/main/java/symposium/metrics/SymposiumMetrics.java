package symposium.metrics;

import akka.actor.ClassicActorSystemProvider;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import symposium.mutex.Fence;
import symposium.service.Symposium;
import symposium.telemetry.NodeListener;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.Outcome;
import symposium.telemetry.RequestListener;
import symposium.telemetry.RequestTelemetry;
import symposium.telemetry.ServiceTelemetry;

/**
 * The metrics of the node of an actor system, for a registry of Micrometer.
 *
 * <p>{@code new SymposiumMetrics(system).bindTo(registry)} binds them, once for each registry. The page {@code
 * cluster-config/docs/metrics-and-events.md} lists them. Names of locks are not tags, because there can be any number
 * of them. After {@link #close}, the metrics remain in the registries and no longer change.
 */
public final class SymposiumMetrics implements MeterBinder, AutoCloseable {

    private static final List<Outcome> WITHOUT_GRANT = List.of(
            Outcome.TIMED_OUT,
            Outcome.CANCELLED,
            Outcome.NOT_FREE,
            Outcome.REFUSED,
            Outcome.UNAVAILABLE,
            Outcome.OWNER_STOPPED);
    private static final List<Outcome> OF_LEASES =
            List.of(Outcome.RELEASED, Outcome.LOST, Outcome.CANCELLED, Outcome.OWNER_STOPPED);
    private static final String OUTCOME = "outcome";

    private final Symposium symposium;
    private final NodeTelemetry telemetry;
    private final List<NodeListener> listeners = new CopyOnWriteArrayList<>();

    /**
     * Creates the metrics of this actor system, typed or classic, on which {@link Symposium} is started.
     *
     * @throws symposium.service.member.InvalidSetting if the configuration of the actor system is invalid
     */
    public SymposiumMetrics(ClassicActorSystemProvider system) {
        this.symposium = Symposium.get(system);
        ActorSystem<?> typed = Adapter.toTyped(system.classicSystem());
        this.telemetry = NodeTelemetry.get(typed);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("symposium.ready", symposium, each -> each.isReady() ? 1 : 0)
                .description("1 while the node serves requests, else 0")
                .register(registry);
        RequestTelemetry requests = telemetry.requests();
        Gauge.builder("symposium.leases.held", requests, RequestTelemetry::held)
                .description("leases that owners of this node hold")
                .register(registry);
        Gauge.builder("symposium.requests.waiting", requests, RequestTelemetry::waiting)
                .description("requests of owners of this node that wait")
                .register(registry);
        counter(registry, "symposium.requests", "requests that were answered", requests, r -> r.grants(), "granted");
        for (Outcome outcome : WITHOUT_GRANT) {
            counter(
                    registry,
                    "symposium.requests",
                    "requests that were answered",
                    requests,
                    r -> r.withoutGrant(outcome),
                    outcome.spelled());
        }
        for (Outcome outcome : OF_LEASES) {
            counter(
                    registry,
                    "symposium.leases.ended",
                    "leases that have ended",
                    requests,
                    r -> r.leasesEnded(outcome),
                    outcome.spelled());
        }
        telemetry.services().forEach(service -> bind(registry, service));
        NodeListener timers = new Timers(registry);
        listeners.add(timers);
        telemetry.add(timers);
    }

    private static void counter(
            MeterRegistry registry,
            String name,
            String description,
            RequestTelemetry requests,
            ToDoubleFunction<RequestTelemetry> value,
            String outcome) {
        FunctionCounter.builder(name, requests, value)
                .description(description)
                .tag(OUTCOME, outcome)
                .register(registry);
    }

    private static void bind(MeterRegistry registry, ServiceTelemetry service) {
        Tags tags = Tags.of("service", service.service(), "algorithm", service.algorithm());
        Map<String, ToDoubleFunction<ServiceTelemetry>> counters = Map.of(
                "symposium.messages.sent", ServiceTelemetry::sent,
                "symposium.messages.resent", ServiceTelemetry::resent,
                "symposium.messages.received", ServiceTelemetry::received,
                "symposium.messages.dropped", ServiceTelemetry::dropped,
                "symposium.silences", ServiceTelemetry::silences,
                "symposium.regenerations", ServiceTelemetry::regenerations,
                "symposium.elections", ServiceTelemetry::elections,
                "symposium.leaderships", ServiceTelemetry::leaderships);
        counters.forEach((name, value) ->
                FunctionCounter.builder(name, service, value).tags(tags).register(registry));
    }

    @Override
    public void close() {
        listeners.forEach(telemetry::remove);
    }

    /** Measures how long requests wait and how long leases are held. */
    private static final class Timers implements NodeListener {

        private final MeterRegistry registry;
        private final Timer granted;
        private final Map<Outcome, Timer> waits = new EnumMap<>(Outcome.class);
        private final Map<Outcome, Timer> holds = new EnumMap<>(Outcome.class);

        Timers(MeterRegistry registry) {
            this.registry = registry;
            String wait = "symposium.requests.wait";
            this.granted = timer(registry, wait, "from the request to its answer", "granted");
            WITHOUT_GRANT.forEach(outcome ->
                    waits.put(outcome, timer(registry, wait, "from the request to its answer", outcome.spelled())));
            OF_LEASES.forEach(outcome -> holds.put(
                    outcome, timer(registry, "symposium.leases.hold", "from the grant to the end", outcome.spelled())));
        }

        private static Timer timer(MeterRegistry registry, String name, String description, String outcome) {
            return Timer.builder(name)
                    .description(description)
                    .tag(OUTCOME, outcome)
                    .register(registry);
        }

        @Override
        public RequestListener requested(Set<String> names, Supplier<String> owner) {
            Timer.Sample wait = Timer.start(registry);
            return new RequestListener() {

                private Timer.Sample hold;

                @Override
                public void granted(Fence fence) {
                    wait.stop(granted);
                    hold = Timer.start(registry);
                }

                @Override
                public void ended(Outcome outcome) {
                    if (hold != null) {
                        hold.stop(holds.get(outcome));
                    } else {
                        wait.stop(waits.get(outcome));
                    }
                }
            };
        }
    }
}
