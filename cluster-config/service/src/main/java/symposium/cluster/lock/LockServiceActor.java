package symposium.cluster.lock;

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
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.execution.DeathWatch;
import symposium.cluster.guest.GuestActor;
import symposium.cluster.guest.GuestFrame;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.hosted.HostedProcess;
import symposium.cluster.leader.LeaderRegistry;
import symposium.cluster.leader.LeaderReport;
import symposium.cluster.lock.RequestLifecycle.Expired;
import symposium.cluster.lock.RequestLifecycle.HeldLong;
import symposium.cluster.settings.LongestHolding;
import symposium.cluster.settings.Settings;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Acquire;
import symposium.service.lock.LockService.Campaign;
import symposium.service.lock.LockService.Cancel;
import symposium.service.lock.LockService.Command;
import symposium.service.lock.LockService.GetStatus;
import symposium.service.lock.LockService.Refused;
import symposium.service.lock.LockService.Release;
import symposium.service.lock.LockService.Status;
import symposium.service.lock.LockService.TryAcquire;
import symposium.service.lock.LockService.Unavailable;
import symposium.service.lock.LockService.UnavailableCause;
import symposium.service.member.MembershipView;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.Outcome;
import symposium.telemetry.RequestTelemetry;
import symposium.wire.OwnerLabel;

/** Carries out {@link LockService}. */
public final class LockServiceActor extends AbstractBehavior<Command> implements HostEvent.Handler<Grant> {

    /**
     * By which members of the cluster find the service of a node. Nodes write the name of its class to each other, so
     * it is one that stays as it is when packages change.
     */
    @SuppressWarnings("unchecked")
    public static final ServiceKey<Command> KEY =
            ServiceKey.create((Class<Command>) (Class<?>) Object.class, "symposium-locks");

    /** What the host of the process tells. */
    public record FromHost(HostEvent<Grant> event) implements Command {}

    private record Continued(Runnable what) implements Command {}

    private enum ExpireWatches implements Command {
        DUE
    }

    private record GuestGone(ActorRef<GuestFrame> member) implements Command {}

    /** An actor that is watched has stopped, or its node is gone. */
    record Stopped(ActorRef<?> actor) implements Command {}

    /** A watch ends if it is not renewed for so many intervals, or for up to twice as many. */
    private static final int EXPIRES_AFTER = 4;

    private final RequestTelemetry.Tracker telemetry;
    private final Runnable ended;
    private final long greatestSize;
    private final Duration tryTimeout;
    private final Duration expiryInterval;
    private final int mostWaiters;
    private final TimerScheduler<Command> timers;
    private final DeathWatch<Command> actors;
    private final OwnerRequests<LockRequest> requests;
    private final LeaderRegistry leaders;
    private final HolderSearch holders;
    private final KeptRequests kept;
    private final RequestLifecycle lifecycle;
    private final Map<ActorRef<GuestFrame>, ActorRef<GuestActor.Command>> guests = new HashMap<>();
    private int guestsSeen;

    /** Why requests are answered that the service is not available. */
    private Optional<Closed> closed = Optional.empty();

    private MembershipView view;

    private LockServiceActor(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            MembershipView view,
            Consumer<Request> process,
            RequestTelemetry.Tracker telemetry,
            HolderSearch.Reach reach,
            Optional<ActorRef<ClientSessions.Command>> sessions,
            Runnable ended) {
        super(context);
        this.timers = timers;
        this.kept = new KeptRequests(process, sessions);
        this.view = view;
        this.telemetry = telemetry;
        this.ended = ended;
        this.actors = new DeathWatch<>(context, Stopped::new);
        this.requests = new OwnerRequests<>(actors);
        this.leaders = new LeaderRegistry(context.getSelf(), actors, view.cutOff());
        Config config = context.getSystem().settings().config();
        this.greatestSize = RequestRules.greatestSize(config);
        this.mostWaiters = Settings.waitersLimit(config);
        this.tryTimeout = RequestRules.tryTimeout(config);
        this.expiryInterval = config.getDuration(Settings.LEADER_WATCH_INTERVAL).multipliedBy(EXPIRES_AFTER);
        this.lifecycle = new RequestLifecycle(
                process,
                timers,
                telemetry,
                requests,
                kept,
                leaders,
                LongestHolding.of(config),
                view.self(),
                context.getSystem().address());
        this.holders = HolderSearch.of(
                reach,
                context,
                what -> context.getSelf().tell(new Continued(what)),
                () -> RequestRules.entries(requests));
    }

    /** The service of a node, which other members find by the receptionist; {@code process} takes the requests. */
    public static Behavior<Command> hosted(MembershipView view, HostedProcess<Request> process) {
        return Behaviors.setup(context -> {
            ActorRef<Receptionist.Command> receptionist = context.getSystem().receptionist();
            receptionist.tell(Receptionist.register(KEY, context.getSelf()));
            return create(
                    view,
                    process,
                    telemetry(context),
                    HolderSearch.Reach.CLUSTER,
                    Optional.of(sessions(context, process)),
                    () -> receptionist.tell(Receptionist.deregister(KEY, context.getSelf())));
        });
    }

    /** If their actor fails, this service fails with it: it is watched, and its end is not handled. */
    private static ActorRef<ClientSessions.Command> sessions(
            ActorContext<Command> context, HostedProcess<Request> process) {
        ActorRef<ClientSessions.Command> sessions =
                context.spawn(ClientSessionsActor.create(context.getSelf(), process::confirm, KEY), "clients");
        context.watch(sessions);
        return sessions;
    }

    /** The service of a node without telemetry; {@code process} takes the requests. */
    public static Behavior<Command> create(MembershipView view, Consumer<Request> process) {
        return create(view, process, RequestTelemetry.untold(), HolderSearch.Reach.MEMBER, Optional.empty(), () -> {});
    }

    static Behavior<Command> create(
            MembershipView view,
            Consumer<Request> process,
            RequestTelemetry.Tracker telemetry,
            HolderSearch.Reach reach,
            Optional<ActorRef<ClientSessions.Command>> sessions,
            Runnable ended) {
        return Behaviors.setup(context -> Behaviors.withTimers(
                timers -> new LockServiceActor(context, timers, view, process, telemetry, reach, sessions, ended)));
    }

    static RequestTelemetry.Tracker telemetry(ActorContext<Command> context) {
        NodeTelemetry telemetry = NodeTelemetry.get(context.getSystem());
        return telemetry.requests().tracker(telemetry.service(Settings.Service.RESOURCES.spelled()));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, this::onAcquire)
                .onMessage(TryAcquire.class, this::onTryAcquire)
                .onMessage(Campaign.class, this::onCampaign)
                .onMessage(KeptRequest.Ask.class, this::onAcquireKept)
                .onMessage(KeptRequest.Adopt.class, this::onAdopt)
                .onMessage(ClientSessions.Command.class, this::onClient)
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(Expired.class, this::onExpired)
                .onMessage(HeldLong.class, this::onHeldLong)
                .onMessage(Continued.class, this::onContinued)
                .onMessage(GuestFrame.class, this::onGuest)
                .onMessage(GuestGone.class, this::onGuestGone)
                .onMessage(LeaderReport.Watch.class, this::onWatchLeader)
                .onMessage(LeaderReport.Unwatch.class, this::onUnwatchLeader)
                .onMessageEquals(ExpireWatches.DUE, this::onExpireWatches)
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(FromHost.class, this::onFromHost)
                .onSignal(PostStop.class, stopped -> onPostStop())
                .build();
    }

    // --- what owners ask

    private Behavior<Command> onAcquire(Acquire asked) {
        return admit(RequestRules.invalid(asked), new LockRequest(asked, Optional.empty()), true);
    }

    private Behavior<Command> onTryAcquire(TryAcquire asked) {
        if (view.cutOff() && closed.isEmpty() && unformed().isEmpty()) {
            telemetry.rejected(
                    asked.claims().shownNames(),
                    () -> OwnerLabel.of(asked.owner(), asked.label()),
                    Outcome.UNAVAILABLE);
            asked.replyTo()
                    .tell(new Unavailable(asked.id(), UnavailableCause.NO_MAJORITY, RequestLifecycle.NO_MAJORITY));
            return this;
        }
        Acquire request = asked.claimed(tryTimeout);
        return admit(RequestRules.invalidTry(request), new LockRequest.Attempt(request), false);
    }

    private Behavior<Command> onCampaign(Campaign asked) {
        return admit(RequestRules.invalid(asked), new LockRequest(asked.claimed(), Optional.of(asked.value())), true);
    }

    private Behavior<Command> onAcquireKept(KeptRequest.Ask asked) {
        return admit(Optional.empty(), asked.request(), asked.waits());
    }

    private Behavior<Command> onAdopt(KeptRequest.Adopt adopt) {
        Acquire asked = adopt.kept().asked();
        closed.filter(why -> why.cause() == UnavailableCause.ENDED)
                .ifPresentOrElse(why -> asked.replyTo().tell(why.answer(asked.id())), () -> lifecycle.adopt(adopt));
        return this;
    }

    private Behavior<Command> onClient(ClientSessions.Command command) {
        kept.pass(command, getContext().getSelf());
        return this;
    }

    private Behavior<Command> admit(Optional<Refused> invalid, LockRequest request, boolean waits) {
        Acquire asked = request.asked();
        Optional<Closed> unavailable = closed.or(this::unformed);
        if (unavailable.isPresent()) {
            telemetry.rejected(
                    asked.claims().shownNames(),
                    () -> OwnerLabel.of(asked.owner(), asked.label()),
                    Outcome.UNAVAILABLE);
            asked.replyTo().tell(unavailable.get().answer(asked.id()));
            return this;
        }
        Optional<Refused> refusal = invalid.or(() -> RequestRules.tooLarge(asked, greatestSize))
                .or(() -> RequestRules.conflict(asked, requests))
                .or(() -> RequestRules.tooManyWaiters(asked, requests, mostWaiters));
        if (refusal.isPresent()) {
            telemetry.rejected(
                    asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner(), asked.label()), Outcome.REFUSED);
            asked.replyTo().tell(refusal.get());
            return this;
        }
        lifecycle.begin(request, waits);
        return this;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        lifecycle.cancel(cancel);
        return this;
    }

    private Behavior<Command> onRelease(Release release) {
        lifecycle.release(release);
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        status.replyTo().tell(new Status(RequestRules.entries(requests), Optional.of(view)));
        return this;
    }

    // --- what members without the role ask

    private Behavior<Command> onGuest(GuestFrame frame) {
        guests.computeIfAbsent(frame.from(), this::guest).tell(new GuestActor.Received(frame));
        return this;
    }

    private ActorRef<GuestActor.Command> guest(ActorRef<GuestFrame> member) {
        ActorRef<Command> self = getContext().getSelf();
        ActorRef<GuestActor.Command> guest =
                getContext().spawnAnonymous(GuestActor.create(guestsSeen++, member, self, self));
        getContext().watchWith(guest, new GuestGone(member));
        return guest;
    }

    private Behavior<Command> onGuestGone(GuestGone gone) {
        guests.remove(gone.member());
        return this;
    }

    // --- what members ask that watch elections

    private Behavior<Command> onWatchLeader(LeaderReport.Watch watch) {
        if (Claims.invalidName(watch.election()).isEmpty()) {
            if (!leaders.isWatched()) {
                timers.startTimerWithFixedDelay(ExpireWatches.DUE, ExpireWatches.DUE, expiryInterval);
            }
            leaders.watch(watch.election(), watch.watcher());
        }
        return this;
    }

    private Behavior<Command> onUnwatchLeader(LeaderReport.Unwatch watch) {
        leaders.unwatch(watch.election(), watch.watcher());
        return this;
    }

    /** The message of a member that no longer watches may have been lost. */
    private Behavior<Command> onExpireWatches() {
        leaders.expire();
        if (!leaders.isWatched()) {
            timers.cancel(ExpireWatches.DUE);
        }
        return this;
    }

    // --- what happens to requests

    private Behavior<Command> onExpired(Expired expired) {
        lifecycle.expired(expired.ticket(), view.cutOff(), holders);
        return this;
    }

    private Behavior<Command> onHeldLong(HeldLong held) {
        lifecycle.heldLong(held.ticket());
        return this;
    }

    private Behavior<Command> onContinued(Continued continued) {
        continued.what().run();
        return this;
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        actors.stopped(stopped.actor());
        lifecycle.ownerStopped(stopped.actor());
        leaders.stopped(stopped.actor());
        return this;
    }

    // --- what the host tells

    private Behavior<Command> onFromHost(FromHost from) {
        from.event().handle(this);
        return this;
    }

    @Override
    public void told(Grant output) {
        lifecycle.told(output, view.cutOff());
    }

    @Override
    public void seen(MembershipView membership) {
        view = membership;
        leaders.cutOff(view.cutOff());
        unformed().ifPresent(lifecycle::endThoseThatWait);
    }

    @Override
    public void leaving(HostEvent.Leaving<Grant> leaving) {
        closed = closed.or(() -> Optional.of(Closed.LEAVING));
        kept.close(closed.get());
        lifecycle.leave(leaving, closed.get());
    }

    @Override
    public void closed(String why) {
        Closed ending = new Closed(UnavailableCause.ENDED, why);
        closed = Optional.of(ending);
        kept.close(ending);
        lifecycle.endAll(ending);
        kept.end(ending);
        if (!leaders.ended()) {
            leaders.end();
            ended.run();
        }
    }

    /** Answers all requests, whatever has stopped the service. */
    private Behavior<Command> onPostStop() {
        holders.end();
        Closed stopped = new Closed(UnavailableCause.ENDED, "the service of this node has been stopped");
        kept.end(stopped);
        if (closed.isEmpty()) {
            lifecycle.endAll(stopped);
        }
        return this;
    }

    /** While the cluster has not formed in time, nothing is granted, and perhaps never will be. */
    private Optional<Closed> unformed() {
        return view.unformed().map(why -> new Closed(UnavailableCause.NOT_FORMED, why));
    }
}
