package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.util.Optional;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.WireMessage.Ack;
import symposium.cluster.wire.WireMessage.FormationProposal;
import symposium.cluster.wire.WireMessage.LinkHandshake;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/**
 * What can be said to the {@link Host} of a process.
 *
 * @param <M> the messages of the process
 * @param <I> what its users ask
 */
sealed interface HostCommand<M, I> {

    /** The user asks. */
    record Input<M, I>(I ask) implements HostCommand<M, I> {}

    /** A message for the process has arrived; empty for one that cannot be read. */
    record Arrived<M, I>(ProcessId from, Side side, LinkIncarnation incarnation, long number, Optional<M> message)
            implements HostCommand<M, I> {}

    /** Another host acknowledges what this one has sent. */
    record Acknowledged<M, I>(Ack ack) implements HostCommand<M, I> {}

    /** The other end of a link offers, accepts or refuses an incarnation of it. */
    record Shaken<M, I>(LinkHandshake handshake) implements HostCommand<M, I> {}

    /** Another host proposes the group that begins. */
    record Proposed<M, I>(FormationProposal proposal) implements HostCommand<M, I> {}

    /** The membership is this from now on. */
    record Seen<M, I>(MembershipView view) implements HostCommand<M, I> {}

    /** Asks for the service by which applications use the process. */
    record GetService<M, I>(ActorRef<HostedService<?, ?>> replyTo) implements HostCommand<M, I> {}

    /** Lets the process leave, and answers when it has. */
    record Leave<M, I>(ActorRef<Done> replyTo) implements HostCommand<M, I> {}

    /** The node is no member any more; the service tells its clients why, and answers then. */
    record Close<M, I>(String why, ActorRef<Done> replyTo) implements HostCommand<M, I> {}

    /** A message has arrived at the endpoint that the process cannot take. */
    record Dropped<M, I>(String why) implements HostCommand<M, I> {}

    /** What may have been lost is due to be sent again. */
    record Remind<M, I>() implements HostCommand<M, I> {}

    /** The process has left, or violated an invariant. */
    record ProcessStopped<M, I>() implements HostCommand<M, I> {}
}
