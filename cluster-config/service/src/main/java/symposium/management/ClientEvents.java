package symposium.management;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.stream.BoundedSourceQueue;
import akka.stream.QueueOfferResult;
import java.util.Locale;
import symposium.service.lock.ClientSessions.Kind;
import symposium.service.lock.ClientSessions.Notice;
import symposium.service.lock.LockService;

/** What happens to a session, as server-sent events. */
final class ClientEvents {

    private ClientEvents() {}

    /** Puts what it is told into the stream, until the session ends or moves, its node is gone, or nobody reads it. */
    static Behavior<Notice> create(BoundedSourceQueue<ServerSentEvent> stream) {
        return Behaviors.setup(context -> Behaviors.receive(Notice.class)
                .onMessage(Notice.class, notice -> {
                    if (notice.kind() == Kind.WATCHED) {
                        context.watch(notice.service());
                    }
                    return offer(notice, stream);
                })
                .onSignal(Terminated.class, gone -> {
                    last(Kind.MOVED, "its node has departed: another takes it over", stream);
                    return Behaviors.stopped();
                })
                .build());
    }

    private static Behavior<Notice> offer(Notice notice, BoundedSourceQueue<ServerSentEvent> stream) {
        QueueOfferResult result = stream.offer(event(notice.kind(), notice.id(), notice.why()));
        boolean last = notice.kind() == Kind.ENDED || notice.kind() == Kind.MOVED;
        if (result.isEnqueued() && !last) {
            return Behaviors.same();
        }
        // A reader that is too slow is cut off, and asks for the state of the session.
        end(stream);
        return Behaviors.stopped();
    }

    /** Puts a last event into a stream. */
    static void last(Kind kind, String why, BoundedSourceQueue<ServerSentEvent> stream) {
        stream.offer(event(kind, "", why));
        end(stream);
    }

    private static void end(BoundedSourceQueue<ServerSentEvent> stream) {
        try {
            stream.complete();
        } catch (IllegalStateException closed) {
            // The client has closed it before.
        }
    }

    private static ServerSentEvent event(Kind kind, String id, String why) {
        String data = id.isEmpty()
                ? ClientRequests.because(why).toString()
                : ClientRequests.because(why).put("request", id).toString();
        return ServerSentEvent.create(data, kind.name().toLowerCase(Locale.ROOT));
    }

    /** That nobody reads the stream any more. */
    static Notice closed(String session, ActorRef<LockService.Command> service) {
        return new Notice(session, Kind.MOVED, "", "the stream has been closed", service);
    }
}
