package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.Done;
import akka.actor.testkit.typed.Effect;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.leader.LeaderReport;
import symposium.cluster.lock.LockServiceActor;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;
import symposium.wire.OwnerLabel;

/** The service of one node, between its owners and its process. */
class LockServiceTest {

    private static final Fence FIRST = new Fence(1, 1);
    private static final Fence SECOND = new Fence(1, 2);
    private static final Claims X = Claims.exclusive("x");
    private static final Claims Y = Claims.exclusive("y");
    private static final MembershipView CUT_OFF = MembershipView.alone(ProcessId.of(0), Shape.COMPLETE);
    private static final MembershipView VIEW =
            new MembershipView(ProcessId.of(0), Shape.COMPLETE, Sorted.map(), Sorted.set(), Sorted.set(), false);

    private final List<Request> asked = new ArrayList<>();
    private final BehaviorTestKit<LockService.Command> locks =
            BehaviorTestKit.create(LockServiceActor.create(VIEW, asked::add));
    private final TestInbox<LockService.Reply> a = TestInbox.create("a");
    private final TestInbox<LockService.Reply> b = TestInbox.create("b");
    private final TestInbox<Done> closed = TestInbox.create("closed");

    @Test
    void anOwnerIsGrantedWhatItClaimsWhenTheProcessSaysSo() {
        Claims claims = X.and(Claims.shared("r")).and(Claims.permits("p", 2, 5));
        acquire(a, "1", claims);
        assertEquals(List.of(new Request.Take(1, claims.modes())), asked);
        taken(1, claims, FIRST);
        a.expectMessage(new LockService.Granted("1", claims, FIRST));
    }

    @Test
    void requestsOfOneOwnerAreToldApartByTheirIds() {
        acquire(a, "1", X);
        acquire(a, "2", Y);
        taken(2, Y, FIRST);
        a.expectMessage(new LockService.Granted("2", Y, FIRST));
        release(a, "1", FIRST);
        assertEquals("1", ((LockService.NotHeld) a.receiveMessage()).id());
        release(a, "2", FIRST);
        a.expectMessage(new LockService.Released("2", FIRST));
        assertEquals(new Request.Release(2), last());
        release(a, "2", FIRST);
        assertEquals("2", ((LockService.NotHeld) a.receiveMessage()).id(), "released twice");
    }

    @Test
    void whatAnOwnerWouldWaitForItselfIsRefused() {
        acquire(a, "1", X);
        acquire(a, "2", X.and(Y));
        refused(
                a,
                LockService.Reason.ALREADY_CLAIMED,
                "waits for x already (request 1) and would wait for itself: wait for that request, or ask as another owner");
        taken(1, X, FIRST);
        acquire(a, "2", Claims.shared("x"));
        a.expectMessage(new LockService.Granted("1", X, FIRST));
        refused(
                a,
                LockService.Reason.ALREADY_CLAIMED,
                "the owner '" + OwnerLabel.of(a.getRef())
                        + "' holds x already (request 1) and would wait for itself: use that lease, or ask as another owner");
        acquire(a, "1", Y);
        refused(a, LockService.Reason.ID_IN_USE, "has a request with the id '1'");
        acquire(b, "1", X);
        assertEquals(2, asked.size(), "another owner waits");
        acquire(b, "2", Claims.shared("y"));
        acquire(b, "3", Claims.shared("y"));
        assertEquals(4, asked.size(), "shared claims do not conflict");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "two\nlines",
                "nul\0",
                "\u202Eesrever",
                "zero\u200Bwidth",
                "\uFEFFmark",
                "soft\u00ADhyphen",
                "line\u2028separator",
                "paragraph\u2029separator",
                "escape\u001B[2J",
                "next\u0085line"
            })
    void aNameThatIsBlankOrHasControlCharactersIsRefused(String name) {
        acquire(a, "1", Claims.exclusive("x", name));
        refused(a, LockService.Reason.INVALID, "is not a name");
    }

    @Test
    void aMessageThatRefusesANameShowsNoControlCharacter() {
        acquire(a, "1", Claims.exclusive("a\u202Eb\u2028c"));
        refused(
                a,
                LockService.Reason.INVALID,
                "'a?b?c' is not a name: a name has 1 to 255 characters, is not blank,"
                        + " and has no control or invisible characters (Unicode Cc, Cf, Zl, Zp)");
        acquire(a, "1\u202E", X);
        refused(a, LockService.Reason.INVALID, "'1?' cannot be the id of a request: an id has no control");
        locks.run(new LockService.Campaign("1", "x", "http\u202E", Optional.empty(), a.getRef()));
        refused(a, LockService.Reason.INVALID, "'http?' cannot be the value of a candidate: a value has at most 1024");
    }

    /** Any script is a name, and what is written in another normal form is another name. */
    @Test
    void namesAreComparedCharacterByCharacter() {
        for (String name : List.of("order 17", "\u65e5\u672c", "\uD83D\uDE00", "\u00fc", "u\u0308", "\uE000")) {
            acquire(a, name, Claims.exclusive(name));
        }
        assertEquals(6, asked.size());
        assertEquals(List.of(), a.getAllReceived());
    }

    @Test
    void whatCannotBeClaimedIsRefused() {
        acquire(a, "1", Claims.exclusive());
        refused(a, LockService.Reason.INVALID, "no name is claimed; name at least one");
        acquire(a, "1", Claims.exclusive("x".repeat(LockService.LONGEST_NAME + 1)));
        refused(a, LockService.Reason.INVALID, "1 to 255 characters");
        for (Duration limit : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            locks.run(new LockService.Acquire("1", X, Optional.of(limit), a.getRef()));
            refused(
                    a,
                    LockService.Reason.INVALID,
                    "it must be above zero and at most 24 days; without one the request waits as long");
        }
        assertEquals(List.of(), asked);
    }

    /** A message between nodes holds all that a request claims; any number of requests go in several. */
    @Test
    void claimsThatNoMessageCanHoldAreRefused() {
        acquire(a, "1", Claims.exclusive(names(20_000)));
        refused(a, LockService.Reason.TOO_LARGE, "akka.remote.artery.advanced.maximum-frame-size");
        acquire(a, "1", Claims.exclusive(names(3_000)));
        acquire(b, "1", Claims.exclusive(names(4_000)));
        assertEquals(2, asked.size(), "each fits");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a          | a, or a part of it
            a,b,c      | a, b, c, or a part of them
            a,b,c,d,e  | a, b, c and 2 more, or a part of them
            """)
    void aRequestThatIsLateIsToldItsNames(String names, String shown) {
        Claims claims = Claims.exclusive(names.split(","));
        locks.run(new LockService.Acquire("1", claims, Optional.of(Duration.ofSeconds(7)), a.getRef()));
        locks.run(timer().msg());
        a.expectMessage(new LockService.TimedOut("1", Duration.ofSeconds(7), "others hold or wait for " + shown));
    }

    @Test
    void aLimitThatPassesWithdrawsTheRequest() {
        locks.run(new LockService.Acquire("1", X, Optional.of(Duration.ofSeconds(7)), a.getRef()));
        Effect.TimerScheduled<LockService.Command> timer = timer();
        assertEquals(7, timer.delay().toSeconds());
        locks.run(timer.msg());
        a.expectMessage(new LockService.TimedOut(
                "1", Duration.ofSeconds(7), LockService.TimedOut.CONFLICT + "x, or a part of it"));
        assertEquals(new Request.Withdraw(1), last());
        taken(1, X, FIRST);
        assertEquals(List.of(), a.getAllReceived(), "the grant crosses the withdrawal");
    }

    @Test
    void aLimitThatPassesNamesWhoHoldsWhatConflicts() {
        Claims readers = Claims.shared("r").and(Claims.exclusive("x"));
        acquire(b, "b", readers);
        taken(1, readers, FIRST);
        acquire(b, "c", Claims.exclusive("other"));
        taken(2, Claims.exclusive("other"), new Fence(7, 2));
        Claims claims = Claims.shared("r").and(Claims.exclusive("x", "other"));
        locks.run(new LockService.Acquire("1", claims, Optional.of(Duration.ofSeconds(7)), a.getRef()));
        locks.run(timer().msg());
        LockService.TimedOut late = (LockService.TimedOut) a.receiveMessage();
        assertEquals(
                List.of("x " + FIRST, "other 7.2"),
                late.holders().stream()
                        .map(each -> each.name() + " " + each.fence())
                        .toList());
        String owner = b.getRef().path().toString();
        assertEquals(
                Set.of(owner),
                late.holders().stream().map(LockService.Holder::owner).collect(Collectors.toSet()));
        assertTrue(late.why().startsWith("x is held by " + owner + " at akka://"), late.why());
        assertTrue(late.why().contains("under fence " + FIRST + "; other is held by "), late.why());
    }

    @Test
    void aLimitThatPassesWithoutAMajoritySaysSo() {
        locks.run(new LockServiceActor.FromHost(new HostEvent.Seen<>(CUT_OFF)));
        locks.run(new LockService.Acquire("1", X, Optional.of(Duration.ofSeconds(7)), a.getRef()));
        locks.run(timer().msg());
        a.expectMessage(new LockService.TimedOut("1", Duration.ofSeconds(7), "this node sees no majority now"));
    }

    @Test
    void aLimitThatPassesAfterTheGrantChangesNothing() {
        locks.run(new LockService.Acquire("1", X, Optional.of(Duration.ofSeconds(7)), a.getRef()));
        Effect.TimerScheduled<LockService.Command> timer = timer();
        taken(1, X, FIRST);
        locks.run(timer.msg());
        assertEquals(List.of(new LockService.Granted("1", X, FIRST)), a.getAllReceived());
        assertEquals(1, asked.size());
    }

    @Test
    void whatIsToBeHadAtOnceIsNotFreeWhenTheProcessSaysSo() {
        locks.run(new LockService.TryAcquire("1", X, Optional.empty(), a.getRef()));
        assertEquals(List.of(new Request.Take(1, X.modes(), false)), asked);
        told(new Grant.NotFree(1));
        a.expectMessage(new LockService.NotFree("1", X));
        acquire(a, "1", X);
        assertEquals(2, asked.size(), "the id is free again");
    }

    /** The process does not answer while it does not know whether another node holds it. */
    @Test
    void whatIsToBeHadAtOnceIsAnsweredWithinALimit() {
        String unknown = "whether others hold it is not known: a node is slow, or unreachable and not removed yet";
        locks.run(new LockService.TryAcquire("1", X, Optional.of(Duration.ofSeconds(7)), a.getRef()));
        Effect.TimerScheduled<LockService.Command> timer = timer();
        assertEquals(7, timer.delay().toSeconds());
        locks.run(timer.msg());
        a.expectMessage(new LockService.TimedOut("1", Duration.ofSeconds(7), unknown));
        assertEquals(new Request.Withdraw(1), last());
        locks.run(new LockService.TryAcquire("1", X, Optional.empty(), a.getRef()));
        Effect.TimerScheduled<LockService.Command> usual = timer();
        assertEquals(5, usual.delay().toSeconds(), "symposium.try-timeout");
        locks.run(usual.msg());
        a.expectMessage(new LockService.TimedOut("1", Duration.ofSeconds(5), unknown));
        locks.run(new LockService.TryAcquire("1", X, Optional.of(Duration.ZERO), a.getRef()));
        refused(
                a,
                LockService.Reason.INVALID,
                "it must be above zero and at most 24 days; without one symposium.try-timeout is the limit");
    }

    @Test
    void whatIsToBeHadAtOnceIsUnavailableWithoutAMajority() {
        locks.run(new LockServiceActor.FromHost(new HostEvent.Seen<>(CUT_OFF)));
        locks.run(new LockService.TryAcquire("1", X, Optional.empty(), a.getRef()));
        a.expectMessage(new LockService.Unavailable(
                "1", LockService.UnavailableCause.NO_MAJORITY, "this node sees no majority now"));
        acquire(a, "1", X);
        assertEquals(1, asked.size(), "a request that may wait waits");
    }

    @Test
    void aRequestThatIsCancelledIsWithdrawnOrReleased() {
        acquire(a, "1", X);
        cancel("1");
        assertEquals(new Request.Withdraw(1), last());
        a.expectMessage(new LockService.Cancelled("1"));
        acquire(a, "1", X);
        taken(2, X, FIRST);
        cancel("1");
        assertEquals(new Request.Release(2), last());
        assertEquals(
                List.of(new LockService.Granted("1", X, FIRST), new LockService.Cancelled("1")), a.getAllReceived());
        cancel("1");
        assertEquals("1", ((LockService.NotHeld) a.receiveMessage()).id());
    }

    /** As with the pattern ask: the one that is answered stops with the answer, and the owner keeps the lease. */
    @Test
    void theOwnerKeepsTheLeaseWhenTheOneThatIsAnsweredStops() {
        TestInbox<LockService.Reply> question = TestInbox.create("question");
        locks.run(new LockService.Acquire("1", X, Optional.empty(), a.getRef(), question.getRef(), a.getRef()));
        LockService.Command stopped = stopped(question.getRef());
        taken(1, X, FIRST);
        question.expectMessage(new LockService.Granted("1", X, FIRST));
        locks.run(stopped);
        assertEquals(1, asked.size());
        told(new Grant.Lost(1, FIRST));
        assertEquals(FIRST, ((LockService.Lost) a.receiveMessage()).fence());
    }

    @Test
    void aRequestIsWithdrawnWhenTheOneThatIsToBeAnsweredStops() {
        TestInbox<LockService.Reply> question = TestInbox.create("question");
        locks.run(new LockService.Acquire("1", X, Optional.empty(), a.getRef(), question.getRef(), a.getRef()));
        locks.run(stopped(question.getRef()));
        assertEquals(new Request.Withdraw(1), last());
        assertEquals(List.of(), status().entries());
    }

    @Test
    void anOwnerThatStopsGivesBackAllThatItHoldsAndAwaits() {
        acquire(a, "1", X);
        acquire(a, "2", Y);
        taken(1, X, FIRST);
        locks.run(stopped(a.getRef()));
        assertEquals(List.of(new Request.Release(1), new Request.Withdraw(2)), asked.subList(2, 4));
        assertEquals(List.of(), status().entries());
    }

    @Test
    void anOwnerThatLosesIsToldAndALossThatCrossesTheReleaseTellsNobody() {
        acquire(a, "1", X);
        acquire(b, "1", Y);
        taken(1, X, FIRST);
        taken(2, Y, SECOND);
        told(new Grant.Lost(1, FIRST));
        release(b, "1", SECOND);
        told(new Grant.Lost(2, SECOND));
        assertEquals(
                List.of(
                        new LockService.Granted("1", X, FIRST),
                        new LockService.Lost(
                                "1", FIRST, "this node was cut off from a majority, or removed from the cluster")),
                a.getAllReceived());
        assertEquals(
                List.of(new LockService.Granted("1", Y, SECOND), new LockService.Released("1", SECOND)),
                b.getAllReceived());
    }

    @Test
    void theStatusSaysWhatIsHeldAndWhoWaits() {
        acquire(a, "1", X);
        acquire(b, "2", X.and(Y));
        taken(1, X, FIRST);
        LockService.Status status = status();
        assertEquals(Optional.of(VIEW), status.view());
        assertEquals(Optional.of(FIRST), status.held().get(0).fence());
        assertEquals(a.getRef().path().toString(), status.held().get(0).owner());
        assertEquals(X.and(Y), status.waiting().get(0).claims());
        assertEquals("2", status.waiting().get(0).id());
    }

    @Test
    void whenTheNodeEndsEverybodyIsToldSo() {
        acquire(a, "1", X);
        acquire(b, "1", X);
        taken(1, X, FIRST);
        locks.run(new LockServiceActor.FromHost(new HostEvent.Closed<>("the node ends", closed.getRef())));
        assertEquals(
                List.of(new LockService.Granted("1", X, FIRST), new LockService.Lost("1", FIRST, "the node ends")),
                a.getAllReceived());
        b.expectMessage(new LockService.Unavailable("1", LockService.UnavailableCause.ENDED, "the node ends"));
        closed.expectMessage(Done.getInstance());
        acquire(b, "2", Y);
        b.expectMessage(new LockService.Unavailable("2", LockService.UnavailableCause.ENDED, "the node ends"));
        assertEquals(
                List.of(new Request.Withdraw(2)),
                asked.subList(2, asked.size()),
                "what is held is free only when the node has been removed");
    }

    @Test
    void aCandidateLeadsWhenItIsGrantedAndALockOfThatNameIsAnother() {
        campaign(a, "1", "here");
        Claims leadership = Claims.leadership("x");
        assertEquals(List.of(new Request.Take(1, leadership.modes())), asked);
        acquire(a, "2", X);
        assertEquals(2, asked.size(), "the lock conflicts with nothing");
        campaign(a, "3", "again");
        refused(a, LockService.Reason.ALREADY_CLAIMED, "waits for election x already (request 1)");
        taken(1, leadership, FIRST);
        a.expectMessage(new LockService.Granted("1", leadership, FIRST));
        assertEquals(Optional.of("x"), status().held().get(0).claims().election());
        release(a, "1", FIRST);
        a.expectMessage(new LockService.Released("1", FIRST));
        assertEquals(new Request.Release(1), last());
    }

    @Test
    void aCampaignThatIsInvalidIsRefused() {
        locks.run(new LockService.Campaign("1", "two\nlines", "", Optional.empty(), a.getRef()));
        refused(a, LockService.Reason.INVALID, "'two?lines' is not a name");
        locks.run(new LockService.Campaign("1", "x", "", Optional.of(Duration.ZERO), a.getRef()));
        refused(
                a,
                LockService.Reason.INVALID,
                "it must be above zero and at most 24 days; without one the request waits as long");
        campaign(a, "1", "tab\t");
        refused(a, LockService.Reason.INVALID, "'tab?' cannot be the value of a candidate");
        campaign(a, "1", "v".repeat(LockService.LONGEST_VALUE + 1));
        refused(a, LockService.Reason.INVALID, "a value has at most 1024 characters");
        acquire(a, "1", Claims.leadership("x"));
        refused(a, LockService.Reason.INVALID, "'?x' is not a name");
        assertEquals(List.of(), asked);
    }

    @Test
    void thoseThatWatchAnElectionAreToldWhoLeadsAtThisNode() {
        TestInbox<LeaderReport> watcher = TestInbox.create("watcher");
        locks.run(new LeaderReport.Watch("x", watcher.getRef()));
        assertEquals(Optional.empty(), watcher.receiveMessage().leader());
        LockService.Command stopped = stopped(watcher.getRef());
        campaign(a, "1", "here");
        taken(1, Claims.leadership("x"), FIRST);
        LeaderState.Leader leader = watcher.receiveMessage().leader().orElseThrow();
        assertEquals(
                List.of("x", FIRST, FIRST.number(), "here"),
                List.of(leader.election(), leader.fence(), leader.term(), leader.value()));
        TestInbox<LeaderReport> late = TestInbox.create("late");
        locks.run(new LeaderReport.Watch("x", late.getRef()));
        assertEquals(Optional.of(leader), late.receiveMessage().leader());
        locks.run(new LeaderReport.Unwatch("x", late.getRef()));
        locks.run(new LockServiceActor.FromHost(new HostEvent.Seen<>(CUT_OFF)));
        assertTrue(watcher.receiveMessage().cutOff());
        told(new Grant.Lost(1, FIRST));
        assertEquals(Optional.empty(), watcher.receiveMessage().leader());
        locks.run(stopped);
        locks.run(new LockServiceActor.FromHost(new HostEvent.Seen<>(VIEW)));
        assertEquals(List.of(), watcher.getAllReceived());
        assertEquals(List.of(), late.getAllReceived());
    }

    /** The network may lose the message of a member that no longer watches. */
    @Test
    void aWatchThatIsNotRenewedEnds() {
        TestInbox<LeaderReport> watcher = TestInbox.create("watcher");
        locks.run(new LeaderReport.Watch("x", watcher.getRef()));
        Effect.TimerScheduled<LockService.Command> expiry = timer();
        locks.run(expiry.msg());
        watcher.getAllReceived();
        locks.run(new LockServiceActor.FromHost(new HostEvent.Seen<>(CUT_OFF)));
        assertEquals(1, watcher.getAllReceived().size(), "it has just asked");
        locks.run(expiry.msg());
        locks.run(new LockServiceActor.FromHost(new HostEvent.Seen<>(VIEW)));
        assertEquals(List.of(), watcher.getAllReceived());
        assertTrue(locks.getAllEffects().stream().anyMatch(Effect.TimerCancelled.class::isInstance));
    }

    @Test
    void whenTheNodeLeavesHoldersMayFinishAndNothingMoreIsGranted() {
        acquire(a, "1", X);
        acquire(b, "1", X);
        taken(1, X, FIRST);
        a.getAllReceived();
        Duration within = Duration.ofSeconds(3);
        locks.run(new LockServiceActor.FromHost(new HostEvent.Leaving<>(within, closed.getRef())));
        a.expectMessage(new LockService.Leaving("1", FIRST, within));
        b.expectMessage(new LockService.Unavailable("1", LockService.UnavailableCause.LEAVING, "this node is leaving"));
        assertEquals(new Request.Withdraw(2), last());
        acquire(b, "2", Y);
        b.expectMessage(new LockService.Unavailable("2", LockService.UnavailableCause.LEAVING, "this node is leaving"));
        assertEquals(List.of(), closed.getAllReceived());
        release(a, "1", FIRST);
        a.expectMessage(new LockService.Released("1", FIRST));
        assertEquals(new Request.Release(1), last());
        closed.expectMessage(Done.getInstance());
    }

    private void campaign(TestInbox<LockService.Reply> owner, String id, String value) {
        locks.run(new LockService.Campaign(id, "x", value, Optional.empty(), owner.getRef()));
    }

    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(each -> "name" + each).toArray(String[]::new);
    }

    private void acquire(TestInbox<LockService.Reply> owner, String id, Claims claims) {
        locks.run(new LockService.Acquire(id, claims, Optional.empty(), owner.getRef()));
    }

    private void release(TestInbox<LockService.Reply> owner, String id, Fence fence) {
        locks.run(new LockService.Release(id, fence, owner.getRef()));
    }

    private void cancel(String id) {
        locks.run(new LockService.Cancel(id, a.getRef(), a.getRef()));
    }

    private static void refused(TestInbox<LockService.Reply> owner, LockService.Reason reason, String why) {
        LockService.Refused refused = (LockService.Refused) owner.receiveMessage();
        assertEquals(reason, refused.reason());
        assertTrue(refused.why().contains(why), refused.why());
    }

    private Request last() {
        return asked.get(asked.size() - 1);
    }

    private void taken(long ticket, Claims claims, Fence fence) {
        told(new Grant.Taken(ticket, claims.modes(), fence));
    }

    private void told(Grant told) {
        locks.run(new LockServiceActor.FromHost(new HostEvent.Told<>(told)));
    }

    private LockService.Command stopped(ActorRef<?> actor) {
        return locks.getAllEffects().stream()
                .filter(Effect.WatchedWith.class::isInstance)
                .map(effect -> (Effect.WatchedWith<?, ?>) effect)
                .filter(watch -> watch.other().equals(actor))
                .map(watch -> (LockService.Command) watch.message())
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private Effect.TimerScheduled<LockService.Command> timer() {
        return locks.getAllEffects().stream()
                .filter(Effect.TimerScheduled.class::isInstance)
                .map(effect -> (Effect.TimerScheduled<LockService.Command>) effect)
                .findFirst()
                .orElseThrow();
    }

    private LockService.Status status() {
        TestInbox<LockService.Status> inbox = TestInbox.create("status");
        locks.run(new LockService.GetStatus(inbox.getRef()));
        return inbox.receiveMessage();
    }
}
