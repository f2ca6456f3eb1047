package symposium.wire;

import akka.actor.Address;
import akka.actor.AddressFromURIString;
import akka.actor.typed.ActorRef;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import symposium.kernel.ProcessId;
import symposium.service.lock.Claims;

/**
 * Values of any type that is made of records, sealed types, enums, numbers, words and collections: at least one of each
 * kind.
 */
final class Samples {

    /** Stands in every message that names an actor. */
    private static ActorRef<?> actor;

    private Samples() {}

    /** Some values of this type, in which every actor is this one. */
    static List<Object> of(Type type, ActorRef<?> everyActor) {
        actor = everyActor;
        return of(type);
    }

    /** Some values of this type; never none. */
    static List<Object> of(Type type) {
        return of(type, Map.of());
    }

    private static List<Object> of(Type type, Map<TypeVariable<?>, Type> bound) {
        if (type instanceof TypeVariable<?> variable && bound.containsKey(variable)) {
            return of(bound.get(variable));
        }
        if (type instanceof ParameterizedType generic) {
            return ofGeneric(
                    (Class<?>) generic.getRawType(),
                    Arrays.stream(generic.getActualTypeArguments())
                            .map(argument -> argument instanceof TypeVariable<?> ? bound.get(argument) : argument)
                            .toArray(Type[]::new));
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalArgumentException("no samples of " + type);
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return List.of(true, false);
        }
        if (plain == int.class || plain == Integer.class) {
            return List.of(1, 0, 2, 70_000);
        }
        if (plain == long.class || plain == Long.class) {
            return List.of(1L, 0L, 2L, 5_000_000_000L);
        }
        if (plain == String.class) {
            return List.of("", "word");
        }
        if (plain == Address.class) {
            return List.of(AddressFromURIString.parse("akka://symposium@host:1"));
        }
        if (plain == Instant.class) {
            return List.of(Instant.ofEpochSecond(1_700_000_000L, 123_456_000));
        }
        if (plain == Duration.class) {
            return List.of(Duration.ofMillis(1_500));
        }
        if (plain == Claims.class) {
            return List.of(Claims.exclusive("a").and(Claims.shared("b")).and(Claims.permits("c", 2, 5)));
        }
        if (plain == OptionalInt.class) {
            return List.of(OptionalInt.empty(), OptionalInt.of(3));
        }
        if (plain == OptionalLong.class) {
            return List.of(OptionalLong.empty(), OptionalLong.of(3));
        }
        if (plain == ProcessId.class) {
            return List.of(ProcessId.of(0), new ProcessId(2, -8_123_456_789_012_345_678L), new ProcessId(3, 1));
        }
        if (plain.isEnum()) {
            return List.of(plain.getEnumConstants());
        }
        if (plain.isSealed()) {
            return permitted(plain).flatMap(permitted -> of(permitted).stream()).toList();
        }
        if (plain.isRecord()) {
            return ofRecord(plain, Map.of());
        }
        throw new IllegalArgumentException("no samples of " + type);
    }

    /** In the order of their names; that in a class file is the compiler's. */
    private static Stream<Class<?>> permitted(Class<?> sealed) {
        return Arrays.<Class<?>>stream(sealed.getPermittedSubclasses()).sorted(Comparator.comparing(Class::getName));
    }

    private static List<Object> ofGeneric(Class<?> raw, Type[] arguments) {
        if (raw.isSealed()) {
            return permitted(raw)
                    .flatMap(permitted -> ofGeneric(permitted, arguments).stream())
                    .toList();
        }
        if (raw == ActorRef.class) {
            return List.of(actor);
        }
        List<Object> first = of(arguments[0]);
        if (raw == Optional.class) {
            List<Object> samples = new ArrayList<>(List.of(Optional.empty()));
            first.forEach(sample -> samples.add(Optional.of(sample)));
            return samples;
        }
        if (raw == List.class || raw == Collection.class) {
            return List.of(List.of(), first);
        }
        if (raw == Set.class) {
            // One element: several have another order in each virtual machine.
            return List.of(Set.of(), Set.of(first.get(first.size() - 1)));
        }
        if (raw == SortedSet.class) {
            return List.of(new TreeSet<>(), new TreeSet<>(first));
        }
        if (raw == Map.class || raw == SortedMap.class) {
            List<Object> values = of(arguments[1]);
            Map<Object, Object> map = new TreeMap<>();
            for (int index = 0; index < first.size(); index++) {
                map.put(first.get(index), values.get(index % values.size()));
            }
            return List.of(new TreeMap<>(), map);
        }
        if (raw.isSealed()) {
            return permitted(raw)
                    .flatMap(permitted -> ofGeneric(permitted, arguments).stream())
                    .toList();
        }
        if (raw.isRecord()) {
            Map<TypeVariable<?>, Type> bound = new HashMap<>();
            for (int index = 0; index < arguments.length; index++) {
                bound.put(raw.getTypeParameters()[index], arguments[index]);
            }
            return ofRecord(raw, bound);
        }
        throw new IllegalArgumentException("no samples of " + raw);
    }

    /**
     * As many as the component with the most has; each sample of a component occurs unless the constructor refuses it.
     */
    private static List<Object> ofRecord(Class<?> type, Map<TypeVariable<?>, Type> bound) {
        RecordComponent[] components = type.getRecordComponents();
        List<List<Object>> parts = new ArrayList<>();
        int most = 1;
        for (RecordComponent component : components) {
            List<Object> samples = of(component.getGenericType(), bound);
            parts.add(samples);
            most = Math.max(most, samples.size());
        }
        List<Object> made = new ArrayList<>();
        for (int index = 0; index < most; index++) {
            Object[] arguments = new Object[components.length];
            for (int part = 0; part < arguments.length; part++) {
                arguments[part] = parts.get(part).get(index % parts.get(part).size());
            }
            make(type, components, arguments).ifPresent(made::add);
        }
        if (made.isEmpty()) {
            throw new IllegalArgumentException("no sample of " + type + " satisfies its constructor");
        }
        return made;
    }

    private static Optional<Object> make(Class<?> type, RecordComponent[] components, Object[] arguments) {
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            return Optional.of(canonical.newInstance(arguments));
        } catch (InvocationTargetException refused) {
            return Optional.empty();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalArgumentException("no sample of " + type, impossible);
        }
    }
}
