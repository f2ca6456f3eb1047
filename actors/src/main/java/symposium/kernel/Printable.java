package symposium.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A message whose text in traces, logs and stories is derived from its type.
 *
 * <p>The text is the name of the record in lower case, followed by its components. {@code Request(3)} prints as {@code
 * request 3}, and {@code LostToken()} as {@code lost token}. Empty components are omitted. A boolean component prints
 * as its name if it is true, and is omitted if it is false.
 */
public interface Printable {

    /** Returns the text of the message. */
    default String print() {
        List<String> words = new ArrayList<>();
        words.add(typeName(this).replace('-', ' '));
        if (this instanceof Record record) {
            Platform.components(record).forEach((name, value) -> words.add(print(name, value)));
            words.removeIf(String::isEmpty);
        }
        return String.join(" ", words);
    }

    /** Returns the components of a record by name, in the order of declaration, to display states. */
    static Map<String, Object> components(Record some) {
        return Platform.components(some);
    }

    /**
     * Returns the text of any object: its {@link #print()} if it is printable, and otherwise its {@link
     * Object#toString}.
     */
    static String print(Object any) {
        return any instanceof Printable printable ? printable.print() : String.valueOf(any);
    }

    /**
     * Returns the name of a message's type or enum constant, in lower case with hyphens. A {@link Carrier} has the
     * name of the message that it carries.
     */
    static String typeName(Object message) {
        if (message instanceof Carrier carrier) {
            return typeName(carrier.carried());
        }
        String name = message instanceof Enum<?> constant
                ? constant.name()
                : message.getClass().getSimpleName();
        return hyphenated(name);
    }

    /**
     * Returns a name in lower case with hyphens: {@code LostToken} and {@code LOST_TOKEN} are both {@code lost-token}.
     */
    static String hyphenated(String name) {
        return PrintedNames.hyphenated(name);
    }

    private static String print(String name, Object value) {
        if (value instanceof Boolean flag) {
            return flag ? hyphenated(name).replace('-', ' ') : "";
        }
        if (value instanceof Collection<?> collection && collection.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty()) {
            return "";
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(Printable::print).orElse("");
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? String.valueOf(optional.getAsInt()) : "";
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? String.valueOf(optional.getAsLong()) : "";
        }
        return print(value);
    }

    /**
     * A message of a composition that carries a message of one of its parts, and is counted and named like the carried
     * message.
     */
    interface Carrier extends Printable {

        /** Returns the message of the part. */
        Object carried();

        /** Returns the innermost message that a carrier carries, or the message itself if it is not a carrier. */
        static Object innermost(Object message) {
            return message instanceof Carrier carrier ? innermost(carrier.carried()) : message;
        }

        @Override
        default String print() {
            return Printable.print(carried());
        }
    }
}
