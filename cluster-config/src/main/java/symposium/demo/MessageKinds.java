package symposium.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import symposium.arbitration.resources.ResourceAllocation;
import symposium.ewd851misra.Ewd851Misra;
import symposium.kernel.Printable;
import symposium.mutex.ewd851.Ewd851;
import symposium.tokenbyelection.TokenByElection;

/**
 * Into which kinds the messages of an algorithm fall, for figures: into the types that their sealed interface permits, or the constants of
 * their enum, unless something better is known.
 */
final class MessageKinds {

    /**
     * A kind of messages.
     *
     * @param name as programs know it, in small letters and hyphens
     * @param heading as it stands above a column
     * @param perEntry whether so many are sent for each entry, and not at a pace of their own
     */
    record Kind(String name, String heading, boolean perEntry) {}

    private final Map<String, Kind> all = new LinkedHashMap<>();
    private final Function<Object, Optional<String>> naming;

    private MessageKinds(List<Kind> kinds, Function<Object, Optional<String>> naming) {
        kinds.forEach(kind -> all.put(kind.name(), kind));
        this.naming = naming;
    }

    /** The kinds of messages of this type. */
    static MessageKinds of(Class<?> messages) {
        if (messages == Ewd851Misra.Message.class || messages == Ewd851.Message.class) {
            return onTheRing(messages == Ewd851Misra.Message.class ? RingKind.values().length : 2);
        }
        if (messages.isEnum()) {
            return new MessageKinds(
                    Stream.of(messages.getEnumConstants())
                            .map(constant -> kind(((Enum<?>) constant).name()))
                            .toList(),
                    message -> Optional.of(Printable.typeName(message)));
        }
        return new MessageKinds(
                leaves(messages).stream().map(MessageKinds::ofType).toList(),
                message -> Optional.of(Printable.typeName(message)));
    }

    /** The same, and one more kind, of messages that have no type of their own. */
    MessageKinds and(Kind more) {
        List<Kind> kinds = new ArrayList<>(all());
        kinds.add(more);
        return new MessageKinds(kinds, naming);
    }

    private static MessageKinds onTheRing(int first) {
        List<Kind> kinds = new ArrayList<>();
        for (RingKind kind : RingKind.values()) {
            if (kind.ordinal() < first) {
                boolean perEntry = kind == RingKind.SIGNAL || kind == RingKind.TOKEN;
                String name = hyphenated(kind.name());
                kinds.add(new Kind(name, perEntry ? name + "s" : name, perEntry));
            }
        }
        return new MessageKinds(kinds, message -> RingKind.of(message).map(kind -> hyphenated(kind.name())));
    }

    /** The same for messages of a token algorithm in epochs: elections, and the beginnings of epochs, come at a pace of their own. */
    MessageKinds inEpochs() {
        Kind election = new Kind("election", "election", false);
        Kind epoch = new Kind("epoch", "epochs", false);
        List<Kind> kinds = new ArrayList<>(all.values());
        kinds.addAll(List.of(election, epoch));
        return new MessageKinds(kinds, message -> {
            if (message instanceof TokenByElection.Within<?, ?> within) {
                return naming.apply(within.carried());
            }
            return Optional.of((message instanceof TokenByElection.Vote<?, ?> ? election : epoch).name());
        });
    }

    private static Kind kind(String type) {
        String name = hyphenated(type);
        return new Kind(name, plural(name), true);
    }

    /** At the table links are greeted over, and generations told of, whether or not anything is taken. */
    private static Kind ofType(Class<?> type) {
        Kind kind = kind(type.getSimpleName());
        return type == ResourceAllocation.Hello.class || type == ResourceAllocation.News.class
                ? new Kind(kind.name(), kind.name(), false)
                : kind;
    }

    private static String plural(String name) {
        if (name.endsWith("y")) {
            return name.substring(0, name.length() - 1) + "ies";
        }
        return name + (name.endsWith("s") ? "es" : "s");
    }

    private static List<Class<?>> leaves(Class<?> type) {
        if (!type.isSealed()) {
            return List.of(type);
        }
        List<Class<?>> leaves = new ArrayList<>();
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            leaves.addAll(leaves(permitted));
        }
        return leaves;
    }

    /** {@code LostToken} and {@code LOST_TOKEN} are both {@code lost-token}. */
    static String hyphenated(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").replace('_', '-').toLowerCase(Locale.ROOT);
    }

    /** Every kind, in the order in which the algorithm names them. */
    List<Kind> all() {
        return List.copyOf(all.values());
    }

    /** Of which kind this message is, if it is known. */
    Optional<Kind> of(Object message) {
        return naming.apply(message).map(all::get);
    }
}
