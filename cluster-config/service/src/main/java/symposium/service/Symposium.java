package symposium.service;

import akka.actor.AbstractExtensionId;
import akka.actor.ClassicActorSystemProvider;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import akka.actor.ExtensionId;
import akka.actor.ExtensionIdProvider;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.typed.Cluster;
import java.util.Optional;
import symposium.cluster.LockProxy;
import symposium.cluster.LockService;
import symposium.cluster.Observers;
import symposium.cluster.SymposiumNode;

/**
 * Symposium on the actor system of an application, typed or classic: {@code Symposium.get(system).locks()}. Its set-up
 * is the configuration alone, under {@code symposium}; {@code akka.extensions = ["symposium.service.Symposium$Id"]}
 * starts it with the actor system.
 *
 * <p>The actor system is a member of an Akka cluster. Members with the role {@code symposium.role} host the processes;
 * others use the same API through them. The extension joins no cluster and ends no actor system.
 */
public final class Symposium implements Extension {

    /** The id of the extension, for {@code akka.extensions}. */
    public static final class Id extends AbstractExtensionId<Symposium> implements ExtensionIdProvider {

        private static final Id INSTANCE = new Id();

        @Override
        public Symposium createExtension(ExtendedActorSystem system) {
            return new Symposium(Adapter.toTyped(system));
        }

        @Override
        public ExtensionId<? extends Extension> lookup() {
            return INSTANCE;
        }
    }

    private final Optional<SymposiumNode> node;
    private final Locks locks;
    private final BlockingLocks blocking;
    private final Elections elections;

    private Symposium(ActorSystem<?> system) {
        String role = system.settings().config().getString("symposium.role");
        this.node = Cluster.get(system).selfMember().hasRole(role)
                ? Optional.of(SymposiumNode.within(system, Observers.none()))
                : Optional.empty();
        ActorRef<LockService.Command> service = node.map(SymposiumNode::locks)
                .orElseGet(() -> system.systemActorOf(LockProxy.create(), "symposium-locks", Props.empty()));
        this.locks = Locks.of(service, system);
        this.blocking = new BlockingLocks(locks);
        this.elections = Elections.clustered(locks, system);
    }

    /**
     * That of an actor system; the first call starts it.
     *
     * @throws symposium.cluster.InvalidSetting when the configuration of the actor system does not do
     */
    public static Symposium get(ClassicActorSystemProvider system) {
        return Id.INSTANCE.get(system);
    }

    /** Named locks. */
    public Locks locks() {
        return locks;
    }

    /** Named locks for threads that block. */
    public BlockingLocks blockingLocks() {
        return blocking;
    }

    /** Elections by name. */
    public Elections elections() {
        return elections;
    }

    /**
     * The node that the actor system is, with its other services; empty at a member of the cluster that has not the
     * role {@code symposium.role}.
     */
    public Optional<SymposiumNode> node() {
        return node;
    }
}
