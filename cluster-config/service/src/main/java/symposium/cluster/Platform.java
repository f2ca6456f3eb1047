package symposium.cluster;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.UniqueAddress;
import akka.remote.RemoteActorRefProvider;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import scala.Option;
import symposium.cluster.host.StallCheck;

/**
 * The clocks of a node, and the part of its transport that ends connections.
 *
 * @param nanoTime the clock of time-outs, in nanoseconds
 * @param stallClocks the clocks that reveal a pause of the JVM, in nanoseconds
 * @param quarantine ends the exchange with a removed incarnation of a node for good, by the transport of an actor
 *     system
 */
record Platform(
        LongSupplier nanoTime,
        List<LongSupplier> stallClocks,
        Function<ActorSystem<?>, Consumer<UniqueAddress>> quarantine) {

    /** The platform of a real node. */
    static final Platform REAL = new Platform(System::nanoTime, StallCheck.CLOCKS, Platform::remoting);

    private static Consumer<UniqueAddress> remoting(ActorSystem<?> system) {
        ExtendedActorSystem classic = (ExtendedActorSystem) Adapter.toClassic(system);
        RemoteActorRefProvider remote = (RemoteActorRefProvider) classic.provider();
        return removed ->
                remote.quarantine(removed.address(), Option.apply(removed.longUid()), "the cluster has removed it");
    }
}
