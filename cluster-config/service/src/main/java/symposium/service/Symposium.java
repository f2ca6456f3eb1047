package symposium.service;

import akka.Done;
import akka.actor.AbstractExtensionId;
import akka.actor.ClassicActorSystemProvider;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import akka.actor.ExtensionId;
import akka.actor.ExtensionIdProvider;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import symposium.service.election.Elections;
import symposium.service.lock.BlockingLocks;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;
import symposium.service.lock.Unanswered;
import symposium.service.member.AkkaFutures;
import symposium.service.member.AnswerFuture;
import symposium.service.member.Callbacks;
import symposium.service.participant.Node;
import symposium.service.status.ClusterStatus;
import symposium.service.status.StatusService;

/**
 * Symposium on the actor system of an application, typed or classic: {@code Symposium.get(system).locks()}. Its set-up
 * is the configuration alone, under {@code symposium}; {@code akka.extensions = ["symposium.service.Symposium$Id"]}
 * starts it with the actor system.
 *
 * <p>The actor system is a member of an Akka cluster. Members with the role {@code symposium.role} host the processes;
 * others use the same API through them. The extension joins no cluster and ends no actor system.
 *
 * @since 1.0
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

    private final Unanswered unanswered;
    private final Callbacks callbacks;
    private final ActorSystem<?> system;
    private final MemberRuntime.Member member;
    private final Optional<Locks> locks;
    private final Optional<BlockingLocks> blocking;
    private final Optional<Elections> elections;

    private Symposium(ActorSystem<?> system) {
        MemberRuntime runtime = MemberRuntime.load();
        this.system = system;
        this.member = runtime.start(system);
        this.unanswered = new Unanswered(system);
        this.callbacks = new Callbacks(system);
        this.locks = member.locks().map(each -> Locks.of(each, system));
        this.blocking = locks.map(BlockingLocks::new);
        this.elections = locks.map(each -> Elections.clustered(runtime, each, system));
    }

    /**
     * That of an actor system; the first call starts it.
     *
     * @throws symposium.service.member.InvalidSetting when the configuration of the actor system does not do
     */
    public static Symposium get(ClassicActorSystemProvider system) {
        return Id.INSTANCE.get(system);
    }

    /**
     * Completed when this member serves requests, at once when it does now: the processes of its services have begun,
     * and it sees a majority. At a member that is no node: it reaches one. Completed by {@link
     * symposium.service.member.NodeEnded}, with the reason, when it never will again.
     */
    public CompletionStage<Done> ready() {
        return AnswerFuture.of(member.ready().toCompletableFuture(), callbacks);
    }

    /** Whether this member serves requests now. */
    public boolean isReady() {
        return notReady().isEmpty();
    }

    /** Why this member does not serve requests now, in one line; empty when it does. */
    public Optional<String> notReady() {
        return member.notReady();
    }

    /**
     * The status of the whole cluster, of all names, with the usual bounds; within two seconds. Actors ask {@link
     * #statusService} instead.
     *
     * @return completed by {@link NotGranted} when the actor system has ended
     */
    public CompletionStage<ClusterStatus> status() {
        return unanswered.ask(
                () -> AkkaFutures.ask(
                        member.status(),
                        StatusService.GetClusterStatus::new,
                        StatusService.USUAL_PATIENCE.multipliedBy(2),
                        system),
                callbacks);
    }

    /** The status of the whole cluster, for actors. */
    public ActorRef<StatusService.Command> statusService() {
        return member.status();
    }

    /**
     * Named locks.
     *
     * @throws IllegalStateException when {@code symposium.services} of this node does not name resources
     */
    public Locks locks() {
        return locks.orElseThrow(Symposium::noLocks);
    }

    /**
     * Named locks for threads that block.
     *
     * @throws IllegalStateException when {@code symposium.services} of this node does not name resources
     */
    public BlockingLocks blockingLocks() {
        return blocking.orElseThrow(Symposium::noLocks);
    }

    private static IllegalStateException noLocks() {
        return new IllegalStateException("symposium.services of this node does not name resources: it has no locks");
    }

    /**
     * Elections by name.
     *
     * @throws IllegalStateException when {@code symposium.services} of this node does not name resources
     */
    public Elections elections() {
        return elections.orElseThrow(Symposium::noLocks);
    }

    /**
     * The node that the actor system is, with its other services; empty at a member of the cluster without the
     * role {@code symposium.role}.
     */
    public Optional<Node> node() {
        return member.node();
    }
}
