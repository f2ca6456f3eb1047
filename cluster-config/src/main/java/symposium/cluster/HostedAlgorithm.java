package symposium.cluster;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import symposium.arbitration.resources.Reserved;
import symposium.arbitration.resources.ResourcesAlgorithm;
import symposium.arbitration.resources.ResourcesMessage;
import symposium.arbitration.resources.ResourcesState;
import symposium.arbitration.resources.Wish;
import symposium.election.Election.Call;
import symposium.election.terms.Leadership;
import symposium.election.terms.Leadership.News;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Protocol;
import symposium.kernel.Start;

/**
 * How an algorithm for mutual exclusion, or for philosophers on a graph, lives on a cluster. Everything about it follows from its entry in the catalogue.
 *
 * <p>What its processes are told depends on which changes of the membership it tolerates:
 *
 * <dl>
 *   <dt>{@link MembershipTolerance#NO_CHANGE}
 *   <dd>They begin once all processes that are configured are up and have agreed that they are, the token at the lowest number. Later
 *       changes are not told, because the algorithm could not hear of them.
 *   <dt>{@link MembershipTolerance#DEPARTURES}
 *   <dd>They begin likewise. Who departs is told to the others. A process that comes in the place of one that has departed stays
 *       outside.
 *   <dt>{@link MembershipTolerance#ANY_CHANGE}
 *   <dd>They begin at once and cut off; every membership comes as a change.
 * </dl>
 *
 * @param algorithm its name in the catalogue
 * @param messages the type of its messages
 * @param tolerates which changes of the membership it stands
 * @param linksFail whether a link between two nodes fails for it as soon as the one does not hear the other; otherwise it hears of a
 *     member's silence only when the member is removed, or when it is cut off itself
 * @param leaves whether its processes hand over what they have when they are asked to leave
 * @param trade what its users ask and are told, as a node deals with it
 * @param protocol the algorithm; with {@link MembershipTolerance#ANY_CHANGE} the start names as many processes as are configured, by number alone
 * @param <S> the state of a process
 * @param <M> its messages
 * @param <I> what users ask
 * @param <O> what users are told
 */
record HostedAlgorithm<S, M, I, O>(
        String algorithm,
        Class<M> messages,
        MembershipTolerance tolerates,
        boolean linksFail,
        boolean leaves,
        ServiceBinding<I, O> trade,
        Function<Start, Protocol<S, M, I, O>> protocol) {

    /** The algorithms that live on a cluster, by name: all of the catalogue that solve mutual exclusion or arbitration. */
    static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (ServiceBinding.of(algorithm).isPresent()) {
                names.add(algorithm.name());
            }
        }
        return Collections.unmodifiableSortedSet(names);
    }

    /** Whether an algorithm of this name lives on a cluster, listed in the catalogue or not. */
    static boolean runs(String name) {
        return Catalogue.named(name)
                .filter(named -> ServiceBinding.of(named).isPresent())
                .isPresent();
    }

    /** What {@link symposium.election.terms.Terms.Entry} adds to the name of an algorithm for one election. */
    private static final String IN_TERMS = "-terms";

    /** The algorithms for elections that live on a cluster, by the names under which settings know them. */
    static SortedSet<String> elections() {
        SortedSet<String> names = new TreeSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (elects(algorithm)) {
                String name = algorithm.name();
                names.add(name.endsWith(IN_TERMS) ? name.substring(0, name.length() - IN_TERMS.length()) : name);
            }
        }
        return Collections.unmodifiableSortedSet(names);
    }

    /** Whoever elects for a cluster does so again and again, and hears of every change as a member, not of links. */
    private static boolean elects(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof Leadership
                && algorithm.tolerates() == MembershipTolerance.ANY_CHANGE
                && !algorithm.anyGraph();
    }

    /**
     * The algorithm of this name.
     *
     * @throws InvalidSetting when no cluster runs it
     */
    static Algorithm<?, ?, ?, ?, ?> algorithm(String name) {
        return Catalogue.named(name)
                .filter(named -> ServiceBinding.of(named).isPresent())
                .orElseThrow(() -> new InvalidSetting("symposium.algorithm is " + name + ": "
                        + (elections().contains(name) ? "it elects, and is for symposium.election.algorithm; " : "")
                        + "a cluster runs one of " + names()));
    }

    /**
     * The algorithm for elections of this name.
     *
     * @throws InvalidSetting when no cluster elects by it
     */
    static Algorithm<?, ?, ?, ?, ?> election(String name) {
        return Catalogue.named(name)
                .filter(HostedAlgorithm::elects)
                .or(() -> Catalogue.named(name + IN_TERMS).filter(HostedAlgorithm::elects))
                .orElseThrow(() -> new InvalidSetting("symposium.election.algorithm is " + name + ": "
                        + (names().contains(name) ? "it does not elect, and is for symposium.algorithm; " : "")
                        + "a cluster elects by one of " + elections()));
    }

    /**
     * How the algorithm that these settings name lives on a cluster.
     *
     * @throws InvalidSetting when it does not
     */
    static HostedAlgorithm<?, ?, ?, ?> of(Settings settings) {
        return of(algorithm(settings.algorithm()), floor(settings));
    }

    /**
     * Tokens that are issued with this process taking part are of a higher generation than this, where they have one, and fences are not
     * below it, where the others begin with this process.
     *
     * <p>A process forgets with its life which generations it has heard of. So unless the settings say otherwise it is the seconds from 1970
     * to the beginning of this life, which exceed every generation of a former one, as far as clocks can be trusted: each loss advances
     * them by the number of processes at the most. So, too, terms of elections, which each change of the membership advances by one at each process
     * at the most.
     */
    static long floor(Settings settings) {
        return settings.firstGeneration().orElseGet(() -> Instant.now().getEpochSecond());
    }

    /** How the algorithm of the {@link Resources} lives on a cluster: processes that come and go, and links that fail. */
    static HostedAlgorithm<ResourcesState, ResourcesMessage, Wish, Reserved> ofTable(Settings settings) {
        ResourcesAlgorithm algorithm = new ResourcesAlgorithm();
        long floor = floor(settings);
        return new HostedAlgorithm<>(
                algorithm.name(),
                algorithm.messages(),
                algorithm.tolerates(),
                true,
                false,
                new ResourcesBinding(),
                start -> algorithm.withDynamicMembership(start, floor));
    }

    /** How the algorithm for elections that these settings name lives on a cluster: processes that come and go. */
    static HostedAlgorithm<?, ?, Call, News> ofElection(Settings settings) {
        return electing(election(settings.election().algorithm()), settings);
    }

    /** Whoever elects has the users of elections. */
    @SuppressWarnings("unchecked")
    private static <S, M> HostedAlgorithm<S, M, Call, News> electing(Algorithm<S, M, ?, ?, ?> some, Settings settings) {
        Algorithm<S, M, Leadership.Follower, Call, News> algorithm =
                (Algorithm<S, M, Leadership.Follower, Call, News>) some;
        long floor = floor(settings);
        return new HostedAlgorithm<>(
                algorithm.name(),
                algorithm.messages(),
                algorithm.tolerates(),
                false,
                false,
                new LeaderElectionBinding(settings.election().patience()),
                start -> algorithm.withDynamicMembership(start, floor));
    }

    /** As users see it: with fences. */
    private static <I, O> HostedAlgorithm<?, ?, I, O> of(Algorithm<?, ?, ?, I, O> algorithm, long floor) {
        return hosted(algorithm.withFences(), floor);
    }

    /** Whoever solves a problem has its users. */
    @SuppressWarnings("unchecked")
    private static <S, M, I, O> HostedAlgorithm<S, M, I, O> hosted(Algorithm<S, M, ?, I, O> algorithm, long floor) {
        boolean changes = algorithm.tolerates() == MembershipTolerance.ANY_CHANGE;
        return new HostedAlgorithm<>(
                algorithm.name(),
                algorithm.messages(),
                algorithm.tolerates(),
                changes && algorithm.anyGraph(),
                changes && algorithm.leaves(),
                (ServiceBinding<I, O>) ServiceBinding.of(algorithm).orElseThrow(),
                changes ? start -> algorithm.withDynamicMembership(start, floor) : algorithm::withFences);
    }
}
