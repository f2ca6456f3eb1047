package symposium.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import symposium.cluster.wire.Envelope;
import symposium.cluster.wire.Unreadable;
import symposium.kernel.ProcessId;

/**
 * Where the others' messages for this node's process arrive.
 *
 * <p>What is for a former life of the process is dropped without a word; what cannot be read, or belongs to another algorithm, is dropped
 * with one line in the log.
 */
final class Post<M> {

    /** The name under which it lies at every node. */
    static final String NAME = "symposium-post";

    private final ActorContext<Envelope> context;
    private final ProcessId self;
    private final Residency<?, M> residency;
    private final ActorRef<Host.Command<M>> host;

    private Post(
            ActorContext<Envelope> context, ProcessId self, Residency<?, M> residency, ActorRef<Host.Command<M>> host) {
        this.context = context;
        this.self = self;
        this.residency = residency;
        this.host = host;
    }

    /** The post of the process {@code self}, which {@code host} hosts. */
    static <M> Behavior<Envelope> create(ProcessId self, Residency<?, M> residency, ActorRef<Host.Command<M>> host) {
        return Behaviors.setup(context -> {
            Post<M> post = new Post<>(context, self, residency, host);
            return Behaviors.receiveMessage(post::onEnvelope);
        });
    }

    /** The post at the node with this address. */
    static ActorRef<Envelope> at(Address address, ActorSystem<?> system) {
        return ActorRefResolver.get(system).resolveActorRef(address + "/system/" + SymposiumNode.GUARDIAN + "/" + NAME);
    }

    private Behavior<Envelope> onEnvelope(Envelope envelope) {
        if (!envelope.to().equals(self)) {
            return Behaviors.same();
        }
        if (envelope.message() instanceof Unreadable unreadable) {
            drop(envelope, unreadable.why());
        } else if (!envelope.algorithm().equals(residency.algorithm())) {
            drop(envelope, "it belongs to " + envelope.algorithm() + ", and this node runs " + residency.algorithm());
        } else if (!residency.messages().isInstance(envelope.message())) {
            drop(envelope, envelope.message() + " is no message of " + residency.algorithm());
        } else {
            host.tell(new Host.Arrived<>(
                    envelope.from(), envelope.side(), residency.messages().cast(envelope.message())));
        }
        return Behaviors.same();
    }

    private void drop(Envelope envelope, String why) {
        context.getLog().error("process {} drops a message from process {}: {}", self, envelope.from(), why);
    }
}
