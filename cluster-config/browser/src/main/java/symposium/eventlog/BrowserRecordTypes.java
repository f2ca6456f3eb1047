package symposium.eventlog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import symposium.kernel.Problem;

/**
 * In place of {@link RecordTypes}: the components of a record are its fields, and {@link MessageForms} has listed the
 * forms of types.
 */
final class BrowserRecordTypes {

    private static final String LISTED = "symposium/eventlog/forms.txt";

    private static final Map<String, List<Class<?>>> FORMS = new HashMap<>();
    private static final Map<Class<?>, Map<String, Type>> COMPONENTS = new HashMap<>();

    private BrowserRecordTypes() {}

    static List<Class<?>> forms(Class<?> type) {
        if (FORMS.isEmpty()) {
            for (String line : listed().split("\n")) {
                String[] names = line.split(" ");
                List<Class<?>> forms = new ArrayList<>();
                for (int each = 1; each < names.length; each++) {
                    forms.add(named(names[each]));
                }
                FORMS.put(names[0], forms);
            }
        }
        return FORMS.getOrDefault(type.getName(), List.of());
    }

    private static String listed() {
        try (InputStream file = BrowserRecordTypes.class.getClassLoader().getResourceAsStream(LISTED)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException("the engine has no " + name, missing);
        }
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
        return List.copyOf(forms(problem.getClass()));
    }
}
