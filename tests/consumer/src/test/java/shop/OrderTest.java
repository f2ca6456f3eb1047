package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import symposium.service.lock.Lease;
import symposium.testkit.LocksTestKit;

/** A unit test of the application, with the test kit. */
class OrderTest {

    @Test
    void theNextWaiterIsGrantedWhatTheHolderLoses() throws Exception {
        ActorSystem<Void> system = ActorSystem.create(
                Behaviors.empty(),
                "test",
                ConfigFactory.parseString("akka.loglevel = WARNING").withFallback(ConfigFactory.defaultReference()));
        try (LocksTestKit kit = LocksTestKit.create(system)) {
            Lease lease = kit.node(0).blockingLocks().acquire("order 17");
            CompletableFuture<Lease> next = kit.node(1).locks().acquire("order 17");
            kit.awaitWaiters("order 17", 1);
            kit.takeAway(lease);
            assertFalse(lease.isHeld());
            assertTrue(next.get(60, TimeUnit.SECONDS).fence().compareTo(lease.fence()) > 0);
        } finally {
            system.terminate();
        }
    }
}
