package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.receptionist.Receptionist;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.cluster.guest.GuestActor;
import symposium.cluster.guest.GuestFrame;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** The lock service of a member that hosts no process, between its owners and two hosts. */
class LockProxyTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Claims X = Claims.exclusive("x");
    private static final Fence FENCE = new Fence(1, 1);

    private final Map<ActorRef<LockService.Command>, ActorRef<LockService.Command>> nodes = new HashMap<>();

    @AutoClose("shutdownTestKit")
    private final ActorTestKit kit = kit(PATIENCE);

    private final ActorRef<LockService.Command> proxy = kit.spawn(LockProxy.create());
    private final TestProbe<LockService.Reply> owner = kit.createTestProbe();
    private final TestProbe<LockService.Command> host = kit.createTestProbe();

    private static ActorTestKit kit(Duration hostTimeout) {
        return kit(hostTimeout, "");
    }

    private static ActorTestKit kit(Duration hostTimeout, String more) {
        return ActorTestKit.create(
                "guest",
                ConfigFactory.parseString(more)
                        .withFallback(ConfigFactory.parseMap(
                                Map.of("akka.actor.provider", "local", "symposium.host-timeout", hostTimeout)))
                        .withFallback(ConfigFactory.load()));
    }

    @Test
    void aRequestDoesNotWaitInTheDark() {
        ActorTestKit dark = kit(Duration.ofMillis(50));
        try {
            ActorRef<LockService.Command> alone = dark.spawn(LockProxy.create());
            TestProbe<LockService.Reply> asking = dark.createTestProbe();
            for (int twice = 0; twice < 2; twice++) {
                alone.tell(new LockService.Acquire("1", X, Optional.empty(), asking.ref()));
                asking.expectMessage(
                        PATIENCE,
                        new LockService.Unavailable(
                                "1",
                                LockService.UnavailableCause.NO_HOST,
                                "no node that hosts the service is reachable: those with the role symposium (symposium.role)"
                                        + " do, and this member has the roles [] (akka.cluster.roles)"));
            }
        } finally {
            dark.shutdownTestKit();
        }
    }

    @Test
    void aRequestGoesToAnotherHostWhenTheFirstTakesNoneAnyMore() {
        register(host.ref());
        acquire("1", owner.ref());
        LockService.Acquire first = forwarded(host);
        TestProbe<LockService.Command> other = kit.createTestProbe();
        register(other.ref());
        first.replyTo()
                .tell(new LockService.Unavailable(
                        first.id(), LockService.UnavailableCause.LEAVING, "this node is leaving"));
        LockService.Acquire second = forwarded(other);
        assertNotEquals(first.id(), second.id(), "what the first says late is not taken for the second's");
        second.replyTo().tell(new LockService.Granted(second.id(), X, FENCE));
        owner.expectMessage(PATIENCE, new LockService.Granted("1", X, FENCE));
        acquire("2", kit.<LockService.Reply>createTestProbe().ref());
        forwarded(other);
    }

    /** The request waits; and once the host has formed a cluster, it takes requests like any other. */
    @Test
    void aHostThatHasNotFormedIsAskedAgain() {
        register(host.ref());
        acquire("1", owner.ref());
        for (int time = 0; time < 3; time++) {
            LockService.Acquire early = forwarded(host);
            early.replyTo()
                    .tell(new LockService.Unavailable(
                            early.id(), LockService.UnavailableCause.NOT_FORMED, "it has not formed"));
        }
        LockService.Acquire formed = forwarded(host);
        formed.replyTo().tell(new LockService.Granted(formed.id(), X, FENCE));
        owner.expectMessage(PATIENCE, new LockService.Granted("1", X, FENCE));
    }

    /** Asked again and again, it has not formed: the request does not wait longer than without any host. */
    @Test
    void aHostThatNeverFormsEndsTheRequest() {
        ActorTestKit brief = kit(Duration.ofMillis(1500));
        try {
            ActorRef<LockService.Command> guest = brief.spawn(LockProxy.create());
            TestProbe<LockService.Reply> asking = brief.createTestProbe();
            ActorRef<LockService.Command> formless = brief.spawn(Behaviors.receiveMessage(asked -> {
                if (asked instanceof LockService.Acquire early) {
                    early.replyTo()
                            .tell(new LockService.Unavailable(
                                    early.id(), LockService.UnavailableCause.NOT_FORMED, "it has not formed"));
                }
                return Behaviors.same();
            }));
            brief.system().receptionist().tell(Receptionist.register(LockServiceActor.KEY, node(brief, formless)));
            guest.tell(new LockService.Acquire("1", X, Optional.empty(), asking.ref()));
            asking.expectMessage(
                    PATIENCE,
                    new LockService.Unavailable("1", LockService.UnavailableCause.NOT_FORMED, "it has not formed"));
        } finally {
            brief.shutdownTestKit();
        }
    }

    @Test
    void anOwnerIsToldThatItsHostLeavesAndFinishes() {
        register(host.ref());
        LockService.Acquire asked = granted();
        asked.replyTo().tell(new LockService.Leaving(asked.id(), FENCE, PATIENCE));
        owner.expectMessage(PATIENCE, new LockService.Leaving("1", FENCE, PATIENCE));
        proxy.tell(new LockService.Release("1", FENCE, owner.ref()));
        LockService.Release release = host.expectMessageClass(LockService.Release.class, PATIENCE);
        release.replyTo().tell(new LockService.Released(release.id(), FENCE));
        owner.expectMessage(PATIENCE, new LockService.Released("1", FENCE));
        TestProbe<LockService.Command> other = kit.createTestProbe();
        register(other.ref());
        acquire("2", owner.ref());
        forwarded(other);
    }

    /** Whether the host has heard of the release is not known. */
    @Test
    void aReleaseThatTheHostDoesNotConfirmIsNotConfirmed() {
        register(host.ref());
        granted();
        TestProbe<LockService.Reply> releaser = kit.createTestProbe();
        proxy.tell(new LockService.Release("1", FENCE, releaser.ref()));
        host.expectMessageClass(LockService.Release.class, PATIENCE);
        kit.system().receptionist().tell(Receptionist.deregister(LockServiceActor.KEY, node(kit, host.ref())));
        assertTrue(releaser.expectMessageClass(LockService.NotHeld.class, PATIENCE)
                .why()
                .contains("before it had confirmed the release"));
        owner.expectMessageClass(LockService.Lost.class, PATIENCE);
    }

    /** What is being released cannot be cancelled, as at a node. */
    @Test
    void aReleaseIsAnsweredAlsoWhenItsLeaseIsCancelled() {
        register(host.ref());
        granted();
        TestProbe<LockService.Reply> releaser = kit.createTestProbe();
        proxy.tell(new LockService.Release("1", FENCE, releaser.ref()));
        LockService.Release release = host.expectMessageClass(LockService.Release.class, PATIENCE);
        proxy.tell(new LockService.Cancel("1", owner.ref(), owner.ref()));
        owner.expectMessageClass(LockService.NotHeld.class, PATIENCE);
        release.replyTo().tell(new LockService.Released(release.id(), FENCE));
        releaser.expectMessage(PATIENCE, new LockService.Released("1", FENCE));
    }

    @Test
    void aLimitThatPassesTellsWhyNoHostTakesTheRequest() {
        register(host.ref());
        proxy.tell(new LockService.Acquire("1", X, Optional.of(Duration.ofSeconds(3)), owner.ref()));
        LockService.Acquire early = forwarded(host);
        early.replyTo()
                .tell(new LockService.Unavailable(early.id(), LockService.UnavailableCause.ENDED, "it has ended"));
        assertEquals(
                "it has ended",
                owner.expectMessageClass(LockService.TimedOut.class, PATIENCE).why());
    }

    @Test
    void aReleaseThatCrossesALossIsAnsweredThatItIsNotHeld() {
        register(host.ref());
        LockService.Acquire asked = granted();
        TestProbe<LockService.Reply> releaser = kit.createTestProbe();
        proxy.tell(new LockService.Release("1", FENCE, releaser.ref()));
        host.expectMessageClass(LockService.Release.class, PATIENCE);
        asked.lostTo().tell(new LockService.Lost(asked.id(), FENCE, "cut off"));
        owner.expectMessage(PATIENCE, new LockService.Lost("1", FENCE, "cut off"));
        releaser.expectMessage(PATIENCE, new LockService.NotHeld("1", "cut off"));
    }

    @Test
    void anOwnerIsRefusedWhatItHoldsAlsoThroughAHost() {
        register(host.ref());
        granted();
        acquire("2", owner.ref());
        LockService.Refused refused = owner.expectMessageClass(LockService.Refused.class, PATIENCE);
        assertEquals(LockService.Reason.ALREADY_CLAIMED, refused.reason());
    }

    @Test
    void aRequestIsCancelledWhenTheOneThatIsToBeAnsweredStops() {
        register(host.ref());
        ActorRef<LockService.Reply> question = kit.spawn(Behaviors.<LockService.Reply>ignore());
        proxy.tell(new LockService.Acquire("1", X, Optional.empty(), owner.ref(), question, owner.ref()));
        LockService.Acquire asked = forwarded(host);
        kit.stop(question);
        assertEquals(
                asked.id(),
                host.expectMessageClass(LockService.Cancel.class, PATIENCE).id());
    }

    /** The hosts' own limit does not help while there is none. */
    @Test
    void requestsBeyondTheLimitAreRefusedWhileThereIsNoHost() {
        ActorTestKit full = kit(PATIENCE, "symposium.waiters-limit = 2");
        try {
            ActorRef<LockService.Command> alone = full.spawn(LockProxy.create());
            TestProbe<LockService.Reply> asking = full.createTestProbe();
            for (String id : List.of("1", "2", "3")) {
                alone.tell(new LockService.Acquire(id, Claims.shared("x"), Optional.empty(), asking.ref()));
            }
            LockService.Refused refused = asking.expectMessageClass(LockService.Refused.class, PATIENCE);
            assertEquals("3", refused.id());
            assertEquals(LockService.Reason.TOO_MANY_WAITERS, refused.reason());
        } finally {
            full.shutdownTestKit();
        }
    }

    /** Nodes number their grants each by itself. */
    @Test
    void leasesOfTwoHostsUnderOneFenceAreToldApart() {
        register(host.ref());
        LockService.Acquire first = granted();
        TestProbe<LockService.Command> other = kit.createTestProbe();
        register(other.ref());
        first.replyTo().tell(new LockService.Leaving(first.id(), FENCE, PATIENCE));
        owner.expectMessage(PATIENCE, new LockService.Leaving("1", FENCE, PATIENCE));
        TestProbe<LockService.Reply> second = kit.createTestProbe();
        acquire("1", second.ref());
        LockService.Acquire passed = forwarded(other);
        passed.replyTo().tell(new LockService.Granted(passed.id(), X, FENCE));
        second.expectMessage(PATIENCE, new LockService.Granted("1", X, FENCE));
        proxy.tell(new LockService.Release("1", FENCE, owner.ref()));
        assertEquals(
                first.id(),
                host.expectMessageClass(LockService.Release.class, PATIENCE).id());
        proxy.tell(new LockService.Release("1", FENCE, second.ref()));
        assertEquals(
                passed.id(),
                other.expectMessageClass(LockService.Release.class, PATIENCE).id());
    }

    @Test
    void aCampaignIsPassedOn() {
        register(host.ref());
        proxy.tell(new LockService.Campaign("1", "x", "here", Optional.of(PATIENCE), owner.ref()));
        LockService.Campaign passed = host.expectMessageClass(LockService.Campaign.class, PATIENCE);
        assertEquals("x", passed.election());
        assertEquals("here", passed.value());
        assertEquals(owner.ref(), passed.owner());
        proxy.tell(new LockService.Campaign("2", "x", "tab\t", Optional.empty(), owner.ref()));
        assertTrue(owner.expectMessageClass(LockService.Refused.class, PATIENCE)
                .why()
                .contains("value of a candidate"));
    }

    /** No program reads the words. */
    @Test
    void onlyTheCauseSaysWhetherAnotherHostMayBeAsked() {
        register(host.ref());
        awaitHost();
        tryAcquire();
        LockService.TryAcquire first = host.expectMessageClass(LockService.TryAcquire.class, PATIENCE);
        first.replyTo()
                .tell(new LockService.Unavailable(
                        first.id(), LockService.UnavailableCause.NO_MAJORITY, "in other words"));
        owner.expectMessage(
                PATIENCE, new LockService.Unavailable("1", LockService.UnavailableCause.NO_MAJORITY, "in other words"));
        tryAcquire();
        LockService.TryAcquire second = host.expectMessageClass(LockService.TryAcquire.class, PATIENCE);
        second.replyTo()
                .tell(new LockService.Unavailable(
                        second.id(), LockService.UnavailableCause.ENDED, "this node sees no majority now"));
        owner.expectMessage(
                PATIENCE,
                new LockService.Unavailable("1", LockService.UnavailableCause.ENDED, "this node sees no majority now"));
        tryAcquire();
        owner.expectMessageClass(LockService.Unavailable.class, PATIENCE);
        host.expectNoMessage(Duration.ZERO);
    }

    @Test
    void theHostSaysWhenItIsNotKnownInTimeWhatIsFree() {
        register(host.ref());
        awaitHost();
        tryAcquire();
        LockService.TryAcquire asked = host.expectMessageClass(LockService.TryAcquire.class, PATIENCE);
        assertEquals(Optional.of(PATIENCE), asked.limit());
        asked.replyTo().tell(new LockService.TimedOut(asked.id(), PATIENCE, "not known"));
        owner.expectMessage(PATIENCE, new LockService.TimedOut("1", PATIENCE, "not known"));
        granted();
    }

    /** The proxy knows the host: a request that waits has been passed on, and withdrawn. */
    private void awaitHost() {
        TestProbe<LockService.Reply> other = kit.createTestProbe();
        acquire("0", other.ref());
        forwarded(host);
        proxy.tell(new LockService.Cancel("0", other.ref(), other.ref()));
        host.expectMessageClass(LockService.Cancel.class, PATIENCE);
    }

    private void tryAcquire() {
        proxy.tell(new LockService.TryAcquire("1", X, Optional.of(PATIENCE), owner.ref()));
    }

    private LockService.Acquire granted() {
        acquire("1", owner.ref());
        LockService.Acquire asked = forwarded(host);
        asked.replyTo().tell(new LockService.Granted(asked.id(), X, FENCE));
        owner.expectMessage(PATIENCE, new LockService.Granted("1", X, FENCE));
        return asked;
    }

    private static LockService.Acquire forwarded(TestProbe<LockService.Command> host) {
        return host.expectMessageClass(LockService.Acquire.class, PATIENCE);
    }

    private void acquire(String id, ActorRef<LockService.Reply> owner) {
        proxy.tell(new LockService.Acquire(id, X, Optional.empty(), owner));
    }

    /** A node with this service: the end of the link with the proxy is the real one. */
    private ActorRef<LockService.Command> node(ActorTestKit at, ActorRef<LockService.Command> service) {
        return nodes.computeIfAbsent(
                service,
                any -> at.spawn(Behaviors.setup(context -> {
                    Map<ActorRef<GuestFrame>, ActorRef<GuestActor.Command>> guests = new HashMap<>();
                    return Behaviors.receiveMessage(said -> {
                        GuestFrame frame = (GuestFrame) said;
                        guests.computeIfAbsent(
                                        frame.from(),
                                        guest -> context.spawnAnonymous(
                                                GuestActor.create(guests.size(), guest, service, context.getSelf())))
                                .tell(new GuestActor.Received(frame));
                        return Behaviors.same();
                    });
                })));
    }

    /** The proxy hears of the service, too, now or later. */
    private void register(ActorRef<LockService.Command> probe) {
        ActorRef<LockService.Command> service = node(kit, probe);
        TestProbe<Receptionist.Listing> listings = kit.createTestProbe();
        kit.system().receptionist().tell(Receptionist.subscribe(LockServiceActor.KEY, listings.ref()));
        kit.system().receptionist().tell(Receptionist.register(LockServiceActor.KEY, service));
        listings.fishForMessage(
                PATIENCE,
                listing -> listing.getServiceInstances(LockServiceActor.KEY).contains(service)
                        ? FishingOutcomes.complete()
                        : FishingOutcomes.continueAndIgnore());
    }
}
