package symposium.wire;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/** The type of the messages of each algorithm of the catalogue, listed there or not. */
final class WireTypes {

    private static final ClassLoader LOADER = WireTypes.class.getClassLoader();

    private final Map<String, Type> types = new TreeMap<>();
    private final Map<String, Optional<Type>> unlisted = new ConcurrentHashMap<>();

    /** The types of all algorithms of the catalogue. */
    WireTypes() {
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all(LOADER)) {
            types.put(algorithm.name(), algorithm.withFences().messages().genericType());
        }
    }

    /** The type of the messages of this algorithm, when the catalogue has it. */
    Optional<Type> of(String algorithm) {
        Type listed = types.get(algorithm);
        return listed != null ? Optional.of(listed) : ofUnlisted(algorithm);
    }

    /** Unknown names come from other nodes, and are not kept. */
    private Optional<Type> ofUnlisted(String algorithm) {
        Optional<Type> known = unlisted.get(algorithm);
        if (known != null) {
            return known;
        }
        Optional<Type> found = Catalogue.named(algorithm, LOADER)
                .map(named -> named.withFences().messages().genericType());
        found.ifPresent(type -> unlisted.put(algorithm, found));
        return found;
    }

    /** The algorithms that the catalogue lists. */
    SortedSet<String> algorithms() {
        return new TreeSet<>(types.keySet());
    }
}
