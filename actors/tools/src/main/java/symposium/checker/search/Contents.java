package symposium.checker.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Objects by their contents, in a text that is the same in every virtual machine: the class of each object, and the
 * values of its fields. A lambda goes by the class that has it, and by the values that it captures.
 *
 * <p>Two lambdas of one class that capture equal values look alike, and of an object of the JDK that is neither a
 * value nor a collection only the class is seen.
 */
final class Contents {

    /** A longer text is replaced by its digest: an object may be part of many. */
    private static final int LONGEST = 200;

    private static final String OF_LAMBDA = "$$Lambda";

    private final Map<String, Class<?>> classes = new TreeMap<>();
    private final Map<Object, String> known = new IdentityHashMap<>();
    private final List<Object> path = new ArrayList<>();

    /** The classes of all objects that have been described so far, without those of the JDK. */
    Collection<Class<?>> classes() {
        return classes.values();
    }

    /** The contents of an object. */
    String of(Object object) {
        if (object == null) {
            return "null";
        }
        if (object instanceof String
                || object instanceof Number
                || object instanceof Character
                || object instanceof Boolean) {
            return plain(object);
        }
        for (int up = path.size() - 1; up >= 0; up--) {
            if (path.get(up) == object) {
                return "^" + (path.size() - up);
            }
        }
        String before = known.get(object);
        if (before == null) {
            path.add(object);
            String text = composed(object);
            path.remove(path.size() - 1);
            before = text.length() <= LONGEST ? text : "#" + ClassFiles.digest(text.getBytes(UTF_8));
            known.put(object, before);
        }
        return before;
    }

    private String plain(Object value) {
        return value.getClass().getName().startsWith("java.lang.")
                ? value.getClass().getSimpleName() + " " + value.toString().length() + " " + value
                : value.getClass().getName() + " " + value;
    }

    private String composed(Object object) {
        if (object instanceof Class<?> type) {
            return "class " + nameOf(type);
        }
        if (object instanceof Enum<?> constant) {
            seen(constant.getDeclaringClass());
            return constant.getDeclaringClass().getName() + "." + constant.name();
        }
        if (object.getClass().isArray()) {
            return listed(IntStream.range(0, Array.getLength(object)).mapToObj(at -> Array.get(object, at)));
        }
        if (!ofJdk(object.getClass())) {
            return fields(object);
        }
        if (object instanceof Optional<?> optional) {
            return "optional " + optional.map(this::of).orElse("");
        }
        if (object instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> of(entry.getKey()) + "=" + of(entry.getValue()))
                    .sorted()
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (object instanceof Set<?> set && !(object instanceof SortedSet<?>)) {
            return set.stream().map(this::of).sorted().collect(Collectors.joining(", ", "{", "}"));
        }
        if (object instanceof Collection<?> some) {
            return listed(some.stream());
        }
        if (object instanceof Proxy) {
            InvocationHandler handler = Proxy.getInvocationHandler(object);
            return "proxy " + Arrays.toString(object.getClass().getInterfaces()) + of(handler);
        }
        return object.getClass().getName().startsWith("java.util.Optional")
                ? object.toString()
                : nameOf(object.getClass());
    }

    private String listed(Stream<?> some) {
        return some.map(this::of).collect(Collectors.joining(", ", "[", "]"));
    }

    private String fields(Object object) {
        Class<?> type = object.getClass();
        seen(type);
        StringBuilder text = new StringBuilder(nameOf(type)).append('(');
        if (type.isHidden()) {
            // Lambdas of different kinds, as one class has them, serve different interfaces.
            Stream.of(type.getInterfaces()).map(Class::getName).sorted().forEach(name -> text.append(name)
                    .append(' '));
        }
        for (Class<?> each = type; each != null && !ofJdk(each); each = each.getSuperclass()) {
            seen(each);
            Stream.of(each.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    .sorted(Comparator.comparing(Field::getName))
                    .forEach(field -> text.append(field.getName())
                            .append('=')
                            .append(of(value(field, object)))
                            .append(' '));
        }
        return text.append(')').toString();
    }

    private static Object value(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (InaccessibleObjectException | IllegalAccessException closed) {
            return "not accessible";
        }
    }

    private static boolean ofJdk(Class<?> type) {
        return type.getClassLoader() == null
                || type.getModule().getName() != null
                        && type.getModule().getName().matches("(java|jdk)\\..*");
    }

    /** The name of a class; for that of a lambda, whose own differs from run to run, the name of its host. */
    private static String nameOf(Class<?> type) {
        int lambda = type.getName().indexOf(OF_LAMBDA);
        return lambda < 0
                ? type.getName().replaceFirst("/0x.*", "")
                : type.getName().substring(0, lambda) + " lambda";
    }

    private void seen(Class<?> type) {
        classes.putIfAbsent(
                type.isHidden() ? type.getNestHost().getName() : type.getName(),
                type.isHidden() ? type.getNestHost() : type);
    }
}
