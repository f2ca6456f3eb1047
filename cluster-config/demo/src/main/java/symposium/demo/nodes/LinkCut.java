package symposium.demo.nodes;

import akka.actor.Address;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.remote.RemoteActorRefProvider;
import akka.remote.testkit.Blackhole$;
import akka.remote.testkit.Direction;
import akka.remote.testkit.SetThrottle;
import akka.remote.testkit.ThrottleMode;
import akka.remote.testkit.Unthrottled$;
import java.util.concurrent.CompletionStage;
import scala.jdk.javaapi.FutureConverters;
import symposium.cluster.SymposiumNode;

/**
 * Cuts a link within the transport of one of its nodes, which drops what it sends or receives. The transport has to be
 * in test mode: {@code akka.remote.artery.advanced.test-mode = on}.
 */
public final class LinkCut {

    private LinkCut() {}

    /**
     * From now on nothing passes between a node and an address in this direction, or everything again. That also holds
     * for later nodes at the address.
     *
     * @return completes when it is so
     */
    public static CompletionStage<?> set(SymposiumNode node, Address other, Direction direction, boolean cuts) {
        ThrottleMode mode = cuts ? Blackhole$.MODULE$ : Unthrottled$.MODULE$;
        ExtendedActorSystem system = (ExtendedActorSystem) Adapter.toClassic(node.system());
        return FutureConverters.asJava(((RemoteActorRefProvider) system.provider())
                .transport()
                .managementCommand(new SetThrottle(other, direction, mode)));
    }
}
