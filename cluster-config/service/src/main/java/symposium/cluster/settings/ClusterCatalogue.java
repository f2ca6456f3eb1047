package symposium.cluster.settings;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
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

    /** Whether a cluster runs the algorithm of this name, which the catalogue need not list. */
    public static boolean runs(String name) {
        return Catalogue.named(name).filter(ClusterCatalogue::serves).isPresent();
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
        return Catalogue.named(name)
                .filter(ClusterCatalogue::serves)
                .orElseThrow(() -> new InvalidSetting("symposium.algorithm is " + name + ": "
                        + (elections().contains(name) ? "it elects, and is for symposium.election.algorithm; " : "")
                        + "a cluster runs one of " + names()));
    }

    /**
     * The algorithm for elections of this name.
     *
     * @throws InvalidSetting when no cluster elects by it
     */
    public static Algorithm<?, ?, ?, ?, ?> election(String name) {
        Predicate<Algorithm<?, ?, ?, ?, ?>> elects = ClusterCatalogue::elects;
        return Catalogue.named(name)
                .filter(elects)
                .or(() -> Catalogue.named(name + IN_TERMS).filter(elects))
                .orElseThrow(() -> new InvalidSetting("symposium.election.algorithm is " + name + ": "
                        + (names().contains(name) ? "it does not elect, and is for symposium.algorithm; " : "")
                        + "a cluster elects by one of " + elections()));
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
