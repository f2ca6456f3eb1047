package symposium.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;
import symposium.service.election.Leadership;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LeaseLost;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;

/** The test kit, as the unit tests of an application use it: an actor system without a cluster and without settings. */
@Tag("fast")
class LocksTestKitTest {

    private static final Claims X = Claims.exclusive("x");
    private static final Duration LIMIT = Duration.ofHours(1);

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit APPLICATION = ActorTestKit.create(ManualTime.config());

    private static final ManualTime TIME = ManualTime.get(APPLICATION.system());

    @AutoClose
    private final LocksTestKit kit = LocksTestKit.create(APPLICATION.system());

    private final Locks a = kit.node(0).locks();
    private final Locks b = kit.node(1).locks();
    private final Locks c = kit.node(2).locks();

    @Test
    void nodesConflictAndAreServedInTheOrderOfTheirRequests() throws Exception {
        Lease first = got(a.acquire("x"));
        CompletableFuture<Lease> second = b.acquire("x");
        kit.awaitWaiters("x", 1);
        CompletableFuture<Lease> third = c.acquire("x");
        KitStatus status = kit.awaitWaiters("x", 2);
        assertEquals(List.of(first.fence()), fences(status.holders("x")));
        assertEquals(X, status.nodes().get(1).waiting().get(0).claims());
        assertEquals(3, status.nodes().get(2).view().orElseThrow().members().size());
        assertEquals(Optional.empty(), got(c.tryAcquire(X)));
        got(first.release());
        Lease next = got(second);
        assertFalse(third.isDone());
        next.close();
        Lease last = got(third);
        assertTrue(next.fence().compareTo(first.fence()) > 0 && last.fence().compareTo(next.fence()) > 0);
    }

    @Test
    void modesAreThoseOfTheService() throws Exception {
        Lease one = got(a.acquire(Claims.shared("x").and(Claims.permits("trays", 2, 3))));
        Lease two = got(b.acquire(Claims.shared("x").and(Claims.permits("trays", 1, 3))));
        assertEquals(2, kit.status().holders("x").size());
        assertEquals(Optional.empty(), got(c.tryAcquire(Claims.permits("trays", 1, 3))));
        assertEquals(Optional.empty(), got(c.tryAcquire(X)));
        one.close();
        two.close();
        got(c.acquire(Claims.exclusive("x", "trays"))).close();
    }

    @Test
    void aLeaseThatIsTakenAwayIsLostAndTheNextHasAGreaterFence() throws Exception {
        Lease lease = got(a.acquire("x"));
        Lease other = got(a.acquire("y"));
        CompletableFuture<Lease> next = b.acquire("x");
        kit.awaitWaiters("x", 1);
        kit.takeAway(lease);
        assertFalse(lease.isHeld());
        assertEquals(lease.fence(), got(lease.lost()).fence());
        assertTrue(other.isHeld());
        assertTrue(got(next).fence().compareTo(lease.fence()) > 0);
        ExecutionException late = assertThrows(ExecutionException.class, () -> got(lease.release()));
        assertEquals(lease.fence(), ((LeaseLost) late.getCause()).lost().fence());
        assertEquals(
                "no node holds a lease of fence " + lease.fence()
                        + "; it has been released or lost before, or its grant is withheld",
                assertThrows(IllegalArgumentException.class, () -> kit.takeAway(lease))
                        .getMessage());
    }

    /** Each node's watch hears of the leaders at all nodes that it reaches. */
    @Test
    void aLeaderIsWatchedAtEveryNodeAndDeposedByTheTest() throws Exception {
        Elections elections = kit.node(0).elections();
        BlockingQueue<LeaderState> told = new LinkedBlockingQueue<>();
        kit.node(2).elections().watch("x", told::add);
        Leadership first = got(elections.campaign("x", "first"));
        CompletableFuture<Leadership> waits = kit.node(1).elections().campaign("x", "second");
        KitStatus status = kit.awaitCandidates("x", 1);
        assertEquals(List.of(first.fence()), fences(status.leaders("x")));
        assertEquals(List.of(), status.holders("x"), "a lock of that name is something else");
        assertEquals(first.fence(), leader(told, "first").fence());

        kit.takeAway(first);
        assertFalse(first.isLeader());
        Leadership second = got(waits);
        assertTrue(second.term() > first.term(), second + " after " + first);
        assertEquals(second.fence(), leader(told, "second").fence());

        kit.cutOff(1);
        got(second.lost());
        kit.remove(1);
        Leadership third = got(elections.campaign("x", "third"));
        assertTrue(third.term() > second.term(), third + " after " + second);
        assertEquals(third.fence(), leader(told, "third").fence());
        kit.restart(1);
        assertEquals(third.fence(), got(kit.node(1).elections().leader("x")).fence());
        kit.close();
        got(third.lost());
    }

    private static LeaderState leader(BlockingQueue<LeaderState> told, String value) throws InterruptedException {
        while (true) {
            LeaderState next = Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS), "nobody told within 60 s");
            if (next instanceof LeaderState.Leader leader && leader.value().equals(value)) {
                return leader;
            }
        }
    }

    @Test
    void anActorIsToldTheSame() {
        TestProbe<LockService.Reply> owner = APPLICATION.createTestProbe();
        kit.node(0).service().tell(new LockService.Acquire("1", X, Optional.empty(), owner.ref()));
        Fence fence = owner.expectMessageClass(LockService.Granted.class).fence();
        kit.takeAway(fence);
        assertEquals(fence, owner.expectMessageClass(LockService.Lost.class).fence());
        kit.node(0).service().tell(new LockService.Release("1", fence, owner.ref()));
        owner.expectMessageClass(LockService.NotHeld.class);
    }

    @Test
    void aGrantIsWithheldUntilItIsLetThrough() throws Exception {
        LocksTestKit.Intervention hold = kit.hold("x");
        CompletableFuture<Lease> waiting = a.acquire("x", "y");
        kit.awaitWaiters("x", 1);
        assertFalse(waiting.isDone());
        assertEquals(Optional.empty(), got(b.tryAcquire(Claims.exclusive("y"))), "it is taken for others");
        got(b.acquire("z")).close();
        hold.close();
        got(got(waiting).release());
        got(b.acquire("x")).close();
    }

    /** Akka's scheduler measures limits: with manual time nothing passes by itself. */
    @Test
    void aLimitPassesWhileAGrantIsWithheldWhenTheTestSaysSo() throws Exception {
        LocksTestKit.Intervention hold = kit.hold("x");
        CompletableFuture<Lease> waiting = a.acquire(X, LIMIT);
        kit.awaitWaiters("x", 1);
        TIME.timePasses(LIMIT.minusMillis(1));
        assertEquals(1, kit.status().waiters("x").size());
        TIME.timePasses(Duration.ofMillis(1));
        assertEquals(NotGranted.Cause.TIMED_OUT, notGranted(waiting).reason());
        hold.close();
        hold.close();
        assertEquals(List.of(), kit.status().holders("x"));
        got(b.acquire("x")).close();
    }

    @Test
    void aRequestIsRefusedAsLongAsTheTestWants() throws Exception {
        Lease held = got(a.acquire("x"));
        LocksTestKit.Intervention refuse = kit.refuse("x", LockService.Reason.TOO_LARGE, "not today");
        NotGranted refused = notGranted(b.acquire("w", "x"));
        assertEquals(NotGranted.Cause.REFUSED, refused.reason());
        assertEquals("not today", refused.getMessage());
        assertEquals(NotGranted.Cause.REFUSED, notGranted(b.tryAcquire(X)).reason());
        assertTrue(held.isHeld());
        refuse.close();
        assertEquals(Optional.empty(), got(b.tryAcquire(X)));
    }

    @Test
    void aNodeThatIsCutOffLosesWhatItHoldsAndIsServedWhenItIsHealed() throws Exception {
        Lease lease = got(a.acquire("x"));
        Lease elsewhere = got(b.acquire("y"));
        kit.cutOff(0);
        got(lease.lost());
        assertTrue(elsewhere.isHeld());
        assertTrue(kit.status().nodes().get(0).view().orElseThrow().cutOff());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(a.tryAcquire(X)).reason());
        CompletableFuture<Lease> there = a.acquire("z");
        CompletableFuture<Lease> others = b.acquire("x");
        kit.awaitWaiters("z", 1);
        kit.awaitWaiters("x", 1);
        kit.heal(0);
        got(there).close();
        assertTrue(got(others).fence().compareTo(lease.fence()) > 0);
        assertFalse(kit.status().nodes().get(0).view().orElseThrow().cutOff());
    }

    @Test
    void whenANodeIsRemovedTheOthersGoOnAndItsServiceHasEnded() throws Exception {
        Lease lease = got(a.acquire("x"));
        CompletableFuture<Lease> waits = a.acquire("x");
        kit.awaitWaiters("x", 1);
        CompletableFuture<Lease> next = b.acquire("x");
        kit.awaitWaiters("x", 2);
        kit.cutOff(0);
        assertFalse(next.isDone(), "the others cannot know yet whether it is held");
        kit.remove(0);
        got(lease.lost());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(waits).reason());
        Lease taken = got(next);
        assertTrue(taken.fence().compareTo(lease.fence()) > 0);
        assertTrue(taken.generation() > lease.generation());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(a.acquire("x")).reason());
        assertThrows(IllegalStateException.class, () -> kit.cutOff(0));

        LocksTestKit.Node before = kit.node(0);
        kit.restart(0);
        assertNotSame(before, kit.node(0));
        CompletableFuture<Lease> again = kit.node(0).locks().acquire("x");
        kit.awaitWaiters("x", 1);
        taken.close();
        assertTrue(got(again).fence().compareTo(taken.fence()) > 0);
        assertThrows(IllegalStateException.class, () -> kit.restart(0));
    }

    /** The case for which there are fences: nobody can tell the holder. */
    @Test
    void aSuspendedHolderBelievesThatItHoldsWhatAnotherHas() throws Exception {
        Lease lease = got(a.acquire("x"));
        kit.suspend(0);
        kit.remove(0);
        Lease next = got(b.acquire("x"));
        assertTrue(lease.isHeld());
        assertTrue(next.fence().compareTo(lease.fence()) > 0);
        assertThrows(IllegalStateException.class, () -> kit.restart(0));
        kit.resume(0);
        got(lease.lost());
        assertTrue(next.isHeld());
    }

    @Test
    void whatASuspendedNodeIsAskedHappensWhenItContinues() throws Exception {
        kit.suspend(0);
        CompletableFuture<Lease> there = a.acquire("x");
        kit.awaitWaiters("x", 1);
        CompletableFuture<Lease> others = b.acquire("x");
        kit.awaitWaiters("x", 2);
        kit.resume(0);
        got(there).close();
        got(others).close();
    }

    @Test
    void withoutAMajorityNothingIsGranted() throws Exception {
        Lease lease = got(c.acquire("x"));
        kit.cutOff(0);
        assertTrue(lease.isHeld());
        kit.cutOff(1);
        got(lease.lost());
        CompletableFuture<Lease> waiting = c.acquire("x");
        kit.awaitWaiters("x", 1);
        kit.heal(0);
        kit.heal(1);
        got(waiting).close();
    }

    @Test
    void aTestKitThatIsClosedTellsAllOwnersSo() throws Exception {
        Lease lease = got(a.acquire("x"));
        CompletableFuture<Lease> waiting = b.acquire("x");
        kit.awaitWaiters("x", 1);
        kit.close();
        assertEquals("the test kit has been closed", got(lease.lost()).why());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(waiting).reason());
        assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(a.acquire("x")).reason());
        assertThrows(IllegalStateException.class, kit::status);
        kit.close();
    }

    @Test
    void whatCannotBeDoneIsSaid() {
        assertThrows(IllegalArgumentException.class, () -> LocksTestKit.create(APPLICATION.system(), 0));
        assertThrows(IllegalArgumentException.class, () -> kit.node(3));
        assertThrows(IllegalArgumentException.class, () -> kit.heal(-1));
        try (LocksTestKit one = LocksTestKit.create(APPLICATION.system(), 1)) {
            assertThrows(IllegalArgumentException.class, () -> one.cutOff(0));
            assertThrows(IllegalArgumentException.class, () -> one.remove(0));
        }
    }

    /** As in a cluster, a node that is not heard of may hold what it held. */
    @Test
    void anAttemptIsAnsweredInTimeThatItIsNotKnownWhetherAnotherNodeHoldsIt() throws Exception {
        Lease held = got(kit.node(2).locks().acquire("x"));
        kit.suspend(2);
        CompletableFuture<Optional<Lease>> attempt = a.tryAcquire(X);
        kit.awaitWaiters("x", 1);
        TIME.timePasses(Duration.ofSeconds(5));
        ExecutionException late = assertThrows(ExecutionException.class, () -> got(attempt));
        NotGranted unknown = (NotGranted) late.getCause();
        assertEquals(NotGranted.Cause.TIMED_OUT, unknown.reason());
        assertEquals(
                "not granted within 5000 ms: whether others hold it is not known: a node is slow, or unreachable and not"
                        + " removed yet",
                unknown.getMessage());
        kit.resume(2);
        assertEquals(Optional.empty(), got(a.tryAcquire(X, LIMIT)));
        held.close();
    }

    @Test
    void anAttemptAtWhatTheSameNodeHoldsIsAnsweredAtOnce() throws Exception {
        Lease held = got(a.acquire("x"));
        kit.suspend(1);
        kit.suspend(2);
        assertEquals(Optional.empty(), got(a.tryAcquire(X)));
        held.close();
    }

    /** Whatever a test does to the nodes, in the end all requests are granted, one at a time, under rising fences. */
    @Test
    void everyRequestIsGrantedAfterAnyMishaps() throws Exception {
        long seed = Long.getLong("mishaps.seed", System.nanoTime());
        System.out.println("mishaps of seed " + seed);
        Random random = new Random(seed);
        Fence latest = Fence.NONE;
        for (int round = 0; round < 200; round++) {
            Lease lease = got(kit.node(random.nextInt(3)).locks().acquire("x"));
            assertTrue(lease.fence().compareTo(latest) > 0, lease + " after " + latest + ", seed " + seed);
            latest = lease.fence();
            CompletableFuture<Lease> waiting =
                    kit.node(random.nextInt(3)).locks().acquire("x");
            kit.awaitWaiters("x", 1);
            List<Runnable> ends = new ArrayList<>();
            for (int mishap = random.nextInt(4); mishap > 0; mishap--) {
                mishap(random, ends);
            }
            ends.forEach(Runnable::run);
            lease.close();
            try {
                Lease next = got(waiting);
                assertTrue(next.fence().compareTo(latest) > 0, next + " after " + latest + ", seed " + seed);
                latest = next.fence();
                next.close();
            } catch (ExecutionException removed) {
                assertEquals(NotGranted.Cause.UNAVAILABLE, ((NotGranted) removed.getCause()).reason());
            }
        }
    }

    private void mishap(Random random, List<Runnable> ends) {
        int node = random.nextInt(3);
        try {
            switch (random.nextInt(3)) {
                case 0 -> {
                    kit.cutOff(node);
                    ends.add(() -> unlessRemoved(() -> kit.heal(node)));
                }
                case 1 -> {
                    kit.suspend(node);
                    ends.add(0, () -> kit.resume(node));
                }
                default -> {
                    kit.remove(node);
                    ends.add(() -> kit.restart(node));
                }
            }
        } catch (IllegalStateException removedBefore) {
            assertTrue(removedBefore.getMessage().contains("has been removed"), removedBefore.getMessage());
        }
    }

    private static void unlessRemoved(Runnable action) {
        try {
            action.run();
        } catch (IllegalStateException removed) {
            assertTrue(removed.getMessage().contains("has been removed"), removed.getMessage());
        }
    }

    private static List<Fence> fences(List<LockService.Entry> entries) {
        return entries.stream().map(each -> each.fence().orElseThrow()).toList();
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static NotGranted notGranted(CompletionStage<?> stage) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> got(stage));
        return (NotGranted) failed.getCause();
    }
}
