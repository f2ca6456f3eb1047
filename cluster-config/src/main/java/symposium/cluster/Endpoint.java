package symposium.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.Optional;
import symposium.cluster.wire.Ack;
import symposium.cluster.wire.Envelope;
import symposium.cluster.wire.FormationProposal;
import symposium.cluster.wire.LinkHandshake;
import symposium.cluster.wire.Unreadable;
import symposium.cluster.wire.WireMessage;
import symposium.kernel.ProcessId;

/**
 * Where the others' messages for this node's process arrive, and what their hosts have to say to its own.
 *
 * <p>What is for a former life of the process is dropped without a word; what cannot be read, or belongs to another algorithm, is dropped
 * with one line in the log, and the host is told that it has come, so that it does not come again.
 */
final class Endpoint<M, I> {

    /** The name of each post. */
    static final String NAME = "symposium-post";

    /** Where that of the process which the settings name lies at every node. */
    static final String OF_PROCESS = NAME;

    /** Where that of the table lies at every node. */
    static final String OF_TABLE = Resources.NAME + "/" + NAME;

    /** Where that of the election lies at every node. */
    static final String OF_ELECTION = LeaderElection.NAME + "/" + NAME;

    private final ActorContext<WireMessage> context;
    private final ProcessId self;
    private final HostedAlgorithm<?, M, I, ?> residency;
    private final ActorRef<Host.Command<M, I>> host;

    private Endpoint(
            ActorContext<WireMessage> context,
            ProcessId self,
            HostedAlgorithm<?, M, I, ?> residency,
            ActorRef<Host.Command<M, I>> host) {
        this.context = context;
        this.self = self;
        this.residency = residency;
        this.host = host;
    }

    /** The post of the process {@code self}, which {@code host} hosts. */
    static <M, I> Behavior<WireMessage> create(
            ProcessId self, HostedAlgorithm<?, M, I, ?> residency, ActorRef<Host.Command<M, I>> host) {
        return Behaviors.setup(context -> {
            Endpoint<M, I> post = new Endpoint<>(context, self, residency, host);
            return Behaviors.receiveMessage(post::onLetter);
        });
    }

    /** The post that lies there at the node with this address. */
    static ActorRef<WireMessage> at(Address address, String place, ActorSystem<?> system) {
        return ActorRefResolver.get(system)
                .resolveActorRef(address + "/system/" + SymposiumNode.GUARDIAN + "/" + place);
    }

    private Behavior<WireMessage> onLetter(WireMessage letter) {
        if (letter.to().equals(self)) {
            if (letter instanceof Envelope envelope) {
                onEnvelope(envelope);
            } else if (letter instanceof LinkHandshake greeting) {
                host.tell(new Host.Greeted<>(greeting));
            } else if (letter instanceof Ack receipt) {
                host.tell(new Host.Confirmed<>(receipt));
            } else {
                host.tell(new Host.Chartered<>((FormationProposal) letter));
            }
        }
        return Behaviors.same();
    }

    private void onEnvelope(Envelope envelope) {
        if (envelope.message() instanceof Unreadable unreadable) {
            drop(envelope, unreadable.why());
        } else if (!envelope.algorithm().equals(residency.algorithm())) {
            drop(envelope, "it belongs to " + envelope.algorithm() + ", and this node runs " + residency.algorithm());
        } else if (!residency.messages().isInstance(envelope.message())) {
            drop(envelope, envelope.message() + " is no message of " + residency.algorithm());
        } else {
            arrived(envelope, Optional.of(residency.messages().cast(envelope.message())));
        }
    }

    private void drop(Envelope envelope, String why) {
        context.getLog().error("process {} drops a message from process {}: {}", self, envelope.from(), why);
        arrived(envelope, Optional.empty());
    }

    private void arrived(Envelope envelope, Optional<M> message) {
        host.tell(new Host.Arrived<>(envelope.from(), envelope.side(), envelope.session(), envelope.number(), message));
    }
}
