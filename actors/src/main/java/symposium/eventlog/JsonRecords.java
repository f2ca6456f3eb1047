package symposium.eventlog;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.Mode;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Messages;
import symposium.links.LinkIncarnation;

/**
 * Records, enums and collections of them as values of {@link Json}, and back: as they are written on the wire between
 * nodes. A value of a type that has several forms is a list of the form's name and its value.
 */
final class JsonRecords {

    private static final int PAIR = 2;

    /** A type, and what its variables stand for. */
    private record Bound(Class<?> raw, List<Type> arguments, Map<String, Type> variables) {

        /** An argument of the type of a collection. */
        Type argument(int place) {
            return place < arguments.size() ? arguments.get(place) : Object.class;
        }

        /** What the variables of another class stand for, which has the same ones. */
        Map<String, Type> within() {
            Map<String, Type> within = new HashMap<>();
            TypeVariable<?>[] parameters = raw.getTypeParameters();
            for (int each = 0; each < Math.min(parameters.length, arguments.size()); each++) {
                within.put(parameters[each].getName(), arguments.get(each));
            }
            within.putAll(arguments.isEmpty() ? variables : Map.of());
            return within;
        }

        Bound form(Class<?> form) {
            return new Bound(form, List.of(), within());
        }
    }

    private JsonRecords() {}

    private static Bound bound(Type type, Map<String, Type> variables) {
        if (type instanceof Class<?> plain) {
            return new Bound(plain, List.of(), Map.of());
        }
        if (type instanceof ParameterizedType generic) {
            List<Type> arguments = new ArrayList<>();
            for (Type each : generic.getActualTypeArguments()) {
                arguments.add(resolved(each, variables));
            }
            return new Bound((Class<?>) generic.getRawType(), arguments, Map.of());
        }
        Type resolved = resolved(type, variables);
        return resolved == type ? new Bound(Object.class, List.of(), Map.of()) : bound(resolved, variables);
    }

    private static Type resolved(Type type, Map<String, Type> variables) {
        if (type instanceof TypeVariable<?> variable) {
            Type known = variables.get(variable.getName());
            return known != null ? known : variable.getBounds().length > 0 ? variable.getBounds()[0] : Object.class;
        }
        if (type instanceof WildcardType any) {
            return resolved(any.getUpperBounds()[0], variables);
        }
        if (type instanceof ParameterizedType generic && !variables.isEmpty()) {
            List<Type> arguments = new ArrayList<>();
            for (Type each : generic.getActualTypeArguments()) {
                arguments.add(resolved(each, variables));
            }
            return new Resolved((Class<?>) generic.getRawType(), arguments);
        }
        return type;
    }

    private record Resolved(Class<?> raw, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(new Type[0]);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public Type getOwnerType() {
            return null;
        }
    }

    // --- writing

    /** The value of a type, as JSON. */
    static Object json(Type type, Object value) {
        return json(bound(type, Map.of()), value);
    }

    private static Object json(Bound type, Object value) {
        if (value == null) {
            return null;
        }
        if (!Messages.forms(type.raw()).isEmpty()) {
            Class<?> form = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
            return List.of(form.getSimpleName(), plain(type.form(form), value));
        }
        return plain(type, value);
    }

    private static Object plain(Bound type, Object value) {
        if (value instanceof ProcessId id) {
            return List.of((long) id.number(), id.incarnation());
        }
        if (value instanceof LinkIncarnation incarnation) {
            return List.of(incarnation.sender(), incarnation.recipient());
        }
        if (value instanceof Mode mode) {
            return mode.equals(Mode.SHARED)
                    ? (Object) 0L
                    : mode.equals(Mode.EXCLUSIVE) ? (Object) 1L : List.of((long) mode.units(), (long) mode.capacity());
        }
        if (value instanceof Record record) {
            Bound own = type.raw() == record.getClass() ? type : new Bound(record.getClass(), List.of(), Map.of());
            Map<String, Object> components = Printable.components(record);
            Map<String, Type> variables = own.within();
            Map<String, Object> json = new LinkedHashMap<>();
            RecordTypes.components(record.getClass())
                    .forEach((name, its) -> json.put(name, json(bound(its, variables), components.get(name))));
            return json;
        }
        if (value instanceof Collection<?> collection) {
            Bound each = bound(type.argument(0), type.variables());
            List<Object> json = new ArrayList<>();
            collection.forEach(element -> json.add(json(each, element)));
            return json;
        }
        if (value instanceof Map<?, ?> map) {
            Bound each = bound(type.argument(1), type.variables());
            Map<String, Object> json = new LinkedHashMap<>();
            map.forEach((key, its) -> json.put(key(key), json(each, its)));
            return json;
        }
        return scalar(type, value);
    }

    private static Object scalar(Bound type, Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.isPresent() ? json(bound(type.argument(0), type.variables()), optional.get()) : null;
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? (Object) (long) optional.getAsInt() : null;
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? (Object) optional.getAsLong() : null;
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        return value instanceof Boolean ? value : value.toString();
    }

    /** The name of an entry of a map. */
    private static String key(Object key) {
        return key instanceof ProcessId id
                ? id.number() + "@" + id.incarnation()
                : key instanceof Enum<?> constant ? constant.name() : String.valueOf(key);
    }

    // --- reading

    /**
     * The value that the JSON says.
     *
     * @throws IllegalArgumentException when it says none of this type
     */
    static Object value(Type type, Object json) {
        return value(bound(type, Map.of()), json);
    }

    private static Object value(Bound type, Object json) {
        List<Class<?>> forms = Messages.forms(type.raw());
        if (forms.isEmpty()) {
            return unnamed(type, json);
        }
        if (json instanceof List<?> pair && pair.size() == PAIR) {
            for (Class<?> form : forms) {
                if (form.getSimpleName().equals(pair.get(0))) {
                    return unnamed(type.form(form), pair.get(1));
                }
            }
        }
        throw new IllegalArgumentException("it is written [name,value] with one of the names "
                + forms.stream().map(Class::getSimpleName).sorted().toList());
    }

    private static Object unnamed(Bound type, Object json) {
        Class<?> raw = type.raw();
        if (raw == ProcessId.class) {
            List<Long> pair = pair(json);
            return new ProcessId(Math.toIntExact(pair.get(0)), pair.get(1));
        }
        if (raw == LinkIncarnation.class) {
            List<Long> pair = pair(json);
            return new LinkIncarnation(pair.get(0), pair.get(1));
        }
        if (raw == Mode.class) {
            return mode(json);
        }
        if (raw == Optional.class) {
            return json == null
                    ? Optional.empty()
                    : Optional.of(value(bound(type.argument(0), type.variables()), json));
        }
        if (raw == OptionalInt.class) {
            return json == null ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(number(json)));
        }
        if (raw == OptionalLong.class) {
            return json == null ? OptionalLong.empty() : OptionalLong.of(number(json));
        }
        if (json == null) {
            throw new IllegalArgumentException("null where a " + raw.getSimpleName() + " is");
        }
        if (raw.isEnum()) {
            return constant(raw, json);
        }
        if (Record.class.isAssignableFrom(raw)) {
            return record(type, json);
        }
        return Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw)
                ? container(type, json)
                : simple(raw, json);
    }

    private static List<Long> pair(Object json) {
        if (json instanceof List<?> pair
                && pair.size() == PAIR
                && pair.get(0) instanceof Long first
                && pair.get(1) instanceof Long second) {
            return List.of(first, second);
        }
        throw new IllegalArgumentException("it is written [number,number]");
    }

    private static Mode mode(Object json) {
        if (json instanceof Long digit && (digit == 0 || digit == 1)) {
            return digit == 0 ? Mode.SHARED : Mode.EXCLUSIVE;
        }
        if (!(json instanceof List)) {
            throw new IllegalArgumentException("a mode is written 0, 1 or [units,capacity]");
        }
        List<Long> pair = pair(json);
        return Mode.permits(Math.toIntExact(pair.get(0)), Math.toIntExact(pair.get(1)));
    }

    private static Object constant(Class<?> type, Object json) {
        for (Object each : type.getEnumConstants()) {
            if (((Enum<?>) each).name().equals(json)) {
                return each;
            }
        }
        throw new IllegalArgumentException("there is no " + type.getSimpleName() + " " + Json.text(json));
    }

    private static Object record(Bound type, Object json) {
        if (!(json instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(
                    "a " + type.raw().getSimpleName() + " is written {...}, not " + Json.text(json));
        }
        Map<String, Type> variables = type.within();
        List<Object> components = new ArrayList<>();
        RecordTypes.components(type.raw())
                .forEach((name, its) -> components.add(value(bound(its, variables), map.get(name))));
        return RecordTypes.make(type.raw(), components.toArray());
    }

    private static Object container(Bound type, Object json) {
        Class<?> raw = type.raw();
        if (json instanceof List<?> list && Collection.class.isAssignableFrom(raw)) {
            Bound each = bound(type.argument(0), type.variables());
            Collection<Object> all = SortedSet.class.isAssignableFrom(raw)
                    ? new TreeSet<>()
                    : List.class.isAssignableFrom(raw) ? new ArrayList<>() : new HashSet<>();
            list.forEach(element -> all.add(value(each, element)));
            return all;
        }
        if (json instanceof Map<?, ?> map && Map.class.isAssignableFrom(raw)) {
            Bound keys = bound(type.argument(0), type.variables());
            Bound values = bound(type.argument(1), type.variables());
            Map<Object, Object> all = SortedMap.class.isAssignableFrom(raw) ? new TreeMap<>() : new LinkedHashMap<>();
            map.forEach((key, its) -> all.put(named(keys.raw(), (String) key), value(values, its)));
            return all;
        }
        throw new IllegalArgumentException("no " + raw.getSimpleName() + ": " + Json.text(json));
    }

    /** The key that an entry is named by. */
    private static Object named(Class<?> type, String key) {
        if (type == ProcessId.class) {
            return id(key);
        }
        return type.isEnum()
                ? constant(type, key)
                : type == Integer.class
                        ? (Object) Integer.parseInt(key)
                        : type == Long.class ? (Object) Long.parseLong(key) : key;
    }

    /** The process that is written {@code number@incarnation}. */
    static ProcessId id(String key) {
        int at = key.indexOf('@');
        if (at < 0) {
            throw new IllegalArgumentException("a process is written number@incarnation, not " + key);
        }
        return new ProcessId(Integer.parseInt(key.substring(0, at)), Long.parseLong(key.substring(at + 1)));
    }

    private static Object simple(Class<?> type, Object json) {
        if (type == int.class || type == Integer.class) {
            return Math.toIntExact(number(json));
        }
        if (type == long.class || type == Long.class) {
            return number(json);
        }
        if ((type == boolean.class || type == Boolean.class) && json instanceof Boolean
                || type == String.class && json instanceof String) {
            return json;
        }
        if ((type == double.class || type == Double.class) && json instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("no " + type.getSimpleName() + ": " + Json.text(json));
    }

    private static long number(Object json) {
        if (json instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("no whole number: " + Json.text(json));
    }
}
