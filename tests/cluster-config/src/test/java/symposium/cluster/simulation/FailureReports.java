package symposium.cluster.simulation;

import akka.actor.ActorRef;
import akka.actor.ExtendedActorSystem;
import akka.actor.RootActorPath;
import akka.actor.typed.ActorSystem;
import akka.event.Logging;
import akka.event.SubchannelClassification;
import java.lang.reflect.Method;
import java.util.function.Consumer;

/**
 * Receives what Akka reports of actors that fail, while its log is off. An actor that fails while it ends is reported
 * only as a failure that no parent handles.
 */
final class FailureReports extends SimulatedRef {

    private static final long serialVersionUID = 1L;
    private static final String UNHANDLED = "dropping Failed(";

    private final transient Consumer<String> failed;

    private FailureReports(ExtendedActorSystem system, Consumer<String> failed) {
        super(
                (SimulatedProvider) system.provider(),
                RootActorPath.apply(system.provider().getDefaultAddress(), "/").child("failures"));
        this.failed = failed;
    }

    /** Subscribes to the reports of a system. The subscription is no message, so the order of events is as without. */
    static void of(ActorSystem<?> system, Consumer<String> failed) {
        ExtendedActorSystem classic = (ExtendedActorSystem) system.classicSystem();
        FailureReports reports = new FailureReports(classic, failed);
        try {
            // EventStream.subscribe also sends a message.
            Method subscribe = SubchannelClassification.class.getMethod(
                    "subscribe$", SubchannelClassification.class, Object.class, Object.class);
            subscribe.invoke(null, classic.eventStream(), reports, Logging.Error.class);
            subscribe.invoke(null, classic.eventStream(), reports, Logging.Debug.class);
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("not the Akka for which the simulation was written", other);
        }
    }

    @Override
    public void $bang(Object event, ActorRef sender) {
        String what = String.valueOf(((Logging.LogEvent) event).message());
        if (event instanceof Logging.Error error) {
            failed.accept(what + ": " + error.cause());
        } else if (what.startsWith(UNHANDLED)) {
            failed.accept(what);
        }
    }
}
