package symposium.cluster;

import akka.actor.Address;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.UniqueAddress;
import akka.remote.RemoteActorRefProvider;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import scala.Option;
import symposium.cluster.host.StallCheck;
import symposium.cluster.membership.ListeningPort;

/**
 * The clocks of a node, and the parts of its transport that end connections and find who accepts them.
 *
 * @param nanoTime the clock of time-outs, in nanoseconds
 * @param stallClocks the clocks that reveal a pause of the JVM, in nanoseconds
 * @param quarantine ends the exchange with a removed incarnation of a node for good, by the transport of an actor
 *     system
 * @param listens whether the node at an address accepts connections; may block for a second
 */
record Platform(
        LongSupplier nanoTime,
        List<LongSupplier> stallClocks,
        Function<ActorSystem<?>, Consumer<UniqueAddress>> quarantine,
        Predicate<Address> listens) {

    /** The platform of a real node. */
    static final Platform REAL =
            new Platform(System::nanoTime, StallCheck.CLOCKS, Platform::remoting, ListeningPort::isAt);

    private static Consumer<UniqueAddress> remoting(ActorSystem<?> system) {
        ExtendedActorSystem classic = (ExtendedActorSystem) Adapter.toClassic(system);
        RemoteActorRefProvider remote = (RemoteActorRefProvider) classic.provider();
        return removed ->
                remote.quarantine(removed.address(), Option.apply(removed.longUid()), "the cluster has removed it");
    }
}
