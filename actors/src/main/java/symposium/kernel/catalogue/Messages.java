package symposium.kernel.catalogue;

import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Predicate;

/**
 * The messages of an {@link Algorithm}.
 *
 * @param type the type of the messages: a sealed interface of records, an enum, or a record that carries one of these
 * @param genericType the type with its type arguments; equal to {@code type} unless that is generic
 * @param announcement true for a message that only spreads a result that its sender already knows. Such messages are
 *     counted separately
 * @param <M> the messages
 */
public record Messages<M>(Class<M> type, Type genericType, Predicate<M> announcement) {

    /** Returns the types that a value of a sealed type can have; none of a type that is not sealed. */
    public static List<Class<?>> forms(Class<?> type) {
        return MessageTypes.forms(type);
    }

    /** Returns the messages of this type, without type arguments; none is an announcement. */
    @SuppressWarnings("unchecked")
    public static <M> Messages<M> of(Class<? super M> type) {
        return new Messages<>((Class<M>) type, type, message -> false);
    }

    /** Returns a copy with these arguments of the type. */
    public Messages<M> withArguments(Type... arguments) {
        return new Messages<>(type, new MessageTypes.Generic(type, List.of(arguments)), announcement);
    }

    /** Returns a copy with these announcements. */
    public Messages<M> withAnnouncement(Predicate<M> which) {
        return new Messages<>(type, genericType, which);
    }

    /** Returns whether this is an announcement. */
    public boolean announces(M message) {
        return announcement.test(message);
    }
}
