package symposium.cluster;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import symposium.election.Election.Call;
import symposium.election.terms.Leadership;
import symposium.election.terms.Leadership.News;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Protocol;
import symposium.kernel.Standing;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.mutex.Ask;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.Told;

/**
 * How an algorithm lives on a cluster: one for mutual exclusion, or one for elections in terms. Everything about it follows from its entry in the catalogue.
 *
 * <p>What its processes are told depends on which changes of the membership it stands:
 *
 * <dl>
 *   <dt>{@link Standing#NO_CHANGE}
 *   <dd>They begin once all processes that are configured are up and have agreed that they are, the token at the lowest number. Later
 *       changes are not told, because the algorithm could not hear of them.
 *   <dt>{@link Standing#DEPARTURES}
 *   <dd>They begin likewise. Who departs is told to the others. A process that comes in the place of one that has departed stays
 *       outside.
 *   <dt>{@link Standing#ANY_CHANGE}
 *   <dd>They begin at once and cut off; every membership comes as a change.
 * </dl>
 *
 * @param algorithm its name in the catalogue
 * @param messages the type of its messages
 * @param topology how its processes are linked
 * @param stands which changes of the membership it stands
 * @param linksFail whether a link between two nodes fails for it as soon as the one does not hear the other; otherwise it hears of a
 *     member's silence only when the member is removed, or when it is cut off itself
 * @param leaves whether its processes hand over what they have when they are asked to leave
 * @param protocol the algorithm; with {@link Standing#ANY_CHANGE} the start names as many processes as are configured, by number alone
 * @param raising what a user is told where all begin together, raised by so much: they count from the first on, and this is not to be the
 *     first time that they begin
 */
record Residency<S, M, I, O>(
        String algorithm,
        Class<M> messages,
        Topology topology,
        Standing stands,
        boolean linksFail,
        boolean leaves,
        Function<Start, Protocol<S, M, I, O>> protocol,
        BiFunction<O, Long, O> raising) {

    /** What {@link symposium.election.terms.TermsAlgorithm} adds to the name of an algorithm for one election. */
    private static final String IN_TERMS = "-terms";

    /** How an algorithm for mutual exclusion lives. */
    static <S, M> Residency<S, M, Ask, Told> excluding(
            String algorithm,
            Class<M> messages,
            Topology topology,
            Standing stands,
            boolean linksFail,
            boolean leaves,
            Function<Start, Protocol<S, M, Ask, Told>> protocol) {
        return new Residency<>(algorithm, messages, topology, stands, linksFail, leaves, protocol, Residency::raised);
    }

    /** The algorithms for mutual exclusion that live on a cluster, by name: all of the catalogue. */
    static SortedSet<String> names() {
        return names(Residency::excludes);
    }

    /** The algorithms for elections that live on a cluster, by the names under which settings know them. */
    static SortedSet<String> elections() {
        return names(Residency::elects);
    }

    private static SortedSet<String> names(Predicate<Algorithm<?, ?, ?, ?, ?>> which) {
        SortedSet<String> names = new TreeSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (which.test(algorithm)) {
                names.add(plain(algorithm.name()));
            }
        }
        return Collections.unmodifiableSortedSet(names);
    }

    /** An algorithm for one election names the elections in terms that are made of it. */
    private static String plain(String name) {
        return name.endsWith(IN_TERMS) ? name.substring(0, name.length() - IN_TERMS.length()) : name;
    }

    /**
     * The algorithm for mutual exclusion of this name.
     *
     * @throws InvalidSetting when no cluster runs it
     */
    static Algorithm<?, ?, ?, ?, ?> algorithm(String name) {
        return Catalogue.named(name)
                .filter(Residency::excludes)
                .orElseThrow(() -> new InvalidSetting("symposium.algorithm is " + name + ": "
                        + (elections().contains(name) ? "it elects, and is for symposium.election.algorithm; " : "")
                        + "a cluster runs one of " + names()));
    }

    /**
     * The algorithm for elections of this name.
     *
     * @throws InvalidSetting when no cluster runs it
     */
    static Algorithm<?, ?, ?, ?, ?> election(String name) {
        return Catalogue.named(name)
                .filter(Residency::elects)
                .or(() -> Catalogue.named(name + IN_TERMS).filter(Residency::elects))
                .orElseThrow(() -> new InvalidSetting("symposium.election.algorithm is " + name + ": "
                        + (names().contains(name) ? "it excludes, and is for symposium.algorithm; " : "")
                        + "a cluster elects by one of " + elections()));
    }

    /**
     * How the algorithm for mutual exclusion that these settings name lives on a cluster.
     *
     * @throws InvalidSetting when it does not
     */
    static Residency<?, ?, Ask, Told> of(Settings settings) {
        return excluding(algorithm(settings.algorithm()), settings.topology(), floor(settings));
    }

    /** How the algorithm for elections that these settings name does. */
    static Residency<?, ?, Call, News> electing(Settings settings) {
        Settings.Election election = settings.election();
        return electing(election(election.algorithm()), election.topology(), floor(settings));
    }

    /**
     * Tokens that are issued with this process taking part are of a higher generation than this, where they have one, and fences are not
     * below it, where the others begin with this process; terms that it begins are higher.
     *
     * <p>A process forgets with its life which generations and terms it has heard of. So unless the settings say otherwise it is the seconds
     * from 1970 to the beginning of this life, which exceed every one of a former life, as far as clocks can be trusted: each loss advances
     * generations by the number of processes at the most, and each change of the membership that a process is told of advances terms by one
     * at the most.
     */
    static long floor(Settings settings) {
        return settings.firstGeneration().orElseGet(() -> Instant.now().getEpochSecond());
    }

    private static boolean excludes(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof MutualExclusion;
    }

    /** Whoever elects for a cluster does so again and again, and hears of every change as a member, not of links. */
    private static boolean elects(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof Leadership
                && algorithm.stands() == Standing.ANY_CHANGE
                && !algorithm.anyGraph();
    }

    /** Whoever solves mutual exclusion has its users. */
    @SuppressWarnings("unchecked")
    private static <S, M> Residency<S, M, Ask, Told> excluding(
            Algorithm<S, M, ?, ?, ?> some, Topology topology, long floor) {
        Algorithm<S, M, MutualExclusion.User, Ask, Told> algorithm =
                (Algorithm<S, M, MutualExclusion.User, Ask, Told>) some;
        boolean changes = algorithm.stands() == Standing.ANY_CHANGE;
        return excluding(
                algorithm.name(),
                algorithm.messages(),
                topology,
                algorithm.stands(),
                changes && algorithm.anyGraph(),
                changes && algorithm.leaves(),
                changes ? start -> algorithm.joining(start, floor) : algorithm::protocol);
    }

    @SuppressWarnings("unchecked")
    private static <S, M> Residency<S, M, Call, News> electing(
            Algorithm<S, M, ?, ?, ?> some, Topology topology, long floor) {
        Algorithm<S, M, Leadership.Follower, Call, News> algorithm =
                (Algorithm<S, M, Leadership.Follower, Call, News>) some;
        return new Residency<>(
                algorithm.name(),
                algorithm.messages(),
                topology,
                Standing.ANY_CHANGE,
                false,
                false,
                start -> algorithm.joining(start, floor),
                (news, raised) -> news);
    }

    private static Told raised(Told told, long floor) {
        if (told instanceof Told.Granted granted) {
            return new Told.Granted(raised(granted.fence(), floor));
        }
        return new Told.Lost(raised(((Told.Lost) told).fence(), floor));
    }

    private static Fence raised(Fence fence, long floor) {
        return fence.equals(Fence.NONE) ? fence : new Fence(fence.generation() + floor, fence.grant());
    }
}
