package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.arbitration.resources.Mode;
import symposium.cluster.execution.DeathWatch;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;

/**
 * The requests of the owners of one member that wait or are granted, by their numbers, which grow from 1. The owners
 * are watched, and while a request waits, the actor that is to be answered. What is asked about one request, owner or
 * name takes time for these alone, however many others there are.
 *
 * @param <R> what the service knows of a request
 */
final class OwnerRequests<R extends OwnerRequests.Pending> {

    /** A request that waits or is granted. */
    abstract static class Pending {

        private Optional<Fence> fence = Optional.empty();
        private Instant since = Instant.now();

        /** By which the owner tells its requests apart. */
        abstract String id();

        abstract Claims claims();

        abstract ActorRef<?> owner();

        /** The actor that is to be answered. */
        abstract ActorRef<?> replyTo();

        /** That of the lease; empty while the request waits. */
        final Optional<Fence> fence() {
            return fence;
        }

        /** When it was granted, or came. */
        final Instant since() {
            return since;
        }

        final boolean waits() {
            return fence.isEmpty();
        }
    }

    /** The requests of one owner. */
    private static final class Owned {
        private final Map<String, Long> numbers = new HashMap<>();
        /** Their ids, by what they claim: a name and its mode. */
        private final Map<String, SortedMap<Mode, SortedSet<String>>> claimed = new HashMap<>();

        void add(long number, Pending request) {
            numbers.put(request.id(), number);
            request.claims().modes().forEach((name, mode) -> claimed.computeIfAbsent(name, any -> new TreeMap<>())
                    .computeIfAbsent(mode, any -> new TreeSet<>())
                    .add(request.id()));
        }

        void remove(Pending request) {
            numbers.remove(request.id());
            request.claims()
                    .modes()
                    .forEach((name, mode) -> claimed.computeIfPresent(name, (any, modes) -> {
                        modes.computeIfPresent(mode, (same, ids) -> without(ids, request.id()));
                        return modes.isEmpty() ? null : modes;
                    }));
        }

        /** The first id of a request for which another claim would wait. */
        Optional<String> conflict(Claims claims) {
            return claims.modes().entrySet().stream()
                    .flatMap(claim ->
                            claimed.getOrDefault(claim.getKey(), Collections.emptySortedMap()).entrySet().stream()
                                    .filter(own -> own.getKey().excludes(claim.getValue()))
                                    .map(own -> own.getValue().first()))
                    .min(Comparator.naturalOrder());
        }
    }

    private final DeathWatch<?> actors;
    private final SortedMap<Long, R> requests = new TreeMap<>();
    private final Map<ActorRef<?>, Owned> ofOwner = new HashMap<>();
    /** The numbers of requests that wait, by who is to be answered, where that is not the owner. */
    private final Map<ActorRef<?>, SortedSet<Long>> asking = new HashMap<>();
    /** How many requests wait, by name. */
    private final Map<String, Integer> waiters = new HashMap<>();

    private final Map<Fence, Long> held = new HashMap<>();
    private long numbers;

    OwnerRequests(DeathWatch<?> actors) {
        this.actors = actors;
    }

    /** The number of a request that has come. */
    long add(R request) {
        long number = ++numbers;
        add(number, request);
        return number;
    }

    /** A request comes that has a number below zero already. */
    void add(long number, R request) {
        requests.put(number, request);
        ofOwner.computeIfAbsent(request.owner(), any -> new Owned()).add(number, request);
        if (!request.replyTo().equals(request.owner())) {
            asking.computeIfAbsent(request.replyTo(), any -> new TreeSet<>()).add(number);
        }
        request.claims().modes().keySet().forEach(name -> waiters.merge(name, 1, Integer::sum));
        actors.watch(request.owner());
        actors.watch(request.replyTo());
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    /** The request of this number, if it waits or is granted. */
    Optional<R> get(long number) {
        return Optional.ofNullable(requests.get(number));
    }

    /** The number of the request that the owner knows by this id. */
    Optional<Long> number(ActorRef<?> owner, String id) {
        return Optional.ofNullable(ofOwner.get(owner)).map(own -> own.numbers.get(id));
    }

    /** The number of the request of this id whose lease has this fence. */
    Optional<Long> held(String id, Fence fence) {
        return Optional.ofNullable(held.get(fence))
                .filter(number -> requests.get(number).id().equals(id));
    }

    /** A request of this owner for which another claim of the owner would wait. */
    Optional<R> conflict(ActorRef<?> owner, Claims claims) {
        return Optional.ofNullable(ofOwner.get(owner))
                .flatMap(own -> own.conflict(claims).map(own.numbers::get))
                .map(requests::get);
    }

    /** How many requests that claim this name wait. */
    int waiters(String name) {
        return waiters.getOrDefault(name, 0);
    }

    /** All, in the order in which they came. */
    List<R> all() {
        return List.copyOf(requests.values());
    }

    /** The numbers of those that satisfy the condition, in the order in which they came. */
    List<Long> numbers(Predicate<R> condition) {
        return requests.entrySet().stream()
                .filter(each -> condition.test(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The numbers of those that are over because this actor has stopped. */
    List<Long> overWith(ActorRef<?> stopped) {
        SortedSet<Long> over = new TreeSet<>(asking.getOrDefault(stopped, Collections.emptySortedSet()));
        Optional.ofNullable(ofOwner.get(stopped)).ifPresent(own -> over.addAll(own.numbers.values()));
        return List.copyOf(over);
    }

    /** The request of this number, which waits, is granted. */
    void granted(long number, Fence fence) {
        Pending pending = requests.get(number);
        waitsNoMore(number, pending);
        pending.fence = Optional.of(fence);
        pending.since = Instant.now();
        held.put(fence, number);
    }

    private void waitsNoMore(long number, Pending request) {
        asking.computeIfPresent(request.replyTo(), (any, numbers) -> without(numbers, number));
        request.claims()
                .modes()
                .keySet()
                .forEach(name -> waiters.computeIfPresent(name, (any, count) -> count == 1 ? null : count - 1));
        actors.unwatch(request.replyTo());
    }

    private static <T> SortedSet<T> without(SortedSet<T> some, T one) {
        some.remove(one);
        return some.isEmpty() ? null : some;
    }

    /** The request of this number, which is over. */
    R remove(long number) {
        R removed = requests.remove(number);
        Owned own = ofOwner.get(removed.owner());
        own.remove(removed);
        if (own.numbers.isEmpty()) {
            ofOwner.remove(removed.owner());
        }
        removed.fence().ifPresentOrElse(held::remove, () -> waitsNoMore(number, removed));
        actors.unwatch(removed.owner());
        return removed;
    }
}
