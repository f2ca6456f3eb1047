package symposium.demo.script;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;
import symposium.arbitration.Dining;
import symposium.arbitration.privileges.Privileges;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.composition.privilegeswithvoters.SharingWithVoters;
import symposium.composition.tokenbyelection.TokenByElection;
import symposium.demo.event.DemoEvent.Stepped.Part;
import symposium.demo.event.LostTokens;
import symposium.demo.event.TokenRecovery;
import symposium.election.terms.Terms;
import symposium.kernel.Rule;
import symposium.kernel.Timer;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Problem;
import symposium.mutex.ewd851.Ewd851;
import symposium.service.member.InvalidSetting;

/**
 * What a demo needs to know of its algorithm.
 *
 * @param algorithm its name
 * @param entry its entry in the catalogue
 * @param service the service of a node that runs it
 * @param goesOn whether the survivors of a crash are granted again
 * @param kinds the kinds of its messages
 */
public record DemoScript(
        String algorithm, Algorithm<?, ?, ?, ?, ?> entry, Service service, boolean goesOn, MessageKinds kinds) {

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

        /** The one of {@code symposium.services} that offers it. */
        public String hosted() {
            return switch (this) {
                case LOCK, PHILOSOPHER -> "process";
                case RESOURCES -> "resources";
                case ELECTION -> "election";
            };
        }

        public Part part() {
            return this == ELECTION ? Part.ELECTING : Part.SHARING;
        }
    }

    /** What users call the service of resources, whichever algorithm is behind it. */
    public static final String TABLE = "resources";

    private static final ResourceBundle STORY = ResourceBundle.getBundle("symposium.demo.story");
    private static final Set<Class<?>> OF_SIGNALS = Set.of(Ewd851Misra.Message.class, Ewd851.Message.class);

    /**
     * The script of an algorithm.
     *
     * @param algorithm one of {@link ClusterCatalogue#names}, of {@link ClusterCatalogue#elections}, or {@link #TABLE}
     * @throws InvalidSetting when no node can run it
     */
    public static DemoScript of(String algorithm) {
        if (ClusterCatalogue.elections().contains(algorithm)) {
            return ofElection(algorithm);
        }
        if (algorithm.equals(TABLE)) {
            return of(algorithm, new Privileges.Entry(), Service.RESOURCES, true);
        }
        Algorithm<?, ?, ?, ?, ?> entry = Catalogue.named(algorithm).orElseThrow();
        Service service = entry.problem() instanceof Dining ? Service.PHILOSOPHER : Service.LOCK;
        return of(algorithm, entry, service, ClusterCatalogue.survivesDeaths(algorithm));
    }

    /**
     * The script of elections.
     *
     * @param algorithm as {@link ClusterCatalogue#election} knows it
     * @throws InvalidSetting when no node can run it
     */
    public static DemoScript ofElection(String algorithm) {
        return of(algorithm, ClusterCatalogue.election(algorithm), Service.ELECTION, true);
    }

    private static DemoScript of(String name, Algorithm<?, ?, ?, ?, ?> entry, Service service, boolean goesOn) {
        return new DemoScript(name, entry, service, goesOn, new MessageKinds(messages(entry)));
    }

    /** The types of its messages; of a composition, first those of the algorithm that it is composed with. */
    private static List<Class<?>> messages(Algorithm<?, ?, ?, ?, ?> entry) {
        if (entry instanceof TokenByElection.Entry<?, ?, ?, ?> pair) {
            return List.of(pair.token().messages().type(), TokenByElection.Vote.class, TokenByElection.Begins.class);
        }
        if (!(entry instanceof Terms.Entry<?, ?> terms)) {
            return List.of(entry.messages().type());
        }
        Class<?> votes = terms.election().messages().type();
        return terms.follows() ? List.of(votes, Terms.Follows.class) : List.of(votes);
    }

    /** Whether signals call a token around a ring. */
    public boolean ofSignals() {
        return service == Service.LOCK && OF_SIGNALS.contains(messages(entry).get(0));
    }

    /** The timers that control how long a loss detector stays at each process. */
    public List<Timer> lossDetectionTimers() {
        return List.copyOf(entry.lossDetectionTimers());
    }

    /**
     * Whether a user can only be granted what another process hands over: a message of a kind that is called a token.
     */
    public boolean hasToken() {
        return kinds.all().stream().anyMatch(MessageKinds.Kind::isToken);
    }

    /** How many tokens watch whether another is lost. */
    public int watching() {
        return watcher().isPresent() ? entry.lossDetectionTimers().size() : 0;
    }

    private Optional<MessageKinds.Kind> watcher() {
        return kinds.all().stream().filter(MessageKinds.Kind::isWatcher).findFirst();
    }

    /** The tokens that can be lost; none where users are granted without one. */
    public List<LostTokens> losable() {
        if (service != Service.LOCK || !hasToken()) {
            return List.of();
        }
        return watching() == 0 ? List.of(LostTokens.TOKEN) : List.of(LostTokens.values());
    }

    /** What brings these tokens back, as the algorithm promises. */
    public TokenRecovery recovery(LostTokens lost) {
        if (lost != LostTokens.ALL && watching() > 0) {
            return lost == LostTokens.TOKEN ? TokenRecovery.WATCHER : TokenRecovery.TOKEN;
        }
        if (entry.messages().type() == Ewd851Misra.Message.class) {
            return TokenRecovery.SILENCE;
        }
        return entry.system().servesSurvivors() ? TokenRecovery.DEPARTURE : TokenRecovery.NOTHING;
    }

    /** The same in words. */
    public String sentence(TokenRecovery recovery) {
        String watches = watcher().map(this::named).orElse("");
        return String.format(
                Locale.ROOT, STORY.getString("recovery." + recovery.name().toLowerCase(Locale.ROOT)), watches);
    }

    /** A token of this kind in words. */
    public String named(MessageKinds.Kind token) {
        return STORY.getString("named." + token.name());
    }

    /** These tokens in words. */
    public String named(LostTokens lost) {
        return switch (lost) {
            case TOKEN -> STORY.getString("named.token");
            case WATCHER -> watcher().map(this::named).orElseThrow();
            case ALL -> STORY.getString(watching() == 1 ? "named.both" : "named.all");
        };
    }

    /** Whether this input of a user asks for a grant. */
    @SuppressWarnings("unchecked")
    public boolean asks(Object input) {
        Object asked = input instanceof SharingWithVoters.Input.Ask ask ? ask.request() : input;
        return ((Problem<?, Object, ?>) entry.problem()).demands(asked);
    }

    /** Words of the story, which may depend on the service. */
    public String words(String key) {
        String special = (service == Service.LOCK && hasToken()
                        ? "token"
                        : service.name().toLowerCase(Locale.ROOT)) + "." + key;
        return STORY.getString(STORY.containsKey(special) ? special : key);
    }

    /** The sentence of a rule on a ring, if it has one. */
    public static Optional<String> sentence(Rule rule) {
        return Optional.of("rule." + rule.label()).filter(STORY::containsKey).map(STORY::getString);
    }
}
