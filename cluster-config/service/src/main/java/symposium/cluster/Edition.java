package symposium.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The edition of Symposium: for Akka, or made of the same sources for a fork of it. Classes have the same names in all
 * editions, so an application can have one of them only.
 */
final class Edition {

    /** The first word of the settings that this edition reads. */
    static final String NAME = "akka";

    /** In two parts, because the sources of the other edition are made by replacing the word. */
    private static final String FIRST = "ak" + "ka";

    private static final String SECOND = "pekko";
    private static final String MARKER = "symposium/edition.txt";

    private Edition() {}

    /** The first word of the settings that the other edition reads. */
    static String other() {
        return NAME.equals(FIRST) ? SECOND : FIRST;
    }

    /** What is wrong if two editions are on the class path. */
    static Optional<String> conflict(ClassLoader loader) {
        SortedMap<String, URL> editions = new TreeMap<>();
        try {
            for (URL each : Collections.list(loader.getResources(MARKER))) {
                try (InputStream in = each.openStream()) {
                    editions.put(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip(), each);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return editions.size() < 2
                ? Optional.empty()
                : Optional.of(
                        "Symposium is on the class path in the editions for " + String.join(" and ", editions.keySet())
                                + ", whose classes have the same names: remove one of " + editions.values());
    }
}
