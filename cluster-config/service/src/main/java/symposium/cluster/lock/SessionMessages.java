package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import java.util.List;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.ClientSessions.Command;
import symposium.service.lock.ClientSessions.NotGranted;
import symposium.service.lock.ClientSessions.Refused;
import symposium.service.lock.ClientSessions.Unavailable;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;

/** The messages between a client session and the actor of all sessions of its node. */
final class SessionMessages {

    /** A message to a session. */
    interface ToSession {}

    /** Opens the session, if the lock of its id is free. The answer is {@link Opened} or {@link NotOpened}. */
    record Begin() implements ToSession {}

    /** Ends the session, because its node has found it elsewhere. */
    record GiveUp() implements ToSession {}

    /** The last message: the answer to {@link Left}. */
    record Stop() implements ToSession {}

    /** A request of a client of this node, or of another. */
    record Asked(ClientSessions.Command command) implements ToSession {}

    /** This node takes over what another has had for the session. */
    record TakesOver(KeptRequest.TakeOver what) implements ToSession {}

    /** A new session has been granted to this node. */
    record Opened(String session, ActorRef<ToSession> actor) implements Command {}

    /**
     * A new session has not been granted.
     *
     * @param taken whether another node has the session, or takes it over
     * @param why the answer to its client otherwise
     */
    record NotOpened(String session, ActorRef<ToSession> actor, boolean taken, Answer why) implements Command {}

    /** A session has ended, and takes no request any more. */
    record Left(String session, ActorRef<ToSession> actor) implements Command {}

    /** This node takes no more requests, because it leaves or ends. */
    record Close(String why) implements Command {
        @Override
        public String session() {
            return "";
        }
    }

    private SessionMessages() {}

    /** The answer to a client whose request has ended with this reply. */
    static Answer answerTo(Reply reply) {
        String id = reply.id();
        if (reply instanceof LockService.TimedOut late) {
            return new NotGranted(id, late.why(), late.holders());
        } else if (reply instanceof LockService.Refused refused) {
            return new Refused(refused.reason(), refused.why());
        } else if (reply instanceof LockService.Unavailable unavailable) {
            return new Unavailable(unavailable.why());
        }
        return new NotGranted(id, reply instanceof LockService.NotFree ? "not free" : why(reply), List.of());
    }

    /** Why a request has ended, in one line. */
    static String why(Reply reply) {
        if (reply instanceof LockService.Unavailable unavailable) {
            return unavailable.why();
        }
        return reply instanceof LockService.NotFree
                ? "another has been granted it before it could be taken over"
                : "it has been released";
    }
}
