package symposium.service.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.arbitration.resources.Mode;
import symposium.mutex.Fence;
import symposium.service.Symposium;
import symposium.service.member.InvalidSetting;

/** Locks for code that is no actor, with the service of one actor system. */
class LocksTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Claims X = Claims.exclusive("x");

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit SHOP =
            ActorTestKit.create("shop", ConfigFactory.parseString("akka.actor.provider = local"));

    private final ActorRef<LockService.Command> service = SHOP.spawn(Locks.alone());
    private final Locks locks = Locks.of(service, SHOP.system());

    @Test
    void aLeaseIsHeldUntilTheEndOfItsBlock() throws Exception {
        Fence first;
        try (Lease lease = got(locks.acquire("x"))) {
            assertTrue(lease.isHeld());
            assertEquals(X, lease.claims());
            first = lease.fence();
            assertEquals(Optional.empty(), got(locks.tryAcquire(X)));
            assertEquals(Optional.empty(), got(locks.tryAcquire("x")));
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
            NotGranted late = notGranted(locks.acquire("x", SHORT));
            assertEquals(NotGranted.Cause.TIMED_OUT, late.reason());
            LockService.Holder holder = late.holders().get(0);
            assertEquals(List.of(holder), late.holders());
            assertEquals(held.fence(), holder.fence());
            assertEquals(
                    "not granted within 1 ms: x is held by "
                            + Thread.currentThread().getName() + " at "
                            + holder.node() + " since " + holder.since().truncatedTo(ChronoUnit.MILLIS)
                            + " under fence " + held.fence(),
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
        blocking.tryAcquire("x").orElseThrow().close();
        blocking.acquire("x", Duration.ofMinutes(1)).close();
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

    /** Threads come and go by thousands; what they leave behind goes with the garbage. */
    @Test
    void ofAThreadThatHasEndedNothingIsLeftBeyondItsLeases() throws Exception {
        BlockingLocks blocking = new BlockingLocks(locks);
        Set<String> before = owners();
        CompletableFuture<Lease> kept = new CompletableFuture<>();
        Thread holder = new Thread(() -> {
            try {
                blocking.acquire("other").close();
                kept.complete(blocking.acquire("kept"));
            } catch (InterruptedException | RuntimeException failed) {
                kept.completeExceptionally(failed);
            }
        });
        holder.start();
        Lease lease = got(kept);
        Set<String> after = owners();
        after.removeAll(before);
        assertEquals(1, after.size(), after::toString);
        holder.join();
        holder = null;
        System.gc();
        assertEquals(Optional.empty(), got(locks.tryAcquire(Claims.exclusive("kept"))), "a lease stays");
        got(lease.release());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (owners().containsAll(after)) {
            assertTrue(System.nanoTime() < deadline, () -> "still there after 60 s: " + after);
            System.gc();
        }
    }

    private static Set<String> owners() {
        return SHOP.system()
                .printTree()
                .lines()
                .filter(line -> line.contains("symposium-owner-"))
                .map(line -> line.replaceAll(".*(symposium-owner-[0-9]+).*", "$1"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aServiceThatEndsSaysSo() throws Exception {
        ActorRef<LockService.Command> mortal = SHOP.spawn(Locks.alone());
        Locks its = Locks.of(mortal, SHOP.system());
        Lease lease = got(its.acquire("x"));
        SHOP.stop(mortal);
        got(lease.lost());
        assertFalse(lease.isHeld());
    }

    @Test
    void anActorSystemThatEndsSaysSo() throws Exception {
        ActorTestKit mortal = ActorTestKit.create("mortal", ConfigFactory.parseString("akka.actor.provider = local"));
        Locks its = Locks.of(mortal.spawn(Locks.alone()), mortal.system());
        Lease lease = got(its.acquire("x"));
        CompletableFuture<Lease> waiting = its.acquire("x");
        mortal.shutdownTestKit();
        got(lease.lost());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(waiting).reason());
        assertEquals(got(lease.lost()), leaseLost(lease).lost());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(its.acquire("x")).reason());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(its.tryAcquire(X)).reason());
    }

    @Test
    void whatIsAskedWhileAnActorSystemEndsIsAnswered() throws Exception {
        ActorTestKit mortal = ActorTestKit.create("mortal", ConfigFactory.parseString("akka.actor.provider = local"));
        Locks its = Locks.of(mortal.spawn(Locks.alone()), mortal.system());
        Locks.Client client = its.client();
        BlockingLocks blocking = new BlockingLocks(client);
        CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(() -> {
            while (true) {
                try {
                    got(its.acquire("x")).close();
                    got(client.acquire("y")).close();
                    blocking.acquire("z").close();
                } catch (Throwable ended) {
                    return ended;
                }
            }
        });
        mortal.system().terminate();
        Throwable ended = got(end);
        assertTrue(ended instanceof NotGranted || ended.getCause() instanceof NotGranted, () -> "it ends by " + ended);
        mortal.shutdownTestKit();
        assertEquals(
                NotGranted.Cause.UNAVAILABLE, notGranted(client.acquire("y")).reason());
        assertThrows(NotGranted.class, () -> blocking.acquire("z"));
    }

    /** After the loss the owner has ended; a release is still answered: not as if all were well. */
    @Test
    void aReleaseOfALeaseThatHasBeenLostSaysSo() throws Exception {
        ActorRef<LockService.Command> mortal = SHOP.spawn(Locks.alone());
        Lease lease = got(Locks.of(mortal, SHOP.system()).acquire("x"));
        SHOP.stop(mortal);
        LockService.Lost lost = got(lease.lost());
        LeaseLost told = leaseLost(lease);
        assertEquals(lost, told.lost());
        assertEquals(
                "the lease of x under fence " + lease.fence() + " has been lost: " + lost.why(), told.getMessage());
        lease.close();
        ExecutionException twice = assertThrows(ExecutionException.class, () -> got(lease.release()));
        assertEquals("the lease of x has been released before", twice.getCause().getMessage());
        for (int time = 0; time < 100; time++) {
            NotGranted ended = notGranted(Locks.of(mortal, SHOP.system()).acquire("x"));
            assertEquals("the lock service of this node has stopped", ended.getMessage());
        }
    }

    @Test
    void aClientThatIsClosedHoldsNothingAndIsGrantedNothing() throws Exception {
        Locks.Client client = locks.client();
        Lease lease = got(client.acquire("x"));
        client.close();
        got(locks.acquire("x")).close();
        assertFalse(lease.isHeld());
        NotGranted closed = notGranted(client.acquire("y"));
        assertEquals(NotGranted.Cause.CANCELLED, closed.reason());
        assertEquals("its client has been closed", closed.getMessage());
        client.close();
    }

    @Test
    void aReleaseThatMeetsTheCloseOfItsClientIsAnswered() throws Exception {
        Locks.Client client = locks.client();
        Lease lease = got(client.acquire("x"));
        client.close();
        try {
            got(lease.release());
        } catch (ExecutionException givenBackBefore) {
            assertEquals(IllegalStateException.class, givenBackBefore.getCause().getClass());
        }
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                Arguments.of(Claims.exclusive(), SECOND, "no name is claimed"),
                Arguments.of(Claims.exclusive(""), SECOND, "'' is not a name"),
                Arguments.of(Claims.exclusive("x", " "), SECOND, "' ' is not a name"),
                Arguments.of(Claims.shared("a\tb"), SECOND, "'a?b' is not a name"),
                Arguments.of(Claims.permits("x".repeat(256), 1, 1), SECOND, "1 to 255 characters"),
                Arguments.of(X, Duration.ZERO, "the limit is 0 ms: it must be above zero"),
                Arguments.of(X, Duration.ofSeconds(-1), "the limit is -1000 ms: it must be above zero"),
                Arguments.of(
                        Claims.exclusive(IntStream.range(0, 10_000)
                                .mapToObj(each -> "name " + each)
                                .toList()),
                        SECOND,
                        "claim fewer"));
    }

    /** Each is refused with its reason at once, and nothing of it is held. */
    @ParameterizedTest
    @MethodSource
    void invalid(Claims claims, Duration limit, String why) throws Exception {
        NotGranted refused = notGranted(locks.acquire(claims, limit));
        assertEquals(NotGranted.Cause.REFUSED, refused.reason());
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
        assertFalse(refused.getMessage().contains("\n"), "one line");
        if (limit.equals(SECOND)) {
            assertEquals(
                    refused.getMessage(), notGranted(locks.tryAcquire(claims)).getMessage());
            assertEquals(
                    refused.getMessage(),
                    assertThrows(NotGranted.class, () -> new BlockingLocks(locks).acquire(claims))
                            .getMessage());
        }
        got(locks.acquire("x")).close();
    }

    @Test
    void aNameOfTheGreatestLengthIsGranted() throws Exception {
        got(locks.acquire("x".repeat(LockService.LONGEST_NAME))).close();
    }

    static Stream<Arguments> impossible() {
        String right = " permits: a capacity is from 1 to 2147483646";
        return Stream.of(
                isImpossible(
                        () -> Claims.permits("p", 3, 2),
                        "3 of 2 permits of 'p' cannot be claimed: from 1 to 2 of them can"),
                isImpossible(
                        () -> Claims.permits("p", 0, 3),
                        "0 of 3 permits of 'p' cannot be claimed: from 1 to 3 of them can"),
                isImpossible(
                        () -> Claims.permits("p", -1, 3),
                        "-1 of 3 permits of 'p' cannot be claimed: from 1 to 3 of them can"),
                isImpossible(() -> Claims.permits("p", 2, 1), "2 of 1 permits of 'p' cannot be claimed: 1 of them can"),
                isImpossible(() -> Claims.permits("a\nb", 0, 0), "'a?b' cannot have 0" + right),
                isImpossible(() -> Claims.permits("p", 1, Integer.MAX_VALUE), "'p' cannot have 2147483647" + right),
                isImpossible(
                        () -> X.and(Claims.shared("x")), "'x' is claimed twice; each name is claimed in one mode"));
    }

    private static Arguments isImpossible(Executable claims, String why) {
        return Arguments.of(claims, why);
    }

    @ParameterizedTest
    @MethodSource
    void impossible(Executable claims, String why) {
        assertEquals(why, assertThrows(IllegalArgumentException.class, claims).getMessage());
    }

    @Test
    void whatIsNullIsRefusedWhereItIsSaid() {
        isNull("claims", () -> locks.acquire((Claims) null));
        isNull("limit", () -> locks.acquire(X, null));
        isNull("name", () -> locks.acquire((String) null));
        isNull("names", () -> locks.acquire((String[]) null));
        isNull("claims", () -> locks.tryAcquire((Claims) null));
        isNull("name", () -> locks.acquire((String) null, Duration.ofSeconds(1)));
        isNull("name", () -> locks.tryAcquire((String) null));
        isNull("limit", () -> locks.tryAcquire(X, null));
        isNull("label", () -> locks.as(null));
        isNull("name", () -> Claims.exclusive("x", null));
        isNull("names", () -> Claims.exclusive((List<String>) null));
        isNull("name", () -> Claims.shared((String) null));
        isNull("name", () -> Claims.permits(null, 1, 2));
        isNull("others", () -> X.and(null));
        isNull("modes", () -> new Claims(null));
        SortedMap<String, Mode> modeless = new TreeMap<>();
        modeless.put("x", null);
        isNull("the mode of 'x'", () -> new Claims(modeless));
        SortedMap<String, Mode> nameless = new TreeMap<>(Comparator.nullsFirst(Comparator.naturalOrder()));
        nameless.put(null, Mode.EXCLUSIVE);
        isNull("name", () -> new Claims(nameless));
        BlockingLocks blocking = new BlockingLocks(locks);
        isNull("name", () -> blocking.acquire((String) null));
        isNull("limit", () -> blocking.acquire(X, null));
        isNull("limit", () -> blocking.tryAcquire(X, null));
        isNull("locks", () -> new BlockingLocks(null));
        isNull("service", () -> Locks.of(null, SHOP.system()));
        isNull("system", () -> Locks.of(service, null));
    }

    private static void isNull(String what, Executable refused) {
        assertEquals(what, assertThrows(NullPointerException.class, refused).getMessage());
    }

    /** It is not empty, as if another owner held it: the caller would wait for itself. */
    @Test
    void anAttemptAtWhatOneHoldsIsRefused() throws Exception {
        BlockingLocks blocking = new BlockingLocks(locks);
        try (Locks.Client client = locks.client();
                Lease lease = got(client.acquire("x"))) {
            assertTrue(lease.isHeld());
            assertEquals(
                    NotGranted.Cause.REFUSED, notGranted(client.tryAcquire(X)).reason());
        }
        try (Lease lease = blocking.acquire("x")) {
            assertTrue(lease.isHeld());
            assertEquals(
                    NotGranted.Cause.REFUSED,
                    assertThrows(NotGranted.class, () -> blocking.tryAcquire(X)).reason());
            assertEquals(Optional.empty(), got(locks.tryAcquire(X)));
        }
    }

    /** What a lock would be worth that no other node knows must not be found out in production. */
    @Test
    void anActorSystemWithoutAClusterIsToldWhatItLacks() {
        InvalidSetting refused = assertThrows(InvalidSetting.class, () -> Symposium.get(SHOP.system()));
        assertEquals(
                "akka.actor.provider is local: a node is a member of a cluster; set it to cluster",
                refused.getMessage());
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static LeaseLost leaseLost(Lease lease) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> got(lease.release()));
        return (LeaseLost) failed.getCause();
    }

    private static NotGranted notGranted(CompletionStage<?> stage) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> got(stage));
        return (NotGranted) failed.getCause();
    }
}
