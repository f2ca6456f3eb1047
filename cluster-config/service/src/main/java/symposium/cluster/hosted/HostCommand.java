package symposium.cluster.hosted;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.util.Optional;
import symposium.kernel.ProcessId;
import symposium.kernel.Timer;
import symposium.links.Frame;
import symposium.links.Payload;
import symposium.service.member.MembershipView;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.FormationProposal;

/**
 * What can be said to the {@code Host} of a process.
 *
 * @param <M> the messages of the process
 * @param <I> what its users ask
 */
public sealed interface HostCommand<M, I> {

    /** The user asks. */
    record Input<M, I>(I ask) implements HostCommand<M, I> {}

    /** The service waits until the node is certainly a member: {@link HostedProcess#confirm}. */
    record Confirm<M, I>(ActorRef<Done> replyTo) implements HostCommand<M, I> {}

    /**
     * The other end of a link has sent a frame.
     *
     * @param defect what is wrong with the message in it, in one line, if the process cannot take it
     */
    record Arrived<M, I>(ProcessId from, Frame<Payload<M>> frame, Optional<String> defect)
            implements HostCommand<M, I> {}

    /** Another host proposes the group that begins. */
    record Proposed<M, I>(FormationProposal proposal) implements HostCommand<M, I> {}

    /** Another host hears nothing from this one. */
    record Unheard<M, I>(ProcessId from) implements HostCommand<M, I> {}

    /** Another host has stood still, and asks whether this one reaches it as a member. */
    record Probed<M, I>(ProcessId from, long number) implements HostCommand<M, I> {}

    /** Another host reaches this one as a member. */
    record Confirmed<M, I>(ProcessId from, long number) implements HostCommand<M, I> {}

    /** Where the host of another process is, or that there is none at its node. */
    record Located<M, I>(ProcessId process, Optional<ActorRef<WireMessage>> host) implements HostCommand<M, I> {}

    /** Which version of the protocol the node of another process speaks. */
    record Speaks<M, I>(ProcessId process, int version) implements HostCommand<M, I> {}

    /** Another host has sent a message of a kind that this node does not know. */
    record NotKnown<M, I>(ProcessId from, String name) implements HostCommand<M, I> {}

    /** Another host does not know a message of this kind, since its node speaks an earlier version. */
    record NotUnderstood<M, I>(ProcessId from, String name, int version) implements HostCommand<M, I> {}

    /** The membership is this from now on. */
    record Seen<M, I>(MembershipView view) implements HostCommand<M, I> {}

    /** Asks for the service by which applications use the process. */
    record GetService<M, I>(ActorRef<HostedService<?, ?>> replyTo) implements HostCommand<M, I> {}

    /** Lets the users of the process finish or the process leave, and answers when that is done. */
    record Leave<M, I>(ActorRef<Done> replyTo) implements HostCommand<M, I> {}

    /** The users of the process hold nothing any more, and ask for nothing. */
    record Finished<M, I>() implements HostCommand<M, I> {}

    /** The node is no member any more; the service tells its clients why, and answers then. */
    record Close<M, I>(String why, ActorRef<Done> replyTo) implements HostCommand<M, I> {}

    /** The service of the host has failed, and told its clients so. */
    record ServiceFailed<M, I>(String why) implements HostCommand<M, I> {}

    /** Something has arrived that is no message between nodes. */
    record Dropped<M, I>(String why) implements HostCommand<M, I> {}

    /** What may have been lost is due to be sent again. */
    record Remind<M, I>() implements HostCommand<M, I> {}

    /** A timer of the process has expired. */
    record Expired<M, I>(Timer timer) implements HostCommand<M, I> {}
}
