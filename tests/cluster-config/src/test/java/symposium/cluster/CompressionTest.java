package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.JoinSeedNodes;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.Hocon;
import symposium.service.Symposium;

/**
 * Artery's compression of references, at short intervals. A node that asks another before that has started its actors
 * uses paths at which there is nothing yet; these must not be compressed to nothing.
 */
class CompressionTest {

    private static final Duration INTERVAL = Duration.ofMillis(300);

    /** The member starts Symposium after it has told several times how to abbreviate what others send to it. */
    @Test
    @Tag("slow")
    void aNodeThatWasAskedBeforeItStartedIsHeard() throws Exception {
        ActorTestKit asking = ActorTestKit.create("shop", config());
        ActorTestKit late = ActorTestKit.create("shop", config());
        try {
            Symposium first = Symposium.get(asking.system());
            Cluster here = Cluster.get(asking.system());
            here.manager().tell(new JoinSeedNodes(List.of(here.selfMember().address())));
            Cluster there = Cluster.get(late.system());
            there.manager().tell(new JoinSeedNodes(List.of(here.selfMember().address())));
            TestProbe<Object> waiting = TestProbe.create(late.system());
            waiting.awaitAssert(Nodes.PATIENCE, () -> {
                assertEquals(MemberStatus.up(), there.selfMember().status());
                return true;
            });
            // For the transport's timer, which tells nothing. On a slow machine the test sees less, and does not fail.
            waiting.expectNoMessage(INTERVAL.multipliedBy(6));

            Symposium second = Symposium.get(late.system());
            for (Symposium each : List.of(first, second)) {
                each.ready().toCompletableFuture().get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                each.locks()
                        .acquire("a")
                        .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .close();
            }
            assertEquals(
                    2,
                    first.status()
                            .toCompletableFuture()
                            .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .nodes()
                            .size());
        } finally {
            late.shutdownTestKit();
            asking.shutdownTestKit();
        }
    }

    private static Config config() {
        return Hocon.quickNode(Map.of(
                "symposium.processes",
                2,
                "akka.remote.artery.advanced.compression.actor-refs.advertisement-interval",
                INTERVAL));
    }
}
