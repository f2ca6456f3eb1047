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
 * What is counted at the node of an actor system, one for each system. Counting costs an addition of a number for each
 * message and request; a {@link FlightRecorder} listens, which does nothing while there is no recording.
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

    /** That of this actor system. */
    public static NodeTelemetry get(ActorSystem<?> system) {
        return Id.INSTANCE.apply(system);
    }

    /** From now on this listener is told what happens. */
    public void add(NodeListener listener) {
        listeners.add(listener);
    }

    /** From now on this listener is told of no other request; it is told what becomes of those that it knows. */
    public void remove(NodeListener listener) {
        listeners.remove(listener);
    }

    /**
     * What a service counts; made by the first call.
     *
     * @param name as {@code symposium.services} spells it
     * @param regenerating the rules of the algorithm by which a process issues a token
     */
    public ServiceTelemetry service(String name, String algorithm, Set<Rule> regenerating) {
        return services.computeIfAbsent(name, fresh -> new ServiceTelemetry(name, algorithm, regenerating, listeners));
    }

    /** What the service of this name counts, if it has been started. */
    public Optional<ServiceTelemetry> service(String name) {
        return Optional.ofNullable(services.get(name));
    }

    /** What each service that has been started counts. */
    public List<ServiceTelemetry> services() {
        return List.copyOf(services.values());
    }

    /** What the named locks count. */
    public RequestTelemetry requests() {
        return requests;
    }
}
