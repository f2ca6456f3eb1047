package symposium.cluster;

import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import symposium.arbitration.Dining;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.composition.resourceswithvoters.SharingWithVoters;
import symposium.election.Election.Call;
import symposium.election.terms.Leadership.News;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.service.LeaderElection;
import symposium.service.Lock;
import symposium.service.LockService;
import symposium.service.MembershipView;
import symposium.service.Philosopher;

/**
 * How what users ask of a process, and are told by it, becomes a service for the applications of a node.
 *
 * @param commands the type of what applications send to the service
 * @param behavior the service, from the membership at the start and from what takes the inputs of the process
 * @param fromHost what the host tells the service, as one of these commands
 * @param raised an output with numbers above all of a former life of the cluster, from the output and the generation
 *     above which tokens are issued; the output itself where the process begins with such numbers
 * @param excludes whether an output says that another process takes this one for departed: its node ends
 * @param finishes whether its users may finish what they hold when the node leaves
 * @param <C> what applications send
 * @param <I> what users ask
 * @param <O> what users are told
 */
record ServiceBinding<C, I, O>(
        Class<C> commands,
        BiFunction<MembershipView, Consumer<I>, Behavior<C>> behavior,
        Function<HostEvent<O>, C> fromHost,
        BiFunction<O, Long, O> raised,
        Predicate<O> excludes,
        boolean finishes) {

    /** A fork is used less often than this in a second. */
    private static final long USES_PER_GENERATION = 1_000_000;

    /** Mutual exclusion: applications use the {@link Lock}. */
    static ServiceBinding<?, MutualExclusion.Input, MutualExclusion.Output> lock() {
        return new ServiceBinding<>(
                Lock.Command.class,
                LockActor::create,
                LockActor.FromHost::new,
                ServiceBinding::raised,
                told -> false,
                false);
    }

    /** Philosophers on a graph: applications use the {@link Philosopher}. */
    static ServiceBinding<?, Dining.Input, Dining.Output> philosopher() {
        return new ServiceBinding<>(
                Philosopher.Command.class,
                (view, process) -> PhilosopherActor.create(process),
                PhilosopherActor.FromHost::new,
                ServiceBinding::raised,
                told -> false,
                false);
    }

    /** Named locks: applications use the {@link LockService}. */
    static ServiceBinding<?, Request, Grant> resources() {
        return new ServiceBinding<>(
                LockService.Command.class,
                LockServiceActor::hosted,
                LockServiceActor.FromHost::new,
                (told, floor) -> told,
                Grant.Excluded.class::isInstance,
                true);
    }

    /** Named locks, where the process agrees with others on voters, too. */
    static ServiceBinding<?, SharingWithVoters.Input, Grant> resourcesWithVoters() {
        return new ServiceBinding<>(
                LockService.Command.class,
                (view, process) -> LockServiceActor.hosted(
                        view, request -> process.accept(new SharingWithVoters.Input.Ask(request))),
                LockServiceActor.FromHost::new,
                (told, floor) -> told,
                Grant.Excluded.class::isInstance,
                true);
    }

    /**
     * Elections: applications use the {@link LeaderElection}.
     *
     * @param settings those of the elections
     */
    static ServiceBinding<?, Call, News> leaderElection(Settings.Election settings) {
        return new ServiceBinding<>(
                LeaderElection.Command.class,
                (view, process) -> LeaderElectionActor.create(view, settings.patience(), process),
                LeaderElectionActor.FromHost::new,
                (told, floor) -> told,
                told -> false,
                false);
    }

    /**
     * Starts the service by which the applications of a node use its process.
     *
     * @param context of the actor of which the service is to be a child
     * @param view the membership at the start
     * @param process takes what users ask
     * @param failed is told why the service has failed, once
     */
    HostedService<C, O> open(
            ActorContext<?> context, MembershipView view, Consumer<I> process, Consumer<String> failed) {
        return new HostedService<>(
                commands,
                context.spawn(
                        Behaviors.intercept(() -> new FaultGuard(failed), behavior.apply(view, process)),
                        "service",
                        CallerRunsExecutor.SELECTOR),
                fromHost);
    }

    /** A service that fails tells all who hold and wait that it has ended, and takes no request any more. */
    private final class FaultGuard extends BehaviorInterceptor<C, C> {

        private final Consumer<String> failed;
        private boolean told;

        FaultGuard(Consumer<String> failed) {
            super(commands);
            this.failed = failed;
        }

        @Override
        public Behavior<C> aroundReceive(
                TypedActorContext<C> context, C command, BehaviorInterceptor.ReceiveTarget<C> target) {
            try {
                return target.apply(context, command);
            } catch (RuntimeException fault) {
                context.asJava().getLog().error("the service fails on " + command, fault);
                String why = "the service of this node has failed: " + fault;
                if (!told) {
                    told = true;
                    failed.accept(why);
                }
                return target.apply(
                        context,
                        fromHost.apply(new HostEvent.Closed<>(
                                why, context.asJava().getSystem().ignoreRef())));
            }
        }
    }

    /**
     * Processes that begin together number their fences from the first on; the floor keeps those of a restarted cluster
     * greater.
     */
    private static MutualExclusion.Output raised(MutualExclusion.Output told, long floor) {
        if (told instanceof MutualExclusion.Output.Granted granted) {
            return new MutualExclusion.Output.Granted(raised(granted.fence(), floor));
        }
        return new MutualExclusion.Output.Lost(raised(((MutualExclusion.Output.Lost) told).fence(), floor));
    }

    private static Fence raised(Fence fence, long floor) {
        return fence.equals(Fence.NONE) ? fence : new Fence(fence.generation() + floor, fence.grant());
    }

    /**
     * Philosophers that begin together count the uses of forks from the first on; the floor, in seconds, keeps those of
     * a restarted cluster greater.
     */
    private static Dining.Output raised(Dining.Output told, long floor) {
        if (!(told instanceof Dining.Output.Eats eats)) {
            return told;
        }
        SortedMap<ProcessId, Long> raised = new TreeMap<>(eats.fences());
        raised.replaceAll((neighbour, use) -> use + floor * USES_PER_GENERATION);
        return new Dining.Output.Eats(raised);
    }
}
