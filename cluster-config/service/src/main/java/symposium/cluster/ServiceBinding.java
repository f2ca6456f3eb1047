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
import symposium.election.Election.Call;
import symposium.election.terms.Leadership.News;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.resourceswithvoters.SharingWithVoters;

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
                Lock.Command.class, Lock::create, Lock.FromHost::new, ServiceBinding::raised, told -> false, false);
    }

    /** Philosophers on a graph: applications use the {@link Philosopher}. */
    static ServiceBinding<?, Dining.Input, Dining.Output> philosopher() {
        return new ServiceBinding<>(
                Philosopher.Command.class,
                (view, process) -> Philosopher.create(process),
                Philosopher.FromHost::new,
                ServiceBinding::raised,
                told -> false,
                false);
    }

    /** Named locks: applications use the {@link LockService}. */
    static ServiceBinding<?, Request, Grant> resources() {
        return new ServiceBinding<>(
                LockService.Command.class,
                LockService::hosted,
                LockService.FromHost::new,
                (told, floor) -> told,
                Grant.Excluded.class::isInstance,
                true);
    }

    /** Named locks, where the process agrees with others on voters, too. */
    static ServiceBinding<?, SharingWithVoters.Input, Grant> resourcesWithVoters() {
        return new ServiceBinding<>(
                LockService.Command.class,
                (view, process) ->
                        LockService.hosted(view, request -> process.accept(new SharingWithVoters.Input.Ask(request))),
                LockService.FromHost::new,
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
                (view, process) -> LeaderElection.create(view, settings.patience(), process),
                LeaderElection.FromHost::new,
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
     */
    HostedService<C, O> open(ActorContext<?> context, MembershipView view, Consumer<I> process) {
        return new HostedService<>(
                commands,
                context.spawn(
                        Behaviors.intercept(FaultGuard::new, behavior.apply(view, process)),
                        "service",
                        CallerRunsExecutor.SELECTOR),
                fromHost);
    }

    /** A service that fails tells all who hold and wait that it has ended, and takes no request any more. */
    private final class FaultGuard extends BehaviorInterceptor<C, C> {

        FaultGuard() {
            super(commands);
        }

        @Override
        public Behavior<C> aroundReceive(
                TypedActorContext<C> context, C command, BehaviorInterceptor.ReceiveTarget<C> target) {
            try {
                return target.apply(context, command);
            } catch (RuntimeException fault) {
                context.asJava().getLog().error("the service fails on " + command, fault);
                return target.apply(
                        context,
                        fromHost.apply(new HostEvent.Closed<>(
                                "the service of this node has failed: " + fault,
                                context.asJava().getSystem().ignoreRef())));
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
