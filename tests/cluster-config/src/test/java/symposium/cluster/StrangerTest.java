package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ActorSystem;
import akka.actor.Kill;
import akka.actor.PoisonPill;
import akka.actor.typed.javadsl.Adapter;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import symposium.cluster.execution.NodePaths;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;
import symposium.service.member.Termination;

/** What an actor system that is no member of the cluster can do to a node whose address it knows. */
class StrangerTest {

    private static final List<Object> DEADLY = List.of(PoisonPill.getInstance(), Kill.getInstance());

    @Test
    void withoutTlsAndInTrustedModeAStrangerEndsANodeAndItsClientsAreTold() throws Exception {
        try (Nodes nodes = new Nodes(1).with("symposium.services", List.of("resources"))) {
            Nodes.Watched node = nodes.start(0);
            Lease lease = acquired(node);
            ActorSystem stranger = stranger();
            try {
                sendTo(node, stranger);
                assertTrue(lease.lost()
                        .toCompletableFuture()
                        .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .fence()
                        .equals(lease.fence()));
                assertEquals(Termination.Cause.FAILED, node.ended().cause());
            } finally {
                end(stranger);
            }
        }
    }

    @Test
    void inUntrustedModeItEndsNothing() throws Exception {
        try (Nodes nodes = new Nodes(2).with("symposium.services", List.of("resources"))) {
            ConfigFactory.parseResources("symposium-untrusted.conf")
                    .entrySet()
                    .forEach(setting ->
                            nodes.with(setting.getKey(), setting.getValue().unwrapped()));
            Nodes.Watched first = nodes.start(0);
            Nodes.Watched second = nodes.start(1);
            Lease lease = acquired(first);
            ActorSystem stranger = stranger();
            try {
                sendTo(first, stranger);
                sendTo(second, stranger);
                // What it sends next on the same connections is read after that.
                for (Nodes.Watched node : List.of(first, second)) {
                    stranger.actorSelection(path(node, "locks-for-a-test"))
                            .tell("hello", akka.actor.ActorRef.noSender());
                }
                assertTrue(lease.isHeld());
                lease.release().toCompletableFuture().get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                acquired(second).close();
            } finally {
                end(stranger);
            }
        }
    }

    private static Lease acquired(Nodes.Watched node) throws Exception {
        return Locks.of(node.node().locks(), node.node().system())
                .acquire("till")
                .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static void sendTo(Nodes.Watched node, ActorSystem stranger) {
        for (String name : List.of("", "/resources", "/membership")) {
            for (Object deadly : DEADLY) {
                stranger.actorSelection(path(node, name)).tell(deadly, akka.actor.ActorRef.noSender());
            }
        }
    }

    private static String path(Nodes.Watched node, String name) {
        return node.node().address() + "/system/" + NodePaths.GUARDIAN + name;
    }

    private static ActorSystem stranger() {
        Config remote = ConfigFactory.parseMap(Map.of(
                        "akka.actor.provider", "remote",
                        "akka.remote.artery.canonical.hostname", "127.0.0.1",
                        "akka.remote.artery.canonical.port", 0))
                .withFallback(ConfigFactory.defaultReference());
        return ActorSystem.create("stranger", remote);
    }

    private static void end(ActorSystem stranger) {
        akka.actor.testkit.typed.javadsl.ActorTestKit.shutdown(Adapter.toTyped(stranger), Duration.ofSeconds(60));
    }
}
