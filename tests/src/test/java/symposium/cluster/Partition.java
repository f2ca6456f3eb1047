package symposium.cluster;

import akka.actor.Address;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.remote.RemoteActorRefProvider;
import akka.remote.testkit.Direction;
import akka.remote.testkit.SetThrottle;
import akka.remote.testkit.ThrottleMode;
import java.util.concurrent.TimeUnit;
import scala.jdk.javaapi.FutureConverters;

/**
 * A network that loses everything between some nodes. Their transport has to be in test mode:
 * {@code akka.remote.artery.advanced.test-mode = on}.
 */
final class Partition {

    private Partition() {}

    /** From now on nothing passes between {@code one} and the others, in either direction. */
    static void around(SymposiumNode one, SymposiumNode... others) throws Exception {
        for (SymposiumNode other : others) {
            swallow(one, other.address());
            swallow(other, one.address());
        }
    }

    /** From now on everything passes between {@code one} and the others again. */
    static void mended(SymposiumNode one, SymposiumNode... others) throws Exception {
        for (SymposiumNode other : others) {
            let(one, other.address(), ThrottleMode.unthrottledThrottleMode());
            let(other, one.address(), ThrottleMode.unthrottledThrottleMode());
        }
    }

    /** From now on nothing passes between {@code at} and whatever node has this address, now or later. */
    static void swallow(SymposiumNode at, Address whatGoesTo) throws Exception {
        let(at, whatGoesTo, ThrottleMode.blackholeThrottleMode());
    }

    /** From now on everything passes between {@code at} and the node with this address again. */
    static void mended(SymposiumNode at, Address other) throws Exception {
        let(at, other, ThrottleMode.unthrottledThrottleMode());
    }

    private static void let(SymposiumNode at, Address whatGoesTo, ThrottleMode mode) throws Exception {
        ExtendedActorSystem system = (ExtendedActorSystem) Adapter.toClassic(at.system());
        RemoteActorRefProvider provider = (RemoteActorRefProvider) system.provider();
        FutureConverters.asJava(provider.transport()
                        .managementCommand(new SetThrottle(whatGoesTo, Direction.bothDirection(), mode)))
                .toCompletableFuture()
                .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
