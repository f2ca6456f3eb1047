package symposium.eventlog;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.kernel.catalogue.ListedTypes;
import symposium.kernel.problem.Problem;

/**
 * In place of {@link RecordTypes}: the components of a record are its fields.
 */
final class BrowserRecordTypes {

    private static final Map<Class<?>, Map<String, Type>> COMPONENTS = new HashMap<>();

    private BrowserRecordTypes() {}

    /** An interface is not found by its name, but by a class that implements it. */
    private static Class<?> type(String name) {
        List<String> forms = ListedTypes.names(name);
        return forms.isEmpty()
                ? ListedTypes.named(name)
                : implemented(ListedTypes.named(forms.get(0)), name).orElseThrow();
    }

    private static Optional<Class<?>> implemented(Class<?> type, String name) {
        return type.getName().equals(name)
                ? Optional.of(type)
                : Stream.of(type.getInterfaces())
                        .flatMap(each -> implemented(each, name).stream())
                        .findFirst();
    }

    static Map<String, Type> components(Class<?> type) {
        return COMPONENTS.computeIfAbsent(type, any -> {
            Map<String, Type> components = new LinkedHashMap<>();
            fields(type).forEach(each -> components.put(each.getName(), each.getGenericType()));
            return components;
        });
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field each : type.getDeclaredFields()) {
            if (!Modifier.isStatic(each.getModifiers())) {
                fields.add(each);
            }
        }
        return fields;
    }

    static Object make(Class<?> type, Object... components) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(
                    fields(type).stream().map(Field::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(components);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException(String.valueOf(refused.getCause().getMessage()), refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the engine cannot make a " + type.getName(), impossible);
        }
    }

    static List<Type> inputsAndOutputs(Problem<?, ?, ?> problem) {
        List<Type> types = new ArrayList<>();
        ListedTypes.names(problem.getClass().getName()).forEach(each -> types.add(type(each)));
        return types;
    }
}
