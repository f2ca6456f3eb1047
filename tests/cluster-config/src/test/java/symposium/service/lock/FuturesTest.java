package symposium.service.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;

/** The futures of locks and elections, whatever their application does, with two threads for its functions. */
class FuturesTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(
            "futures",
            ConfigFactory.parseString("akka.actor.provider = local\nsymposium.callbacks-dispatcher.most-threads = 2\n"
                            + "akka.jvm-exit-on-fatal-error = off")
                    .withFallback(ConfigFactory.load()));

    private static final Duration BRIEF = Duration.ofMillis(1);
    private static final int MANY = 200;

    private final ActorRef<LockService.Command> service = KIT.spawn(Locks.alone());
    private final Locks locks = Locks.of(service, KIT.system());
    private final Elections elections = Elections.of(service, KIT.system());

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** Nothing is kept of what has been asked: no future, and no request. */
    @AfterEach
    void nothingIsKept() {
        TestProbe<LockService.Status> status = KIT.createTestProbe();
        int entries;
        do {
            service.tell(new LockService.GetStatus(status.getRef()));
            entries = status.receiveMessage().entries().size();
        } while (entries > 0 || locks.unanswered() > 0);
        KIT.stop(service);
    }

    // --- threads of the application that block

    /** Each function waits for a result whose function would need a thread, too. */
    @ParameterizedTest
    @MethodSource
    void functionsThatWaitForEachOtherEnd(Function<CompletableFuture<Lease>, Lease> waiting) throws Exception {
        List<CompletableFuture<Lease>> outer = new ArrayList<>();
        for (int each = 0; each < 20; each++) {
            String name = "inner " + each;
            outer.add(locks.acquire("outer " + each).thenApply(lease -> {
                Lease inner = waiting.apply(locks.acquire(name));
                lease.close();
                return inner;
            }));
        }
        for (CompletableFuture<Lease> each : outer) {
            got(each).close();
        }
    }

    static Stream<Function<CompletableFuture<Lease>, Lease>> functionsThatWaitForEachOtherEnd() {
        return Stream.of(
                CompletableFuture::join,
                FuturesTest::unchecked,
                inner -> inner.thenApply(lease -> lease).join(),
                inner -> inner.thenCompose(CompletableFuture::completedFuture)
                        .whenComplete((lease, failure) -> {})
                        .join(),
                inner -> CompletableFuture.allOf(inner)
                        .thenApply(done -> inner.join())
                        .join());
    }

    private static Lease unchecked(CompletableFuture<Lease> inner) {
        try {
            return inner.get(60, TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Redisson refuses that (issue 4227): a function of a future blocks for another lock. */
    @Test
    void functionsMayUseBlockingLocks() throws Exception {
        BlockingLocks blocking = new BlockingLocks(locks);
        Lease held = got(locks.acquire("inner"));
        List<CompletableFuture<Void>> outer = new ArrayList<>();
        for (int each = 0; each < 20; each++) {
            outer.add(locks.acquire("outer " + each).thenAccept(lease -> {
                try (lease;
                        Lease inner = blocking.acquire("inner")) {
                    assertTrue(inner.isHeld());
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            }));
        }
        got(held.release());
        for (CompletableFuture<Void> each : outer) {
            got(each);
        }
    }

    /** Both threads are blocked by something else: who waits for a future gets its result all the same. */
    @Test
    void whoWaitsNeedsNoFreeThread() throws Exception {
        CountDownLatch ending = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(2);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
            all.add(locks.acquire("blocks " + thread).thenAccept(lease -> {
                blocked.countDown();
                try {
                    ending.await();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
                lease.close();
            }));
        }
        blocked.await();
        try {
            Lease held = got(locks.acquire("x"));
            ExecutionException late = assertThrows(ExecutionException.class, () -> got(locks.acquire("x", BRIEF)));
            assertEquals(NotGranted.Cause.TIMED_OUT, ((NotGranted) late.getCause()).reason());
            assertEquals(Optional.empty(), got(locks.tryAcquire("x")));
            CompletableFuture<Lease> polled = locks.acquire("y");
            while (!polled.isDone()) {
                Thread.onSpinWait();
            }
            polled.getNow(null).close();
            assertInstanceOf(LeaderState.NoLeader.class, got(elections.leader("boss")));
            got(got(elections.campaign("boss")).resign());
            got(held.release());
        } finally {
            ending.countDown();
        }
        for (CompletableFuture<Void> each : all) {
            got(each);
        }
    }

    /** Also when it is complete already, and of what results from it. */
    @Test
    void functionsNeverRunOnTheThreadThatAttachesThem() throws Exception {
        for (int time = 0; time < MANY; time++) {
            CompletableFuture<Lease> future = locks.acquire("x");
            if (time % 2 == 0) {
                future.join();
            }
            CompletableFuture<Lease> result = future.thenApply(lease -> {
                assertRunsElsewhere();
                return lease;
            });
            if (time % 4 < 2) {
                result.join();
            }
            Lease lease = got(
                    result.whenComplete((any, failure) -> assertRunsElsewhere()).thenCompose(each -> {
                        assertRunsElsewhere();
                        return CompletableFuture.completedFuture(each);
                    }));
            CompletableFuture<Void> released = lease.release().toCompletableFuture();
            if (time % 2 == 0) {
                released.join();
            }
            got(released.thenRun(FuturesTest::assertRunsElsewhere));
        }
    }

    private static void assertRunsElsewhere() {
        String thread = Thread.currentThread().getName();
        assertTrue(thread.contains("callbacks-dispatcher"), thread);
    }

    // --- requests that are given up

    @ParameterizedTest
    @MethodSource("waysToGiveUp")
    void whatIsGivenUpLeavesNothing(Consumer<CompletableFuture<?>> way) throws Exception {
        Lease held = got(locks.acquire("x"));
        Elections other = elections.candidate();
        symposium.service.election.Leadership leads = got(other.campaign("boss"));
        for (int time = 0; time < MANY; time++) {
            way.accept(locks.acquire("x"));
            way.accept(locks.acquire("x", Duration.ofMinutes(1)));
            way.accept(locks.tryAcquire("free " + time));
            way.accept(elections.candidate().campaign("boss"));
            way.accept(elections.leader("boss"));
        }
        got(held.release());
        got(leads.resign());
    }

    static Stream<Consumer<CompletableFuture<?>>> waysToGiveUp() {
        return Stream.of(
                future -> future.cancel(true),
                future -> future.complete(null),
                future -> future.completeExceptionally(new IllegalStateException("enough")),
                future -> future.completeOnTimeout(null, 1, TimeUnit.MILLISECONDS),
                future -> future.orTimeout(1, TimeUnit.MILLISECONDS));
    }

    /** A lease that is granted at the same time is released. */
    @Test
    void whatIsInterruptedLeavesNothing() throws Exception {
        BlockingLocks blocking = new BlockingLocks(locks);
        for (int time = 0; time < MANY; time++) {
            Thread asking = new Thread(() -> {
                try {
                    blocking.acquire("x").close();
                } catch (InterruptedException expected) {
                    Thread.currentThread().interrupt();
                }
            });
            asking.start();
            asking.interrupt();
            asking.join();
        }
        blocking.acquire("x").close();
    }

    // --- threads that are interrupted, and pools that refuse to wait

    @Test
    void anInterruptedThreadMayAsk() throws Exception {
        List<Lease> leases = new ArrayList<>();
        BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
        Thread interrupted = new Thread(() -> {
            for (int time = 0; time < MANY; time++) {
                Thread.currentThread().interrupt();
                try {
                    Locks.Client client = locks.client();
                    CompletableFuture<Lease> asked = client.acquire("client " + time);
                    CompletableFuture<Lease> once = locks.acquire("once " + time);
                    Elections candidate = elections.candidate("candidate " + time);
                    CompletableFuture<?> led = candidate.campaign("election " + time);
                    elections.leader("election " + time);
                    elections.watch("election " + time, state -> {}).close();
                    assertTrue(Thread.interrupted());
                    leases.add(asked.join());
                    once.join().close();
                    led.join();
                    Thread.currentThread().interrupt();
                    client.close();
                    candidate.close();
                } catch (Throwable each) {
                    thrown.add(each);
                }
            }
        });
        interrupted.start();
        interrupted.join();
        assertEquals(List.of(), List.copyOf(thrown));
        assertEquals(MANY, leases.size());
        assertFalse(leases.stream().anyMatch(Lease::isHeld));
    }

    /** The request is not granted to nobody later. */
    @Test
    void aThreadThatMayNotWaitLeavesNothing() throws Exception {
        Lease held = got(locks.acquire("x"));
        BlockingLocks blocking = new BlockingLocks(locks);
        ForkJoinPool pool = new ForkJoinPool(
                1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, false, 1, 1, 1, null, 1, TimeUnit.MINUTES);
        try {
            ExecutionException refused =
                    assertThrows(ExecutionException.class, () -> pool.submit(() -> blocking.acquire("x"))
                            .get(60, TimeUnit.SECONDS));
            Throwable cause = refused;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            assertInstanceOf(RejectedExecutionException.class, cause);
        } finally {
            pool.shutdown();
        }
        got(held.release());
        got(got(locks.acquire("x")).release());
    }

    // --- code of the application inside an actor

    @Test
    void aListenerThatThrowsIsCalledAgain() throws Exception {
        List<Throwable> faults = List.of(
                new AssertionError("wrong"),
                new NoClassDefFoundError("gone"),
                new StackOverflowError(),
                new InterruptedException("enough"),
                new java.io.IOException("not declared"),
                new IllegalStateException("wrong"));
        for (Throwable fault : faults) {
            String election = fault.getClass().getSimpleName();
            BlockingQueue<LeaderState> seen = new LinkedBlockingQueue<>();
            Elections.Subscription watching = elections.watch(election, state -> {
                seen.add(state);
                FuturesTest.<RuntimeException>sneak(fault);
            });
            awaits(LeaderState.NoLeader.class, seen);
            Elections candidate = elections.candidate();
            got(candidate.campaign(election));
            awaits(LeaderState.Leader.class, seen);
            candidate.close();
            awaits(LeaderState.NoLeader.class, seen);
            watching.close();
        }
    }

    private static void awaits(Class<? extends LeaderState> kind, BlockingQueue<LeaderState> seen) throws Exception {
        LeaderState state;
        do {
            state = seen.poll(60, TimeUnit.SECONDS);
            assertNotNull(state, kind.getName());
        } while (!kind.isInstance(state));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable fault) throws E {
        throw (E) fault;
    }
}
