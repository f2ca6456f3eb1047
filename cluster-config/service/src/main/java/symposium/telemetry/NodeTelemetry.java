package symposium.telemetry;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import symposium.kernel.Rule;

/**
 * The counters of the node of an actor system, one instance for each system. Counting costs an addition for each
 * message and request. A {@link FlightRecorder} listens, which does nothing while there is no recording.
 */
public final class NodeTelemetry implements Extension {

    private static final class Id extends ExtensionId<NodeTelemetry> {

        private static final Id INSTANCE = new Id();

        @Override
        public NodeTelemetry createExtension(ActorSystem<?> system) {
            return new NodeTelemetry(system);
        }
    }

    private final Listeners listeners = new Listeners();
    private final Map<String, ServiceTelemetry> services = new ConcurrentSkipListMap<>();
    private final RequestTelemetry requests = new RequestTelemetry(listeners);

    private NodeTelemetry(ActorSystem<?> system) {
        listeners.add(new FlightRecorder(system.address().toString()));
    }

    /** Returns the counters of this actor system. */
    public static NodeTelemetry get(ActorSystem<?> system) {
        return Id.INSTANCE.apply(system);
    }

    /** Adds a listener, which is notified from now on. */
    public void add(NodeListener listener) {
        listeners.add(listener);
    }

    /**
     * Removes a listener: it is notified of no new request, but still of the further events of the requests that it
     * knows.
     */
    public void remove(NodeListener listener) {
        listeners.remove(listener);
    }

    /**
     * Returns the counters of a service; the first call creates them.
     *
     * @param name as {@code symposium.services} spells it
     * @param regenerating the rules of the algorithm by which a process issues a token
     */
    public ServiceTelemetry service(String name, String algorithm, Set<Rule> regenerating) {
        return services.computeIfAbsent(name, fresh -> new ServiceTelemetry(name, algorithm, regenerating, listeners));
    }

    /** Returns the counters of the service with this name, if it has been started. */
    public Optional<ServiceTelemetry> service(String name) {
        return Optional.ofNullable(services.get(name));
    }

    /** Returns the counters of each service that has been started. */
    public List<ServiceTelemetry> services() {
        return List.copyOf(services.values());
    }

    /** Returns the counters of the named locks. */
    public RequestTelemetry requests() {
        return requests;
    }
}
