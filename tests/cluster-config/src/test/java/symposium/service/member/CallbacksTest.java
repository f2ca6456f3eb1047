package symposium.service.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.Hocon;
import symposium.service.Symposium;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;
import symposium.service.election.Leadership;
import symposium.service.lock.BlockingLocks;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;

/** What depends on the futures of locks and elections may block. */
class CallbacksTest {

    /** More than Akka's default dispatcher has threads on any machine that runs this, and fewer than callbacks have. */
    private static final int MANY = 200;

    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch blocking = new CountDownLatch(MANY);
    private ActorTestKit shop;
    private Locks locks;
    private Elections elections;

    @BeforeEach
    void start() {
        shop = ActorTestKit.create("shop", ConfigFactory.parseString("akka.actor.provider = local"));
        ActorRef<LockService.Command> service = shop.spawn(Locks.alone());
        locks = Locks.of(service, shop.system());
        elections = Elections.of(service, shop.system());
    }

    @AfterEach
    void stop() {
        end.countDown();
        shop.shutdownTestKit();
    }

    @Test
    void manyContinuationsThatBlockDelayNoOtherRequest() throws Exception {
        Lease held = got(locks.acquire("x"));
        List<CompletableFuture<Void>> readers = IntStream.range(0, MANY)
                .mapToObj(each -> locks.acquire(Claims.shared("x")).thenAccept(this::block))
                .toList();
        held.close();
        assertTrue(blocking.await(60, TimeUnit.SECONDS), blocking + " do not run");
        Lease other = got(locks.acquire("y"));
        CompletableFuture<Lease> next = locks.acquire("y").thenApply(lease -> lease);
        other.release();
        got(next).close();
        Leadership leads = got(elections.campaign("x"));
        got(elections.leader("x"));
        leads.close();
        end.countDown();
        for (CompletableFuture<Void> reader : readers) {
            got(reader);
        }
        got(locks.acquire("x")).close();
    }

    @Test
    void continuationsOfLossesMayBlock() throws Exception {
        ActorRef<LockService.Command> mortal = shop.spawn(Locks.alone());
        Locks its = Locks.of(mortal, shop.system());
        for (int each = 0; each < MANY; each++) {
            got(its.acquire("x" + each)).lost().thenAccept(this::block);
        }
        shop.stop(mortal);
        assertTrue(blocking.await(60, TimeUnit.SECONDS), blocking + " do not run");
        got(locks.acquire("x").thenApply(lease -> lease)).close();
    }

    @Test
    void listenersAndQuestionsMayBlock() throws Exception {
        for (int each = 0; each < MANY / 2; each++) {
            elections.watch("x" + each, this::block);
            // A continuation of a future that is completed runs here: a thread of its own may block.
            CompletableFuture<LeaderState> asked = elections.leader("x");
            new Thread(() -> asked.thenAccept(this::block)).start();
        }
        assertTrue(blocking.await(60, TimeUnit.SECONDS), blocking + " do not run");
        got(elections.leader("y").thenApply(state -> state));
    }

    /** The next is granted to a thread that blocks on it inside a continuation. */
    @Test
    void aContinuationMayWaitForAnotherLock() throws Exception {
        Lease held = got(locks.acquire("x"));
        CompletableFuture<Lease> nested = locks.acquire("x").thenApply(lease -> {
            try (Lease inner = locks.acquire("y").join();
                    Lease third = new BlockingLocks(locks).acquire("z")) {
                assertTrue(inner.isHeld() && third.isHeld());
                return lease;
            } catch (InterruptedException interrupted) {
                throw new CompletionException(interrupted);
            }
        });
        held.close();
        got(nested).close();
    }

    @Test
    void whatIsAskedAfterTheEndOfTheActorSystemIsAnsweredAtOnce() throws Exception {
        ActorTestKit node = ActorTestKit.create("shop", Hocon.quickNode(Map.of("symposium.processes", 1)));
        Symposium its = Symposium.get(node.system());
        Cluster.get(node.system())
                .manager()
                .tell(Join.create(Cluster.get(node.system()).selfMember().address()));
        got(its.ready());
        node.shutdownTestKit();
        got(node.system().getWhenTerminated());
        for (CompletionStage<?> late : List.of(
                its.locks().acquire("x"),
                its.locks().tryAcquire(Claims.exclusive("x")),
                its.locks().as("late").client().acquire("x"),
                its.elections().campaign("x"),
                its.elections().candidate().campaign("x"),
                its.elections().leader("x"),
                its.status())) {
            assertTrue(late.toCompletableFuture().isDone());
            assertEnded((NotGranted)
                    assertThrows(ExecutionException.class, () -> got(late)).getCause());
        }
        assertEnded(assertThrows(NotGranted.class, () -> its.blockingLocks().acquire("x")));
        assertEnded(assertThrows(NotGranted.class, () -> its.elections().watch("x", state -> {})));
    }

    private static void assertEnded(NotGranted told) {
        assertEquals(NotGranted.Cause.UNAVAILABLE, told.reason());
        assertEquals("the actor system has ended", told.getMessage());
    }

    private void block(Object any) {
        blocking.countDown();
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            throw new CompletionException(interrupted);
        } finally {
            if (any instanceof Lease lease) {
                lease.close();
            }
        }
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
