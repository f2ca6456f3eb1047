package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.arbitration.resources.ResourceAllocation;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.wire.Wire;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.mutex.Fence;

/**
 * The service of named locks, for the actors of one node. An owner asks for {@link Claims}: names, each exclusive,
 * shared, or some of its permits. It is granted all of them at once, under a {@link Fence}.
 *
 * <p>What conflicts is granted in the order of the requests, on one node or several; the rest side by side. An owner
 * that waits holds none of what it waits for. So there is no deadlock among owners that hold nothing else while they
 * wait; one that does should wait with a limit. No later request overtakes an earlier one. See {@link
 * symposium.arbitration.resources}.
 *
 * <p>The <em>owner</em> of a lease is an actor, which is watched: what it waits for and holds is given back when it
 * stops. It is named apart from the one that is answered, which may be the temporary reference of an ask. If that stops
 * while its request waits, the request is cancelled: the ask has timed out.
 *
 * <p>A request is known by its owner and its id. Every answer carries the id.
 */
public final class LockService extends AbstractBehavior<LockService.Command> {

    /** By which members of the cluster find the service of a node. */
    public static final ServiceKey<Command> KEY = ServiceKey.create(Command.class, "symposium-locks");

    /** The greatest length of a name, in characters. */
    public static final int LONGEST_NAME = 255;

    /** What can be sent to the service. */
    public sealed interface Command extends Wire {}

    /** What the service tells itself. */
    non-sealed interface Internal extends Command {}

    /**
     * Asks for a lease. The answer is {@link Granted}, {@link TimedOut}, {@link Cancelled}, {@link Refused} or
     * {@link Unavailable}. After {@code Granted}, the owner is told {@link Lost} when it holds the lease no more,
     * unless it has released it.
     *
     * @param id by which the owner tells its requests apart; no two that wait or are held share one
     * @param claims what is asked for
     * @param limit the longest time to wait, above zero; without it the request waits until it is granted or cancelled
     * @param owner has the lease until it releases it, loses it, or stops
     * @param replyTo is told the answer
     * @param lostTo is told of the loss
     */
    public record Acquire(
            String id,
            Claims claims,
            Optional<Duration> limit,
            ActorRef<?> owner,
            ActorRef<Reply> replyTo,
            ActorRef<? super Lost> lostTo)
            implements Command {
        public Acquire {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(claims, "claims");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /** Of an owner that is told everything itself. */
        public Acquire(String id, Claims claims, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, claims, limit, owner, owner, owner);
        }
    }

    /**
     * Asks for a lease if it can be had without waiting for another to release: as {@link Acquire}, but the answer may
     * be {@link NotFree}.
     */
    public record TryAcquire(
            String id, Claims claims, ActorRef<?> owner, ActorRef<Reply> replyTo, ActorRef<? super Lost> lostTo)
            implements Command {
        public TryAcquire {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(claims, "claims");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /** Of an owner that is told everything itself. */
        public TryAcquire(String id, Claims claims, ActorRef<Reply> owner) {
            this(id, claims, owner, owner, owner);
        }
    }

    /**
     * Gives up a request: the answer is {@link Cancelled}, to {@code replyTo} and to the one that waits for the answer
     * to the request. A lease that has been granted already is released. The answer to a request that is not known is
     * {@link NotHeld}.
     */
    public record Cancel(String id, ActorRef<?> owner, ActorRef<Reply> replyTo) implements Command {
        public Cancel {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /**
     * Releases a lease. The answer is {@link Released} or {@link NotHeld}.
     *
     * @param fence that of the grant
     */
    public record Release(String id, Fence fence, ActorRef<Reply> replyTo) implements Command {
        public Release {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(fence, "fence");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Asks for the {@link Status} at this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** What the host of the process tells. */
    record FromHost(HostEvent<Grant> event) implements Internal {}

    private record Expired(long ticket) implements Internal {}

    private record Stopped(ActorRef<?> actor) implements Internal {}

    /** The answers. */
    public sealed interface Reply extends Wire {

        /** That of the request. */
        String id();
    }

    /** The owner holds all that it claims, under this fence. */
    public record Granted(String id, Claims claims, Fence fence) implements Reply {}

    /** A lease that was to be had at once is not free: another holds it, or waits for it, in part or as a whole. */
    public record NotFree(String id, Claims claims) implements Reply {}

    /** The limit has passed. The owner has nothing of what it asked for. */
    public record TimedOut(String id, Duration limit) implements Reply {}

    /** The request has been given up. The owner has nothing of what it asked for. */
    public record Cancelled(String id) implements Reply {}

    /**
     * The request is invalid.
     *
     * @param reason the kind of defect
     * @param why what is wrong, and what would be right, in one line
     */
    public record Refused(String id, Reason reason, String why) implements Reply {}

    /** Why a request is refused. */
    public enum Reason {
        /**
         * It claims no name, or one that is empty, too long or has control characters; or its limit is not positive.
         */
        INVALID,
        /** The claims of the request do not fit into one message. */
        TOO_LARGE,
        /** The owner holds or awaits what conflicts with the claims: it would wait for itself. */
        ALREADY_CLAIMED,
        /** The owner has a request of this id. */
        ID_IN_USE
    }

    /** The lease of this fence has been released. */
    public record Released(String id, Fence fence) implements Reply {}

    /**
     * There is no such lease, or no such request, at this node.
     *
     * @param why the reason, in one line
     */
    public record NotHeld(String id, String why) implements Reply {}

    /**
     * The owner holds the lease of this fence no more, and others may be granted what it claimed.
     *
     * @param why the reason, in one line
     */
    public record Lost(String id, Fence fence, String why) implements Reply {}

    /**
     * The service of this node has ended.
     *
     * @param why in one line
     */
    public record Unavailable(String id, String why) implements Reply {}

    /**
     * A request of this node.
     *
     * @param owner the path of the owner
     * @param fence that of the lease; empty while the request waits
     * @param since when it was granted, or came
     */
    public record Entry(String id, String owner, Claims claims, Optional<Fence> fence, Instant since) {}

    /**
     * The status at this node.
     *
     * @param entries what its owners hold and wait for, in the order of their requests
     * @param view the membership; while it is {@linkplain MembershipView#cutOff cut off}, nothing is granted here.
     *     Empty at a member that hosts no process
     */
    public record Status(List<Entry> entries, Optional<MembershipView> view) {

        /** The leases that are held. */
        public List<Entry> held() {
            return entries.stream().filter(each -> each.fence().isPresent()).toList();
        }

        /** The requests that wait. */
        public List<Entry> waiting() {
            return entries.stream().filter(each -> each.fence().isEmpty()).toList();
        }
    }

    /** A request that waits or is granted. */
    private static final class Pending {
        private final Acquire asked;
        private Optional<Fence> fence = Optional.empty();
        private Instant since = Instant.now();

        Pending(Acquire asked) {
            this.asked = asked;
        }
    }

    private static final int BYTES_BESIDE_NAME = 20;
    private static final int BYTES_BESIDE_SET = 64;
    private static final String CUT_OFF = "this node was cut off from a majority, or has ended";

    private final Consumer<Request> process;
    private final TimerScheduler<Command> timers;
    private final long greatestSize;
    private final SortedMap<Long, Pending> requests = new TreeMap<>();
    private final Map<ActorRef<?>, SortedMap<String, Long>> ofOwner = new HashMap<>();
    private final Map<ActorRef<?>, Integer> watched = new HashMap<>();
    private final Map<Fence, Long> held = new HashMap<>();
    private long tickets;

    private Optional<String> closed = Optional.empty();
    private MembershipView view;

    private LockService(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            MembershipView view,
            Consumer<Request> process) {
        super(context);
        this.timers = timers;
        this.view = view;
        this.process = process;
        this.greatestSize = context.getSystem().settings().config().getBytes(FrameLimit.SETTING) / 2;
    }

    /**
     * The service for the applications of one actor system, which need not be a node: there is no cluster, no message
     * between nodes, and no setting. Two such services, in this JVM or elsewhere, know nothing of each other.
     *
     * <p>It is the service of a node whose process has no neighbours. An application that later needs the locks of
     * a cluster changes only where it gets the service from. Fences begin above the seconds from 1970 to its start, so
     * they grow over restarts as far as the clock can be trusted. A grant is {@link Lost} only when the service ends.
     */
    public static Behavior<Command> alone() {
        return alone(Instant.now().getEpochSecond());
    }

    /** @param floor the generation above which its fences begin */
    static Behavior<Command> alone(long floor) {
        return Behaviors.setup(context -> {
            ProcessId self = ProcessId.of(0);
            ProcessContext<ResourceAllocation.Message, Grant> surroundings = new ProcessContext<>(
                    (to, message) -> {
                        throw new IllegalStateException("a process without neighbours sends " + message);
                    },
                    told -> context.getSelf().tell(new FromHost(new HostEvent.Told<>(told))),
                    timer -> {
                        throw new IllegalStateException("there is no timer " + timer);
                    },
                    step -> {});
            ActorRef<ProcessActor.Command<ResourceAllocation.Message, Request>> process = context.spawn(
                    ProcessActor.create(
                            self,
                            Neighbours.none(),
                            new ResourceAllocation.Entry().withDynamicMembership(Start.of(1, 0), floor),
                            surroundings),
                    "process");
            context.watchWith(
                    process,
                    new FromHost(new HostEvent.Closed<>(
                            "the process of these locks has stopped",
                            context.getSystem().ignoreRef())));
            MembershipView itself = new MembershipView(
                    self,
                    Shape.COMPLETE,
                    new TreeMap<>(Map.of(self, context.getSystem().address())),
                    new TreeSet<>(),
                    new TreeSet<>(),
                    false);
            return create(itself, request -> process.tell(new ProcessActor.Ask<>(request)));
        });
    }

    /** The service of a node, which other members find by the receptionist; {@code process} takes the requests. */
    static Behavior<Command> hosted(MembershipView view, Consumer<Request> process) {
        return Behaviors.setup(context -> {
            context.getSystem().receptionist().tell(Receptionist.register(KEY, context.getSelf()));
            return create(view, process);
        });
    }

    /** The service of a node; {@code process} takes the requests. */
    static Behavior<Command> create(MembershipView view, Consumer<Request> process) {
        return Behaviors.setup(
                context -> Behaviors.withTimers(timers -> new LockService(context, timers, view, process)));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, this::onAcquire)
                .onMessage(TryAcquire.class, this::onTryAcquire)
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(Expired.class, this::onExpired)
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(FromHost.class, this::onFromHost)
                .build();
    }

    // --- what owners ask

    private Behavior<Command> onAcquire(Acquire asked) {
        admit(asked, true);
        return this;
    }

    private Behavior<Command> onTryAcquire(TryAcquire asked) {
        Acquire request = new Acquire(
                asked.id(), asked.claims(), Optional.empty(), asked.owner(), asked.replyTo(), asked.lostTo());
        if (view.cutOff() && closed.isEmpty()) {
            asked.replyTo().tell(new Unavailable(asked.id(), "this node sees no majority now"));
        } else {
            admit(request, false);
        }
        return this;
    }

    private void admit(Acquire asked, boolean waits) {
        if (closed.isPresent()) {
            asked.replyTo().tell(new Unavailable(asked.id(), closed.get()));
            return;
        }
        Optional<Refused> refusal = refusal(asked);
        if (refusal.isPresent()) {
            asked.replyTo().tell(refusal.get());
            return;
        }
        long ticket = ++tickets;
        requests.put(ticket, new Pending(asked));
        ofOwner.computeIfAbsent(asked.owner(), any -> new TreeMap<>()).put(asked.id(), ticket);
        watch(asked.owner());
        watch(asked.replyTo());
        asked.limit().ifPresent(limit -> timers.startSingleTimer(ticket, new Expired(ticket), limit));
        process.accept(new Request.Take(ticket, asked.claims().modes(), waits));
    }

    private Optional<Refused> refusal(Acquire asked) {
        return invalid(asked)
                .or(() -> tooLarge(asked.claims()).map(why -> new Refused(asked.id(), Reason.TOO_LARGE, why)))
                .or(() -> ownConflict(asked));
    }

    /** The refusal of a request that no service takes. */
    static Optional<Refused> invalid(Acquire asked) {
        return asked.limit()
                .filter(limit -> limit.isNegative() || limit.isZero())
                .map(limit -> "the limit is " + limit.toMillis() + " ms; a positive one, or none, is wanted")
                .or(() -> invalid(asked.claims()))
                .map(why -> new Refused(asked.id(), Reason.INVALID, why));
    }

    /** Why no service takes these claims, in one line; empty for valid ones. */
    public static Optional<String> invalid(Claims claims) {
        if (claims.modes().isEmpty()) {
            return Optional.of("no name is claimed; name at least one");
        }
        return claims.modes().keySet().stream()
                .filter(name -> name.isBlank()
                        || name.length() > LONGEST_NAME
                        || name.chars().anyMatch(Character::isISOControl))
                .findFirst()
                .map(name -> {
                    String shown = name.replaceAll("\\p{Cntrl}", "?");
                    return "'" + (shown.length() > 60 ? shown.substring(0, 60) + "..." : shown)
                            + "' cannot be a name; one of 1 to " + LONGEST_NAME
                            + " characters, not all blank, none a control character, is wanted";
                });
    }

    private Optional<String> tooLarge(Claims claims) {
        long size = size(claims);
        return size <= greatestSize
                ? Optional.empty()
                : Optional.of(claims.modes().size() + " names would take " + size + " bytes of a message, and at most "
                        + greatestSize + " are for one request: claim fewer, or raise " + FrameLimit.SETTING);
    }

    private Optional<Refused> ownConflict(Acquire asked) {
        SortedMap<String, Long> own = ofOwner.getOrDefault(asked.owner(), new TreeMap<>());
        if (own.containsKey(asked.id())) {
            return Optional.of(idInUse(asked.id()));
        }
        return own.values().stream()
                .map(requests::get)
                .filter(pending -> pending.asked.claims().conflict(asked.claims()))
                .findFirst()
                .map(pending -> new Refused(
                        asked.id(),
                        Reason.ALREADY_CLAIMED,
                        "this owner " + (pending.fence.isPresent() ? "holds " : "waits for ") + pending.asked.claims()
                                + " (" + pending.asked.id() + "), and would wait for itself"));
    }

    static Refused idInUse(String id) {
        return new Refused(
                id,
                Reason.ID_IN_USE,
                "this owner has a request with the id '" + id + "'; each that waits or is held has its own");
    }

    static NotHeld unknown(String id) {
        return new NotHeld(
                id,
                "this owner neither waits nor holds anything under that id; it has been answered, released or lost");
    }

    static NotHeld notHeld(Release release) {
        return new NotHeld(
                release.id(),
                "no lease of this id is held at this node under fence " + release.fence()
                        + "; it has been released, or lost when the node was cut off");
    }

    /** At most what claims take in a message between nodes, in bytes: those of one request go in one message. */
    private static long size(Claims claims) {
        return claims.modes().keySet().stream()
                        .mapToLong(name -> name.getBytes(StandardCharsets.UTF_8).length + BYTES_BESIDE_NAME)
                        .sum()
                + BYTES_BESIDE_SET;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        Optional.ofNullable(
                        ofOwner.getOrDefault(cancel.owner(), new TreeMap<>()).get(cancel.id()))
                .ifPresentOrElse(
                        ticket -> {
                            Pending pending = giveBack(ticket);
                            Cancelled cancelled = new Cancelled(cancel.id());
                            cancel.replyTo().tell(cancelled);
                            if (pending.fence.isEmpty()
                                    && !pending.asked.replyTo().equals(cancel.replyTo())) {
                                pending.asked.replyTo().tell(cancelled);
                            }
                        },
                        () -> cancel.replyTo().tell(unknown(cancel.id())));
        return this;
    }

    private Behavior<Command> onRelease(Release release) {
        Optional<Long> ticket = Optional.ofNullable(held.get(release.fence()))
                .filter(each -> requests.get(each).asked.id().equals(release.id()));
        if (ticket.isPresent()) {
            giveBack(ticket.get());
            release.replyTo().tell(new Released(release.id(), release.fence()));
        } else {
            release.replyTo()
                    .tell(new NotHeld(
                            release.id(),
                            "no lease of this id is held at this node under fence " + release.fence()
                                    + "; it has been released, or lost when the node was cut off"));
        }
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        List<Entry> entries = new ArrayList<>();
        requests.values().forEach(pending -> entries.add(entry(pending.asked, pending.fence, pending.since)));
        status.replyTo().tell(new Status(List.copyOf(entries), Optional.of(view)));
        return this;
    }

    static Entry entry(Acquire asked, Optional<Fence> fence, Instant since) {
        return new Entry(asked.id(), asked.owner().path().toString(), asked.claims(), fence, since);
    }

    // --- what happens to requests

    private Behavior<Command> onExpired(Expired expired) {
        if (waits(expired.ticket())) {
            Acquire asked = giveBack(expired.ticket()).asked;
            asked.replyTo().tell(new TimedOut(asked.id(), asked.limit().orElseThrow()));
        }
        return this;
    }

    private boolean waits(long ticket) {
        return requests.containsKey(ticket) && requests.get(ticket).fence.isEmpty();
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        watched.remove(stopped.actor());
        all(pending -> pending.asked.owner().equals(stopped.actor())
                        || pending.fence.isEmpty() && pending.asked.replyTo().equals(stopped.actor()))
                .forEach(this::giveBack);
        return this;
    }

    private List<Long> all(Predicate<Pending> condition) {
        return requests.entrySet().stream()
                .filter(each -> condition.test(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Behavior<Command> onFromHost(FromHost from) {
        if (from.event() instanceof HostEvent.Told<Grant> told) {
            onTold(told.output());
        } else if (from.event() instanceof HostEvent.Seen<Grant> seen) {
            view = seen.view();
        } else if (from.event() instanceof HostEvent.Closed<Grant> closing) {
            onClosed(closing);
        }
        return this;
    }

    private void onTold(Grant told) {
        long ticket = told.ticket();
        Pending pending = requests.get(ticket);
        if (pending == null) {
            // The request has been given up, and the process is about to hear of that.
            return;
        }
        Acquire asked = pending.asked;
        if (told instanceof Grant.Taken taken) {
            pending.fence = Optional.of(taken.fence());
            pending.since = Instant.now();
            held.put(taken.fence(), ticket);
            timers.cancel(ticket);
            unwatch(asked.replyTo());
            asked.replyTo().tell(new Granted(asked.id(), asked.claims(), taken.fence()));
        } else if (told instanceof Grant.NotFree) {
            forget(ticket);
            asked.replyTo().tell(new NotFree(asked.id(), asked.claims()));
        } else if (told instanceof Grant.Lost && pending.fence.isPresent()) {
            forget(ticket);
            asked.lostTo().tell(new Lost(asked.id(), pending.fence.get(), CUT_OFF));
        }
    }

    private Pending giveBack(long ticket) {
        process.accept(waits(ticket) ? new Request.Withdraw(ticket) : new Request.Release(ticket));
        return forget(ticket);
    }

    private Pending forget(long ticket) {
        Pending forgotten = requests.remove(ticket);
        Acquire asked = forgotten.asked;
        timers.cancel(ticket);
        forgotten.fence.ifPresentOrElse(held::remove, () -> unwatch(asked.replyTo()));
        SortedMap<String, Long> own = ofOwner.get(asked.owner());
        own.remove(asked.id());
        if (own.isEmpty()) {
            ofOwner.remove(asked.owner());
        }
        unwatch(asked.owner());
        return forgotten;
    }

    private void watch(ActorRef<?> actor) {
        if (watched.merge(actor, 1, Integer::sum) == 1) {
            getContext().watchWith(actor, new Stopped(actor));
        }
    }

    private void unwatch(ActorRef<?> actor) {
        if (watched.computeIfPresent(actor, (any, count) -> count == 1 ? null : count - 1) == null) {
            getContext().unwatch(actor);
        }
    }

    private void onClosed(HostEvent.Closed<Grant> closing) {
        closed = Optional.of(closing.why());
        for (long ticket : List.copyOf(requests.keySet())) {
            Pending pending = giveBack(ticket);
            Acquire asked = pending.asked;
            pending.fence.ifPresentOrElse(
                    fence -> asked.lostTo().tell(new Lost(asked.id(), fence, closing.why())),
                    () -> asked.replyTo().tell(new Unavailable(asked.id(), closing.why())));
        }
        closing.replyTo().tell(Done.getInstance());
    }
}
