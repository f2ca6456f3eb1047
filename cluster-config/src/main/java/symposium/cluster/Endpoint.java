package symposium.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import java.util.Optional;
import symposium.cluster.wire.Unreadable;
import symposium.cluster.wire.WireMessage;
import symposium.cluster.wire.WireMessage.Ack;
import symposium.cluster.wire.WireMessage.Envelope;
import symposium.cluster.wire.WireMessage.FormationProposal;
import symposium.cluster.wire.WireMessage.LinkHandshake;
import symposium.kernel.ProcessId;

/**
 * Reads what arrives at a host from other nodes. It ignores what is for a former life of the process. It drops what is no message between nodes,
 * cannot be read, or belongs to another algorithm, and says why; the host acknowledges what has a number, so that it is not sent again.
 *
 * @param self the process of the host
 * @param hosted its algorithm
 */
record Endpoint<M, I>(ProcessId self, HostedAlgorithm<?, M, I, ?> hosted) {

    /** The name of the actor above all others of a node. */
    static final String GUARDIAN = "symposium";

    /** The host with this name at the node with this address. */
    static ActorRef<WireMessage> at(Address address, String host, ActorSystem<?> system) {
        return ActorRefResolver.get(system).resolveActorRef(address + "/system/" + GUARDIAN + "/" + host);
    }

    /** What an object of another node, any that Akka can read, means to the host; nothing if it is for another process. */
    Optional<HostCommand<M, I>> read(Object any) {
        if (!(any instanceof WireMessage message)) {
            return Optional.of(new HostCommand.Dropped<>(
                    "an object of " + any.getClass().getName() + ", which is no message between nodes"));
        }
        return message.to().equals(self) ? Optional.of(read(message)) : Optional.empty();
    }

    private HostCommand<M, I> read(WireMessage message) {
        if (message instanceof Envelope envelope) {
            return read(envelope);
        }
        if (message instanceof LinkHandshake handshake) {
            return new HostCommand.Shaken<>(handshake);
        }
        return message instanceof Ack ack
                ? new HostCommand.Acknowledged<>(ack)
                : new HostCommand.Proposed<>((FormationProposal) message);
    }

    private HostCommand<M, I> read(Envelope envelope) {
        if (envelope.message() instanceof Unreadable unreadable) {
            return unusable(envelope, unreadable.why());
        }
        if (!envelope.algorithm().equals(hosted.algorithm())) {
            return unusable(
                    envelope, "it belongs to " + envelope.algorithm() + ", and this node runs " + hosted.algorithm());
        }
        return hosted.messages().isInstance(envelope.message())
                ? arrived(envelope, Optional.of(hosted.messages().cast(envelope.message())), "")
                : unusable(envelope, envelope.message() + " is no message of " + hosted.algorithm());
    }

    private HostCommand<M, I> unusable(Envelope envelope, String why) {
        return arrived(envelope, Optional.empty(), "a message from process " + envelope.from() + ": " + why);
    }

    private HostCommand<M, I> arrived(Envelope envelope, Optional<M> message, String why) {
        return new HostCommand.Arrived<>(
                envelope.from(), envelope.side(), envelope.incarnation(), envelope.number(), message, why);
    }
}
