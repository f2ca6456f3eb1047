package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.LockService;

/** A client session at its node, between its client and the service of named locks, which a probe stands for. */
class ClientSessionTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(
            "session", ConfigFactory.parseString("akka.actor.provider = local").withFallback(ConfigFactory.load()));

    private static final Claims TILL = Claims.exclusive("till");

    private final TestProbe<LockService.Command> service = KIT.createTestProbe();
    private final TestProbe<ClientSessions.Command> sessions = KIT.createTestProbe();
    private final TestProbe<Answer> client = KIT.createTestProbe();
    private final TestProbe<ClientSessions.Notice> watcher = KIT.createTestProbe();

    private ActorRef<SessionMessages.ToSession> session;

    @BeforeEach
    void start() {
        session = KIT.spawn(ClientSession.create(key("", 60_000), sessions.getRef(), service.getRef()));
    }

    private static KeptRequest.Key key(String request, long life) {
        return new KeptRequest.Key("s", life, "somebody", request, Optional.empty());
    }

    private static Fence fence(long grant) {
        return new Fence(1, grant);
    }

    private void ask(ClientSessions.Request request) {
        session.tell(new SessionMessages.Asked(new ClientSessions.Ask("s", request, false, client.getRef())));
    }

    private void acquires() {
        ask(new ClientSessions.Acquire("till", TILL, Optional.empty(), Optional.empty()));
    }

    private LockService.Acquire asked() {
        return service.expectMessageClass(KeptRequest.Ask.class).asked();
    }

    /** The cluster grants it. */
    private void open(ActorRef<SessionMessages.ToSession> one) {
        one.tell(new SessionMessages.Begin());
        LockService.Acquire itself = asked();
        itself.replyTo().tell(new LockService.Granted(itself.id(), itself.claims(), fence(1)));
        assertEquals(new SessionMessages.Opened("s", one), sessions.receiveMessage());
    }

    private void open(Duration life) {
        session.tell(new SessionMessages.Asked(new ClientSessions.Open("s", life, "somebody", false, client.getRef())));
    }

    /** It asks for its last message, and stops. */
    private void leaves(ActorRef<SessionMessages.ToSession> one) {
        assertEquals(new SessionMessages.Left("s", one), sessions.receiveMessage());
        one.tell(new SessionMessages.Stop());
        client.expectTerminated(one);
    }

    /** Opened, and with a lock; what the service tells of it goes there. */
    private LockService.Acquire holding() {
        open(session);
        open(Duration.ofMinutes(1));
        client.expectMessageClass(ClientSessions.State.class);
        acquires();
        LockService.Acquire asked = asked();
        asked.replyTo().tell(new LockService.Granted(asked.id(), asked.claims(), fence(2)));
        assertEquals(new ClientSessions.Granted("till", TILL, fence(2)), client.receiveMessage());
        return asked;
    }

    /** Perhaps another node has it by then: the client is sent there, and not told that it has lost anything. */
    @Test
    void whileItsNodeIsCutOffItSaysSo() {
        LockService.Acquire held = holding();
        session.tell(new SessionMessages.Asked(new ClientSessions.Watch("s", false, watcher.getRef())));
        assertEquals(ClientSessions.Kind.WATCHED, watcher.receiveMessage().kind());
        held.replyTo().tell(new LockService.Lost("till", fence(2), "cut off"));
        assertEquals(ClientSessions.Kind.MOVED, watcher.receiveMessage().kind());
        ask(new ClientSessions.Renew());
        assertInstanceOf(ClientSessions.Unavailable.class, client.receiveMessage());
        acquires();
        assertInstanceOf(ClientSessions.Unavailable.class, client.receiveMessage());
        // The others have not removed the node, and its backup knows that what it held has ended.
        held.replyTo().tell(new LockService.NotHeld("till", "ended"));
        leaves(session);
    }

    /** The service looks for the holders before it says that a limit has passed. */
    @Test
    void aLateAnswerIsNotThatToTheNextRequest() {
        open(session);
        acquires();
        LockService.Acquire first = asked();
        ask(new ClientSessions.Release("till"));
        service.expectMessageClass(LockService.Cancel.class);
        first.replyTo().tell(new LockService.NotHeld("till", "its limit has passed"));
        assertInstanceOf(ClientSessions.NotGranted.class, client.receiveMessage());
        acquires();
        assertInstanceOf(ClientSessions.Unavailable.class, client.receiveMessage());
        first.replyTo().tell(new LockService.TimedOut("till", Duration.ofSeconds(1), "others"));
        assertEquals(new ClientSessions.Released("till"), client.receiveMessage());
        acquires();
        LockService.Acquire second = asked();
        second.replyTo().tell(new LockService.Granted("till", TILL, fence(2)));
        assertEquals(new ClientSessions.Granted("till", TILL, fence(2)), client.receiveMessage());
    }

    @Test
    void whoeverWatchesASessionThatEndsIsToldSo() {
        holding();
        ask(new ClientSessions.Close());
        session.tell(new SessionMessages.Asked(new ClientSessions.Watch("s", false, watcher.getRef())));
        assertEquals(ClientSessions.Kind.ENDED, watcher.receiveMessage().kind());
    }

    /** What was held elsewhere keeps its fence; before all of it has come, nothing is answered. */
    @Test
    void whatIsTakenOverIsAnsweredWhenAllHasCome() {
        session.tell(new SessionMessages.TakesOver(new KeptRequest.TakeOver(-1, key("till", 60_000), TILL, fence(7))));
        KeptRequest.Adopt lock = service.expectMessageClass(KeptRequest.Adopt.class);
        lock.kept().asked().replyTo().tell(new LockService.Granted("till", TILL, fence(11)));
        acquires();
        session.tell(new SessionMessages.TakesOver(
                new KeptRequest.TakeOver(-2, key("", 60_000), Claims.session("s"), fence(6))));
        KeptRequest.Adopt itself = service.expectMessageClass(KeptRequest.Adopt.class);
        itself.kept().asked().replyTo().tell(new LockService.Granted("", Claims.session("s"), fence(12)));
        // By way of the actor that takes over, behind all that it has told before.
        ClientSessions.Command stashed = sessions.receiveMessage();
        session.tell(new SessionMessages.Asked(stashed));
        assertEquals(new ClientSessions.Granted("till", TILL, fence(7)), client.receiveMessage());

        ask(new ClientSessions.Release("till"));
        LockService.Release release = service.expectMessageClass(LockService.Release.class);
        assertEquals(fence(11), release.fence(), "the service knows it by the fence that it has granted");
    }

    @Test
    void whatAnotherHasHadSinceIsLost() {
        session.tell(new SessionMessages.TakesOver(
                new KeptRequest.TakeOver(-1, key("", 60_000), Claims.session("s"), fence(6))));
        session.tell(new SessionMessages.TakesOver(new KeptRequest.TakeOver(-2, key("till", 60_000), TILL, fence(7))));
        session.tell(new SessionMessages.Asked(new ClientSessions.Watch("s", false, watcher.getRef())));
        watcher.receiveMessage();
        KeptRequest.Adopt itself = service.expectMessageClass(KeptRequest.Adopt.class);
        itself.kept().asked().replyTo().tell(new LockService.Granted("", Claims.session("s"), fence(12)));
        KeptRequest.Adopt lock = service.expectMessageClass(KeptRequest.Adopt.class);
        lock.kept().asked().replyTo().tell(new LockService.NotFree("till", TILL));
        ClientSessions.Notice lost = watcher.receiveMessage();
        assertEquals(ClientSessions.Kind.LOST, lost.kind());
        assertEquals("till", lost.id());
        ask(new ClientSessions.Show());
        assertEquals(
                List.of(), client.expectMessageClass(ClientSessions.State.class).requests());
    }

    /** All that it holds is released, and only then it is answered that it has been closed. */
    @Test
    void itEndsWhenAllThatItHeldHasEnded() {
        holding();
        ask(new ClientSessions.Close());
        LockService.Release one = service.expectMessageClass(LockService.Release.class);
        LockService.Release other = service.expectMessageClass(LockService.Release.class);
        one.replyTo().tell(new LockService.Released(one.id(), one.fence()));
        ask(new ClientSessions.Show());
        assertInstanceOf(ClientSessions.NoSession.class, client.receiveMessage(), "it is not closed yet");
        other.replyTo().tell(new LockService.Released(other.id(), other.fence()));
        assertEquals(new ClientSessions.Released("s"), client.receiveMessage());
        leaves(session);
    }

    /** An open session that lives only for a millisecond. */
    private ActorRef<SessionMessages.ToSession> brief() {
        ActorRef<SessionMessages.ToSession> brief =
                KIT.spawn(ClientSession.create(key("", 1), sessions.getRef(), service.getRef()));
        open(brief);
        return brief;
    }

    @Test
    void itExpires() {
        ActorRef<SessionMessages.ToSession> brief = brief();
        LockService.Release itself = service.expectMessageClass(LockService.Release.class);
        itself.replyTo().tell(new LockService.Released(itself.id(), itself.fence()));
        leaves(brief);
    }

    /** A node that has been paused for longer than the session lives may have been removed: another has the session. */
    @Test
    void beforeItsBackupKnowsOfTheEndItDoesNotSayThatItHasExpired() {
        ActorRef<SessionMessages.ToSession> brief = brief();
        LockService.Release itself = service.expectMessageClass(LockService.Release.class);
        brief.tell(new SessionMessages.Asked(
                new ClientSessions.Ask("s", new ClientSessions.Renew(), false, client.getRef())));
        assertInstanceOf(ClientSessions.Unavailable.class, client.receiveMessage());
        itself.replyTo().tell(new LockService.Released(itself.id(), itself.fence()));
        leaves(brief);
    }

    /** Requests that come when it has ended go back to the actor of all sessions: none is lost. */
    @Test
    void whatComesTooLateGoesBack() {
        open(session);
        ask(new ClientSessions.Close());
        LockService.Release itself = service.expectMessageClass(LockService.Release.class);
        itself.replyTo().tell(new LockService.Released(itself.id(), itself.fence()));
        client.expectMessageClass(ClientSessions.Released.class);
        assertEquals(new SessionMessages.Left("s", session), sessions.receiveMessage());
        ask(new ClientSessions.Show());
        assertEquals(
                new ClientSessions.Ask("s", new ClientSessions.Show(), false, client.getRef()),
                sessions.receiveMessage());
    }

    /** Two clients with one id would end each other's session. */
    @Test
    void itIsOpenedAgainWithTheSameLifeOnly() {
        holding();
        open(Duration.ofSeconds(30));
        ClientSessions.Refused refused = client.expectMessageClass(ClientSessions.Refused.class);
        assertEquals(LockService.Reason.ID_IN_USE, refused.reason());
        open(Duration.ofMinutes(1));
        client.expectMessageClass(ClientSessions.State.class);
    }

    /** The session itself, and what its client asks then, in one answer each, if the lock of its id is not free. */
    @Test
    void itIsNotOpenedBesideAnother() {
        session.tell(new SessionMessages.Begin());
        LockService.Acquire itself = asked();
        itself.replyTo().tell(new LockService.NotFree(itself.id(), itself.claims()));
        SessionMessages.NotOpened failed = sessions.expectMessageClass(SessionMessages.NotOpened.class);
        assertEquals(true, failed.taken());
        leaves(session);
    }
}
