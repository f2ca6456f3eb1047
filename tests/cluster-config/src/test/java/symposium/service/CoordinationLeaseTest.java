package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.coordination.lease.javadsl.Lease;
import akka.coordination.lease.javadsl.LeaseProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.Hocon;
import symposium.service.lock.Claims;
import symposium.service.member.InvalidSetting;

/** Akka's lease by a named lock, as the singleton and the shards use it. */
class CoordinationLeaseTest {

    private static final Claims X = Claims.exclusive("x");

    @AutoClose("shutdownTestKit")
    private static ActorTestKit node;

    private static Symposium shop;

    private final Lease one = lease("one");
    private final Lease two = lease("two");

    @BeforeAll
    static void start() throws Exception {
        node = ActorTestKit.create(
                "shop",
                Hocon.quickNode(Map.of("symposium.processes", 1, "symposium.lease.lease-operation-timeout", "60s")));
        shop = Symposium.get(node.system());
        Cluster.get(node.system())
                .manager()
                .tell(Join.create(Cluster.get(node.system()).selfMember().address()));
        got(shop.ready());
    }

    /** The provider gives one instance for a name and an owner. */
    private static Lease lease(String owner) {
        return LeaseProvider.get(node.system()).getLease("x", "symposium.lease", owner);
    }

    @Test
    void itIsHeldByOneAtATimeUnderTheNameOfItsOwner() throws Exception {
        assertTrue(got(one.acquire()));
        assertTrue(one.checkLease());
        assertTrue(got(one.acquire()), "it has it");
        assertFalse(two.checkLease());
        assertEquals(Optional.empty(), got(shop.locks().tryAcquire(X)));
        assertTrue(got(shop.status()).toString().contains("-one"), "the label");
        assertTrue(got(one.release()));
        assertFalse(one.checkLease());
        assertTrue(got(one.release()), "there is nothing to release");
        assertTrue(got(two.acquire()));
        assertTrue(got(two.release()));
    }

    /** Akka tries again without end what fails later. */
    @Test
    void aNameThatNoLockCanHaveIsRefusedAtOnce() {
        LeaseProvider provider = LeaseProvider.get(node.system());
        for (String name : List.of("n".repeat(256), "two\nlines", " ")) {
            Throwable refused = assertThrows(Throwable.class, () -> provider.getLease(name, "symposium.lease", "one"));
            while (refused.getCause() != null && !(refused instanceof InvalidSetting)) {
                refused = refused.getCause();
            }
            assertTrue(refused.getMessage().startsWith("use-lease: the name of the lease must be"), refused.toString());
            assertTrue(refused.getMessage().contains("found " + name.length()), refused.toString());
        }
        assertTrue(provider.getLease("n".repeat(255), "symposium.lease", "o".repeat(500)) != null);
    }

    /** Akka releases it when a singleton manager stops while it acquires. */
    @Test
    void aReleaseGivesUpWhatIsBeingAcquired() throws Exception {
        var held = got(shop.locks().acquire("x"));
        CompletionStage<Boolean> acquired = one.acquire();
        assertTrue(got(one.release()));
        assertFalse(got(acquired));
        held.close();
        got(shop.locks().acquire("x")).close();
        assertFalse(one.checkLease());
    }

    @Test
    void anAcquisitionThatEndsOtherwiseHoldsNothing() throws Exception {
        var held = got(shop.locks().acquire("x"));
        CompletableFuture<Boolean> acquired = one.acquire().toCompletableFuture();
        acquired.completeExceptionally(new IllegalStateException("late"));
        held.close();
        got(shop.locks().acquire("x")).close();
        assertFalse(one.checkLease());
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(90, TimeUnit.SECONDS);
    }
}
