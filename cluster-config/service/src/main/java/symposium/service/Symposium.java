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
 * The Akka extension that gives an application its locks and elections, on a typed or classic actor system: {@code
 * Symposium.get(system).locks()}. The extension is configured only by the settings under {@code symposium}. The
 * setting {@code akka.extensions = ["symposium.service.Symposium$Id"]} starts it together with the actor system.
 *
 * <p>The actor system must be a member of an Akka cluster. Members with the role {@code symposium.role} host the
 * processes. Other members use the same API, and their requests go through those nodes. The extension neither joins a
 * cluster nor terminates an actor system.
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
     * Returns the extension of the actor system; the first call starts it.
     *
     * @throws symposium.service.member.InvalidSetting if the configuration of the actor system is invalid
     */
    public static Symposium get(ClassicActorSystemProvider system) {
        return Id.INSTANCE.get(system);
    }

    /**
     * Returns a stage that completes when this member serves requests, or immediately if it already does. A node
     * serves requests once the processes of its services have started and it sees a majority. A member that is not a
     * node serves requests once it reaches a node. If the member will never serve requests again, the stage fails with
     * {@link symposium.service.member.NodeEnded}, which gives the reason.
     */
    public CompletionStage<Done> ready() {
        return AnswerFuture.of(member.ready().toCompletableFuture(), callbacks);
    }

    /** Returns whether this member serves requests now. */
    public boolean isReady() {
        return notReady().isEmpty();
    }

    /** Returns why this member does not serve requests now, in one line, or empty if it does. */
    public Optional<String> notReady() {
        return member.notReady();
    }

    /**
     * Asks for the status of the whole cluster: all names, with the default bounds. The nodes have two seconds to
     * answer. Actors use {@link #statusService} instead.
     *
     * @return completes with the status; fails with {@link NotGranted} if the actor system has ended, or with a {@link
     *     java.util.concurrent.TimeoutException} if this member itself does not answer within four seconds
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

    /** Returns the service that reports the status of the whole cluster, for actors. */
    public ActorRef<StatusService.Command> statusService() {
        return member.status();
    }

    /**
     * Returns the named locks.
     *
     * @throws IllegalStateException if {@code symposium.services} of this node does not list {@code resources}
     */
    public Locks locks() {
        return locks.orElseThrow(Symposium::noLocks);
    }

    /**
     * Returns the named locks for threads that block.
     *
     * @throws IllegalStateException if {@code symposium.services} of this node does not list {@code resources}
     */
    public BlockingLocks blockingLocks() {
        return blocking.orElseThrow(Symposium::noLocks);
    }

    private static IllegalStateException noLocks() {
        return new IllegalStateException("symposium.services of this node does not name resources: it has no locks");
    }

    /**
     * Returns the named elections.
     *
     * @throws IllegalStateException if {@code symposium.services} of this node does not list {@code resources}
     */
    public Elections elections() {
        return elections.orElseThrow(Symposium::noLocks);
    }

    /**
     * Returns the node of this actor system, with its other services, or empty on a cluster member without the role
     * {@code symposium.role}.
     */
    public Optional<Node> node() {
        return member.node();
    }
}
