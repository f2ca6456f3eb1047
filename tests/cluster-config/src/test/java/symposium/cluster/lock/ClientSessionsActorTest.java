package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.LockService;

/** Where a session is: each request has one answer, and then nothing happens any more. */
class ClientSessionsActorTest {

    private static final int MOST = 2;

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(
            "sessions",
            ManualTime.config()
                    .withFallback(
                            ConfigFactory.parseString("akka.actor.provider = local\nsymposium.clients.most-sessions = "
                                    + MOST + "\nsymposium.clients.most-requests = 3"))
                    .withFallback(ConfigFactory.load()));

    private static final ManualTime TIME = ManualTime.get(KIT.system());
    private static final Fence FENCE = new Fence(1, 1);

    private final TestProbe<LockService.Command> service = KIT.createTestProbe();
    private final TestProbe<LockService.Command> other = KIT.createTestProbe();
    private final TestProbe<Answer> client = KIT.createTestProbe();
    private ActorRef<ClientSessions.Command> sessions =
            KIT.system().deadLetters().unsafeUpcast();

    private void alone() {
        sessions = KIT.spawn(ClientSessionsActor.create(service.getRef(), asked -> asked.tell(Done.getInstance())));
    }

    private void besideAnother() {
        alone();
        sessions.tell(new ClientSessionsActor.Services(Set.of(service.getRef(), other.getRef())));
    }

    private void open(String session) {
        sessions.tell(new ClientSessions.Open(session, Duration.ofHours(1), "somebody", false, client.getRef()));
    }

    private void ask(String session) {
        sessions.tell(new ClientSessions.Ask(session, new ClientSessions.Show(), false, client.getRef()));
    }

    private void present(ClientSessions.Probe probe, boolean here) {
        probe.replyTo().tell(new ClientSessions.Presence(probe.session(), here, other.getRef()));
    }

    private void answer(LockService.Acquire asked, boolean granted) {
        asked.replyTo()
                .tell(
                        granted
                                ? new LockService.Granted(asked.id(), asked.claims(), FENCE)
                                : new LockService.NotFree(asked.id(), asked.claims()));
    }

    private LockService.Acquire asked(String session) {
        LockService.Acquire asked =
                service.expectMessageClass(KeptRequest.Ask.class).asked();
        assertEquals(Claims.session(session), asked.claims());
        return asked;
    }

    private void opened(String session) {
        open(session);
        answer(asked(session), true);
        client.expectMessageClass(ClientSessions.State.class);
    }

    /** However much time passes, no message follows. */
    private void silence() {
        TIME.expectNoMessageFor(Duration.ofSeconds(40), service, other, client);
    }

    @AfterEach
    void isSilent() {
        silence();
        KIT.stop(sessions);
    }

    @Test
    void oneSessionTooManyIsRefusedOnce() {
        alone();
        opened("a");
        opened("b");
        open("c");
        assertEquals(
                LockService.Reason.TOO_MANY,
                client.expectMessageClass(ClientSessions.Refused.class).reason());
        silence();
        ask("c");
        LockService.Acquire lookUp = asked("c");
        answer(lookUp, true);
        client.expectMessageClass(ClientSessions.NoSession.class);
        assertEquals(
                lookUp.id(),
                service.expectMessageClass(LockService.Release.class).id());
    }

    @Test
    void oneSessionTooManyIsRefusedOnceBesideAnotherNode() {
        besideAnother();
        for (String session : List.of("a", "b")) {
            open(session);
            present(other.expectMessageClass(ClientSessions.Probe.class), false);
            answer(asked(session), true);
            client.expectMessageClass(ClientSessions.State.class);
        }
        open("c");
        present(other.expectMessageClass(ClientSessions.Probe.class), false);
        client.expectMessageClass(ClientSessions.Refused.class);
    }

    /** Two nodes open it at once: the one that does not get it passes everything on to the other. */
    @Test
    void aSessionOpensAtOneNode() {
        besideAnother();
        open("a");
        present(other.expectMessageClass(ClientSessions.Probe.class), false);
        LockService.Acquire tried = asked("a");
        ask("a");
        answer(tried, false);
        TIME.timePasses(SessionSearch.ROUND);
        ClientSessions.Probe again = other.expectMessageClass(ClientSessions.Probe.class);
        present(again, true);
        assertEquals("a", other.expectMessageClass(ClientSessions.Open.class).session());
        assertEquals("a", other.expectMessageClass(ClientSessions.Ask.class).session());
    }

    /** Nobody has it, and its lock is not free: another node is about to take it over. */
    @Test
    void aSessionThatIsTakenOverIsNotUnknown() {
        alone();
        ask("a");
        for (long round = 1; round <= SessionSearch.PATIENCE.toMillis() / SessionSearch.ROUND.toMillis(); round++) {
            answer(asked("a"), false);
            TIME.timePasses(SessionSearch.ROUND);
        }
        assertInstanceOf(ClientSessions.Unavailable.class, client.receiveMessage());
    }

    @Test
    void whatIsTakenOverMeanwhileIsAskedThere() {
        alone();
        ask("a");
        LockService.Acquire lookUp = asked("a");
        sessions.tell(new KeptRequest.TakeOver(
                -1, new KeptRequest.Key("a", 60_000, "somebody", "", Optional.empty()), Claims.session("a"), FENCE));
        LockService.Acquire adopted =
                service.expectMessageClass(KeptRequest.Adopt.class).kept().asked();
        answer(lookUp, false);
        answer(adopted, true);
        client.expectMessageClass(ClientSessions.State.class);
    }

    /** It was here when the other node looked. */
    @Test
    void whatAnotherNodePassesOnTooLateMayBeAskedAgain() {
        alone();
        sessions.tell(new ClientSessions.Ask("gone", new ClientSessions.Show(), true, client.getRef()));
        assertInstanceOf(ClientSessions.Unavailable.class, client.receiveMessage());
        TestProbe<ClientSessions.Presence> there = KIT.createTestProbe();
        open("a");
        LockService.Acquire tried = asked("a");
        sessions.tell(new ClientSessions.Probe("a", there.getRef()));
        assertEquals(false, there.receiveMessage().here(), "it is not open yet");
        answer(tried, true);
        client.expectMessageClass(ClientSessions.State.class);
        sessions.tell(new ClientSessions.Probe("a", there.getRef()));
        assertEquals(true, there.receiveMessage().here());
    }

    @Test
    void searchesAndTheirRequestsAreBounded() {
        alone();
        ask("a");
        LockService.Acquire one = asked("a");
        ask("b");
        LockService.Acquire two = asked("b");
        ask("c");
        assertInstanceOf(ClientSessions.Refused.class, client.receiveMessage());
        for (int request = 0; request < 3; request++) {
            ask("a");
        }
        ask("a");
        assertInstanceOf(ClientSessions.Refused.class, client.receiveMessage());
        answer(one, true);
        answer(two, true);
        for (int request = 0; request < 5; request++) {
            assertInstanceOf(ClientSessions.NoSession.class, client.receiveMessage());
        }
        service.expectMessageClass(LockService.Release.class);
        service.expectMessageClass(LockService.Release.class);
    }

    /** After a pause another node may have the session. */
    @Test
    void aSessionAnswersOnceItsNodeIsCertainlyAMember() throws Exception {
        BlockingQueue<ActorRef<Done>> confirms = new LinkedBlockingQueue<>();
        sessions = KIT.spawn(ClientSessionsActor.create(service.getRef(), confirms::add));
        opened("a");
        ask("a");
        silence();
        confirms.poll(60, TimeUnit.SECONDS).tell(Done.getInstance());
        client.expectMessageClass(ClientSessions.State.class);
        ask("a");
        sessions.tell(new SessionMessages.Close("this node has been removed"));
        assertEquals(new ClientSessions.Unavailable("this node has been removed"), client.receiveMessage());
    }

    @Test
    void aNodeThatLeavesAnswersThatItMayBeAskedElsewhere() {
        alone();
        opened("a");
        ask("b");
        LockService.Acquire lookUp = asked("b");
        sessions.tell(new SessionMessages.Close("this node is leaving"));
        assertEquals(new ClientSessions.Unavailable("this node is leaving"), client.receiveMessage());
        answer(lookUp, false);
        open("c");
        assertEquals(new ClientSessions.Unavailable("this node is leaving"), client.receiveMessage());
        ask("a");
        client.expectMessageClass(ClientSessions.State.class);
    }
}
