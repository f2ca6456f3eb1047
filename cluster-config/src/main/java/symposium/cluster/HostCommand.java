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
import symposium.kernel.Timer;

/**
 * What can be said to the {@link Host} of a process.
 *
 * @param <M> the messages of the process
 * @param <I> what its users ask
 */
sealed interface HostCommand<M, I> {

    /** The user asks. */
    record Input<M, I>(I ask) implements HostCommand<M, I> {}

    /**
     * A message for the process has arrived.
     *
     * @param message empty for one that the process cannot take
     * @param why what is wrong with that one, in one line
     */
    record Arrived<M, I>(
            ProcessId from, Side side, LinkIncarnation incarnation, long number, Optional<M> message, String why)
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

    /** Something has arrived that is no message between nodes. */
    record Dropped<M, I>(String why) implements HostCommand<M, I> {}

    /** What may have been lost is due to be sent again. */
    record Remind<M, I>() implements HostCommand<M, I> {}

    /** A timer of the process has expired. */
    record Expired<M, I>(Timer timer) implements HostCommand<M, I> {}
}
