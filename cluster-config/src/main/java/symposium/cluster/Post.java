package symposium.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import symposium.cluster.wire.Charter;
import symposium.cluster.wire.Envelope;
import symposium.cluster.wire.Greeting;
import symposium.cluster.wire.Letter;
import symposium.cluster.wire.Unreadable;
import symposium.kernel.ProcessId;

/**
 * Where the others' messages for this node's processes arrive, each by its algorithm, and what the hosts of those that share the lock have to
 * say to each other.
 *
 * <p>What is for a former life of the process is dropped without a word; what cannot be read, or belongs to another algorithm, is dropped
 * with one line in the log.
 */
final class Post {

    /** The name under which it lies at every node. */
    static final String NAME = "symposium-post";

    /**
     * Whose messages arrive here.
     *
     * @param residency how its algorithm lives here
     * @param host hosts it
     */
    record Box<M, I>(Residency<?, M, I, ?> residency, ActorRef<Host.Command<M, I>> host) {
        void put(Envelope envelope) {
            host.tell(new Host.Arrived<>(
                    envelope.from(),
                    envelope.side(),
                    envelope.session(),
                    residency.messages().cast(envelope.message())));
        }
    }

    private final ActorContext<Letter> context;
    private final ProcessId self;
    private final Box<?, ?> first;
    private final Map<String, Box<?, ?>> boxes = new TreeMap<>();

    private Post(ActorContext<Letter> context, ProcessId self, Box<?, ?> first, List<Box<?, ?>> others) {
        this.context = context;
        this.self = self;
        this.first = first;
        others.forEach(box -> boxes.put(box.residency().algorithm(), box));
        boxes.put(first.residency().algorithm(), first);
    }

    /**
     * The post of the process {@code self}.
     *
     * @param first whose hosts send more than envelopes
     * @param others whose hosts send envelopes alone
     */
    static Behavior<Letter> create(ProcessId self, Box<?, ?> first, Box<?, ?>... others) {
        return Behaviors.setup(context -> {
            Post post = new Post(context, self, first, List.of(others));
            return Behaviors.receiveMessage(post::onLetter);
        });
    }

    /** The post at the node with this address. */
    static ActorRef<Letter> at(Address address, ActorSystem<?> system) {
        return ActorRefResolver.get(system).resolveActorRef(address + "/system/" + SymposiumNode.GUARDIAN + "/" + NAME);
    }

    private Behavior<Letter> onLetter(Letter letter) {
        if (letter.to().equals(self)) {
            if (letter instanceof Envelope envelope) {
                onEnvelope(envelope);
            } else if (letter instanceof Greeting greeting) {
                first.host().tell(new Host.Greeted<>(greeting));
            } else {
                first.host().tell(new Host.Chartered<>((Charter) letter));
            }
        }
        return Behaviors.same();
    }

    private void onEnvelope(Envelope envelope) {
        Box<?, ?> box = boxes.get(envelope.algorithm());
        if (envelope.message() instanceof Unreadable unreadable) {
            drop(envelope, unreadable.why());
        } else if (box == null) {
            drop(
                    envelope,
                    "it belongs to " + envelope.algorithm() + ", and this node runs "
                            + String.join(" and ", boxes.keySet()));
        } else if (!box.residency().messages().isInstance(envelope.message())) {
            drop(envelope, envelope.message() + " is no message of " + envelope.algorithm());
        } else {
            box.put(envelope);
        }
    }

    private void drop(Envelope envelope, String why) {
        context.getLog().error("process {} drops a message from process {}: {}", self, envelope.from(), why);
    }
}
