package symposium.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.Optional;
import symposium.cluster.wire.Unreadable;
import symposium.cluster.wire.WireMessage;
import symposium.cluster.wire.WireMessage.Ack;
import symposium.cluster.wire.WireMessage.Envelope;
import symposium.cluster.wire.WireMessage.FormationProposal;
import symposium.cluster.wire.WireMessage.LinkHandshake;
import symposium.kernel.ProcessId;

/**
 * Where messages for the process of a host arrive, and those of other hosts for the host itself.
 *
 * <p>The endpoint silently drops what is for a former life of the process. It drops what is no message between nodes, cannot be read, or belongs to
 * another algorithm, and tells the host why; the host acknowledges what has a number, so that it is not sent again.
 */
final class Endpoint<M, I> {

    /** The name of the actor above all others of a node. */
    static final String GUARDIAN = "symposium";

    /** The name of the endpoint of a host, whose child it is. */
    static final String NAME = "endpoint";

    private final ProcessId self;
    private final HostedAlgorithm<?, M, I, ?> hosted;
    private final ActorRef<HostCommand<M, I>> host;

    private Endpoint(ProcessId self, HostedAlgorithm<?, M, I, ?> hosted, ActorRef<HostCommand<M, I>> host) {
        this.self = self;
        this.hosted = hosted;
        this.host = host;
    }

    /** The endpoint of the process {@code self}, which {@code host} hosts. */
    static <M, I> Behavior<WireMessage> create(
            ProcessId self, HostedAlgorithm<?, M, I, ?> hosted, ActorRef<HostCommand<M, I>> host) {
        Endpoint<M, I> endpoint = new Endpoint<>(self, hosted, host);
        return Behaviors.<Object>receiveMessage(endpoint::onAny).narrow();
    }

    /** The endpoint of the host with this name at the node with this address. */
    static ActorRef<WireMessage> at(Address address, String host, ActorSystem<?> system) {
        return ActorRefResolver.get(system).resolveActorRef(address + "/system/" + GUARDIAN + "/" + host + "/" + NAME);
    }

    /** Any node may send any object that Akka can read. */
    private Behavior<Object> onAny(Object any) {
        if (any instanceof WireMessage message) {
            onMessage(message);
        } else {
            host.tell(new HostCommand.Dropped<>(
                    "an object of " + any.getClass().getName() + ", which is no message between nodes"));
        }
        return Behaviors.same();
    }

    private void onMessage(WireMessage message) {
        if (message.to().equals(self)) {
            if (message instanceof Envelope envelope) {
                onEnvelope(envelope);
            } else if (message instanceof LinkHandshake handshake) {
                host.tell(new HostCommand.Shaken<>(handshake));
            } else if (message instanceof Ack ack) {
                host.tell(new HostCommand.Acknowledged<>(ack));
            } else {
                host.tell(new HostCommand.Proposed<>((FormationProposal) message));
            }
        }
    }

    private void onEnvelope(Envelope envelope) {
        if (envelope.message() instanceof Unreadable unreadable) {
            drop(envelope, unreadable.why());
        } else if (!envelope.algorithm().equals(hosted.algorithm())) {
            drop(envelope, "it belongs to " + envelope.algorithm() + ", and this node runs " + hosted.algorithm());
        } else if (!hosted.messages().isInstance(envelope.message())) {
            drop(envelope, envelope.message() + " is no message of " + hosted.algorithm());
        } else {
            arrived(envelope, Optional.of(hosted.messages().cast(envelope.message())));
        }
    }

    private void drop(Envelope envelope, String why) {
        host.tell(new HostCommand.Dropped<>("a message from process " + envelope.from() + ": " + why));
        arrived(envelope, Optional.empty());
    }

    private void arrived(Envelope envelope, Optional<M> message) {
        host.tell(new HostCommand.Arrived<>(
                envelope.from(), envelope.side(), envelope.incarnation(), envelope.number(), message));
    }
}
