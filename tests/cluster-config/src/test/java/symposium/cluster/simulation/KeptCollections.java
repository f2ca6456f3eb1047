package symposium.cluster.simulation;

import akka.actor.ActorCell;
import akka.actor.ActorRef;
import akka.actor.ActorRefWithCell;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The collections that a node keeps, with the number of their elements: those in the fields of its actors, and in the
 * objects of Symposium that these and some others refer to; and the children of each actor.
 */
final class KeptCollections {

    /** An object to look at, and the field that refers to it. */
    private record Place(Object object, String field) {}

    /** The objects of these packages are looked into, and no others. */
    private static final List<String> PACKAGES = List.of(
            "symposium.",
            "akka.actor.typed.internal.BehaviorImpl",
            "akka.actor.typed.internal.InterceptorImpl",
            "akka.actor.typed.internal.TimerSchedulerImpl",
            "akka.actor.typed.internal.adapter.ActorAdapter",
            "akka.actor.typed.javadsl.",
            "scala.Some");

    /** Tables that do not change, and what belongs to the simulation. */
    private static final List<String> OTHERS =
            List.of("symposium.wire.MessageNames", "symposium.cluster.simulation.", "symposium.judge.");

    private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

    private final SortedMap<String, Integer> sizes = new TreeMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Place> places = new ArrayDeque<>();

    private KeptCollections() {}

    /** The greatest size of each collection, by its class and field. */
    static SortedMap<String, Integer> of(ActorSystem<?> system, List<Object> others) {
        KeptCollections kept = new KeptCollections();
        kept.actor(((ExtendedActorSystem) Adapter.toClassic(system)).provider().guardian());
        kept.actor(((ExtendedActorSystem) Adapter.toClassic(system)).provider().systemGuardian());
        others.forEach(other -> kept.visit(other, "another object"));
        while (!kept.places.isEmpty()) {
            kept.look(kept.places.remove());
        }
        return kept.sizes;
    }

    private void actor(ActorRef actor) {
        if (actor instanceof ActorRefWithCell local && local.underlying() instanceof ActorCell cell) {
            Collection<ActorRef> children =
                    CollectionConverters.asJavaCollection(cell.childrenRefs().children());
            // Others of this guardian are Akka's, and the simulation's own.
            long counted = actor.path().name().equals("system")
                    ? children.stream()
                            .filter(child -> child.path().name().startsWith("symposium"))
                            .count()
                    : children.size();
            size("children of " + actor.path().name().replaceAll("[0-9]+", "#"), (int) counted);
            visit(cell.actor(), "an actor");
            children.forEach(this::actor);
        }
    }

    private void size(String field, int size) {
        sizes.merge(field, size, Math::max);
    }

    private void visit(Object object, String field) {
        if (object != null) {
            places.add(new Place(object, field));
        }
    }

    private void look(Place place) {
        Object object = place.object();
        if (!seen.add(object)) {
            return;
        }
        if (object instanceof Map<?, ?> map) {
            size(place.field(), map.size());
            map.forEach((key, value) -> {
                visit(key, place.field() + " key");
                visit(value, place.field() + " value");
            });
        } else if (object instanceof Collection<?> collection) {
            size(place.field(), collection.size());
            collection.forEach(each -> visit(each, place.field() + " element"));
        } else if (object instanceof scala.collection.Iterable<?> collection) {
            size(place.field(), collection.size());
        } else if (object instanceof Optional<?> optional) {
            optional.ifPresent(value -> visit(value, place.field()));
        } else if (object instanceof Object[] array) {
            Stream.of(array).forEach(each -> visit(each, place.field() + " element"));
        } else if (isLookedInto(object.getClass())) {
            FIELDS.computeIfAbsent(object.getClass(), KeptCollections::fields)
                    .forEach(field -> visit(
                            value(field, object), field.getDeclaringClass().getSimpleName() + "." + field.getName()));
        }
    }

    private static boolean isLookedInto(Class<?> type) {
        return PACKAGES.stream().anyMatch(type.getName()::startsWith)
                && OTHERS.stream().noneMatch(type.getName()::startsWith);
    }

    private static Object value(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static List<Field> fields(Class<?> type) {
        return Stream.<Class<?>>iterate(type, each -> each != null && each != Object.class, Class::getSuperclass)
                .filter(KeptCollections::isLookedInto)
                .flatMap(each -> Stream.of(each.getDeclaredFields()))
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .filter(field -> !field.getType().isPrimitive())
                .peek(field -> field.setAccessible(true))
                .toList();
    }
}
