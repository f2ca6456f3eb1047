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
 * The requests of the owners of one member that wait or are granted, by their tickets, which grow from 1. The owners
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

        /** The actor that is the owner, or acts for it. */
        abstract ActorRef<?> owner();

        /** Whether the request has a separate owner, for which the actor acts. */
        abstract boolean hasSeparateOwner();

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

    /** The requests of one actor, and of the owners for which it acts. */
    private static final class OfActor {
        private final Owned own = new Owned();
        /** The tickets of those with separate owners, by their ids. */
        private final Map<String, Long> others = new HashMap<>();

        void add(long ticket, Pending request) {
            if (request.hasSeparateOwner()) {
                others.put(request.id(), ticket);
            } else {
                own.add(ticket, request);
            }
        }

        void remove(Pending request) {
            if (request.hasSeparateOwner()) {
                others.remove(request.id());
            } else {
                own.remove(request);
            }
        }

        Long ticket(String id) {
            Long other = others.get(id);
            return other == null ? own.tickets.get(id) : other;
        }

        boolean isEmpty() {
            return others.isEmpty() && own.tickets.isEmpty();
        }
    }

    /** The requests of one owner. */
    private static final class Owned {
        private final Map<String, Long> tickets = new HashMap<>();
        /** Their ids, by what they claim: a name and its mode. */
        private final Map<String, SortedMap<Mode, SortedSet<String>>> claimed = new HashMap<>();

        void add(long ticket, Pending request) {
            tickets.put(request.id(), ticket);
            request.claims().modes().forEach((name, mode) -> claimed.computeIfAbsent(name, any -> new TreeMap<>())
                    .computeIfAbsent(mode, any -> new TreeSet<>())
                    .add(request.id()));
        }

        void remove(Pending request) {
            tickets.remove(request.id());
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
    private final Map<ActorRef<?>, OfActor> ofOwner = new HashMap<>();
    /** The tickets of requests that wait, by who is to be answered, where that is not the owner. */
    private final Map<ActorRef<?>, SortedSet<Long>> asking = new HashMap<>();
    /** How many requests wait, by name. */
    private final Map<String, Integer> waiters = new HashMap<>();

    /** A member without the role has leases of several nodes, which may have the same fence. */
    private final Map<Fence, SortedSet<Long>> held = new HashMap<>();

    private long tickets;

    OwnerRequests(DeathWatch<?> actors) {
        this.actors = actors;
    }

    /** The ticket of a request that has come. */
    long add(R request) {
        long ticket = ++tickets;
        add(ticket, request);
        return ticket;
    }

    /** A request comes that has a ticket below zero already. */
    void add(long ticket, R request) {
        requests.put(ticket, request);
        ofOwner.computeIfAbsent(request.owner(), any -> new OfActor()).add(ticket, request);
        if (!request.replyTo().equals(request.owner())) {
            asking.computeIfAbsent(request.replyTo(), any -> new TreeSet<>()).add(ticket);
        }
        request.claims().modes().keySet().forEach(name -> waiters.merge(name, 1, Integer::sum));
        actors.watch(request.owner());
        actors.watch(request.replyTo());
    }

    /** The request of this ticket, if it waits or is granted. */
    Optional<R> get(long ticket) {
        return Optional.ofNullable(requests.get(ticket));
    }

    /** The ticket of the request that the owner knows by this id. */
    Optional<Long> ticket(ActorRef<?> owner, String id) {
        return Optional.ofNullable(ofOwner.get(owner)).map(own -> own.ticket(id));
    }

    /**
     * The ticket of the lease with this id and fence. If several owners have one, it is the ticket of the actor that
     * releases.
     */
    Optional<Long> held(String id, Fence fence, ActorRef<?> releasing) {
        List<Long> leases = held.getOrDefault(fence, Collections.emptySortedSet()).stream()
                .filter(ticket -> requests.get(ticket).id().equals(id))
                .toList();
        return leases.stream()
                .filter(ticket ->
                        leases.size() == 1 || requests.get(ticket).owner().equals(releasing))
                .findFirst();
    }

    /** A request of this actor, as an owner, for which another claim of it would wait. */
    Optional<R> conflict(ActorRef<?> owner, Claims claims) {
        return Optional.ofNullable(ofOwner.get(owner))
                .flatMap(all -> all.own.conflict(claims).map(all.own.tickets::get))
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

    /** The tickets of those that satisfy the condition, in the order in which they came. */
    List<Long> tickets(Predicate<R> condition) {
        return requests.entrySet().stream()
                .filter(each -> condition.test(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The tickets of those that are over because this actor has stopped. */
    List<Long> overWith(ActorRef<?> stopped) {
        SortedSet<Long> over = new TreeSet<>(asking.getOrDefault(stopped, Collections.emptySortedSet()));
        Optional.ofNullable(ofOwner.get(stopped)).ifPresent(all -> {
            over.addAll(all.own.tickets.values());
            over.addAll(all.others.values());
        });
        return List.copyOf(over);
    }

    /** The request of this ticket, which waits, is granted. */
    void granted(long ticket, Fence fence) {
        Pending pending = requests.get(ticket);
        waitsNoMore(ticket, pending);
        pending.fence = Optional.of(fence);
        pending.since = Instant.now();
        held.computeIfAbsent(fence, any -> new TreeSet<>()).add(ticket);
    }

    private void waitsNoMore(long ticket, Pending request) {
        asking.computeIfPresent(request.replyTo(), (any, tickets) -> without(tickets, ticket));
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

    /** The request of this ticket, which is over. */
    R remove(long ticket) {
        R removed = requests.remove(ticket);
        OfActor own = ofOwner.get(removed.owner());
        own.remove(removed);
        if (own.isEmpty()) {
            ofOwner.remove(removed.owner());
        }
        removed.fence()
                .ifPresentOrElse(
                        fence -> held.computeIfPresent(fence, (any, leases) -> without(leases, ticket)),
                        () -> waitsNoMore(ticket, removed));
        actors.unwatch(removed.owner());
        return removed;
    }
}
