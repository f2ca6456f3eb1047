package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import symposium.cluster.LockService.Acquire;
import symposium.cluster.LockService.Cancel;
import symposium.cluster.LockService.Cancelled;
import symposium.cluster.LockService.Command;
import symposium.cluster.LockService.Entry;
import symposium.cluster.LockService.GetStatus;
import symposium.cluster.LockService.Granted;
import symposium.cluster.LockService.Lost;
import symposium.cluster.LockService.NotFree;
import symposium.cluster.LockService.NotHeld;
import symposium.cluster.LockService.Refused;
import symposium.cluster.LockService.Release;
import symposium.cluster.LockService.Released;
import symposium.cluster.LockService.Reply;
import symposium.cluster.LockService.Status;
import symposium.cluster.LockService.TimedOut;
import symposium.cluster.LockService.TryAcquire;
import symposium.cluster.LockService.Unavailable;
import symposium.mutex.Fence;

/**
 * The lock service at a member of the cluster that hosts no process: it passes requests on to the service of a node
 * that does, its host.
 *
 * <p>While no host is reachable, requests wait. When the host is not reachable any more, its leases are lost, because
 * their owners could not be told later, and its requests go to another host, where they begin to wait again.
 */
public final class LockProxy extends AbstractBehavior<Command> {

    /** The services that are there, and those of them that are reachable. */
    private record Found(Set<ActorRef<Command>> all, Set<ActorRef<Command>> reachable)
            implements LockService.Internal {}

    private record Answered(Reply reply) implements LockService.Internal {}

    private record Expired(long number) implements LockService.Internal {}

    private record OwnerStopped(ActorRef<?> owner) implements LockService.Internal {}

    /** A request, under the number by which a host knows it. */
    private static final class Forwarded {
        private final Acquire asked;
        private final boolean atOnce;
        private Optional<ActorRef<Command>> host = Optional.empty();
        private Optional<Fence> fence = Optional.empty();
        private Optional<ActorRef<Reply>> releasing = Optional.empty();
        private Instant since = Instant.now();

        Forwarded(Acquire asked, boolean atOnce) {
            this.asked = asked;
            this.atOnce = atOnce;
        }
    }

    /** A request that a host may still hold, though its owner does not. */
    private record Abandoned(String number, ActorRef<?> owner, ActorRef<Command> host) {}

    private static final String NOT_GRANTED =
            "others hold it, or wait for it; or the node that hosts the request sees no majority";
    private static final String NO_HOST = "no node that hosts the service is reachable";

    private final TimerScheduler<Command> timers;
    private final ActorRef<Reply> self;
    private final SortedMap<Long, Forwarded> requests = new TreeMap<>();
    private final Set<Abandoned> abandoned = new HashSet<>();
    private Set<ActorRef<Command>> hosts = Set.of();
    private long numbers;

    private LockProxy(ActorContext<Command> context, TimerScheduler<Command> timers) {
        super(context);
        this.timers = timers;
        this.self = context.messageAdapter(Reply.class, Answered::new);
        context.getSystem()
                .receptionist()
                .tell(Receptionist.subscribe(
                        LockService.KEY,
                        context.messageAdapter(
                                Receptionist.Listing.class,
                                listing -> new Found(
                                        listing.getAllServiceInstances(LockService.KEY),
                                        listing.getServiceInstances(LockService.KEY)))));
    }

    /** The service of a member that hosts no process. */
    public static Behavior<Command> create() {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new LockProxy(context, timers)));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, asked -> admit(asked, false))
                .onMessage(
                        TryAcquire.class,
                        asked -> admit(
                                new Acquire(
                                        asked.id(),
                                        asked.claims(),
                                        Optional.empty(),
                                        asked.owner(),
                                        asked.replyTo(),
                                        asked.lostTo()),
                                true))
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(Found.class, this::onFound)
                .onMessage(Answered.class, answered -> onAnswered(answered.reply()))
                .onMessage(Expired.class, this::onExpired)
                .onMessage(OwnerStopped.class, this::onOwnerStopped)
                .build();
    }

    // --- what owners ask

    private Behavior<Command> admit(Acquire asked, boolean atOnce) {
        Optional<Refused> refusal = LockService.invalid(asked);
        if (refusal.isPresent()) {
            asked.replyTo().tell(refusal.get());
        } else if (numberOf(asked.owner(), asked.id()).isPresent()) {
            asked.replyTo().tell(LockService.idInUse(asked.id()));
        } else if (atOnce && hosts.isEmpty()) {
            asked.replyTo().tell(new Unavailable(asked.id(), NO_HOST));
        } else {
            long number = ++numbers;
            requests.put(number, new Forwarded(asked, atOnce));
            getContext().watchWith(asked.owner(), new OwnerStopped(asked.owner()));
            asked.limit().ifPresent(limit -> timers.startSingleTimer(number, new Expired(number), limit));
            hosts.stream().findFirst().ifPresent(host -> forward(number, host));
        }
        return this;
    }

    private void forward(long number, ActorRef<Command> host) {
        Forwarded request = requests.get(number);
        request.host = Optional.of(host);
        Acquire asked = request.asked;
        String id = Long.toString(number);
        host.tell(
                request.atOnce
                        ? new TryAcquire(id, asked.claims(), asked.owner(), self, self)
                        : new Acquire(id, asked.claims(), Optional.empty(), asked.owner(), self, self));
    }

    private Optional<Long> numberOf(ActorRef<?> owner, String id) {
        return first(request ->
                request.asked.owner().equals(owner) && request.asked.id().equals(id));
    }

    private Optional<Long> first(Predicate<Forwarded> condition) {
        return requests.entrySet().stream()
                .filter(each -> condition.test(each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        Optional<Long> number = numberOf(cancel.owner(), cancel.id());
        if (number.isEmpty()) {
            cancel.replyTo().tell(LockService.unknown(cancel.id()));
            return this;
        }
        Forwarded request = giveUp(number.get());
        Cancelled cancelled = new Cancelled(cancel.id());
        cancel.replyTo().tell(cancelled);
        if (request.fence.isEmpty() && !request.asked.replyTo().equals(cancel.replyTo())) {
            request.asked.replyTo().tell(cancelled);
        }
        return this;
    }

    private Behavior<Command> onRelease(Release release) {
        Optional<Long> number = first(request -> request.asked.id().equals(release.id())
                && request.fence.filter(release.fence()::equals).isPresent()
                && request.releasing.isEmpty());
        if (number.isEmpty()) {
            release.replyTo().tell(LockService.notHeld(release));
        } else {
            Forwarded request = requests.get(number.get());
            request.releasing = Optional.of(release.replyTo());
            request.host.orElseThrow().tell(new Release(number.get().toString(), release.fence(), self));
        }
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        List<Entry> entries = new ArrayList<>();
        requests.values()
                .forEach(request -> entries.add(LockService.entry(request.asked, request.fence, request.since)));
        status.replyTo().tell(new Status(List.copyOf(entries), Optional.empty()));
        return this;
    }

    private Behavior<Command> onExpired(Expired expired) {
        long number = expired.number();
        Forwarded request = requests.get(number);
        if (request != null && request.fence.isEmpty()) {
            giveUp(number);
            Acquire asked = request.asked;
            asked.replyTo()
                    .tell(new TimedOut(
                            asked.id(), asked.limit().orElseThrow(), request.host.isEmpty() ? NO_HOST : NOT_GRANTED));
        }
        return this;
    }

    private Behavior<Command> onOwnerStopped(OwnerStopped stopped) {
        List<Long> its = requests.entrySet().stream()
                .filter(each -> each.getValue().asked.owner().equals(stopped.owner()))
                .map(Map.Entry::getKey)
                .toList();
        its.forEach(this::giveUp);
        return this;
    }

    /** The owner wants it no more, or must not have it: the host is told, once it is reachable. */
    private Forwarded giveUp(long number) {
        Forwarded request = forget(number);
        request.host.ifPresent(host -> {
            Abandoned left = new Abandoned(Long.toString(number), request.asked.owner(), host);
            abandoned.add(left);
            tell(left);
        });
        return request;
    }

    private void tell(Abandoned left) {
        left.host().tell(new Cancel(left.number(), left.owner(), self));
    }

    private Forwarded forget(long number) {
        Forwarded forgotten = requests.remove(number);
        timers.cancel(number);
        ActorRef<?> owner = forgotten.asked.owner();
        if (first(request -> request.asked.owner().equals(owner)).isEmpty()) {
            getContext().unwatch(owner);
        }
        return forgotten;
    }

    // --- what hosts say

    private Behavior<Command> onFound(Found found) {
        Set<ActorRef<Command>> back = new HashSet<>(found.reachable());
        back.removeAll(hosts);
        hosts = found.reachable();
        abandoned.removeIf(left -> !found.all().contains(left.host()));
        abandoned.stream().filter(left -> back.contains(left.host())).forEach(this::tell);
        for (Map.Entry<Long, Forwarded> each : List.copyOf(requests.entrySet())) {
            Forwarded request = each.getValue();
            if (request.host.filter(hosts::contains).isEmpty()) {
                hostLost(each.getKey(), request);
            }
        }
        return this;
    }

    private void hostLost(long number, Forwarded request) {
        Acquire asked = request.asked;
        if (request.fence.isPresent()) {
            giveUp(number);
            request.releasing.ifPresentOrElse(
                    releaser -> releaser.tell(new Released(asked.id(), request.fence.get())), () -> asked.lostTo()
                            .tell(new Lost(
                                    asked.id(), request.fence.get(), "the node that hosts the lease is unreachable")));
        } else if (request.atOnce) {
            giveUp(number);
            asked.replyTo().tell(new Unavailable(asked.id(), NO_HOST));
        } else {
            request.host.ifPresent(host -> {
                Abandoned left = new Abandoned(Long.toString(number), asked.owner(), host);
                abandoned.add(left);
                tell(left);
            });
            request.host = Optional.empty();
            hosts.stream().findFirst().ifPresent(host -> forward(number, host));
        }
    }

    private Behavior<Command> onAnswered(Reply reply) {
        long number = Long.parseLong(reply.id());
        abandoned.removeIf(
                left -> left.number().equals(reply.id()) && (reply instanceof Cancelled || reply instanceof NotHeld));
        Forwarded request = requests.get(number);
        if (request == null) {
            return this;
        }
        Acquire asked = request.asked;
        if (reply instanceof Granted granted) {
            if (request.fence.isEmpty()) {
                request.fence = Optional.of(granted.fence());
                request.since = Instant.now();
                timers.cancel(number);
                asked.replyTo().tell(new Granted(asked.id(), asked.claims(), granted.fence()));
            }
        } else if (reply instanceof NotFree) {
            forget(number);
            asked.replyTo().tell(new NotFree(asked.id(), asked.claims()));
        } else if (reply instanceof Refused refused) {
            forget(number);
            asked.replyTo().tell(new Refused(asked.id(), refused.reason(), refused.why()));
        } else if (reply instanceof Unavailable unavailable && request.atOnce) {
            forget(number);
            asked.replyTo().tell(new Unavailable(asked.id(), unavailable.why()));
        } else if (reply instanceof Unavailable) {
            // The host is about to end; another takes the request when that has been published.
            request.host = Optional.empty();
        } else if (reply instanceof Lost lost) {
            forget(number);
            asked.lostTo().tell(new Lost(asked.id(), lost.fence(), lost.why()));
        } else if (reply instanceof Released || reply instanceof NotHeld) {
            forget(number);
            request.releasing.ifPresent(
                    releaser -> releaser.tell(new Released(asked.id(), request.fence.orElseThrow())));
        }
        return this;
    }
}
