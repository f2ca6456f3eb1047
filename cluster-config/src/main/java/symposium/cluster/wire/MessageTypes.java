package symposium.cluster.wire;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;

/** Which type the messages of each algorithm of the catalogue have. */
final class MessageTypes {

    private final Map<String, Type> types = new TreeMap<>();

    /** The types of all algorithms of the catalogue. */
    MessageTypes() {
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all(MessageTypes.class.getClassLoader())) {
            types.put(algorithm.name(), algorithm.messageType());
        }
    }

    /** The type of the messages of this algorithm, when the catalogue has it. */
    Optional<Type> of(String algorithm) {
        return Optional.ofNullable(types.get(algorithm));
    }

    /** The algorithms of the catalogue. */
    SortedSet<String> algorithms() {
        return new TreeSet<>(types.keySet());
    }
}
