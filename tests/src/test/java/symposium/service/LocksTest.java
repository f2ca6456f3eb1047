package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import symposium.cluster.Claims;
import symposium.cluster.LockService;
import symposium.mutex.Fence;

/** Locks for code that is no actor, with the service of one actor system. */
class LocksTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Claims X = Claims.exclusive("x");

    private static ActorTestKit shop;

    @BeforeAll
    static void start() {
        shop = ActorTestKit.create("shop", ConfigFactory.parseString("akka.actor.provider = local"));
    }

    @AfterAll
    static void stop() {
        shop.shutdownTestKit();
    }

    private final ActorRef<LockService.Command> service = shop.spawn(LockService.alone());
    private final Locks locks = Locks.of(service, shop.system());

    @Test
    void aLeaseIsHeldUntilTheEndOfItsBlock() throws Exception {
        Fence first;
        try (Lease lease = got(locks.acquire("x"))) {
            assertTrue(lease.isHeld());
            assertEquals(X, lease.claims());
            first = lease.fence();
            assertEquals(Optional.empty(), got(locks.tryAcquire(X)));
        }
        try (Lease next = got(locks.acquire("x"))) {
            assertTrue(next.fence().compareTo(first) > 0, next + " after " + first);
            assertEquals(next.fence().generation(), next.generation());
        }
    }

    @Test
    void readersHoldALeaseTogetherAndAWriterAlone() throws Exception {
        Lease one = got(locks.acquire(Claims.shared("x")));
        Lease two = got(locks.acquire(Claims.shared("x")));
        CompletableFuture<Lease> writer = locks.acquire("x");
        got(one.release());
        assertFalse(writer.isDone());
        got(two.release());
        got(got(writer).release());
    }

    @Test
    void permitsAreHeldAsFarAsTheyGo() throws Exception {
        Lease two = got(locks.acquire(Claims.permits("x", 2, 3)));
        Lease one = got(locks.acquire(Claims.permits("x", 1, 3)));
        assertEquals(Optional.empty(), got(locks.tryAcquire(Claims.permits("x", 1, 3))));
        one.close();
        got(locks.acquire(Claims.permits("x", 1, 3))).close();
        two.close();
    }

    @Test
    void aLimitThatPassesLeavesNothingBehind() throws Exception {
        try (Lease held = got(locks.acquire("x"))) {
            NotGranted late = notGranted(locks.acquire(X, SHORT));
            assertEquals(NotGranted.Cause.TIMED_OUT, late.reason());
            assertEquals(
                    "not granted within 1 ms: others hold it, or wait for it, in part or as a whole",
                    late.getMessage());
            assertTrue(held.isHeld());
        }
        got(locks.acquire("x")).close();
    }

    @Test
    void aFutureThatIsCancelledCancelsItsRequest() throws Exception {
        Lease held = got(locks.acquire("x"));
        CompletableFuture<Lease> waiting = locks.acquire("x");
        CompletableFuture<Lease> next = locks.acquire("x");
        waiting.cancel(false);
        held.close();
        got(next).close();
    }

    @Test
    void aClientIsRefusedWhatItHolds() throws Exception {
        try (Locks.Client client = locks.client()) {
            Lease lease = got(client.acquire("x"));
            NotGranted refused = notGranted(client.acquire(Claims.exclusive("x", "y")));
            assertEquals(NotGranted.Cause.REFUSED, refused.reason());
            assertTrue(refused.getMessage().contains("would wait for itself"), refused.getMessage());
            assertTrue(lease.isHeld());
        }
        got(locks.acquire("x")).close();
    }

    @Test
    void aLeaseIsReleasedOnce() throws Exception {
        Lease lease = got(locks.acquire("x"));
        got(lease.release());
        assertFalse(lease.isHeld());
        ExecutionException twice = assertThrows(ExecutionException.class, () -> got(lease.release()));
        assertEquals("the lease of x has been released before", twice.getCause().getMessage());
        lease.close();
    }

    @Test
    void aThreadWaitsAndIsRefusedWhatItHolds() throws Exception {
        BlockingLocks blocking = new BlockingLocks(locks);
        try (Lease lease = blocking.acquire("x")) {
            assertTrue(lease.isHeld());
            assertThrows(NotGranted.class, () -> blocking.acquire(X, Duration.ofMinutes(1)));
            assertEquals(Optional.empty(), got(CompletableFuture.supplyAsync(() -> {
                try {
                    return blocking.tryAcquire(X);
                } catch (InterruptedException interrupted) {
                    throw new CompletionException(interrupted);
                }
            })));
        }
        blocking.tryAcquire(X).orElseThrow().close();
    }

    @Test
    void aThreadThatIsInterruptedGivesUp() throws Exception {
        BlockingLocks blocking = new BlockingLocks(locks);
        Lease held = got(locks.acquire("x"));
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                blocking.acquire("x");
                end.complete(null);
            } catch (InterruptedException interrupted) {
                end.complete(interrupted);
            }
        });
        waiter.start();
        waiter.interrupt();
        assertEquals(InterruptedException.class, got(end).getClass());
        held.close();
        got(locks.acquire("x")).close();
    }

    @Test
    void aServiceThatEndsSaysSo() throws Exception {
        ActorRef<LockService.Command> mortal = shop.spawn(LockService.alone());
        Locks its = Locks.of(mortal, shop.system());
        Lease lease = got(its.acquire("x"));
        shop.stop(mortal);
        got(lease.lost());
        assertFalse(lease.isHeld());
    }

    @Test
    void anActorSystemThatEndsSaysSo() throws Exception {
        ActorTestKit mortal = ActorTestKit.create("mortal", ConfigFactory.parseString("akka.actor.provider = local"));
        Locks its = Locks.of(mortal.spawn(LockService.alone()), mortal.system());
        Lease lease = got(its.acquire("x"));
        CompletableFuture<Lease> waiting = its.acquire("x");
        mortal.shutdownTestKit();
        got(lease.lost());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(waiting).reason());
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static NotGranted notGranted(CompletionStage<?> stage) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> got(stage));
        return (NotGranted) failed.getCause();
    }
}
