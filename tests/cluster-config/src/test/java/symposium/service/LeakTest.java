package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import com.typesafe.config.ConfigFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.service.election.Elections;
import symposium.service.election.Leadership;
import symposium.service.lock.BlockingLocks;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.member.InvalidSetting;

/** No lease is held for nobody: however a future ends, and whatever an application forgets. */
class LeakTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Claims X = Claims.exclusive("x");

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit SHOP =
            ActorTestKit.create("shop", ConfigFactory.parseString("akka.actor.provider = local"));

    private final ActorRef<LockService.Command> service = SHOP.spawn(Locks.alone());
    private final Locks locks = Locks.of(service, SHOP.system());
    private final Elections elections = Elections.of(service, SHOP.system());

    // --- futures that end otherwise

    static Stream<Arguments> ends() {
        return Stream.of(
                end("cancel", future -> future.cancel(true)),
                end("complete", future -> future.complete(null)),
                end("completeExceptionally", future -> future.completeExceptionally(new IllegalStateException())),
                end("orTimeout", future -> future.orTimeout(1, TimeUnit.MILLISECONDS)),
                end("completeOnTimeout", future -> future.completeOnTimeout(null, 1, TimeUnit.MILLISECONDS)),
                end("completeAsync", future -> future.completeAsync(() -> null)),
                end("obtrudeValue", future -> future.obtrudeValue(null)),
                end("obtrudeException", future -> future.obtrudeException(new IllegalStateException())));
    }

    private static Arguments end(String name, Consumer<CompletableFuture<?>> end) {
        return Arguments.of(name, end);
    }

    /** One waits; its future ends; the lock is not granted to it when it is free. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void aRequestWhoseFutureEndsOtherwiseIsGivenUp(String name, Consumer<CompletableFuture<?>> end) throws Exception {
        Lease held = got(locks.acquire("x"));
        CompletableFuture<Lease> waiting = locks.acquire("x");
        end.accept(waiting);
        awaitEnd(waiting);
        held.close();
        got(locks.acquire("x")).close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void aCampaignWhoseFutureEndsOtherwiseIsGivenUp(String name, Consumer<CompletableFuture<?>> end) throws Exception {
        Leadership leads = got(elections.candidate().campaign("x"));
        CompletableFuture<Leadership> waiting = elections.campaign("x");
        end.accept(waiting);
        awaitEnd(waiting);
        leads.close();
        got(elections.candidate().campaign("x")).close();
    }

    /** The grant and the other end race: one of them wins, and the lock is free after both. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void aGrantThatMeetsTheEndOfItsFutureIsReleased(String name, Consumer<CompletableFuture<?>> end) throws Exception {
        for (int time = 0; time < 200; time++) {
            Lease held = got(locks.acquire("x"));
            CompletableFuture<Lease> waiting = locks.acquire("x");
            CyclicBarrier start = new CyclicBarrier(2);
            CompletableFuture<Void> release = CompletableFuture.runAsync(() -> {
                await(start);
                held.close();
            });
            CompletableFuture<Lease> seen = waiting.whenComplete((lease, failure) -> {
                if (lease != null) {
                    lease.close();
                }
            });
            await(start);
            try {
                end.accept(waiting);
            } catch (UnsupportedOperationException granted) {
                assertTrue(waiting.isDone(), "only what has ended cannot be overwritten");
            }
            got(release);
            awaitEnd(seen);
            got(locks.acquire("x")).close();
        }
    }

    /** Its dependents might see the lease or not, and nobody would release it. */
    @Test
    void whatHasBeenGrantedCannotBeOverwritten() throws Exception {
        CompletableFuture<Lease> granted = locks.acquire("x");
        Lease held = got(granted);
        assertThrows(UnsupportedOperationException.class, () -> granted.obtrudeValue(null));
        assertThrows(UnsupportedOperationException.class, () -> granted.obtrudeException(new IllegalStateException()));
        assertEquals(held, got(granted));
        assertTrue(held.isHeld());
        held.close();
    }

    /** Both are asked for at once, and the answer is there before or after the end. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void anAttemptWhoseFutureEndsOtherwiseIsGivenUp(String name, Consumer<CompletableFuture<?>> end) throws Exception {
        for (int time = 0; time < 200; time++) {
            CompletableFuture<Optional<Lease>> attempt = locks.tryAcquire(X);
            attempt.thenAccept(lease -> {
                if (lease != null) {
                    lease.ifPresent(Lease::close);
                }
            });
            if (!name.startsWith("obtrude")) {
                end.accept(attempt);
            }
            got(locks.acquire("x")).close();
        }
    }

    /** Java does not tell a future that a stage that depends on it has ended; the documentation warns of it. */
    @Test
    void aStageThatDependsOnARequestDoesNotEndIt() throws Exception {
        Lease held = got(locks.acquire("x"));
        CompletableFuture<Lease> waiting = locks.acquire("x");
        CompletableFuture<Void> both = waiting.thenCombine(new CompletableFuture<>(), (lease, other) -> null);
        both.cancel(true);
        assertThrows(TimeoutException.class, () -> waiting.get(1, TimeUnit.MILLISECONDS));
        held.close();
        got(waiting).close();
    }

    @Test
    void aThreadThatIsInterruptedHoldsNothing() throws Exception {
        BlockingLocks blocking = new BlockingLocks(locks);
        for (int time = 0; time < 200; time++) {
            Lease held = got(locks.acquire("x"));
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread waiter = new Thread(() -> {
                begun.countDown();
                try {
                    blocking.acquire("x").close();
                    interrupted.complete(false);
                } catch (InterruptedException expected) {
                    interrupted.complete(true);
                } catch (RuntimeException failed) {
                    interrupted.completeExceptionally(failed);
                }
            });
            waiter.start();
            begun.await();
            CompletableFuture<Void> release = CompletableFuture.runAsync(held::close);
            waiter.interrupt();
            got(interrupted);
            got(release);
            got(locks.acquire("x")).close();
        }
    }

    // --- leases that are forgotten

    @Test
    void aLeaseThatIsForgottenIsReleasedWithAWarningThatNamesItsOwner() throws Exception {
        expecting("billing batch 7 has forgotten its lease of x under fence ", SHOP, () -> {
                    got(locks.as("billing batch 7").acquire("x"));
                    return collectedUntil(locks.acquire("x"));
                })
                .close();
    }

    @Test
    void aLeaseOfAThreadThatIsForgottenIsReleased() throws Exception {
        Thread forgetful = new Thread(
                () -> {
                    try {
                        new BlockingLocks(locks).acquire("x");
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                },
                "forgetful thread");
        expecting("forgetful thread has forgotten its lease of x under fence ", SHOP, () -> {
                    forgetful.start();
                    forgetful.join();
                    return collectedUntil(locks.acquire("x"));
                })
                .close();
    }

    @Test
    void aLeadershipThatIsForgottenIsResigned() throws Exception {
        got(elections.candidate("billing").campaign("x"));
        collectedUntil(elections.campaign("x")).close();
    }

    /** Its owner expects to be told: the sample application leads so. */
    @Test
    void aLeaseWhoseLossSomebodyAwaitsIsNotForgotten() throws Exception {
        CompletableFuture<LockService.Lost> lost = new CompletableFuture<>();
        got(locks.acquire("kept")).lost().thenAccept(lost::complete);
        got(locks.acquire("x"));
        collectedUntil(locks.acquire("x")).close();
        assertEquals(Optional.empty(), got(locks.tryAcquire(Claims.exclusive("kept"))));
        assertFalse(lost.isDone());
    }

    /** Its owner waits for a notice of departure that never comes. */
    @Test
    void aLeaseThatWasLostIsKeptByNobody() throws Exception {
        ActorTestKit strict = kit("symposium.longest-holding { time = 10 ms, action = release }");
        try {
            Locks its = Locks.of(strict.spawn(Locks.alone()), strict.system());
            WeakReference<Lease> lease = lost(its);
            collectedUntil(() -> lease.refersTo(null));
        } finally {
            strict.shutdownTestKit();
        }
    }

    private static WeakReference<Lease> lost(Locks its) throws Exception {
        Lease lease = got(its.acquire("x"));
        lease.leaving().thenAccept(leaving -> lease.close());
        got(lease.lost());
        return new WeakReference<>(lease);
    }

    @Test
    void aLeaseThatIsForgottenStaysHeldWhereTheSettingSaysSo() throws Exception {
        ActorTestKit warns = kit("symposium.forgotten-leases = warn");
        try {
            Locks its = Locks.of(warns.spawn(Locks.alone()), warns.system());
            CompletableFuture<String> warned = new CompletableFuture<>();
            LoggingTestKit.warn("it stays held (symposium.forgotten-leases)")
                    .withCustom(event -> warned.complete(event.message()) || warned.isDone())
                    .expect(warns.system(), () -> {
                        try {
                            got(its.as("billing").acquire("x"));
                            return collectedUntil(warned);
                        } catch (Exception failed) {
                            throw new IllegalStateException(failed);
                        }
                    });
            assertEquals(Optional.empty(), got(its.tryAcquire(X)));
        } finally {
            warns.shutdownTestKit();
        }
    }

    @Test
    void aSettingThatIsNoActionIsRefused() {
        ActorTestKit wrong = kit("symposium.forgotten-leases = ignore");
        try {
            assertEquals(
                    "symposium.forgotten-leases is ignore: it is one of the words release and warn",
                    assertThrows(InvalidSetting.class, () -> Locks.of(service, wrong.system()))
                            .getMessage());
        } finally {
            wrong.shutdownTestKit();
        }
    }

    /** What is held until then is garbage: it is collected at some time, and the future is completed then. */
    private static <T> T collectedUntil(CompletableFuture<T> future) throws Exception {
        collectedUntil(future::isDone);
        return got(future);
    }

    private static void collectedUntil(BooleanSupplier holds) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "not collected within " + PATIENCE);
            System.gc();
            // What is collected is found by other threads, which another collection would only stop.
            new CompletableFuture<>()
                    .completeOnTimeout(null, 50, TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    // --- leases that are held for too long

    @Test
    void aLeaseThatIsHeldForTooLongIsTakenBack() throws Exception {
        ActorTestKit strict = kit("""
                symposium.longest-holding { time = 10 ms, action = release, except = ["daemon", "singleton-*"] }
                """);
        try {
            ActorRef<LockService.Command> its = strict.spawn(Locks.alone());
            Locks theirs = Locks.of(its, strict.system());
            TestProbe<LockService.Reply> actor = strict.createTestProbe();
            Lease daemon = got(theirs.acquire("daemon"));
            Lease singleton = got(theirs.acquire("singleton-1"));
            Leadership leads = got(Elections.of(its, strict.system()).campaign("x"));
            expecting("billing batch 7 holds x under fence ", strict, () -> {
                Lease lease = got(theirs.as("billing batch 7").acquire("x"));
                assertEquals(
                        "it was held for 10 ms, the longest time (symposium.longest-holding)",
                        got(lease.lost()).why());
                return lease;
            });
            its.tell(new LockService.Acquire("1", X, Optional.empty(), actor.ref()));
            actor.expectMessageClass(LockService.Granted.class, PATIENCE);
            actor.expectMessageClass(LockService.Lost.class, PATIENCE);
            got(theirs.acquire("x")).close();
            assertTrue(daemon.isHeld());
            assertTrue(singleton.isHeld());
            assertTrue(leads.isLeader());
        } finally {
            strict.shutdownTestKit();
        }
    }

    @Test
    void aLeaseThatIsHeldForTooLongIsWarnedOfEachTime() throws Exception {
        ActorTestKit warns = kit("symposium.longest-holding.time = 10 ms");
        try {
            Locks its = Locks.of(warns.spawn(Locks.alone()), warns.system());
            AtomicInteger warned = new AtomicInteger();
            LoggingTestKit.warn("billing batch 7 holds x under fence ")
                    .withOccurrences(2)
                    .withCustom(event -> warned.incrementAndGet() <= 2)
                    .expect(warns.system(), () -> its.as("billing batch 7").acquire("x"))
                    .thenAccept(Lease::close);
        } finally {
            warns.shutdownTestKit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"time = soon", "time = 0s", "time = 25d", "action = forget", "except = x"})
    void aLongestTimeThatIsNoneIsRefused(String setting) {
        ActorTestKit wrong = kit("akka.actor.provider = cluster, akka.cluster.roles = [symposium]"
                + ", symposium.longest-holding." + setting);
        try {
            String why = assertThrows(InvalidSetting.class, () -> Symposium.get(wrong.system()))
                    .getMessage();
            assertTrue(why.startsWith("symposium.longest-holding."), why);
            assertEquals(1, why.lines().count(), why);
        } finally {
            wrong.shutdownTestKit();
        }
    }

    // --- labels

    @Test
    void theStatusSaysWhoAsked() throws Exception {
        List<Lease> leases = List.of(
                got(locks.as("Rechnung 7/\u00fc %").acquire("a")),
                got(CompletableFuture.supplyAsync(() -> locks.acquire("b"), task -> new Thread(task, "batch 8").start())
                        .thenCompose(lease -> lease)),
                got(locks.as("one client").client().acquire("c")));
        List<String> owners = entries().stream().map(LockService.Entry::owner).toList();
        assertTrue(owners.get(0).endsWith("-Rechnung+7%2F%C3%BC+%25"), owners::toString);
        assertTrue(owners.get(1).endsWith("-batch+8"), owners::toString);
        assertTrue(owners.get(2).endsWith("-one+client"), owners::toString);
        leases.forEach(Lease::close);
    }

    /** A thread may have any name. */
    @ParameterizedTest
    @ValueSource(strings = {"", "two\nlines", "half\uD800", "\u202Eesrever"})
    void aThreadOfAnyNameMayAsk(String name) throws Exception {
        Thread.currentThread().setName(name.isEmpty() ? "\u65e5".repeat(5000) : name);
        try (Lease lease = got(locks.acquire("x"))) {
            assertTrue(lease.isHeld());
            assertTrue(entries().get(0).owner().length() < 400);
        } finally {
            Thread.currentThread().setName("main");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "two\nlines", "half\uD800", "\u202Eesrever", "long"})
    void whatCannotBeALabelIsRefused(String label) {
        String said = label.equals("long") ? label.repeat(100) : label;
        String why = assertThrows(IllegalArgumentException.class, () -> locks.as(said))
                .getMessage();
        assertTrue(why.contains(" cannot be a label: a label has 1 to 100 characters"), why);
        assertEquals(1, why.lines().count());
    }

    private List<LockService.Entry> entries() throws Exception {
        return got(AskPattern.<LockService.Command, LockService.Status>ask(
                        service,
                        LockService.GetStatus::new,
                        PATIENCE,
                        SHOP.system().scheduler()))
                .entries();
    }

    /** Does something that is warned of. */
    private static <T> T expecting(String warning, ActorTestKit kit, Callable<T> action) {
        return LoggingTestKit.warn(warning).expect(kit.system(), () -> {
            try {
                return action.call();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    private static ActorTestKit kit(String settings) {
        return ActorTestKit.create(
                "shop",
                ConfigFactory.parseString(settings)
                        .withFallback(ConfigFactory.parseString("akka.actor.provider = local"))
                        .withFallback(ConfigFactory.load()));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void awaitEnd(CompletableFuture<?> future) throws Exception {
        try {
            got(future);
        } catch (ExecutionException | CancellationException ended) {
            assertTrue(future.isDone());
        }
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
