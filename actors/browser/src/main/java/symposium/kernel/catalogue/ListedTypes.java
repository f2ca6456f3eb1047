package symposium.kernel.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The types that the build has listed, for the classes of the browser that replace others. */
public final class ListedTypes {

    private static final String LISTED = "symposium/eventlog/forms.txt";

    private static final Map<String, List<String>> NAMES = new HashMap<>();
    private static final Map<String, List<Class<?>>> FORMS = new HashMap<>();

    private ListedTypes() {}

    /** The types that a value of a sealed type can have; none of a type that is not sealed. */
    public static List<Class<?>> forms(Class<?> type) {
        return FORMS.computeIfAbsent(
                type.getName(),
                name -> names(name).stream().<Class<?>>map(ListedTypes::named).toList());
    }

    /** The names behind a name in its line; none if it is not listed. */
    public static List<String> names(String name) {
        if (NAMES.isEmpty()) {
            for (String line : listed().split("\n")) {
                List<String> names = List.of(line.split(" "));
                NAMES.put(names.get(0), names.subList(1, names.size()));
            }
        }
        return NAMES.getOrDefault(name, List.of());
    }

    private static String listed() {
        try (InputStream file = ListedTypes.class.getClassLoader().getResourceAsStream(LISTED)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The class of a name. */
    public static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException("the engine has no " + name, missing);
        }
    }
}
