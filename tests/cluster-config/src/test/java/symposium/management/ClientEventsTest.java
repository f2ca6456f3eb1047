package symposium.management;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.japi.Pair;
import akka.stream.BoundedSourceQueue;
import akka.stream.javadsl.Keep;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import symposium.service.lock.ClientSessions.Kind;
import symposium.service.lock.ClientSessions.Notice;
import symposium.service.lock.LockService;

/** The events of a session, for a client that closes its stream. */
class ClientEventsTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    private final TestInbox<LockService.Command> service = TestInbox.create();

    private Notice notice(Kind kind) {
        return new Notice("s", kind, "", "why", service.getRef());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aStreamThatItsClientHasClosedIsNoFailure(Kind kind) throws Exception {
        Pair<BoundedSourceQueue<ServerSentEvent>, CompletionStage<Done>> stream = Source.<ServerSentEvent>queue(4)
                .watchTermination(Keep.both())
                .to(Sink.cancelled())
                .run(KIT.system());
        stream.second().toCompletableFuture().get(10, TimeUnit.SECONDS);
        BehaviorTestKit<Notice> events = BehaviorTestKit.create(ClientEvents.create(stream.first()));
        events.run(notice(kind));
        assertFalse(events.isAlive());
    }

    @Test
    void anEventIsFollowedByOthersUntilTheLast() {
        BoundedSourceQueue<ServerSentEvent> stream =
                Source.<ServerSentEvent>queue(4).to(Sink.ignore()).run(KIT.system());
        BehaviorTestKit<Notice> events = BehaviorTestKit.create(ClientEvents.create(stream));
        events.run(notice(Kind.LOST));
        assertEquals(true, events.isAlive());
        events.run(notice(Kind.ENDED));
        assertFalse(events.isAlive());
    }
}
