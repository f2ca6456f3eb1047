package symposium.cluster.settings;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.actor.TimerDurations;
import symposium.arbitration.Dining;
import symposium.election.terms.LeadershipInTerms;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.MembershipTolerance;
import symposium.mutex.MutualExclusion;
import symposium.service.member.InvalidSetting;

/** Which algorithms of the catalogue a cluster runs, and under which names its settings know them. */
public final class ClusterCatalogue {

    /** What {@link symposium.election.terms} adds to the name of an algorithm for one election. */
    private static final String IN_TERMS = "-terms";

    /** By which a node is told its algorithm. */
    static final String SETTING = "symposium.algorithm";

    /** By which a node is told its algorithm for elections. */
    static final String ELECTION_SETTING = "symposium.election.algorithm";

    private ClusterCatalogue() {}

    /** The names of all algorithms that the catalogue lists for mutual exclusion or arbitration. */
    public static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (serves(algorithm)) {
                names.add(algorithm.name());
            }
        }
        return Collections.unmodifiableSortedSet(names);
    }

    /** The timers of all algorithms that a cluster runs, by the names that settings have for them. */
    static SortedSet<String> timers() {
        SortedSet<String> timers = new TreeSet<>();
        Catalogue.all().stream()
                .filter(ClusterCatalogue::serves)
                .flatMap(algorithm -> algorithm.timers().stream())
                .map(TimerDurations::spelled)
                .forEach(timers::add);
        return timers;
    }

    /** Whether a cluster runs the algorithm of this name, which the catalogue need not list. */
    public static boolean runs(String name) {
        return serving(name).isPresent();
    }

    /** The algorithm of this name, if a cluster runs it. */
    static Optional<Algorithm<?, ?, ?, ?, ?>> serving(String name) {
        return Catalogue.named(name).filter(ClusterCatalogue::serves);
    }

    /** The algorithm for elections of this name, if a cluster elects by it. */
    static Optional<Algorithm<?, ?, ?, ?, ?>> electing(String name) {
        Predicate<Algorithm<?, ?, ?, ?, ?>> elects = ClusterCatalogue::elects;
        return Catalogue.named(name).filter(elects).or(() -> Catalogue.named(name + IN_TERMS)
                .filter(elects));
    }

    /** Why no cluster runs what is not {@link #serving}, and what one runs, in one line. */
    static String whyItDoesNotServe(String name) {
        Optional<String> hint = elections().contains(name)
                ? Optional.of("it elects, and is for " + ELECTION_SETTING)
                : KnownSettings.meant(name, names());
        return hint.map(said -> said + "; ").orElse("") + "a cluster runs one of " + names();
    }

    /** Why no cluster elects by what is not {@link #electing}, and by what one elects, in one line. */
    static String whyItDoesNotElect(String name) {
        Optional<String> hint = names().contains(name)
                ? Optional.of("it does not elect, and is for " + SETTING)
                : KnownSettings.meant(name, elections());
        return hint.map(said -> said + "; ").orElse("") + "a cluster elects by one of " + elections();
    }

    /** The algorithms by which a cluster elects, by the names under which settings know them. */
    public static SortedSet<String> elections() {
        SortedSet<String> names = new TreeSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (elects(algorithm)) {
                String name = algorithm.name();
                names.add(name.endsWith(IN_TERMS) ? name.substring(0, name.length() - IN_TERMS.length()) : name);
            }
        }
        return Collections.unmodifiableSortedSet(names);
    }

    /**
     * The algorithm of this name.
     *
     * @throws InvalidSetting when no cluster runs it
     */
    public static Algorithm<?, ?, ?, ?, ?> algorithm(String name) {
        return serving(name)
                .orElseThrow(() -> new InvalidSetting(SETTING + " is " + name + ": " + whyItDoesNotServe(name)));
    }

    /**
     * The algorithm for elections of this name.
     *
     * @throws InvalidSetting when no cluster elects by it
     */
    public static Algorithm<?, ?, ?, ?, ?> election(String name) {
        return electing(name)
                .orElseThrow(
                        () -> new InvalidSetting(ELECTION_SETTING + " is " + name + ": " + whyItDoesNotElect(name)));
    }

    /**
     * Whether the survivors of a crash are granted again; some algorithms promise that only as long as the crash did
     * not take with it what all need, see {@link #servesSurvivors}.
     *
     * @throws InvalidSetting when no cluster runs it
     */
    public static boolean survivesDeaths(String algorithm) {
        return algorithm(algorithm).system().tolerates() != MembershipTolerance.NO_CHANGE;
    }

    /**
     * Whether the survivors of a crash are granted again, whatever the crashed node held.
     *
     * @param algorithm one of {@link #names} or {@link #elections}, or that of the resources
     */
    public static boolean servesSurvivors(String algorithm) {
        return !runs(algorithm) || algorithm(algorithm).system().servesSurvivors();
    }

    /**
     * Whether grants of one generation are exclusive even where a live node is taken for departed; otherwise only their
     * fences differ.
     *
     * @param algorithm one of {@link #names} or {@link #elections}, or that of the resources
     */
    public static boolean hasGenerations(String algorithm) {
        return !runs(algorithm)
                || algorithm(algorithm).underFalseDeparture().problem() != MutualExclusion.BY_FENCES_ALONE;
    }

    /**
     * Whether a node that comes in the place of one that has departed takes part.
     *
     * @param algorithm one of {@link #names} or {@link #elections}, or that of the resources
     */
    public static boolean takesBack(String algorithm) {
        return !runs(algorithm) || algorithm(algorithm).system().tolerates() == MembershipTolerance.ANY_CHANGE;
    }

    private static boolean serves(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof MutualExclusion || algorithm.problem() instanceof Dining;
    }

    /**
     * A cluster elects repeatedly, and tells the algorithm of every change of the membership, and of no change of a
     * link.
     */
    private static boolean elects(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof LeadershipInTerms
                && algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE
                && !algorithm.system().anyGraph();
    }
}
