package symposium.cluster;

import java.util.Optional;
import java.util.OptionalLong;
import symposium.arbitration.Dining;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.MessageLoss;
import symposium.cluster.hosted.ServiceBinding;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.cluster.settings.Settings;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters;
import symposium.composition.privilegeswithvoters.SharingWithVoters.Input;
import symposium.election.Election.Call;
import symposium.election.terms.LeadershipInTerms;
import symposium.election.terms.LeadershipInTerms.News;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.MembershipTolerance;
import symposium.service.member.InvalidSetting;

/**
 * The algorithms that a node hosts a process of, if its settings name the service: the one that its settings name, an
 * election, and the allocation of resources.
 */
public final class HostedAlgorithms {

    private HostedAlgorithms() {}

    /**
     * The algorithm that these settings name, with fences on what its users are granted.
     *
     * @throws InvalidSetting when no cluster runs it
     */
    public static HostedAlgorithm<?, ?, ?, ?> process(Settings settings) {
        return fenced(ClusterCatalogue.algorithm(settings.algorithm()), settings.generationFloor());
    }

    private static <I, O> HostedAlgorithm<?, ?, I, O> fenced(Algorithm<?, ?, ?, I, O> algorithm, long floor) {
        return process(algorithm.withFences(), floor);
    }

    /** The users of an algorithm are those of the problem that it solves. */
    @SuppressWarnings("unchecked")
    public static <S, M, I, O> HostedAlgorithm<S, M, I, O> process(Algorithm<S, M, ?, I, O> algorithm, long floor) {
        boolean changes = algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE;
        HostedAlgorithm<S, M, I, O> hosted = new HostedAlgorithm<>(
                algorithm.name(),
                algorithm.messages().type(),
                algorithm.system().tolerates(),
                changes && algorithm.system().anyGraph(),
                changes && algorithm.system().leaves(),
                algorithm.regenerations(),
                (ServiceBinding<?, I, O>)
                        (algorithm.problem() instanceof Dining
                                ? ServiceBindings.philosopher()
                                : ServiceBindings.lock()),
                changes ? start -> algorithm.withDynamicMembership(start, floor) : algorithm::protocol);
        return changes ? hosted.withFloor(OptionalLong.of(floor)) : hosted;
    }

    /** The allocation of sets of resources, over links that fail. */
    public static HostedAlgorithm<?, ?, ?, Grant> resources(Settings settings) {
        if (settings.voters() == Settings.Voters.DYNAMIC) {
            PrivilegesWithVoters.Entry algorithm = new PrivilegesWithVoters.Entry();
            long floor = settings.generationFloor();
            return new HostedAlgorithm<>(
                    algorithm.name(),
                    algorithm.messages().type(),
                    algorithm.system().tolerates(),
                    true,
                    false,
                    algorithm.regenerations(),
                    ServiceBindings.privilegesWithVoters(),
                    start -> algorithm.withDynamicMembership(start, floor),
                    Optional.of(new HostedAlgorithm.Voters<>(PrivilegesWithVoters.State::voters, Input.Change::new)),
                    OptionalLong.of(floor),
                    MessageLoss.NONE);
        }
        Privileges.Entry algorithm = new Privileges.Entry();
        return changing(algorithm, true, ServiceBindings.resources(), settings);
    }

    /** The election that these settings name. */
    static HostedAlgorithm<?, ?, Call, News> election(Settings settings) {
        return election(ClusterCatalogue.election(settings.election().algorithm()), settings);
    }

    /** The users of an election are the same, whichever the algorithm. */
    @SuppressWarnings("unchecked")
    private static <S, M> HostedAlgorithm<S, M, Call, News> election(
            Algorithm<S, M, ?, ?, ?> algorithm, Settings settings) {
        return changing(
                (Algorithm<S, M, LeadershipInTerms.Follower, Call, News>) algorithm,
                false,
                ServiceBindings.leaderElection(settings.election()),
                settings);
    }

    private static <S, M, I, O> HostedAlgorithm<S, M, I, O> changing(
            Algorithm<S, M, ?, I, O> algorithm, boolean linksFail, ServiceBinding<?, I, O> service, Settings settings) {
        long floor = settings.generationFloor();
        return new HostedAlgorithm<>(
                        algorithm.name(),
                        algorithm.messages().type(),
                        algorithm.system().tolerates(),
                        linksFail,
                        false,
                        algorithm.regenerations(),
                        service,
                        start -> algorithm.withDynamicMembership(start, floor))
                .withFloor(OptionalLong.of(floor));
    }
}
