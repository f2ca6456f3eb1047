package symposium.cluster.host;

import java.util.Optional;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.kernel.ProcessId;
import symposium.links.Frame;
import symposium.links.Payload;
import symposium.wire.Unknown;
import symposium.wire.Unreadable;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Ack;
import symposium.wire.WireMessage.Envelope;
import symposium.wire.WireMessage.FormationProposal;
import symposium.wire.WireMessage.LinkHandshake;
import symposium.wire.WireMessage.MembershipConfirmation;
import symposium.wire.WireMessage.MembershipProbe;
import symposium.wire.WireMessage.NotUnderstood;
import symposium.wire.WireMessage.Unheard;

/**
 * The frames of a host's links as messages between nodes. It ignores what is for a former incarnation of the process.
 * It drops what is no message between nodes, cannot be read, or belongs to another algorithm, and says why; the link
 * acknowledges it, so that it is not sent again.
 *
 * @param self the process of the host
 * @param hosted its algorithm
 */
record Endpoint<M, I>(ProcessId self, HostedAlgorithm<?, M, I, ?> hosted) {

    /**
     * What an object of another node, any that Akka can read, means to the host; nothing if it is for another process.
     */
    Optional<HostCommand<M, I>> read(Object any) {
        if (any instanceof Unknown unknown && unknown.from().isPresent()) {
            return unknown.to()
                    .filter(self::equals)
                    .map(to -> new HostCommand.NotKnown<>(unknown.from().get(), unknown.name()));
        }
        if (!(any instanceof WireMessage message)) {
            return Optional.of(new HostCommand.Dropped<>(
                    "an object of " + any.getClass().getName() + ", which is not a message between nodes"));
        }
        return message.to().equals(self) ? Optional.of(read(message)) : Optional.empty();
    }

    /** A frame of this end of the link with another process. */
    WireMessage write(ProcessId to, Frame<Payload<M>> frame) {
        if (frame instanceof Frame.Data<Payload<M>> data) {
            Payload<M> payload = data.message();
            return new Envelope(
                    hosted.algorithm(),
                    self,
                    to,
                    payload.side(),
                    data.incarnation(),
                    data.number(),
                    payload.message().orElseThrow());
        }
        return frame instanceof Frame.Ack<Payload<M>> ack
                ? new Ack(self, to, ack.incarnation(), ack.upTo())
                : new LinkHandshake(self, to, frame.incarnation(), ((Frame.Handshake<Payload<M>>) frame).state());
    }

    private HostCommand<M, I> read(WireMessage message) {
        if (message instanceof Envelope envelope) {
            return read(envelope);
        }
        if (message instanceof LinkHandshake handshake) {
            return arrived(message, new Frame.Handshake<>(handshake.incarnation(), handshake.state()));
        }
        if (message instanceof Unheard) {
            return new HostCommand.Unheard<>(message.from());
        }
        if (message instanceof NotUnderstood refused) {
            return new HostCommand.NotUnderstood<>(message.from(), refused.name(), refused.version());
        }
        if (message instanceof MembershipProbe probe) {
            return new HostCommand.Probed<>(message.from(), probe.number());
        }
        if (message instanceof MembershipConfirmation confirmation) {
            return new HostCommand.Confirmed<>(message.from(), confirmation.number());
        }
        return message instanceof Ack ack
                ? arrived(message, new Frame.Ack<>(ack.incarnation(), ack.upTo()))
                : new HostCommand.Proposed<>((FormationProposal) message);
    }

    private static <M, I> HostCommand<M, I> arrived(WireMessage message, Frame<Payload<M>> frame) {
        return new HostCommand.Arrived<>(message.from(), frame, Optional.empty());
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
                ? arrived(envelope, data(envelope, Optional.of(hosted.messages().cast(envelope.message()))))
                : unusable(envelope, envelope.message() + " is no message of " + hosted.algorithm());
    }

    private HostCommand<M, I> unusable(Envelope envelope, String why) {
        return new HostCommand.Arrived<>(
                envelope.from(),
                data(envelope, Optional.empty()),
                Optional.of("a message from process " + envelope.from() + ": " + why));
    }

    private static <M> Frame<Payload<M>> data(Envelope envelope, Optional<M> message) {
        return new Frame.Data<>(envelope.incarnation(), envelope.number(), new Payload<>(envelope.side(), message));
    }
}
