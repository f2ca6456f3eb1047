package symposium.kernel;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The features of Java's library that the pure packages use and that a compiler to WebAssembly does not support. The
 * browser build replaces this class with another of the same name.
 */
final class Platform {

    /** The accessors of each record class, kept here because the JVM creates new ones at each call. */
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
}
