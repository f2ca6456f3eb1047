package symposium.demo;

import java.util.List;
import java.util.Set;
import symposium.arbitration.Dining;
import symposium.arbitration.resources.ResourcesAlgorithm;
import symposium.cluster.InvalidSetting;
import symposium.cluster.SymposiumNode;
import symposium.demo.DemoEvent.Stepped.Part;
import symposium.election.terms.Saying;
import symposium.election.terms.TermsAlgorithm;
import symposium.epochs.EpochMessage;
import symposium.epochs.EpochsAlgorithm;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Problem;
import symposium.kernel.Timer;
import symposium.mutex.ewd851.Ewd851;
import symposium.ring.RingMessage;

/**
 * What a demo needs to know of its algorithm.
 *
 * @param algorithm its name in the catalogue
 * @param service the service of a node that runs it
 * @param problem that it solves
 * @param kinds the kinds of its messages
 * @param ofSignals whether signals call a token around a ring
 * @param lossDetectionTimers the timers that control how long a loss detector stays at each process
 * @param goesOn whether the survivors of a crash are granted again
 * @param cost its messages per entry, as the catalogue states them
 */
public record DemoScript(
        String algorithm,
        Service service,
        Problem<?, ?, ?> problem,
        MessageKinds kinds,
        boolean ofSignals,
        List<Timer> lossDetectionTimers,
        boolean goesOn,
        String cost) {

    /** The services of a node. */
    public enum Service {
        /** The lock: one user at a time. */
        LOCK,
        /** The philosopher: neighbours share forks, and never eat at once. */
        PHILOSOPHER,
        /** The resources: each user takes a set of them. */
        RESOURCES,
        /** The leader. */
        ELECTION;

        Part part() {
            return this == ELECTION ? Part.ELECTING : Part.SHARING;
        }
    }

    /** The name of the algorithm behind the resources. */
    public static final String TABLE = ResourcesAlgorithm.NAME;

    private static final Set<Class<?>> OF_SIGNALS = Set.of(RingMessage.class, Ewd851.Message.class);

    /**
     * The script of an algorithm.
     *
     * @param algorithm one of {@link SymposiumNode#algorithms}, of {@link SymposiumNode#elections}, or {@link #TABLE}
     * @throws InvalidSetting when no node can run it
     */
    public static DemoScript of(String algorithm) {
        if (SymposiumNode.elections().contains(algorithm)) {
            return ofElection(algorithm);
        }
        boolean ofResources = algorithm.equals(TABLE);
        boolean goesOn = ofResources || SymposiumNode.survivesDeaths(algorithm);
        Algorithm<?, ?, ?, ?, ?> entry = Catalogue.named(algorithm).orElseThrow();
        Service service = ofResources
                ? Service.RESOURCES
                : entry.problem() instanceof Dining ? Service.PHILOSOPHER : Service.LOCK;
        Class<?> messages =
                entry instanceof EpochsAlgorithm<?, ?, ?, ?> pair ? pair.token().messages() : entry.messages();
        return new DemoScript(
                entry.name(),
                service,
                entry.problem(),
                entry instanceof EpochsAlgorithm
                        ? new MessageKinds(messages, EpochMessage.Vote.class, EpochMessage.Begins.class)
                        : new MessageKinds(messages),
                OF_SIGNALS.contains(messages),
                List.copyOf(entry.lossDetectionTimers()),
                goesOn,
                entry.cost());
    }

    /**
     * The script of elections.
     *
     * @param algorithm as {@link SymposiumNode#election} knows it
     * @throws InvalidSetting when no node can run it
     */
    public static DemoScript ofElection(String algorithm) {
        Algorithm<?, ?, ?, ?, ?> entry = SymposiumNode.election(algorithm);
        MessageKinds kinds = !(entry instanceof TermsAlgorithm<?, ?> terms)
                ? new MessageKinds(entry.messages())
                : terms.follows()
                        ? new MessageKinds(terms.election().messages(), Saying.Follows.class)
                        : new MessageKinds(terms.election().messages());
        return new DemoScript(
                algorithm, Service.ELECTION, entry.problem(), kinds, false, List.of(), true, entry.cost());
    }

    /** Whether a user can only be granted what another process hands over: a message of a kind that is called a token. */
    boolean hasToken() {
        return kinds.all().stream().anyMatch(kind -> kind.name().contains("token"));
    }

    /** Whether this input of a user asks for a grant. */
    @SuppressWarnings("unchecked")
    boolean asks(Object input) {
        return ((Problem<?, Object, ?>) problem).demands(input);
    }

    /** A monitor for the users of this service, which has been told nothing. */
    SafetyMonitor monitor() {
        return switch (service) {
            case LOCK -> new ExclusionMonitor();
            case PHILOSOPHER -> new DiningMonitor();
            case RESOURCES -> new ResourcesMonitor();
            case ELECTION -> new ElectionMonitor();
        };
    }

    /** The words for this service. */
    Wording wording() {
        return switch (service) {
            case LOCK -> Wording.ofMeals(hasToken() ? "waiting for the token" : "waiting for the lock", "grants");
            case PHILOSOPHER -> Wording.ofMeals("waiting for forks", "meals");
            case RESOURCES ->
                new Wording(
                        "taken resources",
                        "holding resources",
                        "no application waits",
                        "waiting for resources",
                        "waiting",
                        "the day begins: %d applications work, and sometimes ask for resources",
                        "the day is over",
                        "sets of resources");
            case ELECTION ->
                new Wording(
                        "followed a leader",
                        "leading",
                        "",
                        "waiting for a leader",
                        "waiting",
                        "",
                        "the polls are closed",
                        "");
        };
    }
}
