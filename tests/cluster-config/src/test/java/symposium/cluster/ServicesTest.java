package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import akka.actor.ActorNotFound;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.javadsl.Adapter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.member.Termination;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.Lock;

/** A node starts the services that its settings name, and no other. */
class ServicesTest {

    @ParameterizedTest
    @ValueSource(strings = {"process", "resources", "election"})
    void aServiceThatIsNotNamedIsNotStarted(String named) {
        try (Nodes nodes = new Nodes(1).with("symposium.services", List.of(named))) {
            SymposiumNode node = nodes.start(0).node();
            Map<String, Runnable> uses = Map.of(
                    "process", () -> lock(node), "resources", () -> resources(node), "election", () -> election(node));
            uses.forEach((service, use) -> {
                if (service.equals(named)) {
                    use.run();
                    hosted(node, service);
                } else {
                    assertEquals(
                            "symposium.services of this node does not name " + service,
                            assertThrows(IllegalStateException.class, use::run).getMessage());
                    CompletionException none = assertThrows(CompletionException.class, () -> hosted(node, service));
                    assertEquals(ActorNotFound.class, none.getCause().getClass());
                }
            });
            assertEquals(false, node.hasPhilosopher());
            node.leave();
            assertEquals(
                    Termination.Cause.LEFT,
                    node.ended().toCompletableFuture().join().cause());
        }
    }

    @Test
    void aNodeWithOtherServicesIsRefused() {
        try (Nodes nodes = new Nodes(2)) {
            nodes.start(0);
            Nodes.Watched other =
                    nodes.with("symposium.services", List.of("election")).start(1);
            assertEquals(Termination.Cause.REFUSED, other.ended().cause());
        }
    }

    private static void hosted(SymposiumNode node, String service) {
        Adapter.toClassic(node.system())
                .actorSelection("/system/symposium/" + service)
                .resolveOne(Nodes.PATIENCE)
                .toCompletableFuture()
                .join();
    }

    private static void lock(SymposiumNode node) {
        TestProbe<Lock.Reply> client = TestProbe.create(node.system());
        node.lock().tell(new Lock.Acquire(client.getRef()));
        client.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
    }

    private static void resources(SymposiumNode node) {
        TestProbe<LockService.Reply> client = TestProbe.create(node.system());
        node.locks().tell(new LockService.Acquire("one", Claims.exclusive("a"), Optional.empty(), client.getRef()));
        client.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
    }

    private static void election(SymposiumNode node) {
        TestProbe<LeaderElection.News> client = TestProbe.create(node.system());
        node.leaderElection().tell(new LeaderElection.Subscribe(client.getRef()));
        client.fishForMessage(
                Nodes.PATIENCE,
                news -> news instanceof LeaderElection.Leads
                        ? FishingOutcomes.complete()
                        : FishingOutcomes.continueAndIgnore());
    }
}
