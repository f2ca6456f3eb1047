package symposium.service.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.service.election.LeaderState.Leader;
import symposium.service.election.LeaderState.NoLeader;
import symposium.service.election.LeaderState.Reason;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;

/** Elections for code that is no actor, with the service of one actor system. */
class ElectionsTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit SHOP =
            ActorTestKit.create("shop", ConfigFactory.parseString("akka.actor.provider = local"));

    private final ActorRef<LockService.Command> service = SHOP.spawn(Locks.alone());
    private final Elections one = Elections.of(service, SHOP.system());
    private final Elections two = one.candidate();

    @Test
    void aLeaderStaysUntilItResignsAndTermsGrow() throws Exception {
        Leadership first = got(one.campaign("x", "one"));
        CompletableFuture<Leadership> waiting = two.campaign("x", "two");
        assertEquals("one", ((Leader) got(one.leader("x"))).value());
        assertFalse(waiting.isDone());
        assertTrue(first.isLeader());
        assertEquals("x", first.name());
        got(first.resign());
        assertFalse(first.isLeader());
        Leadership second = got(waiting);
        assertTrue(second.term() > first.term(), second + " after " + first);
        assertThrows(ExecutionException.class, () -> got(first.resign()));
        first.close();
        assertTrue(second.isLeader(), "the first has nothing to give up");
        second.close();
    }

    @Test
    void aListenerIsToldWhoLeadsUntilItIsClosed() throws Exception {
        BlockingQueue<LeaderState> told = new LinkedBlockingQueue<>();
        Elections.Subscription subscription = one.watch("x", told::add);
        vacant(told);
        Leadership leadership = got(two.campaign("x", "two"));
        Leader leader = (Leader) next(told);
        assertEquals(leadership.term(), leader.term());
        assertEquals("two", leader.value());
        assertEquals(SHOP.system().address(), leader.node());
        BlockingQueue<LeaderState> late = new LinkedBlockingQueue<>();
        one.watch("x", late::add);
        assertEquals(leader, next(late), "one that comes later is told at once");
        subscription.close();
        leadership.close();
        vacant(late);
        assertTrue(told.isEmpty());
    }

    @Test
    void anActorIsToldWhoLeads() throws Exception {
        TestProbe<LeaderState> probe = SHOP.createTestProbe();
        Leadership leadership = got(two.campaign("x"));
        Elections.Subscription subscription = one.watch("x", probe.ref());
        LeaderState told = probe.receiveMessage();
        if (told instanceof NoLeader unknown) {
            assertEquals(Reason.UNKNOWN, unknown.reason());
            told = probe.receiveMessage();
        }
        assertEquals(leadership.fence(), told.fence());
        subscription.close();
        leadership.close();
    }

    @Test
    void elsewhereOrAsALockANameMeansSomethingElse() throws Exception {
        Lease lock = got(Locks.of(service, SHOP.system()).acquire("x"));
        Leadership x = got(one.campaign("x"));
        Leadership y = got(one.campaign("y"));
        assertTrue(lock.isHeld() && x.isLeader() && y.isLeader());
        lock.close();
        one.close();
        got(two.campaign("x")).close();
        got(two.campaign("y")).close();
    }

    @Test
    void aCandidateIsRefusedWhereItLeadsOrWaits() throws Exception {
        Leadership leadership = got(one.campaign("x"));
        NotGranted again = notGranted(one.campaign("x"));
        assertEquals(NotGranted.Cause.REFUSED, again.reason());
        assertTrue(again.getMessage().contains(" holds election x already (request "), again.getMessage());
        CompletableFuture<Leadership> waiting = two.campaign("x");
        assertEquals(NotGranted.Cause.REFUSED, notGranted(two.campaign("x")).reason());
        waiting.cancel(false);
        leadership.close();
        got(two.campaign("x")).close();
    }

    @Test
    void aCampaignIsGivenUpByItsLimitOrItsFuture() throws Exception {
        Leadership leadership = got(one.campaign("x"));
        assertEquals(
                NotGranted.Cause.TIMED_OUT,
                notGranted(two.campaign("x", "", Duration.ofMillis(1))).reason());
        CompletableFuture<Leadership> waiting = two.campaign("x");
        Elections three = one.candidate();
        CompletableFuture<Leadership> next = three.campaign("x");
        waiting.cancel(false);
        leadership.close();
        got(next).close();
    }

    @Test
    void whatIsInvalidIsRefused() {
        assertEquals(NotGranted.Cause.REFUSED, notGranted(one.campaign("")).reason());
        assertEquals(
                NotGranted.Cause.REFUSED,
                notGranted(one.campaign("x", "two\nlines")).reason());
        assertEquals(
                NotGranted.Cause.REFUSED,
                notGranted(one.campaign("x", "", Duration.ZERO)).reason());
        ExecutionException invalid = assertThrows(ExecutionException.class, () -> got(one.leader(" ")));
        assertEquals(IllegalArgumentException.class, invalid.getCause().getClass());
    }

    @Test
    void aServiceThatEndsSaysSo() throws Exception {
        ActorRef<LockService.Command> mortal = SHOP.spawn(Locks.alone());
        Elections its = Elections.of(mortal, SHOP.system());
        Leadership leadership = got(its.campaign("x"));
        SHOP.stop(mortal);
        got(leadership.lost());
        assertFalse(leadership.isLeader());
    }

    private static void vacant(BlockingQueue<LeaderState> told) throws InterruptedException {
        NoLeader none = (NoLeader) next(told);
        if (none.reason() == Reason.UNKNOWN) {
            none = (NoLeader) next(told);
        }
        assertEquals(Reason.VACANT, none.reason());
    }

    private static LeaderState next(BlockingQueue<LeaderState> told) throws InterruptedException {
        return Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS), "nothing told within 60 s");
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static NotGranted notGranted(CompletionStage<?> stage) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> got(stage));
        return (NotGranted) failed.getCause();
    }
}
