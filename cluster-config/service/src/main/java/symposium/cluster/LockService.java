package symposium.cluster;

import akka.Done;
import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import com.typesafe.config.Config;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.Outcome;
import symposium.telemetry.RequestTelemetry;

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
 *
 * <p>An election by name is such a lock, under a name that no lock has: see {@link Campaign}, and {@link LeaderWatch}
 * for those that follow the leader.
 *
 * <p>When the node leaves the cluster in good order, nothing more is granted here. Holders are told {@link Leaving},
 * and have {@code symposium.leave-timeout} to release what they hold.
 */
public final class LockService extends AbstractBehavior<LockService.Command> {

    /** By which members of the cluster find the service of a node. */
    public static final ServiceKey<Command> KEY = ServiceKey.create(Command.class, "symposium-locks");

    /** The greatest length of a name, in characters. */
    public static final int LONGEST_NAME = 255;

    /** The greatest length of what a candidate tells of itself, in characters. */
    public static final int LONGEST_VALUE = 1024;

    /** The greatest limit of a request. Akka's scheduler measures no longer time at its finest resolution. */
    public static final Duration LONGEST_LIMIT = Settings.LONGEST_DURATION;

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
     * @param limit the longest time to wait, above zero, at most {@link #LONGEST_LIMIT}; without it the request
     *     waits until it is granted or cancelled
     * @param owner has the lease until it releases it, loses it, or stops
     * @param replyTo is told the answer
     * @param lostTo is told of the loss, and before that when the node is {@link Leaving}
     */
    public record Acquire(
            String id,
            Claims claims,
            Optional<Duration> limit,
            ActorRef<?> owner,
            ActorRef<Reply> replyTo,
            ActorRef<? super LeaseNotice> lostTo)
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
     * Asks for a lease if it can be had without waiting for another to release: as {@link Acquire}, but the answer is
     * {@link NotFree} when another holds a part of it, or waits for it. That comes at once when an owner of this node
     * does, and after a message to another node and back when an owner there may. While a node is unreachable, and not
     * yet removed, that is not known; the answer is {@link TimedOut} when it is not known within the limit.
     *
     * @param limit as that of {@link Acquire}; without it {@code symposium.try-timeout}
     */
    public record TryAcquire(
            String id,
            Claims claims,
            Optional<Duration> limit,
            ActorRef<?> owner,
            ActorRef<Reply> replyTo,
            ActorRef<? super LeaseNotice> lostTo)
            implements Command {
        public TryAcquire {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(claims, "claims");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /** Of an owner that is told everything itself. */
        public TryAcquire(String id, Claims claims, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, claims, limit, owner, owner, owner);
        }

        /**
         * What it claims.
         *
         * @param usual the limit where it states none
         */
        Acquire claimed(Duration usual) {
            return new Acquire(id, claims, Optional.of(limit.orElse(usual)), owner, replyTo, lostTo);
        }
    }

    /**
     * Asks to lead an election. It is answered as {@link Acquire}; {@link Granted} says that the owner leads, and the
     * {@linkplain Fence#number() number} of the fence is the term. {@link Release} resigns. The owner leads until then,
     * whoever joins or leaves.
     *
     * @param election its name, as that of a lock; a lock of this name is something else
     * @param value what those that {@linkplain LeaderWatch watch} are told when the owner leads, such as an address: at
     *     most {@link #LONGEST_VALUE} characters, of those that a name may have
     */
    public record Campaign(
            String id,
            String election,
            String value,
            Optional<Duration> limit,
            ActorRef<?> owner,
            ActorRef<Reply> replyTo,
            ActorRef<? super LeaseNotice> lostTo)
            implements Command {
        public Campaign {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /** Of an owner that is told everything itself. */
        public Campaign(String id, String election, String value, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, election, value, limit, owner, owner, owner);
        }

        Acquire claimed() {
            return new Acquire(id, Claims.leadership(election), limit, owner, replyTo, lostTo);
        }
    }

    /**
     * A member watches an election: it is told who has been granted it at this node, now and on each change.
     *
     * @param watcher is watched
     */
    record WatchLeader(String election, ActorRef<LeaderReport> watcher) implements Command {
        WatchLeader {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(watcher, "watcher");
        }
    }

    /** A member watches an election no more. */
    record UnwatchLeader(String election, ActorRef<LeaderReport> watcher) implements Command {
        UnwatchLeader {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(watcher, "watcher");
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

    private record HeldLong(long ticket) implements Internal {}

    /** An actor that is watched has stopped, or its node is gone. */
    record Stopped(ActorRef<?> actor) implements Internal {}

    /** The answers. */
    public sealed interface Reply extends Wire {

        /** That of the request. */
        String id();
    }

    /** The owner holds all that it claims, under this fence. */
    public record Granted(String id, Claims claims, Fence fence) implements Reply {}

    /** A lease that was to be had at once is not free: another holds it, or waits for it, in part or as a whole. */
    public record NotFree(String id, Claims claims) implements Reply {}

    /**
     * The limit has passed. The owner has nothing of what it asked for.
     *
     * @param why the reason, in one line: others hold it or wait for it, or the node sees no majority
     */
    public record TimedOut(String id, Duration limit, String why) implements Reply {

        private static final String CONFLICT = "others hold it, or wait for it, in part or as a whole";

        /** Of what was to be had at once. */
        static final String UNKNOWN =
                "whether others hold it is not known: a node is slow, or unreachable and not removed yet";

        /** While others hold it or wait for it. */
        public TimedOut(String id, Duration limit) {
            this(id, limit, CONFLICT);
        }
    }

    /** The request has been given up, or its owner has stopped. The owner has nothing of what it asked for. */
    public record Cancelled(String id) implements Reply {}

    /**
     * The request is invalid, or one too many.
     *
     * @param reason the kind of defect
     * @param why what is wrong, and what would be right, in one line
     */
    public record Refused(String id, Reason reason, String why) implements Reply {}

    /** Why a request is refused. */
    public enum Reason {
        /**
         * It claims no name, or one that is blank, too long or has characters that are not seen, as control characters
         * are; or so does its value or id; or its limit is not positive, or greater than {@link #LONGEST_LIMIT}.
         */
        INVALID,
        /** The claims of the request do not fit into one message. */
        TOO_LARGE,
        /** The owner holds or awaits what conflicts with the claims: it would wait for itself. */
        ALREADY_CLAIMED,
        /** The owner has a request of this id. */
        ID_IN_USE,
        /** As many requests wait for one of its names at this node as {@code symposium.waiters-limit} admits. */
        TOO_MANY_WAITERS
    }

    /** The lease of this fence has been released. */
    public record Released(String id, Fence fence) implements Reply {}

    /**
     * There is no such lease, or no such request, at this node.
     *
     * @param why the reason, in one line
     */
    public record NotHeld(String id, String why) implements Reply {}

    /** What the owner is told of a lease that it holds. */
    public sealed interface LeaseNotice extends Reply {}

    /**
     * The owner holds the lease of this fence no more, and others may be granted what it claimed.
     *
     * @param why the reason, in one line
     */
    public record Lost(String id, Fence fence, String why) implements LeaseNotice {}

    /**
     * The node is about to leave the cluster in good order: the owner should finish and release the lease, which it
     * loses otherwise.
     *
     * @param within the time that is left
     */
    public record Leaving(String id, Fence fence, Duration within) implements LeaseNotice {}

    /**
     * The service of this node has ended, or ends; or no node is reachable that hosts one.
     *
     * @param cause the kind of reason
     * @param why in one line
     */
    public record Unavailable(String id, UnavailableCause cause, String why) implements Reply {}

    /** Why a request is not served. */
    public enum UnavailableCause {
        /** The node sees no majority now, so what was to be had at once is not; it may be later. */
        NO_MAJORITY,
        /** The node waits for a majority for longer than {@code symposium.formation-timeout}, and goes on trying. */
        NOT_FORMED,
        /** The node is leaving in good order, and takes no requests any more. */
        LEAVING,
        /** The service has ended. */
        ENDED,
        /** No node that hosts the service is reachable, from a member that hosts none. */
        NO_HOST
    }

    /**
     * A request of this node.
     *
     * @param owner the path of the owner, whose last part has the label of an owner that is no actor of the application
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
    static class Pending extends OwnerRequests.Pending {

        private final Acquire asked;
        private final Optional<String> value;

        /** @param value that of the candidate, if this is a campaign */
        Pending(Acquire asked, Optional<String> value) {
            this.asked = asked;
            this.value = value;
        }

        final Acquire asked() {
            return asked;
        }

        final Optional<String> value() {
            return value;
        }

        @Override
        final String id() {
            return asked.id();
        }

        @Override
        final Claims claims() {
            return asked.claims();
        }

        @Override
        final ActorRef<?> owner() {
            return asked.owner();
        }

        @Override
        final ActorRef<Reply> replyTo() {
            return asked.replyTo();
        }

        final Entry entry() {
            return new Entry(id(), owner().path().toString(), claims(), fence(), since());
        }

        /**
         * The leader, if this is a campaign that is won.
         *
         * @param here the address of this node
         */
        final Optional<LeaderState.Leader> leader(Address here) {
            Address node = owner().path().address();
            return value.map(told -> new LeaderState.Leader(
                    claims().election().orElseThrow(),
                    fence().orElseThrow(),
                    told,
                    node.hasGlobalScope() ? node : here));
        }
    }

    /** A request that does not wait for other owners. */
    private static final class Attempt extends Pending {
        Attempt(Acquire asked) {
            super(asked, Optional.empty());
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(LockService.class);
    private static final int BYTES_BESIDE_NAME = 20;
    private static final int BYTES_BESIDE_SET = 64;
    private static final String TRY_TIMEOUT = "symposium.try-timeout";
    private static final String CUT_OFF = "this node was cut off from a majority, or has ended";

    private static final String NO_MAJORITY = "this node sees no majority now";

    /**
     * Why a service takes no requests.
     *
     * @param why in one line
     */
    record Closed(UnavailableCause cause, String why) {

        /** That of a node that leaves in good order. */
        static final Closed LEAVING = new Closed(UnavailableCause.LEAVING, "this node is leaving");

        Unavailable answer(String id) {
            return new Unavailable(id, cause, why);
        }
    }

    private final Consumer<Request> process;
    private final RequestTelemetry.Tracker telemetry;
    private final Runnable ended;
    private final TimerScheduler<Command> timers;
    private final long greatestSize;
    private final int mostWaiters;
    private final LongestHolding longestHolding;
    private final Duration tryTimeout;
    private final DeathWatch<Command> actors;
    private final OwnerRequests<Pending> requests;
    private final LeaderRegistry leaders;

    /** Why requests are answered that the service is not available. */
    private Optional<Closed> closed = Optional.empty();

    /** Is told once nothing is held or waited for, when the node leaves. */
    private Optional<ActorRef<Done>> vacated = Optional.empty();

    private MembershipView view;

    private LockService(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            MembershipView view,
            Consumer<Request> process,
            RequestTelemetry.Tracker telemetry,
            Runnable ended) {
        super(context);
        this.timers = timers;
        this.view = view;
        this.process = process;
        this.telemetry = telemetry;
        this.ended = ended;
        this.actors = new DeathWatch<>(context, Stopped::new);
        this.requests = new OwnerRequests<>(actors);
        this.leaders = new LeaderRegistry(context.getSelf(), actors, view.cutOff());
        Config config = context.getSystem().settings().config();
        this.greatestSize = greatestSize(config);
        this.mostWaiters = Settings.waitersLimit(config);
        this.longestHolding = LongestHolding.of(config);
        this.tryTimeout = tryTimeout(config);
    }

    /**
     * The service for the applications of one actor system, which need not be a node: there is no cluster, no message
     * between nodes, and no setting but {@code symposium.waiters-limit}. Two such services, in this JVM or elsewhere,
     * know nothing of each other.
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
            return create(
                    itself, request -> process.tell(new ProcessActor.Ask<>(request)), telemetry(context), () -> {});
        });
    }

    /** The service of a node, which other members find by the receptionist; {@code process} takes the requests. */
    static Behavior<Command> hosted(MembershipView view, Consumer<Request> process) {
        return Behaviors.setup(context -> {
            ActorRef<Receptionist.Command> receptionist = context.getSystem().receptionist();
            receptionist.tell(Receptionist.register(KEY, context.getSelf()));
            return create(
                    view,
                    process,
                    telemetry(context),
                    () -> receptionist.tell(Receptionist.deregister(KEY, context.getSelf())));
        });
    }

    /** The service of a node without telemetry; {@code process} takes the requests. */
    static Behavior<Command> create(MembershipView view, Consumer<Request> process) {
        return create(view, process, RequestTelemetry.untold(), () -> {});
    }

    private static Behavior<Command> create(
            MembershipView view, Consumer<Request> process, RequestTelemetry.Tracker telemetry, Runnable ended) {
        return Behaviors.setup(context ->
                Behaviors.withTimers(timers -> new LockService(context, timers, view, process, telemetry, ended)));
    }

    private static RequestTelemetry.Tracker telemetry(ActorContext<Command> context) {
        NodeTelemetry telemetry = NodeTelemetry.get(context.getSystem());
        return telemetry.requests().tracker(telemetry.service(Settings.Service.RESOURCES.spelled()));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, this::onAcquire)
                .onMessage(TryAcquire.class, this::onTryAcquire)
                .onMessage(Campaign.class, this::onCampaign)
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(Expired.class, this::onExpired)
                .onMessage(HeldLong.class, this::onHeldLong)
                .onMessage(WatchLeader.class, this::onWatchLeader)
                .onMessage(UnwatchLeader.class, this::onUnwatchLeader)
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(FromHost.class, this::onFromHost)
                .onSignal(PostStop.class, stopped -> onPostStop())
                .build();
    }

    // --- what owners ask

    private Behavior<Command> onAcquire(Acquire asked) {
        return admit(invalid(asked), new Pending(asked, Optional.empty()), true);
    }

    private Behavior<Command> onTryAcquire(TryAcquire asked) {
        if (view.cutOff() && closed.isEmpty() && unformed().isEmpty()) {
            telemetry.rejected(asked.claims().shownNames(), Outcome.UNAVAILABLE);
            asked.replyTo().tell(new Unavailable(asked.id(), UnavailableCause.NO_MAJORITY, NO_MAJORITY));
            return this;
        }
        Acquire request = asked.claimed(tryTimeout);
        return admit(invalid(request), new Attempt(request), false);
    }

    private Behavior<Command> onCampaign(Campaign asked) {
        return admit(invalid(asked), new Pending(asked.claimed(), Optional.of(asked.value())), true);
    }

    private Behavior<Command> admit(Optional<Refused> invalid, Pending request, boolean waits) {
        Acquire asked = request.asked();
        Optional<Closed> unavailable = closed.or(this::unformed);
        if (unavailable.isPresent()) {
            telemetry.rejected(asked.claims().shownNames(), Outcome.UNAVAILABLE);
            asked.replyTo().tell(unavailable.get().answer(asked.id()));
            return this;
        }
        Optional<Refused> refusal = invalid.or(() -> tooLarge(asked, greatestSize))
                .or(() -> conflict(asked, requests))
                .or(() -> tooManyWaiters(asked));
        if (refusal.isPresent()) {
            telemetry.rejected(asked.claims().shownNames(), Outcome.REFUSED);
            asked.replyTo().tell(refusal.get());
            return this;
        }
        long ticket = requests.add(request);
        telemetry.waits(ticket, asked.claims().shownNames());
        asked.limit().ifPresent(limit -> timers.startSingleTimer(ticket, new Expired(ticket), limit));
        process.accept(new Request.Take(ticket, asked.claims().modes(), waits));
        return this;
    }

    /** The refusal of a request that no service takes. */
    static Optional<Refused> invalid(Acquire asked) {
        return invalidId(asked.id())
                .or(() -> invalidLimit(asked.limit()))
                .or(() -> invalid(asked.claims()))
                .map(why -> new Refused(asked.id(), Reason.INVALID, why));
    }

    /** The refusal of a campaign that no service takes. */
    static Optional<Refused> invalid(Campaign asked) {
        return invalidId(asked.id())
                .or(() -> invalidLimit(asked.limit()))
                .or(() -> invalidName(asked.election()))
                .or(() -> invalidValue(asked.value()))
                .map(why -> new Refused(asked.id(), Reason.INVALID, why));
    }

    private static Optional<String> invalidLimit(Optional<Duration> asked) {
        return asked.filter(limit -> limit.isNegative() || limit.isZero() || limit.compareTo(LONGEST_LIMIT) > 0)
                .map(limit -> "the limit is "
                        + (limit.abs().compareTo(LONGEST_LIMIT) > 0 ? limit : limit.toMillis() + " ms")
                        + "; a positive one of at most " + LONGEST_LIMIT.toDays() + " days, or none, is wanted");
    }

    /** Why no service takes these claims, in one line; empty for valid ones. */
    public static Optional<String> invalid(Claims claims) {
        return claims.modes().isEmpty()
                ? Optional.of("no name is claimed; name at least one")
                : claims.modes().keySet().stream()
                        .flatMap(name -> invalidName(name).stream())
                        .findFirst();
    }

    /** Why this cannot be the name of a lock or an election, in one line; empty for a valid one. */
    static Optional<String> invalidName(String name) {
        if (!name.isBlank() && name.length() <= LONGEST_NAME && !PlainText.hasControl(name)) {
            return malformed(name).map(why -> PlainText.quoted(name) + " cannot be a name; " + why);
        }
        return Optional.of(PlainText.quoted(name) + " cannot be a name; one of 1 to " + LONGEST_NAME
                + " characters, not all blank, " + PlainText.NO_CONTROL + ", is wanted");
    }

    private static Optional<String> invalidId(String id) {
        return PlainText.hasControl(id)
                ? Optional.of(PlainText.quoted(id) + " cannot be the id of a request; one of characters, "
                        + PlainText.NO_CONTROL + ", is wanted")
                : malformed(id).map(why -> PlainText.quoted(id) + " cannot be the id of a request; " + why);
    }

    private static Optional<String> malformed(String text) {
        return PlainText.isMalformed(text)
                ? Optional.of("a surrogate character without the other of its pair is not Unicode text")
                : Optional.empty();
    }

    private static Optional<String> invalidValue(String value) {
        if (value.length() <= LONGEST_VALUE && !PlainText.hasControl(value)) {
            return malformed(value).map(why -> PlainText.quoted(value) + " cannot be the value of a candidate; " + why);
        }
        return Optional.of(PlainText.quoted(value) + " cannot be the value of a candidate; one of at most "
                + LONGEST_VALUE + " characters, " + PlainText.NO_CONTROL + ", is wanted");
    }

    /**
     * The refusal of a request whose claims do not fit into a message between nodes.
     *
     * @param greatestSize in bytes, from {@link #greatestSize(Config)}
     */
    static Optional<Refused> tooLarge(Acquire asked, long greatestSize) {
        Claims claims = asked.claims();
        long size = size(claims);
        return size <= greatestSize
                ? Optional.empty()
                : Optional.of(new Refused(
                        asked.id(),
                        Reason.TOO_LARGE,
                        claims.modes().size() + " names would take " + size + " bytes of a message, and at most "
                                + greatestSize + " are for one request: claim fewer, or raise " + FrameLimit.SETTING));
    }

    /** The refusal of a request beyond those that may wait for one of its names. */
    private Optional<Refused> tooManyWaiters(Acquire asked) {
        return asked.claims().modes().keySet().stream()
                .filter(name -> requests.waiters(name) >= mostWaiters)
                .findFirst()
                .map(name -> new Refused(
                        asked.id(),
                        Reason.TOO_MANY_WAITERS,
                        mostWaiters + " requests wait for "
                                + asked.claims()
                                        .election()
                                        .map(election -> "election " + election)
                                        .orElse(name)
                                + " at this node, as many as " + Settings.WAITERS_LIMIT
                                + " admits: ask again later, or raise it"));
    }

    /** How long a request waits at most that is for what can be had at once, where it states no limit. */
    static Duration tryTimeout(Config config) {
        return config.getDuration(TRY_TIMEOUT);
    }

    /** How much of a message between nodes the claims of one request may take, in bytes. */
    static long greatestSize(Config config) {
        return config.getBytes(FrameLimit.SETTING) / 2;
    }

    /** The refusal of a request whose id is in use, or whose owner would wait for itself. */
    static Optional<Refused> conflict(Acquire asked, OwnerRequests<? extends Pending> requests) {
        if (requests.number(asked.owner(), asked.id()).isPresent()) {
            return Optional.of(new Refused(
                    asked.id(),
                    Reason.ID_IN_USE,
                    "this owner has a request with the id '" + asked.id()
                            + "'; each that waits or is held has its own"));
        }
        return requests.conflict(asked.owner(), asked.claims())
                .map(own -> new Refused(
                        asked.id(),
                        Reason.ALREADY_CLAIMED,
                        "this owner " + (own.waits() ? "waits for " : "holds ") + own.claims() + " (" + own.id()
                                + "), and would wait for itself"));
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
        Optional<Pending> pending =
                requests.number(cancel.owner(), cancel.id()).map(ticket -> giveBack(ticket, Outcome.CANCELLED));
        cancel.replyTo().tell(cancelled(cancel, pending));
        return this;
    }

    /** The answer to a cancellation; the one that waits for the answer to the request is told, too. */
    static Reply cancelled(Cancel cancel, Optional<? extends Pending> pending) {
        if (pending.isEmpty()) {
            return unknown(cancel.id());
        }
        Cancelled cancelled = new Cancelled(cancel.id());
        ActorRef<Reply> asking = pending.get().asked().replyTo();
        if (pending.get().waits() && !asking.equals(cancel.replyTo())) {
            asking.tell(cancelled);
        }
        return cancelled;
    }

    private Behavior<Command> onRelease(Release release) {
        Optional<Long> ticket = requests.held(release.id(), release.fence());
        ticket.ifPresent(held -> giveBack(held, Outcome.RELEASED));
        release.replyTo().tell(ticket.isPresent() ? new Released(release.id(), release.fence()) : notHeld(release));
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        status.replyTo().tell(new Status(entries(requests), Optional.of(view)));
        return this;
    }

    /** What is shown of the requests. */
    static List<Entry> entries(OwnerRequests<? extends Pending> requests) {
        return requests.all().stream().map(Pending::entry).toList();
    }

    // --- what members ask that watch elections

    private Behavior<Command> onWatchLeader(WatchLeader watch) {
        if (invalidName(watch.election()).isEmpty()) {
            leaders.watch(watch.election(), watch.watcher());
        }
        return this;
    }

    private Behavior<Command> onUnwatchLeader(UnwatchLeader watch) {
        leaders.unwatch(watch.election(), watch.watcher());
        return this;
    }

    // --- what happens to requests

    private Behavior<Command> onExpired(Expired expired) {
        if (requests.get(expired.ticket()).filter(Pending::waits).isPresent()) {
            Pending late = giveBack(expired.ticket(), Outcome.TIMED_OUT);
            Acquire asked = late.asked();
            asked.replyTo().tell(new TimedOut(asked.id(), asked.limit().orElseThrow(), why(late)));
        }
        return this;
    }

    private String why(Pending late) {
        if (view.cutOff()) {
            return NO_MAJORITY;
        }
        return late instanceof Attempt ? TimedOut.UNKNOWN : TimedOut.CONFLICT;
    }

    /** Perhaps nobody is left that would release it. */
    private Behavior<Command> onHeldLong(HeldLong held) {
        requests.get(held.ticket()).filter(holder -> !holder.waits()).ifPresent(holder -> {
            boolean taken = longestHolding.release();
            String time = longestHolding.time().orElseThrow().toMillis() + " ms";
            LOG.warn(
                    "{} holds {} under fence {} for {} or longer: {} (symposium.longest-holding)",
                    OwnerLabel.of(holder.owner()),
                    holder.claims(),
                    holder.fence().orElseThrow(),
                    time,
                    taken ? "it is taken back" : "it may have forgotten to release it");
            if (taken) {
                takeBack(held.ticket(), "it was held for " + time + ", the longest time (symposium.longest-holding)");
            } else {
                watchHolding(held.ticket(), holder.claims());
            }
        });
        return this;
    }

    private void watchHolding(long ticket, Claims claims) {
        longestHolding.of(claims).ifPresent(time -> timers.startSingleTimer(ticket, new HeldLong(ticket), time));
    }

    private void takeBack(long ticket, String why) {
        Pending holder = giveBack(ticket, Outcome.LOST);
        Acquire asked = holder.asked();
        asked.lostTo().tell(new Lost(asked.id(), holder.fence().orElseThrow(), why));
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        actors.stopped(stopped.actor());
        requests.overWith(stopped.actor())
                .forEach(ticket -> withoutOwner(giveBack(ticket, Outcome.OWNER_STOPPED), stopped.actor()));
        leaders.stopped(stopped.actor());
        return this;
    }

    /** The one that waits for the answer to a request of an owner that has stopped is told so. */
    static void withoutOwner(Pending over, ActorRef<?> stopped) {
        if (over.waits() && !over.replyTo().equals(stopped)) {
            over.replyTo().tell(new Cancelled(over.id()));
        }
    }

    private Behavior<Command> onFromHost(FromHost from) {
        if (from.event() instanceof HostEvent.Told<Grant> told) {
            requests.get(told.output().ticket()).ifPresent(pending -> onTold(told.output(), pending));
            // Otherwise the request has been given up, and the process is about to hear of that.
        } else if (from.event() instanceof HostEvent.Seen<Grant> seen) {
            view = seen.view();
            leaders.cutOff(view.cutOff());
            unformed().ifPresent(this::endThoseThatWait);
        } else if (from.event() instanceof HostEvent.Leaving<Grant> leaving) {
            onLeaving(leaving);
        } else if (from.event() instanceof HostEvent.Closed<Grant> closing) {
            onClosed(closing);
        }
        return this;
    }

    private void onTold(Grant told, Pending pending) {
        long ticket = told.ticket();
        Acquire asked = pending.asked();
        if (told instanceof Grant.Taken taken) {
            requests.granted(ticket, taken.fence());
            telemetry.granted(ticket, taken.fence());
            Optional<LeaderState.Leader> leader =
                    pending.leader(getContext().getSystem().address());
            leader.ifPresent(its -> telemetry.leads(its.election(), view.self(), its.fence()));
            timers.cancel(ticket);
            watchHolding(ticket, asked.claims());
            asked.replyTo().tell(new Granted(asked.id(), asked.claims(), taken.fence()));
            leader.ifPresent(leaders::leads);
        } else if (told instanceof Grant.NotFree) {
            forget(ticket, Outcome.NOT_FREE);
            asked.replyTo().tell(new NotFree(asked.id(), asked.claims()));
        } else if (told instanceof Grant.Lost && !pending.waits()) {
            forget(ticket, Outcome.LOST);
            asked.lostTo().tell(new Lost(asked.id(), pending.fence().orElseThrow(), CUT_OFF));
        }
    }

    private Pending giveBack(long ticket, Outcome outcome) {
        boolean waits = requests.get(ticket).filter(Pending::waits).isPresent();
        process.accept(waits ? new Request.Withdraw(ticket) : new Request.Release(ticket));
        return forget(ticket, outcome);
    }

    private Pending forget(long ticket, Outcome outcome) {
        telemetry.ended(ticket, outcome);
        Pending forgotten = requests.remove(ticket);
        Claims claims = forgotten.asked().claims();
        timers.cancel(ticket);
        if (!forgotten.waits()) {
            claims.election().ifPresent(leaders::leadsNoMore);
        }
        if (requests.isEmpty()) {
            vacated.ifPresent(replyTo -> replyTo.tell(Done.getInstance()));
        }
        return forgotten;
    }

    /** Nothing more is granted at this node, and what is held may be released. */
    private void onLeaving(HostEvent.Leaving<Grant> leaving) {
        closed = closed.or(() -> Optional.of(Closed.LEAVING));
        endThoseThatWait(closed.get());
        for (long ticket : requests.numbers(any -> true)) {
            Pending holder = requests.get(ticket).orElseThrow();
            Acquire asked = holder.asked();
            asked.lostTo().tell(new Leaving(asked.id(), holder.fence().orElseThrow(), leaving.within()));
        }
        if (requests.isEmpty()) {
            leaving.replyTo().tell(Done.getInstance());
        } else {
            vacated = Optional.of(leaving.replyTo());
        }
    }

    /** Answers all requests, whatever has stopped the service. */
    private Behavior<Command> onPostStop() {
        if (closed.isEmpty()) {
            endAll(new Closed(UnavailableCause.ENDED, "the service of this node has been stopped"));
        }
        return this;
    }

    private void onClosed(HostEvent.Closed<Grant> closing) {
        Closed ending = new Closed(UnavailableCause.ENDED, closing.why());
        closed = Optional.of(ending);
        endAll(ending);
        if (!leaders.ended()) {
            leaders.end();
            ended.run();
        }
        closing.replyTo().tell(Done.getInstance());
    }

    /** While the cluster has not formed in time, nothing is granted, and perhaps never will be. */
    private Optional<Closed> unformed() {
        return view.unformed().map(why -> new Closed(UnavailableCause.NOT_FORMED, why));
    }

    private void endAll(Closed ending) {
        endThoseThatWait(ending);
        requests.numbers(any -> true).forEach(ticket -> takeBack(ticket, ending.why()));
    }

    private void endThoseThatWait(Closed ending) {
        for (long ticket : requests.numbers(Pending::waits)) {
            Acquire asked = giveBack(ticket, Outcome.UNAVAILABLE).asked();
            asked.replyTo().tell(ending.answer(asked.id()));
        }
    }
}
