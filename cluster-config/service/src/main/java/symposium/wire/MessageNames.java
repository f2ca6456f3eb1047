package symposium.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The messages that a node can read and write, by the names that are written of them, and the version of the protocol
 * since which there is each.
 *
 * @param version the version of the protocol that the node speaks, from 1
 * @param types the messages by their names
 * @param names what is written of each
 */
public record MessageNames(int version, Map<String, Class<?>> types, Map<Class<?>, Named> names) {

    /** The version of the protocol between nodes. It is greater by one whenever there is another message. */
    public static final int VERSION = 1;

    private static final String RESOURCE = "messages.properties";

    /**
     * What is written of a message.
     *
     * @param name its name
     * @param since the first version of the protocol that has it
     */
    public record Named(String name, int since) {}

    public MessageNames {
        types = Map.copyOf(types);
        names = Map.copyOf(names);
    }

    /** Those of this version. */
    public static MessageNames current() {
        return of(VERSION, MessageNames.class, RESOURCE);
    }

    /**
     * Those that a resource lists: lines {@code name = class, version}.
     *
     * @throws IllegalStateException when a line is another, names a class that there is not, or one twice
     */
    static MessageNames of(int version, Class<?> beside, String resource) {
        Properties lines = new Properties();
        try (InputStream file = beside.getResourceAsStream(resource)) {
            lines.load(file);
        } catch (IOException unreadable) {
            throw new IllegalStateException(resource + " cannot be read", unreadable);
        }
        Map<String, Class<?>> types = new HashMap<>();
        Map<Class<?>, Named> names = new HashMap<>();
        lines.stringPropertyNames().forEach(name -> {
            String[] parts = lines.getProperty(name).split(", ", -1);
            try {
                Class<?> type = Class.forName(parts[0], false, beside.getClassLoader());
                types.put(name, type);
                if (names.put(type, new Named(name, Integer.parseInt(parts[1]))) != null) {
                    throw new IllegalStateException(resource + " names " + type.getName() + " twice");
                }
            } catch (ClassNotFoundException | RuntimeException wrong) {
                throw new IllegalStateException(
                        resource + ": '" + name + " = " + lines.getProperty(name) + "' is no message", wrong);
            }
        });
        return new MessageNames(version, types, names);
    }

    /** The message of this name, when this version knows one. */
    Optional<Class<?>> type(String name) {
        return Optional.ofNullable(types.get(name));
    }

    /**
     * What is written of a message.
     *
     * @throws IllegalArgumentException when it is none
     */
    public Named of(Object message) {
        Named named = names.get(message.getClass());
        if (named == null) {
            throw new IllegalArgumentException(
                    message.getClass().getName() + " is no message between nodes: " + RESOURCE + " lists all");
        }
        return named;
    }

    /** Whether a node that speaks this version knows a message. */
    public boolean isKnown(Object message, int by) {
        return of(message).since() <= by;
    }

    /** All names. */
    SortedSet<String> all() {
        return new TreeSet<>(types.keySet());
    }
}
