package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;

/**
 * What a host tells the service of its process.
 *
 * @param <O> the outputs of the process
 */
sealed interface HostEvent<O> {

    /** An output of the process. */
    record Told<O>(O output) implements HostEvent<O> {}

    /** A change of the membership. */
    record Seen<O>(MembershipView view) implements HostEvent<O> {}

    /** A warning for the user. */
    record Warned<O>(Warning warning) implements HostEvent<O> {}

    /**
     * The process has stopped, or the node is no member any more: nothing is granted from now on.
     *
     * @param why the reason, in one line
     * @param replyTo is answered when every client has been told
     */
    record Closed<O>(String why, ActorRef<Done> replyTo) implements HostEvent<O> {}
}
