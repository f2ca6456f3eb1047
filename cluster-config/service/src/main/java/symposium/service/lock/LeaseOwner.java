package symposium.service.lock;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import symposium.mutex.Fence;
import symposium.service.member.Uninterrupted;

/**
 * The owner of the leases of one client outside actors, or the actor that acts for all separate owners of requests. It
 * sends requests to the {@link LockService}, completes futures, and notifies leases of their loss.
 */
final class LeaseOwner extends AbstractBehavior<LeaseOwner.Command> {

    sealed interface Command {}

    /** A request of the client. */
    sealed interface Request extends Command {

        /** Returns the id by which the client identifies the request. */
        String id();

        /** Returns the future that the answer completes. */
        CompletableFuture<Optional<Lease>> result();

        /** Returns the label of the separate owner of this request, or empty if the client is the owner. */
        Optional<String> label();
    }

    /** The longest time that a request waits. */
    sealed interface Patience {

        /** Waits until the request is granted or cancelled. */
        record Unlimited() implements Patience {}

        /** Waits for at most this time. */
        record Limited(Duration limit) implements Patience {
            public Limited {
                Objects.requireNonNull(limit, "limit");
            }
        }

        /**
         * Does not wait for another owner.
         *
         * @param limit the maximum time until it is known whether there is another owner; without it, the setting
         *     applies
         */
        record None(Optional<Duration> limit) implements Patience {}
    }

    /**
     * Requests a lease.
     *
     * @param result completes with the lease, or with an empty result if the claims are not free immediately, or fails
     *     with {@link NotGranted}
     */
    record Acquire(
            String id,
            Claims claims,
            Patience patience,
            CompletableFuture<Optional<Lease>> result,
            Optional<String> label)
            implements Request {
        Acquire {
            Objects.requireNonNull(claims, "claims");
        }
    }

    /**
     * Requests the leadership of an election.
     *
     * @param result completes with the lease, or fails with {@link NotGranted}
     */
    record Campaign(
            String id,
            String election,
            String value,
            Optional<Duration> limit,
            CompletableFuture<Optional<Lease>> result,
            Optional<String> label)
            implements Request {
        Campaign {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(value, "value");
        }
    }

    /** Notifies the owner that the client no longer waits. */
    record Cancel(String id) implements Command {}

    /** Releases a lease. */
    private record Release(LeaseState lease) implements Command {}

    /** Closes the client: its leases are released, and its requests cancelled. */
    enum Close implements Command {
        CLOSE
    }

    /** Retires the client: the owner stops when it no longer holds a lease or awaits one. */
    enum Retire implements Command {
        RETIRE
    }

    private record Told(LockService.Reply reply) implements Command {}

    private enum ServiceStopped implements Command {
        STOPPED
    }

    private static final String NO_SERVICE = "the lock service of this node has stopped";

    private final ActorRef<LockService.Command> service;
    private final ActorRef<LockService.Reply> self;
    private final Executor dependents;
    private final Forgotten forgotten;
    private final Map<String, Request> waiting = new HashMap<>();
    private final Map<String, LeaseState> leases = new HashMap<>();
    private final Map<String, LeaseState> releasing = new HashMap<>();

    private boolean retired;

    private LeaseOwner(
            ActorContext<Command> context,
            ActorRef<LockService.Command> service,
            Executor dependents,
            Forgotten forgotten) {
        super(context);
        this.service = service;
        this.dependents = dependents;
        this.forgotten = forgotten;
        this.self = context.messageAdapter(LockService.Reply.class, Told::new);
        context.watchWith(service, ServiceStopped.STOPPED);
    }

    /** Decides what happens to a lease without references. */
    @FunctionalInterface
    interface Forgotten {
        /**
         * Returns whether to release the lease.
         *
         * @param label of the separate owner of the request, if it has one
         */
        boolean releases(Claims claims, Fence fence, Optional<String> label);
    }

    /**
     * Returns an owner, which can act for owners that have one request each.
     *
     * @param dependents runs the dependents of the leases' futures
     */
    static Behavior<Command> create(ActorRef<LockService.Command> service, Executor dependents, Forgotten forgotten) {
        return Behaviors.setup(context -> new LeaseOwner(context, service, dependents, forgotten));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, this::onAcquire)
                .onMessage(Campaign.class, this::onCampaign)
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Release.class, this::onRelease)
                .onMessage(Told.class, told -> onTold(told.reply()))
                .onMessageEquals(Close.CLOSE, this::onClose)
                .onMessageEquals(Retire.RETIRE, this::onRetire)
                .onMessageEquals(ServiceStopped.STOPPED, this::onServiceStopped)
                .onSignal(PostStop.class, stopped -> {
                    end("the actor system has ended");
                    return this;
                })
                .build();
    }

    private Behavior<Command> onAcquire(Acquire request) {
        waiting.put(request.id(), request);
        ActorRef<Command> owner = getContext().getSelf();
        service.tell(
                request.patience() instanceof Patience.None none
                        ? new LockService.TryAcquire(
                                request.id(), request.claims(), none.limit(), owner, self, self, request.label())
                        : new LockService.Acquire(
                                request.id(),
                                request.claims(),
                                limit(request.patience()),
                                owner,
                                self,
                                self,
                                request.label()));
        return this;
    }

    private Behavior<Command> onCampaign(Campaign campaign) {
        waiting.put(campaign.id(), campaign);
        ActorRef<Command> owner = getContext().getSelf();
        service.tell(new LockService.Campaign(
                campaign.id(),
                campaign.election(),
                campaign.value(),
                campaign.limit(),
                owner,
                self,
                self,
                campaign.label()));
        return this;
    }

    private static Optional<Duration> limit(Patience patience) {
        return patience instanceof Patience.Limited limited ? Optional.of(limited.limit()) : Optional.empty();
    }

    /** Cancels a request. If the lease has been granted in the meantime, it is released. */
    private Behavior<Command> onCancel(Cancel cancel) {
        LeaseState lease = leases.remove(cancel.id());
        if (lease != null) {
            lease.given();
        }
        Request given = waiting.remove(cancel.id());
        if (given != null) {
            given.result()
                    .completeExceptionally(new NotGranted(NotGranted.Cause.CANCELLED, "the request has been given up"));
        }
        if (given != null || lease != null) {
            service.tell(new LockService.Cancel(cancel.id(), getContext().getSelf(), self));
        }
        return this;
    }

    private Behavior<Command> onRelease(Release release) {
        LeaseState lease = release.lease();
        if (leases.remove(lease.id()) != null) {
            releasing.put(lease.id(), lease);
            service.tell(new LockService.Release(lease.id(), lease.fence(), self));
        }
        return next();
    }

    private Behavior<Command> onTold(LockService.Reply reply) {
        String id = reply.id();
        if (reply instanceof LockService.Granted granted) {
            onGranted(granted);
        } else if (reply instanceof LockService.Leaving leaving) {
            Optional.ofNullable(leases.get(id)).ifPresent(lease -> lease.leave(leaving));
        } else if (reply instanceof LockService.Lost lost) {
            Optional.ofNullable(leases.remove(id))
                    .or(() -> Optional.ofNullable(releasing.remove(id)))
                    .ifPresent(lease -> lease.lose(lost));
        } else if (reply instanceof LockService.Released) {
            Optional.ofNullable(releasing.remove(id)).ifPresent(LeaseState::given);
        } else if (reply instanceof LockService.NotHeld notHeld) {
            Optional.ofNullable(releasing.remove(id))
                    .ifPresent(lease -> lease.lose(new LockService.Lost(id, lease.fence(), notHeld.why())));
        } else {
            Optional.ofNullable(waiting.remove(id)).ifPresent(request -> notGranted(reply, request.result()));
        }
        return next();
    }

    private void onGranted(LockService.Granted granted) {
        Request request = waiting.remove(granted.id());
        if (request == null) {
            // The request has been cancelled, and the service is about to be notified.
            return;
        }
        ActorRef<Command> owner = getContext().getSelf();
        // The request refers to the future, which refers to the lease.
        Optional<String> label = request.label();
        LeaseState state = new LeaseState(
                granted.id(),
                granted.claims(),
                granted.fence(),
                closed -> Uninterrupted.tell(owner, new Release(closed)),
                (claims, fence) -> forgotten.releases(claims, fence, label));
        leases.put(granted.id(), state);
        Lease lease = new Lease(state, dependents);
        if (!request.result().complete(Optional.of(lease))) {
            lease.close();
        }
    }

    private static void notGranted(LockService.Reply reply, CompletableFuture<Optional<Lease>> result) {
        if (reply instanceof LockService.NotFree) {
            result.complete(Optional.empty());
        } else if (reply instanceof LockService.TimedOut late) {
            result.completeExceptionally(new NotGranted(
                    NotGranted.Cause.TIMED_OUT,
                    "not granted within " + late.limit().toMillis() + " ms: " + late.why(),
                    late.holders()));
        } else if (reply instanceof LockService.Refused refused) {
            result.completeExceptionally(new NotGranted(NotGranted.Cause.REFUSED, refused.why()));
        } else if (reply instanceof LockService.Unavailable unavailable) {
            result.completeExceptionally(new NotGranted(NotGranted.Cause.UNAVAILABLE, unavailable.why()));
        } else {
            result.completeExceptionally(new NotGranted(NotGranted.Cause.CANCELLED, "the request has been cancelled"));
        }
    }

    private Behavior<Command> onClose() {
        waiting.values().forEach(request -> request.result()
                .completeExceptionally(new NotGranted(NotGranted.Cause.CANCELLED, "its client has been closed")));
        releasing.values().forEach(LeaseState::given);
        leases.values().forEach(LeaseState::given);
        waiting.clear();
        leases.clear();
        releasing.clear();
        return Behaviors.stopped();
    }

    private Behavior<Command> onRetire() {
        retired = true;
        return next();
    }

    private Behavior<Command> onServiceStopped() {
        end(NO_SERVICE);
        return retired
                ? Behaviors.stopped()
                : Behaviors.receive(Command.class)
                        .onMessage(Acquire.class, request -> {
                            request.result()
                                    .completeExceptionally(new NotGranted(NotGranted.Cause.UNAVAILABLE, NO_SERVICE));
                            return Behaviors.same();
                        })
                        .onMessage(Campaign.class, campaign -> {
                            campaign.result()
                                    .completeExceptionally(new NotGranted(NotGranted.Cause.UNAVAILABLE, NO_SERVICE));
                            return Behaviors.same();
                        })
                        .onMessageEquals(Close.CLOSE, Behaviors::stopped)
                        .onMessageEquals(Retire.RETIRE, Behaviors::stopped)
                        .onAnyMessage(late -> Behaviors.same())
                        .build();
    }

    /** Ends the owner: all leases are lost, and requests are no longer granted. */
    private void end(String why) {
        leases.values().forEach(lease -> lease.lose(lost(lease, why)));
        releasing.values().forEach(lease -> lease.lose(lost(lease, why)));
        waiting.values().forEach(request -> request.result()
                .completeExceptionally(new NotGranted(NotGranted.Cause.UNAVAILABLE, why)));
        leases.clear();
        waiting.clear();
        releasing.clear();
    }

    private static LockService.Lost lost(LeaseState lease, String why) {
        return new LockService.Lost(lease.id(), lease.fence(), why);
    }

    /** Returns the next behaviour: a retired owner stops when it no longer holds or awaits a lease. */
    private Behavior<Command> next() {
        return retired && waiting.isEmpty() && leases.isEmpty() && releasing.isEmpty() ? Behaviors.stopped() : this;
    }
}
