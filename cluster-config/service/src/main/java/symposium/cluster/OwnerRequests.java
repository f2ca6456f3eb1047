package symposium.cluster;

import akka.actor.typed.ActorRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import symposium.mutex.Fence;

/**
 * The requests of the owners of one member that wait or are granted, by their numbers, which grow from 1. The owners
 * are watched, and while a request waits, the actor that is to be answered.
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

    private final DeathWatch<?> actors;
    private final SortedMap<Long, R> requests = new TreeMap<>();
    private final Map<ActorRef<?>, SortedMap<String, Long>> ofOwner = new HashMap<>();
    private final Map<Fence, Long> held = new HashMap<>();
    private long numbers;

    OwnerRequests(DeathWatch<?> actors) {
        this.actors = actors;
    }

    /** The number of a request that has come. */
    long add(R request) {
        long number = ++numbers;
        requests.put(number, request);
        ofOwner.computeIfAbsent(request.owner(), any -> new TreeMap<>()).put(request.id(), number);
        actors.watch(request.owner());
        actors.watch(request.replyTo());
        return number;
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
        return Optional.ofNullable(ofOwner.getOrDefault(owner, new TreeMap<>()).get(id));
    }

    /** The number of the request of this id whose lease has this fence. */
    Optional<Long> held(String id, Fence fence) {
        return Optional.ofNullable(held.get(fence))
                .filter(number -> requests.get(number).id().equals(id));
    }

    /** A request of this owner for which another claim of the owner would wait. */
    Optional<R> conflict(ActorRef<?> owner, Claims claims) {
        return ofOwner.getOrDefault(owner, new TreeMap<>()).values().stream()
                .map(requests::get)
                .filter(request -> request.claims().conflict(claims))
                .findFirst();
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
        return numbers(request -> request.owner().equals(stopped)
                || request.waits() && request.replyTo().equals(stopped));
    }

    /** The request of this number, which waits, is granted. */
    void granted(long number, Fence fence) {
        Pending pending = requests.get(number);
        pending.fence = Optional.of(fence);
        pending.since = Instant.now();
        held.put(fence, number);
        actors.unwatch(pending.replyTo());
    }

    /** The request of this number, which is over. */
    R remove(long number) {
        R removed = requests.remove(number);
        SortedMap<String, Long> own = ofOwner.get(removed.owner());
        own.remove(removed.id());
        if (own.isEmpty()) {
            ofOwner.remove(removed.owner());
        }
        removed.fence().ifPresentOrElse(held::remove, () -> actors.unwatch(removed.replyTo()));
        actors.unwatch(removed.owner());
        return removed;
    }
}
