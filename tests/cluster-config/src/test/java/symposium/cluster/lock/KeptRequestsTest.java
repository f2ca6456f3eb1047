package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.Done;
import akka.actor.PoisonPill;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.hosted.HostedProcess;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;
import symposium.telemetry.RequestTelemetry;

/** Requests of client sessions at the service of a node, which tells a grant when another node is the backup. */
class KeptRequestsTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(
            "kept",
            ManualTime.config()
                    .withFallback(ConfigFactory.parseString("akka.actor.provider = local"))
                    .withFallback(ConfigFactory.load()));

    private static final ManualTime TIME = ManualTime.get(KIT.system());
    private static final MembershipView VIEW = new MembershipView(
            ProcessId.of(0), Shape.COMPLETE, new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), false);
    private static final Claims TILL = Claims.exclusive("till");
    private static final Fence FENCE = new Fence(1, 1);
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final BlockingQueue<Request> asked = new LinkedBlockingQueue<>();
    private final TestProbe<ClientSessions.Command> sessions = KIT.createTestProbe();
    private final TestProbe<LockService.Reply> owner = KIT.createTestProbe();
    private final ActorRef<LockService.Command> service = KIT.spawn(LockServiceActor.create(
            VIEW,
            asked::add,
            RequestTelemetry.untold(),
            HolderSearch.Reach.MEMBER,
            Optional.of(sessions.getRef()),
            () -> {}));

    private Request next() throws InterruptedException {
        return asked.poll(60, TimeUnit.SECONDS);
    }

    private void told(Grant grant) {
        service.tell(new LockServiceActor.FromHost(new HostEvent.Told<>(grant)));
    }

    private void taken() throws InterruptedException {
        waits();
        told(new Grant.Taken(1, TILL.modes(), FENCE));
    }

    private void waits() throws InterruptedException {
        service.tell(new KeptRequest.Ask(
                new LockService.Acquire(
                        "r",
                        TILL,
                        Optional.of(LIMIT),
                        owner.getRef(),
                        owner.getRef(),
                        owner.getRef().narrow()),
                Optional.empty(),
                true,
                Optional.of(new KeptRequest.Key("s", 60_000, "somebody", "r", Optional.empty()).text())));
        assertEquals(new Request.Take(1, TILL.modes()), next());
        assertEquals(Request.Keep.class, next().getClass());
    }

    /**
     * A backup that does not answer may know of the request, and take it over. Until it knows of the end, the
     * client receives no refusal.
     */
    @Test
    void aRequestThatItsBackupMayKnowIsAnsweredWhenTheBackupKnowsOfTheEnd() throws Exception {
        taken();
        TIME.expectNoMessageFor(LIMIT, owner);
        assertEquals(new Request.Release(1), next());
        told(new Grant.BackedUp(1));
        TIME.expectNoMessageFor(LIMIT, owner);
        told(new Grant.Ended(1));
        LockService.TimedOut late = owner.expectMessageClass(LockService.TimedOut.class);
        assertEquals(LIMIT, late.limit());
        assertEquals("no other node has confirmed that it would take it over", late.why());
    }

    /** Its process may have granted it meanwhile. */
    @Test
    void aRequestThatWaitsIsAnsweredWhenItIsWithdrawn() throws Exception {
        waits();
        service.tell(new LockService.Cancel("r", owner.getRef(), owner.getRef()));
        assertEquals(new Request.Withdraw(1), next());
        told(new Grant.Taken(1, TILL.modes(), FENCE));
        TIME.expectNoMessageFor(LIMIT, owner);
        told(new Grant.Withdrawn(1));
        assertEquals(new LockService.Cancelled("r"), owner.receiveMessage());
    }

    @Test
    void whatIsBackedUpInTimeIsHeldBeyondTheLimit() throws Exception {
        taken();
        told(new Grant.BackedUp(1));
        assertEquals(new LockService.Granted("r", TILL, FENCE), owner.receiveMessage());
        TIME.expectNoMessageFor(LIMIT.multipliedBy(2), owner);
        assertEquals(0, asked.size());
    }

    /** Before that, the backup would take it over. */
    @Test
    void aCancellationIsAnsweredWhenTheBackupKnows() throws Exception {
        taken();
        told(new Grant.BackedUp(1));
        owner.expectMessageClass(LockService.Granted.class);
        service.tell(new LockService.Cancel("r", owner.getRef(), owner.getRef()));
        assertEquals(new Request.Release(1), next());
        TIME.expectNoMessageFor(LIMIT, owner);
        told(new Grant.Ended(1));
        assertEquals(new LockService.Cancelled("r"), owner.receiveMessage());
    }

    @Test
    void aServiceThatEndsSaysWhatItDoesNotKnow() throws Exception {
        taken();
        told(new Grant.BackedUp(1));
        owner.expectMessageClass(LockService.Granted.class);
        service.tell(new LockService.Release("r", FENCE, owner.getRef()));
        service.tell(new LockServiceActor.FromHost(
                new HostEvent.Closed<>("removed", KIT.<Done>createTestProbe().getRef())));
        LockService.Unavailable unknown = owner.expectMessageClass(LockService.Unavailable.class);
        assertEquals(LockService.UnavailableCause.ENDED, unknown.cause());
    }

    /** The node that had it has departed already, and no other node would take it over. */
    @Test
    void aNodeThatLeavesFirstEndsWhatItTakesOver() throws Exception {
        told(new Grant.TakingOver(
                -1,
                new KeptRequest.Key("s", 60_000, "somebody", "r", Optional.empty()).text(),
                TILL.modes(),
                FENCE,
                FENCE));
        service.tell(new KeptRequest.Adopt(
                -1,
                new KeptRequest.Ask(
                        new LockService.Acquire("r", TILL, Optional.empty(), owner.getRef()),
                        Optional.empty(),
                        false,
                        Optional.of(new KeptRequest.Key("s", 60_000, "somebody", "r", Optional.empty()).text()))));
        TestProbe<Done> left = KIT.createTestProbe();
        service.tell(new LockServiceActor.FromHost(new HostEvent.Leaving<>(LIMIT, left.getRef())));
        TIME.expectNoMessageFor(LIMIT, left, owner);
        told(new Grant.Taken(-1, TILL.modes(), FENCE));
        TIME.expectNoMessageFor(LIMIT, left, owner);
        told(new Grant.BackedUp(-1));
        owner.expectMessageClass(LockService.Granted.class);
        left.receiveMessage();
        assertEquals(0, asked.size());
    }

    /** Clients over HTTP would wait for answers that nobody gives. */
    @Test
    void theServiceDoesNotOutliveItsSessions() {
        ActorRef<LockService.Command> hosted = KIT.spawn(
                LockServiceActor.hosted(VIEW, HostedProcess.of(asked::add, known -> known.tell(Done.getInstance()))));
        TestProbe<LockService.Status> status = KIT.createTestProbe();
        hosted.tell(new LockService.GetStatus(status.getRef()));
        status.receiveMessage();
        Adapter.toClassic(KIT.system())
                .actorSelection(hosted.path().child("clients"))
                .tell(PoisonPill.getInstance(), akka.actor.ActorRef.noSender());
        status.expectTerminated(hosted);
    }
}
