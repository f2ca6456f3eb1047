package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.ClientSessions.Command;

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
}
