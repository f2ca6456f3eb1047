package symposium.kernel;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The features of Java's library that the pure packages use and a compiler to WebAssembly does not offer. The
 * browser's build replaces this class by another of the same name.
 */
final class Platform {

    /** The accessors of each class of records; the JVM makes new ones at each call. */
    private static final ClassValue<List<Method>> ACCESSORS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            List<Method> accessors = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toList();
            accessors.forEach(each -> each.setAccessible(true));
            return accessors;
        }
    };

    private Platform() {}

    /** Returns the components of a record by name, in the order of declaration. */
    static Map<String, Object> components(Record some) {
        Map<String, Object> components = new LinkedHashMap<>();
        for (Method accessor : ACCESSORS.get(some.getClass())) {
            try {
                components.put(accessor.getName(), accessor.invoke(some));
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
