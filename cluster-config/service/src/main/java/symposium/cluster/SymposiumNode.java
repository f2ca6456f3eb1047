package symposium.cluster;

import akka.Done;
import akka.actor.Address;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import akka.actor.typed.Props;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.cluster.typed.JoinSeedNodes;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import symposium.cluster.execution.AkkaConfiguration;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.hosted.MessageLoss;
import symposium.cluster.membership.ClusterMembership.WithoutMajority;
import symposium.cluster.membership.NodeDescriptor;
import symposium.cluster.membership.Shutdown;
import symposium.cluster.settings.Hocon;
import symposium.cluster.settings.Settings;
import symposium.cluster.settings.Settings.Service;
import symposium.cluster.status.NodeReadiness;
import symposium.cluster.status.Observers;
import symposium.cluster.status.Readiness;
import symposium.cluster.status.StatusActor;
import symposium.kernel.ProcessId;
import symposium.service.lock.LockService;
import symposium.service.member.AkkaFutures;
import symposium.service.member.AnswerFuture;
import symposium.service.member.Callbacks;
import symposium.service.member.InvalidSetting;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.Lock;
import symposium.service.participant.Node;
import symposium.service.participant.Philosopher;
import symposium.service.status.StatusService;
import symposium.telemetry.NodeTelemetry;

/**
 * A node: an actor system that is a member of a cluster. It runs a process for each service that its settings name: one
 * of the configured algorithm, one that allocates resources, and one that elects.
 *
 * <p>A started node joins the seed nodes that its configuration names ({@code akka.cluster.seed-nodes}), or waits for
 * {@link #join}.
 */
public final class SymposiumNode implements Node {

    /** The name of the actor system of every node. */
    public static final String SYSTEM = "symposium";

    /** The longest time for the actor system of a node that has ended to terminate. */
    private static final Duration TERMINATION_LIMIT = Duration.ofSeconds(10);

    /** The longest time for the hosts of a node to start. */
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    /** The node that an actor system is. */
    private static final class Registry implements Extension {

        private static final ExtensionId<Registry> ID = new ExtensionId<>() {
            @Override
            public Registry createExtension(ActorSystem<?> system) {
                return new Registry();
            }
        };

        private final AtomicReference<SymposiumNode> node = new AtomicReference<>();
    }

    private static final class NodeEnds implements CoordinatedShutdown.Reason {}

    private final Settings settings;
    private final ActorSystem<?> system;
    private final NodeReadiness readiness;
    private final ActorRef<StatusService.Command> status;
    private final Map<Service, HostedService<?, ?>> services;
    private final AtomicReference<Termination> reason;
    private final CompletionStage<Termination> ended;

    private SymposiumNode(
            Settings settings,
            ActorSystem<?> system,
            ActorRef<Guardian.Command> guardian,
            NodeReadiness readiness,
            AtomicReference<Termination> reason,
            CompletableFuture<HostedService<?, ?>> failed,
            CompletionStage<Termination> closed) {
        this.settings = settings;
        this.system = system;
        this.services = services(system, guardian, failed, settings.services());
        this.readiness = readiness;
        this.status = system.systemActorOf(
                StatusActor.create(settings.role(), new StatusActor.Node(readiness, List.copyOf(services.values()))),
                NodePaths.STATUS,
                Props.empty());
        this.reason = reason;
        this.ended = AkkaFutures.terminated(system)
                .thenApply(done -> reason.get() != null ? reason.get() : Shutdown.of(system, readiness.view()))
                .applyToEither(closed, Function.identity());
        ended.thenAccept(end -> readiness.readiness().ends(end.why()));
    }

    /**
     * The services of a node. The caller waits for them, because {@link #lock} and the like give references at once.
     * An actor has no reference before its parent, here a host, has started it.
     *
     * @param failed fails when an actor of the node has not started
     * @throws InvalidSetting when one has not started because the node cannot run with its configuration
     * @throws IllegalStateException when one has not started otherwise, the actor system ends meanwhile, or the hosts
     *     do not start in time
     */
    private static Map<Service, HostedService<?, ?>> services(
            ActorSystem<?> system,
            ActorRef<Guardian.Command> guardian,
            CompletableFuture<HostedService<?, ?>> failed,
            SortedSet<Service> names) {
        CompletionStage<HostedService<?, ?>> terminated = AkkaFutures.terminated(system)
                .thenApply(done -> {
                    throw new IllegalStateException("the actor system has been terminated");
                });
        Map<Service, CompletableFuture<HostedService<?, ?>>> asked = new EnumMap<>(Service.class);
        names.forEach(name -> asked.put(
                name,
                failed.applyToEither(
                                AkkaFutures.<Guardian.Command, HostedService<?, ?>>ask(
                                        guardian,
                                        replyTo -> new Guardian.GetService(name, replyTo),
                                        START_LIMIT,
                                        system),
                                Function.identity())
                        .applyToEither(terminated, Function.identity())
                        .toCompletableFuture()));
        Map<Service, HostedService<?, ?>> services = new EnumMap<>(Service.class);
        try {
            asked.forEach((name, service) -> services.put(name, service.join()));
        } catch (CompletionException late) {
            throw unserved(late.getCause());
        }
        return services;
    }

    private static RuntimeException unserved(Throwable why) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSetting invalid) {
                return invalid;
            }
        }
        return new IllegalStateException("the services of the node have not started: " + why.getMessage(), why);
    }

    /**
     * Starts a node. When that fails, its actor system has been terminated, and its port is free.
     *
     * @param config its configuration, from {@link Hocon}
     * @param observers its observers
     * @throws InvalidSetting when it cannot run with that configuration, or its port is in use
     * @throws IllegalStateException when an actor of it fails at its start, which the message names with the reason;
     *     its services have not started in 30 s; or its actor system ends meanwhile
     */
    public static SymposiumNode start(Config config, Observers observers) {
        return start(config, observers, MessageLoss.NONE);
    }

    /**
     * Starts a node that loses messages of the process which runs the configured algorithm: for demonstrations alone.
     *
     * @param config its configuration, from {@link Hocon}
     * @param observers its observers
     * @param loss which messages
     * @throws InvalidSetting when it cannot run with that configuration, or its port is in use
     * @throws IllegalStateException when an actor of it fails at its start, which the message names with the reason;
     *     its services have not started in 30 s; or its actor system ends meanwhile
     */
    public static SymposiumNode start(Config config, Observers observers, MessageLoss loss) {
        return start(config, HostedAlgorithms.process(Settings.from(config)).withLoss(loss), observers);
    }

    /** Starts a node whose process does what {@code hosted} says, whatever the settings call it. */
    static SymposiumNode start(Config config, HostedAlgorithm<?, ?, ?, ?> hosted, Observers observers) {
        AkkaSettings.require(config, Settings.from(config));
        ActorSystem<?> system = OwnSystem.start(SYSTEM, config);
        try {
            return within(system, hosted, observers, true);
        } catch (RuntimeException failed) {
            terminate(system);
            throw failed;
        }
    }

    /** Its port is free once it has terminated: a next start may use it at once. */
    private static void terminate(ActorSystem<?> system) {
        system.terminate();
        AkkaFutures.terminated(system)
                .handle((done, failed) -> Done.getInstance())
                .toCompletableFuture()
                .completeOnTimeout(Done.getInstance(), TERMINATION_LIMIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /**
     * Makes the actor system of an application a node. When the node has to end, because it does not fit into the
     * cluster, say, its services answer that they are unavailable, and the actor system goes on.
     *
     * @param system once only, before it joins a cluster
     * @param observers its observers
     * @throws InvalidSetting when no node can run with the system's configuration
     * @throws IllegalStateException when an actor of it fails at its start, which the message names with the reason;
     *     its services have not started in 30 s; or its actor system ends meanwhile
     */
    public static SymposiumNode within(ActorSystem<?> system, Observers observers) {
        Settings settings = Settings.from(system.settings().config());
        AkkaSettings.check(system, settings);
        return within(system, HostedAlgorithms.process(settings), observers, false);
    }

    /** The node that this actor system has been made, if it has. */
    public static Optional<SymposiumNode> of(ActorSystem<?> system) {
        return Optional.ofNullable(Registry.ID.apply(system).node.get());
    }

    /** @param own whether the actor system is the node's, and ends with it */
    private static SymposiumNode within(
            ActorSystem<?> system, HostedAlgorithm<?, ?, ?, ?> hosted, Observers observers, boolean own) {
        Settings settings = Settings.from(system.settings().config());
        AkkaConfiguration.require(system);
        AtomicReference<Termination> reason = new AtomicReference<>();
        CompletableFuture<Termination> closed = new CompletableFuture<>();
        CompletableFuture<HostedService<?, ?>> failed = new CompletableFuture<>();
        NodeReadiness readiness = readiness(system, settings);
        AkkaSettings.restarts(system.settings().config(), settings).ifPresent(system.log()::warn);
        Consumer<Termination> ends = why -> {
            reason.compareAndSet(null, why);
            readiness.readiness().ends(reason.get().why());
            closed.complete(reason.get());
        };
        ActorRef<Guardian.Command> guardian = system.systemActorOf(
                Guardian.create(
                        settings,
                        Platform.REAL,
                        hosted,
                        readiness.before(observers.guarded(system.log())),
                        own ? WithoutMajority.END : WithoutMajority.TRY_ON,
                        ends,
                        fault -> {
                            failed.completeExceptionally(fault);
                            ends.accept(new Termination(Termination.Cause.FAILED, String.valueOf(fault.getMessage())));
                        }),
                NodePaths.GUARDIAN,
                Props.empty());
        CoordinatedShutdown.get(system)
                .addTask(CoordinatedShutdown.PhaseBeforeClusterShutdown(), "symposium-node-leaves", () -> {
                    Termination end = Shutdown.of(system, readiness.view());
                    String why = end.cause() == Termination.Cause.LEFT
                            ? "process " + process(settings, system) + " leaves"
                            : end.why();
                    readiness.readiness().ends(why);
                    return leaves(system, guardian, settings, why);
                });
        SymposiumNode node = new SymposiumNode(
                settings, system, guardian, readiness, reason, failed, own ? terminating(system, closed) : closed);
        Registry.ID.apply(system).node.set(node);
        system.log()
                .info(
                        "this node hosts {}; of {} processes (symposium.processes) {} are a majority",
                        settings.services(),
                        settings.processes(),
                        settings.majority());
        return node;
    }

    /** The readiness of a node, before any of its services has started. */
    static NodeReadiness readiness(ActorSystem<?> system, Settings settings) {
        SortedSet<String> starting = new TreeSet<>();
        settings.services().forEach(each -> starting.add(each.spelled()));
        NodeReadiness readiness = new NodeReadiness(
                starting,
                settings.processes(),
                settings.majority(),
                MembershipView.alone(process(settings, system), settings.topology()));
        NodeTelemetry.get(system).add(readiness);
        return readiness;
    }

    /** Terminates the actor system once the node has ended; completed when that has failed. */
    private static CompletionStage<Termination> terminating(
            ActorSystem<?> system, CompletionStage<Termination> closed) {
        return closed.thenApply(why -> {
                    CoordinatedShutdown.get(system)
                            .runAll(
                                    why.cause() == Termination.Cause.REMOVED
                                            ? CoordinatedShutdown.clusterDowningReason()
                                            : new NodeEnds());
                    return why;
                })
                .thenApplyAsync(
                        Function.identity(),
                        CompletableFuture.delayedExecutor(TERMINATION_LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    /**
     * Completed when the process has handed over what it holds, or cannot in time, and all clients have been told that
     * nothing is granted any more. A removed process has no neighbour to hand it to.
     */
    private static CompletionStage<Done> leaves(
            ActorSystem<?> system, ActorRef<Guardian.Command> guardian, Settings settings, String why) {
        CompletionStage<Done> handedOver = Shutdown.isRemoval(system)
                ? CompletableFuture.completedFuture(Done.getInstance())
                : ask(system, guardian, Guardian.Leave::new, settings.leaveTimeout());
        return handedOver.thenCompose(
                done -> ask(system, guardian, replyTo -> new Guardian.Close(why, replyTo), AkkaSettings.CLOSE_LIMIT));
    }

    private static CompletionStage<Done> ask(
            ActorSystem<?> system,
            ActorRef<Guardian.Command> guardian,
            Function<ActorRef<Done>, Guardian.Command> command,
            Duration limit) {
        return AkkaFutures.ask(guardian, command, limit, system).exceptionally(late -> Done.getInstance());
    }

    @Override
    public ProcessId process() {
        return process(settings, system);
    }

    private static ProcessId process(Settings settings, ActorSystem<?> system) {
        return NodeDescriptor.process(settings, Cluster.get(system).selfMember().uniqueAddress());
    }

    /** The settings it runs with. */
    public Settings settings() {
        return settings;
    }

    @Override
    public Address address() {
        return Cluster.get(system).selfMember().address();
    }

    @Override
    public ActorRef<Lock.Command> lock() {
        return started(Service.PROCESS)
                .taking(Lock.Command.class)
                .orElseThrow(() -> new IllegalStateException(
                        settings.algorithm() + " makes this node a philosopher, which has no lock"));
    }

    @Override
    public boolean hasPhilosopher() {
        return services.containsKey(Service.PROCESS)
                && started(Service.PROCESS).taking(Philosopher.Command.class).isPresent();
    }

    @Override
    public ActorRef<Philosopher.Command> philosopher() {
        return started(Service.PROCESS)
                .taking(Philosopher.Command.class)
                .orElseThrow(() -> new IllegalStateException(
                        settings.algorithm() + " gives this node a lock, and makes it no philosopher"));
    }

    /** Whether this node has {@link #locks}: its settings name that service. */
    public boolean hasLocks() {
        return services.containsKey(Service.RESOURCES);
    }

    /**
     * The named locks for the applications of this node, whichever algorithm it runs.
     *
     * @throws IllegalStateException when the settings do not name that service
     */
    public ActorRef<LockService.Command> locks() {
        return started(Service.RESOURCES).taking(LockService.Command.class).orElseThrow();
    }

    @Override
    public ActorRef<LeaderElection.Command> leaderElection() {
        return started(Service.ELECTION).taking(LeaderElection.Command.class).orElseThrow();
    }

    private HostedService<?, ?> started(Service wanted) {
        return Optional.ofNullable(services.get(wanted))
                .orElseThrow(() ->
                        new IllegalStateException("symposium.services of this node does not name " + wanted.spelled()));
    }

    /** The actor system. To terminate it is to {@link #kill} the node. */
    public ActorSystem<?> system() {
        return system;
    }

    /**
     * Whether the node serves requests: it does when the processes of its services have begun and it sees a majority,
     * until it ends.
     */
    public Readiness readiness() {
        return readiness.readiness();
    }

    /** The status of the whole cluster, for actors. */
    public ActorRef<StatusService.Command> status() {
        return status;
    }

    /** Starts an actor of the application on this node's actor system. */
    public <T> ActorRef<T> spawn(akka.actor.typed.Behavior<T> behavior, String name) {
        return system.systemActorOf(behavior, name, Props.empty());
    }

    /** Forms a cluster of its own, which others may join. */
    public void joinItself() {
        Cluster.get(system).manager().tell(Join.create(address()));
    }

    /** Joins the cluster that one of these is a member of; keeps trying. */
    public void join(List<Address> seeds) {
        Cluster.get(system).manager().tell(new JoinSeedNodes(seeds));
    }

    /** Leaves the cluster in good order and ends. */
    public CompletionStage<Termination> leave() {
        reason.compareAndSet(null, new Termination(Termination.Cause.LEFT, "process " + process() + " has left"));
        CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.actorSystemTerminateReason());
        return ended();
    }

    /** Ends the node at once; the others have to detect it. */
    public CompletionStage<Termination> kill() {
        reason.compareAndSet(
                null, new Termination(Termination.Cause.KILLED, "process " + process() + " has been killed"));
        system.terminate();
        return ended();
    }

    @Override
    public CompletionStage<Termination> ended() {
        return AnswerFuture.of(ended.toCompletableFuture(), new Callbacks(system));
    }
}
