package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.Hocon;
import symposium.mutex.Fence;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;
import symposium.service.member.InvalidSetting;

/**
 * What applications should not ask: each has one typed answer, at a node and at a member without the role alike, and
 * leaves both as they were.
 */
class BadRequestsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MOST_WAITERS = 3;
    private static final String HALF_A_PAIR = "\uD800";

    @AutoClose("shutdownTestKit")
    private static ActorTestKit node;

    @AutoClose("shutdownTestKit")
    private static ActorTestKit guest;

    @BeforeAll
    static void start() throws Exception {
        node = member(Map.of("symposium.processes", 1, "symposium.waiters-limit", MOST_WAITERS));
        guest = member(Map.of("akka.cluster.roles", List.of(), "symposium.leader-watch-limit", 1));
        for (ActorTestKit each : List.of(node, guest)) {
            Cluster.get(each.system())
                    .manager()
                    .tell(Join.create(Cluster.get(node.system()).selfMember().address()));
        }
        for (ActorTestKit each : List.of(node, guest)) {
            got(Symposium.get(each.system()).ready());
        }
    }

    private static ActorTestKit member(Map<String, ?> said) {
        return ActorTestKit.create("shop", Hocon.quickNode(said));
    }

    /** A request of this kind ends no service: the next is granted. */
    @AfterEach
    void bothAreServed() throws Exception {
        for (ActorTestKit each : List.of(node, guest)) {
            got(got(Symposium.get(each.system()).locks().acquire("after")).release());
        }
    }

    private static Stream<Arguments> requests() {
        return Stream.of(
                Arguments.of(Claims.exclusive(), SECOND, "no name is claimed; name at least one"),
                Arguments.of(Claims.exclusive(""), SECOND, "'' is not a name: a name has 1 to 255 characters"),
                Arguments.of(Claims.exclusive(" "), SECOND, "' ' is not a name: a name has 1 to 255 characters"),
                Arguments.of(Claims.exclusive("x".repeat(256)), SECOND, "1 to 255 characters"),
                Arguments.of(Claims.exclusive("two\nlines"), SECOND, "'two?lines' is not a name"),
                Arguments.of(Claims.shared("x", "\u0001billing"), SECOND, "no control or invisible characters"),
                Arguments.of(Claims.exclusive("x" + HALF_A_PAIR), SECOND, "'x?' is not a name: a surrogate"),
                Arguments.of(Claims.exclusive(numbered(30_000)), SECOND, "claim fewer, or raise"),
                Arguments.of(Claims.exclusive("x"), Duration.ZERO, "the limit is 0 ms: it must be above zero"),
                Arguments.of(Claims.exclusive("x"), Duration.ofMillis(-5), "the limit is -5 ms: it must be above zero"),
                Arguments.of(
                        Claims.exclusive("x"),
                        Duration.ofDays(365),
                        "the limit is 365 days: it must be above zero and at"),
                Arguments.of(Claims.exclusive("x"), Duration.ofSeconds(Long.MAX_VALUE), "at most 24 days; without one"),
                Arguments.of(Claims.exclusive("x"), Duration.ofSeconds(-Long.MAX_VALUE), "at most 24 days"));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestThatNoServiceTakesIsRefusedInOneLine(Claims claims, Duration limit, String why) {
        for (ActorTestKit each : List.of(node, guest)) {
            refused(Symposium.get(each.system()).locks().acquire(claims, limit), why);
        }
    }

    private static Stream<Arguments> campaigns() {
        return Stream.of(
                Arguments.of("", "", SECOND, "'' is not a name"),
                Arguments.of("x".repeat(256), "", SECOND, "1 to 255 characters"),
                Arguments.of(HALF_A_PAIR, "", SECOND, "'?' is not a name: a surrogate"),
                Arguments.of("x\u2028", "", SECOND, "'x?' is not a name: a name has 1 to 255"),
                Arguments.of("x", "\u202Etxt", SECOND, "'?txt' cannot be the value of a candidate"),
                Arguments.of("x", "two\nlines", SECOND, "'two?lines' cannot be the value of a candidate"),
                Arguments.of("x", "v".repeat(1025), SECOND, "a value has at most 1024 characters"),
                Arguments.of("x", HALF_A_PAIR, SECOND, "cannot be the value of a candidate: a surrogate"),
                Arguments.of("x", "", Duration.ofDays(25), "at most 24 days; without one"));
    }

    @ParameterizedTest
    @MethodSource("campaigns")
    void aCampaignThatNoServiceTakesIsRefusedInOneLine(String name, String value, Duration limit, String why) {
        for (ActorTestKit each : List.of(node, guest)) {
            refused(Symposium.get(each.system()).elections().campaign(name, value, limit), why);
        }
    }

    @Test
    void whatIsNullIsRefusedWhereItIsSaid() throws Exception {
        Elections elections = Symposium.get(node.system()).elections();
        assertThrows(NullPointerException.class, () -> elections.campaign(null));
        assertThrows(NullPointerException.class, () -> elections.campaign("x", null));
        assertThrows(NullPointerException.class, () -> elections.leader(null));
        assertThrows(NullPointerException.class, () -> elections.watch(null, told -> {}));
        assertThrows(NullPointerException.class, () -> elections.watch("x", (Consumer<LeaderState>) null));
        got(got(elections.campaign("x")).resign());
    }

    /** With another owner than the one that is answered. */
    @Test
    void whatIsNotHeldIsNotReleased() throws Exception {
        for (ActorTestKit each : List.of(node, guest)) {
            ActorRef<LockService.Command> service =
                    Symposium.get(each.system()).locks().service();
            TestProbe<LockService.Reply> owner = each.createTestProbe();
            service.tell(new LockService.Release("1", new Fence(1, 1), owner.ref()));
            assertEquals(
                    "1",
                    owner.expectMessageClass(LockService.NotHeld.class, PATIENCE)
                            .id());
            service.tell(new LockService.Cancel("1", owner.ref(), owner.ref()));
            owner.expectMessageClass(LockService.NotHeld.class, PATIENCE);

            service.tell(new LockService.Acquire("1", Claims.exclusive("x"), Optional.empty(), owner.ref()));
            Fence fence = owner.expectMessageClass(LockService.Granted.class, PATIENCE)
                    .fence();
            service.tell(new LockService.Release("2", fence, owner.ref()));
            owner.expectMessageClass(LockService.NotHeld.class, PATIENCE);
            service.tell(new LockService.Release("1", fence, owner.ref()));
            owner.expectMessageClass(LockService.Released.class, PATIENCE);
            service.tell(new LockService.Release("1", fence, owner.ref()));
            owner.expectMessageClass(LockService.NotHeld.class, PATIENCE);

            Lease lease = got(Symposium.get(each.system()).locks().acquire("x"));
            got(lease.release());
            ExecutionException twice = assertThrows(ExecutionException.class, () -> got(lease.release()));
            assertEquals(
                    "the lease of x has been released before", twice.getCause().getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"half" + HALF_A_PAIR, "half\u202E", "half\n"})
    void anIdThatNoMessageCanHoldIsRefused(String id) {
        for (ActorTestKit each : List.of(node, guest)) {
            TestProbe<LockService.Reply> owner = each.createTestProbe();
            Symposium.get(each.system())
                    .locks()
                    .service()
                    .tell(new LockService.Acquire(id, Claims.exclusive("x"), Optional.empty(), owner.ref()));
            LockService.Refused refused = owner.expectMessageClass(LockService.Refused.class, PATIENCE);
            assertEquals(LockService.Reason.INVALID, refused.reason());
            assertTrue(refused.why().startsWith("'half?' cannot be the id of a request: "), refused.why());
        }
    }

    /** Somebody waits for the answer, though nobody would have the lease. */
    @Test
    void aRequestOfAnOwnerThatHasStoppedIsCancelled() {
        for (ActorTestKit each : List.of(node, guest)) {
            TestProbe<LockService.Reply> asking = each.createTestProbe();
            TestProbe<LockService.Reply> holder = each.createTestProbe();
            ActorRef<LockService.Command> service =
                    Symposium.get(each.system()).locks().service();
            service.tell(new LockService.Acquire("held", Claims.exclusive("x"), Optional.empty(), holder.ref()));
            LockService.Granted held = holder.expectMessageClass(LockService.Granted.class, PATIENCE);
            ActorRef<Void> stopped = each.spawn(Behaviors.stopped());
            service.tell(new LockService.Acquire(
                    "1", Claims.exclusive("x"), Optional.empty(), stopped, asking.ref(), asking.ref()));
            asking.expectMessage(PATIENCE, new LockService.Cancelled("1"));
            service.tell(new LockService.Release("held", held.fence(), holder.ref()));
            holder.expectMessageClass(LockService.Released.class, PATIENCE);
        }
    }

    /** Those that name the same permits need not agree how many there are: the smallest number counts. */
    @Test
    void ofDifferentNumbersOfPermitsTheSmallestCounts() throws Exception {
        Locks locks = Symposium.get(node.system()).locks();
        Locks others = Symposium.get(guest.system()).locks();
        Lease three = got(locks.acquire(Claims.permits("trays", 3, 5)));
        Lease two = got(others.tryAcquire(Claims.permits("trays", 2, 10))).orElseThrow();
        assertEquals(Optional.empty(), got(others.tryAcquire(Claims.permits("trays", 1, 10))), "5 of 5 are taken");
        got(three.release());
        assertEquals(Optional.empty(), got(locks.tryAcquire(Claims.permits("trays", 1, 2))), "2 of 2 are taken");
        Lease eight = got(locks.tryAcquire(Claims.permits("trays", 8, 10))).orElseThrow();
        got(eight.release());
        got(two.release());
    }

    /** The limit is that of a node, for its own requests and those of members without the role. */
    @Test
    void moreWaitersThanTheLimitAreRefused() throws Exception {
        for (ActorTestKit each : List.of(node, guest)) {
            Locks locks = Symposium.get(each.system()).locks();
            TestProbe<LockService.Reply> holder = asksForX(each);
            // A request waits until it is granted, and counts until then.
            Fence held = holder.expectMessageClass(LockService.Granted.class, PATIENCE)
                    .fence();
            List<TestProbe<LockService.Reply>> owners = new ArrayList<>();
            while (owners.size() < MOST_WAITERS) {
                owners.add(asksForX(each));
            }
            TestProbe<LockService.Status> asking = each.createTestProbe();
            locks.service().tell(new LockService.GetStatus(asking.ref()));
            asking.receiveMessage(PATIENCE);
            refused(
                    locks.acquire("a", "x"),
                    "3 requests wait for x on this node, as many as symposium.waiters-limit allows");
            got(got(locks.acquire("a")).release());
            releaseX(each, holder, held);
            for (TestProbe<LockService.Reply> owner : owners) {
                releaseX(
                        each,
                        owner,
                        owner.expectMessageClass(LockService.Granted.class, PATIENCE)
                                .fence());
            }
        }
    }

    private static TestProbe<LockService.Reply> asksForX(ActorTestKit member) {
        TestProbe<LockService.Reply> owner = member.createTestProbe();
        Symposium.get(member.system())
                .locks()
                .service()
                .tell(new LockService.Acquire("1", Claims.exclusive("x"), Optional.empty(), owner.ref()));
        return owner;
    }

    private static void releaseX(ActorTestKit member, TestProbe<LockService.Reply> owner, Fence fence) {
        Symposium.get(member.system()).locks().service().tell(new LockService.Release("1", fence, owner.ref()));
        owner.expectMessageClass(LockService.Released.class, PATIENCE);
    }

    /** The guest follows one election at a time; who follows it already is not concerned. */
    @Test
    void moreElectionsThanTheLimitAreNotFollowed() throws Exception {
        Elections elections = Symposium.get(guest.system()).elections();
        TestProbe<LeaderState> first = guest.createTestProbe();
        TestProbe<LeaderState> again = guest.createTestProbe();
        TestProbe<LeaderState> other = guest.createTestProbe();
        Elections.Subscription following = elections.watch("one", first.ref());
        first.receiveMessage();
        elections.watch("one", again.ref()).close();
        assertTrue(again.receiveMessage() instanceof LeaderState.NoLeader);
        elections.watch("two", other.ref());
        assertEquals(tooMany("two"), other.receiveMessage());
        assertEquals(tooMany("three"), got(elections.leader("three")));
        following.close();
        assertFalse(tooMany("three").equals(got(elections.leader("three"))));
    }

    private static LeaderState tooMany(String election) {
        return new LeaderState.NoLeader(
                election,
                Fence.NONE,
                LeaderState.Reason.TOO_MANY,
                "this member follows as many elections as symposium.leader-watch-limit allows");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "symposium.host-timeout = 0s",
                "symposium.host-timeout = soon",
                "symposium.host-timeout = 60d",
                "symposium.leader-watch-interval = -1s",
                "symposium.try-timeout = 0s",
                "symposium.try-timeout = off",
                "symposium.leader-watch-limit = 0",
                "symposium.waiters-limit = 0",
                "symposium.waiters-limit = many",
                "symposium.role = \"two words\""
            })
    void aMemberWithoutTheRoleChecksItsSettings(String line) {
        String[] setting = line.replace("\"", "").split(" = ");
        ActorTestKit wrong = member(Map.of("akka.cluster.roles", List.of(), setting[0], setting[1]));
        try {
            String why = assertThrows(InvalidSetting.class, () -> Symposium.get(wrong.system()))
                    .getMessage();
            assertTrue(why.startsWith(setting[0] + " is "), why);
            assertEquals(1, why.lines().count(), why);
        } finally {
            wrong.shutdownTestKit();
        }
    }

    @Test
    void aMemberThatHasLeftAnswersThatItHas() throws Exception {
        ActorTestKit alone = member(Map.of("symposium.processes", 1, "symposium.leave-timeout", "100ms"));
        try {
            aMemberThatHasLeftAnswersThatItHas(alone);
        } finally {
            alone.shutdownTestKit();
        }
    }

    private static void aMemberThatHasLeftAnswersThatItHas(ActorTestKit alone) throws Exception {
        Symposium its = Symposium.get(alone.system());
        Cluster.get(alone.system())
                .manager()
                .tell(Join.create(Cluster.get(alone.system()).selfMember().address()));
        Lease lease = got(its.locks().acquire("x"));
        got(SymposiumNode.of(alone.system()).orElseThrow().leave());
        got(lease.lost());
        for (CompletionStage<?> late : List.of(
                its.locks().acquire("x"),
                its.locks().tryAcquire(Claims.exclusive("x")),
                its.elections().campaign("x"))) {
            assertEquals(NotGranted.Cause.UNAVAILABLE, notGranted(late).reason());
        }
        assertThrows(NotGranted.class, () -> its.blockingLocks().acquire("x"));
    }

    private static List<String> numbered(int names) {
        return IntStream.range(0, names).mapToObj(each -> "name " + each).toList();
    }

    private static void refused(CompletionStage<?> stage, String why) {
        NotGranted refused = notGranted(stage);
        assertEquals(NotGranted.Cause.REFUSED, refused.reason());
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
    }

    private static NotGranted notGranted(CompletionStage<?> stage) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> got(stage));
        return (NotGranted) failed.getCause();
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
