package symposium.kernel;

import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What the pure packages use of Java's library that a compiler to JavaScript does not offer. The browser's build has
 * another class of this name in its place.
 */
final class Platform {

    private Platform() {}

    /** The components of a record by name, in the order of declaration. */
    static Map<String, Object> components(Record some) {
        Map<String, Object> components = new LinkedHashMap<>();
        for (RecordComponent component : some.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                components.put(component.getName(), component.getAccessor().invoke(some));
            } catch (ReflectiveOperationException unreadable) {
                throw new IllegalStateException(unreadable);
            }
        }
        return components;
    }

    static <T> SortedSet<T> unmodifiable(SortedSet<T> some) {
        return Collections.unmodifiableSortedSet(some);
    }

    static <K, V> SortedMap<K, V> unmodifiable(SortedMap<K, V> some) {
        return Collections.unmodifiableSortedMap(some);
    }
}
