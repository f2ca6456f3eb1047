package symposium.cluster.host;

import akka.actor.ActorIdentity;
import akka.actor.ActorSelection;
import akka.actor.ActorSystem;
import akka.actor.Identify;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import symposium.kernel.ProcessId;
import symposium.wire.MessageNames;
import symposium.wire.WireMessage;
import symposium.wire.WireSerializer;

/**
 * The hosts of the other processes, for the messages of this one.
 *
 * <p>A host is sent to by the reference that its own node has told, which carries the uid of the actor. A path alone
 * must not be used: Artery compresses it. When a message comes for a path whose actor does not exist yet, the receiver
 * counts a use of the absent actor, and tells the sender within a minute to write a number for this path. From then on
 * it reads that number as the absent actor, for ever.
 *
 * <p>A host that is not heard is sent to by a selection from then on. That goes by the root of its actor system, which
 * exists as long as the system, and resolves the path for every message.
 */
final class PeerHosts {

    private record Peer(ActorRef<WireMessage> host, Optional<ActorSelection> detour) {

        void tell(WireMessage message) {
            detour.ifPresentOrElse(way -> way.tell(message, akka.actor.ActorRef.noSender()), () -> host.tell(message));
        }
    }

    private final ActorSystem system;
    private final akka.actor.ActorRef identities;
    private final Map<ProcessId, Peer> peers = new HashMap<>();
    private final MessageNames names;
    private final Map<ProcessId, Integer> versions = new HashMap<>();

    /** @param answered the command by which the actor of this context takes what is answered to {@link #renew} */
    <T> PeerHosts(ActorContext<T> context, BiFunction<ProcessId, Optional<ActorRef<WireMessage>>, T> answered) {
        this.system = Adapter.toClassic(context.getSystem());
        this.names = WireSerializer.names(system);
        this.identities = Adapter.toClassic(context.messageAdapter(
                ActorIdentity.class,
                identity -> answered.apply(
                        process((String) identity.correlationId()),
                        identity.getActorRef().<ActorRef<WireMessage>>map(Adapter::toTyped))));
    }

    /** The host of this process is there. A former way to it is not used any more. */
    void located(ProcessId process, ActorRef<WireMessage> host) {
        Peer known = peers.get(process);
        if (known == null || !known.host().equals(host)) {
            peers.put(process, new Peer(host, Optional.empty()));
        }
    }

    void remove(Collection<ProcessId> departed) {
        peers.keySet().removeAll(departed);
        versions.keySet().removeAll(departed);
    }

    /**
     * The node of a process speaks this version of the protocol.
     *
     * @return whether it is another than was known
     */
    boolean speaks(ProcessId process, int version) {
        return !Integer.valueOf(version).equals(versions.put(process, version));
    }

    /** The version of the protocol that this node speaks. */
    int version() {
        return names.version();
    }

    /** The version of the protocol in which this node and that of a process speak: the lower of theirs. */
    int version(ProcessId process) {
        return Math.min(names.version(), versions.getOrDefault(process, names.version()));
    }

    private boolean knows(ProcessId process, WireMessage message) {
        int version = version(process);
        return version == names.version() || names.isKnown(message, version);
    }

    /** Sends to the host of the recipient, if that is known, what it knows. */
    void tell(WireMessage message) {
        Peer peer = peers.get(message.to());
        if (peer != null && knows(message.to(), message)) {
            peer.tell(message);
        }
    }

    /** Nothing comes back from the host of this process: it is asked for its reference, and sent to another way. */
    void renew(ProcessId process) {
        Peer peer = peers.get(process);
        if (peer != null) {
            ActorSelection detour = system.actorSelection(peer.host().path().toString());
            peers.put(process, new Peer(peer.host(), Optional.of(detour)));
            detour.tell(new Identify(correlation(process)), identities);
        }
    }

    /** A process as a text, which every node can write into a message of Akka's. */
    private static String correlation(ProcessId process) {
        return process.number() + " " + process.incarnation();
    }

    private static ProcessId process(String correlation) {
        String[] parts = correlation.split(" ");
        return new ProcessId(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }
}
