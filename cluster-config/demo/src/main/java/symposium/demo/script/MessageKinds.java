package symposium.demo.script;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.composition.tokenbyelection.TokenByElection;
import symposium.election.terms.Terms;
import symposium.kernel.Printable;
import symposium.kernel.Printable.Carrier;

/** The kinds of messages that figures count: the types that a sealed interface permits, or the constants of an enum. */
public final class MessageKinds {

    /**
     * A kind of messages.
     *
     * @param name in JSON, in small letters and hyphens
     * @param heading of its column
     * @param perEntry whether entries cause these messages; if not, they come at a pace of their own
     */
    public record Kind(String name, String heading, boolean perEntry) {

        /** Whether such a message hands over what its receiver needs for an entry. */
        public boolean isToken() {
            return name.equals(TOKEN);
        }

        /** Whether such a message is a token that only watches whether another is lost. */
        public boolean isWatcher() {
            return WATCHERS.contains(name);
        }
    }

    private static final String TOKEN = "token";
    private static final String ELECTION = "election";
    private static final Set<String> WATCHERS = Set.of("pong", "watcher");
    private static final String EPOCH = "epoch";
    private static final String FOLLOWING = "following";

    /** The kinds of those types whose own name says less. */
    private static final Map<Class<?>, String> NAMES = Map.of(
            Ewd851Misra.Ping.class, TOKEN,
            Ewd851Misra.Ballot.class, ELECTION,
            Ewd851Misra.Census.class, ELECTION,
            TokenByElection.Vote.class, ELECTION,
            TokenByElection.Begins.class, EPOCH,
            TokenByElection.Census.class, EPOCH,
            Terms.Follows.class, FOLLOWING,
            Terms.Leads.class, FOLLOWING);

    private static final Set<String> AT_THEIR_OWN_PACE = Set.of("pong", "hello", "news", ELECTION, EPOCH, FOLLOWING);

    private final Map<String, Kind> all = new LinkedHashMap<>();

    /** The kinds of messages of these types. */
    MessageKinds(List<Class<?>> types) {
        types.stream().flatMap(MessageKinds::names).forEach(name -> {
            boolean perEntry = !AT_THEIR_OWN_PACE.contains(name);
            all.put(name, new Kind(name, perEntry ? plural(name) : name, perEntry));
        });
    }

    private static Stream<String> names(Class<?> type) {
        if (type.isSealed()) {
            return Stream.of(type.getPermittedSubclasses()).flatMap(MessageKinds::names);
        }
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants()).map(Printable::typeName);
        }
        return Carrier.class.isAssignableFrom(type) ? names(carried(type)) : Stream.of(name(type));
    }

    private static Class<?> carried(Class<?> carrier) {
        try {
            return carrier.getMethod("carried").getReturnType();
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String name(Class<?> type) {
        return NAMES.getOrDefault(type, Printable.hyphenated(type.getSimpleName()));
    }

    private static String plural(String name) {
        return name.endsWith("y")
                ? name.substring(0, name.length() - 1) + "ies"
                : name + (name.endsWith("s") ? "es" : "s");
    }

    /** Every kind, those first that entries cause. */
    public List<Kind> all() {
        return all.values().stream()
                .sorted(Comparator.comparing(kind -> !kind.perEntry()))
                .toList();
    }

    /** The kind of this message, if it is known. */
    public Optional<Kind> of(Object message) {
        Object part = part(message);
        return Optional.ofNullable(
                all.get(part instanceof Enum<?> constant ? Printable.typeName(constant) : name(part.getClass())));
    }

    /** Whether this message is of the kind of that name. */
    public boolean is(String name, Object message) {
        return of(message).filter(kind -> kind.name().equals(name)).isPresent();
    }

    /** The message of a part of a composition that this message carries, or the message itself. */
    public static Object part(Object message) {
        Object carried = Carrier.innermost(message);
        if (carried instanceof TokenByElection.Within<?, ?> within) {
            return part(within.carried());
        }
        return carried;
    }
}
