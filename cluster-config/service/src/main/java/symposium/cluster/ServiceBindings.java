package symposium.cluster;

import java.util.SortedMap;
import java.util.TreeMap;
import symposium.arbitration.Dining;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.hosted.ServiceBinding;
import symposium.cluster.lock.LockServiceActor;
import symposium.cluster.participant.LeaderElectionActor;
import symposium.cluster.participant.LockActor;
import symposium.cluster.participant.PhilosopherActor;
import symposium.cluster.settings.Settings;
import symposium.composition.privilegeswithvoters.SharingWithVoters;
import symposium.election.Election.Call;
import symposium.election.terms.LeadershipInTerms.News;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.service.lock.LockService;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.Lock;
import symposium.service.participant.Philosopher;

/** The services by which applications use the processes that a node hosts. */
public final class ServiceBindings {

    /** A fork is used less often than this in a second. */
    private static final long USES_PER_GENERATION = 1_000_000;

    private ServiceBindings() {}

    /** Mutual exclusion: applications use the {@link Lock}. */
    public static ServiceBinding<?, MutualExclusion.Input, MutualExclusion.Output> lock() {
        return new ServiceBinding<>(
                Lock.Command.class,
                LockActor::create,
                LockActor.FromHost::new,
                ServiceBindings::raised,
                told -> false,
                false);
    }

    /** Philosophers on a graph: applications use the {@link Philosopher}. */
    static ServiceBinding<?, Dining.Input, Dining.Output> philosopher() {
        return new ServiceBinding<>(
                Philosopher.Command.class,
                PhilosopherActor::create,
                PhilosopherActor.FromHost::new,
                ServiceBindings::raised,
                told -> false,
                false);
    }

    /** Named locks: applications use the {@link LockService}. */
    public static ServiceBinding<?, Request, Grant> resources() {
        return new ServiceBinding<>(
                LockService.Command.class,
                LockServiceActor::hosted,
                LockServiceActor.FromHost::new,
                (told, floor) -> told,
                Grant.Excluded.class::isInstance,
                true);
    }

    /** Named locks, where the process agrees with others on voters, too. */
    static ServiceBinding<?, SharingWithVoters.Input, Grant> privilegesWithVoters() {
        return new ServiceBinding<>(
                LockService.Command.class,
                (view, process) -> LockServiceActor.hosted(view, process.taking(SharingWithVoters.Input.Ask::new)),
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
