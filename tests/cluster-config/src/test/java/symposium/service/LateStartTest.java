package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.JoinSeedNodes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.Hocon;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;

/** Members that start Symposium at their first request, one long after another. */
class LateStartTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static ActorTestKit member() {
        return ActorTestKit.create(
                "shop", Hocon.quickNode(Map.of("symposium.processes", 2, "symposium.formation-timeout", "1s")));
    }

    @Test
    void aNodeWaitsForThoseThatStartLateAndSaysForWhich() throws Exception {
        ActorTestKit first = member();
        ActorTestKit second = member();
        try {
            Cluster here = Cluster.get(first.system());
            here.manager().tell(new JoinSeedNodes(List.of(here.selfMember().address())));
            Cluster.get(second.system())
                    .manager()
                    .tell(new JoinSeedNodes(List.of(here.selfMember().address())));
            Symposium early = Symposium.get(first.system());
            Locks locks = early.locks();

            NotGranted waited = (NotGranted) assertThrows(ExecutionException.class, () -> locks.acquire("x")
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .getCause();
            assertEquals(NotGranted.Cause.UNAVAILABLE, waited.reason());
            String why = "the cluster has not formed within 1000 ms (symposium.formation-timeout): this node is";
            assertTrue(waited.getMessage().startsWith(why), waited.getMessage());
            TestProbe<LockService.Reply> owner = first.createTestProbe();
            owner.awaitAssert(PATIENCE, () -> {
                unavailable(locks.service(), owner);
                assertEquals(
                        why + " up, but sees only 1 of 2 processes " + process(early) + "; 2 are a majority; "
                                + Cluster.get(second.system()).selfMember().address()
                                + " has the role symposium and has not started Symposium",
                        early.notReady().orElseThrow());
                return true;
            });

            Symposium late = Symposium.get(second.system());
            for (Symposium each : List.of(early, late)) {
                each.ready().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                each.locks()
                        .acquire("x")
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .close();
            }
        } finally {
            second.shutdownTestKit();
            first.shutdownTestKit();
        }
    }

    private static String process(Symposium symposium) {
        return List.of(symposium.node().orElseThrow().process()).toString();
    }

    private static void unavailable(ActorRef<LockService.Command> service, TestProbe<LockService.Reply> owner) {
        service.tell(new LockService.Acquire("1", Claims.exclusive("x"), Optional.empty(), owner.getRef()));
        assertEquals(
                LockService.UnavailableCause.NOT_FORMED,
                owner.expectMessageClass(LockService.Unavailable.class, PATIENCE)
                        .cause());
    }
}
