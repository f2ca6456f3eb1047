package symposium.kernel.catalogue;

import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.List;
import java.util.stream.Stream;

/**
 * The types of messages that can be written to the wire and read back: sealed interfaces of records, enums, and
 * records that carry these. The browser build replaces this class with another of the same name.
 */
final class MessageTypes {

    /** A generic class with its arguments. */
    record Generic(Class<?> raw, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public Type getOwnerType() {
            return raw.getDeclaringClass();
        }
    }

    private static final ClassValue<List<Class<?>>> FORMS = new ClassValue<>() {
        @Override
        protected List<Class<?>> computeValue(Class<?> type) {
            return type.isSealed()
                    ? Stream.of(type.getPermittedSubclasses())
                            .flatMap(each -> each.isSealed() ? forms(each).stream() : Stream.of(each))
                            .distinct()
                            .<Class<?>>map(each -> each)
                            .toList()
                    : List.of();
        }
    };

    private MessageTypes() {}

    static List<Class<?>> forms(Class<?> type) {
        return FORMS.get(type);
    }

    /**
     * Rejects any other type.
     *
     * @throws IllegalArgumentException if the type is not one of these; the message states what is wrong, where, and
     *     what would be valid
     */
    static void check(String algorithm, Type type) {
        if (type instanceof ParameterizedType generic) {
            check(algorithm, generic.getRawType());
            for (Type argument : generic.getActualTypeArguments()) {
                check(algorithm, argument);
            }
        } else if (type instanceof Class<?> plain) {
            checkClass(algorithm, plain);
        }
    }

    private static void checkClass(String algorithm, Class<?> type) {
        if (type.isEnum()) {
            return;
        }
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                checkClass(algorithm, permitted);
            }
            return;
        }
        if (!type.isRecord()) {
            throw refused(algorithm, type.getName(), kind(type));
        }
        for (RecordComponent component : type.getRecordComponents()) {
            if (!(component.getGenericType() instanceof TypeVariable) && open(component.getType())) {
                throw refused(
                        algorithm,
                        type.getName() + "." + component.getName() + ", of type "
                                + component.getType().getName() + ",",
                        kind(component.getType()));
            }
        }
    }

    /** Returns whether a component may hold values of types that its own type does not name. */
    private static boolean open(Class<?> type) {
        boolean ofJava = type.getName().startsWith("java.");
        boolean any = !ofJava && (type.isInterface() || Modifier.isAbstract(type.getModifiers()));
        return type == Object.class
                || any && !type.isPrimitive() && !type.isArray() && !type.isSealed() && !type.isEnum();
    }

    private static String kind(Class<?> type) {
        return type.isInterface() ? "an interface that is not sealed" : "a class that is no record";
    }

    private static IllegalArgumentException refused(String algorithm, String what, String kind) {
        return new IllegalArgumentException(algorithm + ": its message type " + what + " is " + kind
                + "; a message type must be a sealed interface of records, an enum, or a record of such");
    }
}
