package symposium.cluster.lock;

import akka.Done;
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
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.arbitration.resources.ResourceAllocation;
import symposium.arbitration.resources.ResourceMessage;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.execution.DeathWatch;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.settings.LongestHolding;
import symposium.cluster.settings.Settings;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Acquire;
import symposium.service.lock.LockService.Campaign;
import symposium.service.lock.LockService.Cancel;
import symposium.service.lock.LockService.Command;
import symposium.service.lock.LockService.GetStatus;
import symposium.service.lock.LockService.Granted;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.LockService.NotFree;
import symposium.service.lock.LockService.Refused;
import symposium.service.lock.LockService.Release;
import symposium.service.lock.LockService.Released;
import symposium.service.lock.LockService.Status;
import symposium.service.lock.LockService.TimedOut;
import symposium.service.lock.LockService.TryAcquire;
import symposium.service.lock.LockService.Unavailable;
import symposium.service.lock.LockService.UnavailableCause;
import symposium.service.member.MembershipView;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.Outcome;
import symposium.telemetry.RequestTelemetry;
import symposium.wire.OwnerLabel;

/** Carries out {@link LockService}. */
public final class LockServiceActor extends AbstractBehavior<Command> {

    /** By which members of the cluster find the service of a node. */
    public static final ServiceKey<Command> KEY = ServiceKey.create(Command.class, "symposium-locks");

    /** What the host of the process tells. */
    public record FromHost(HostEvent<Grant> event) implements Command {}

    private record Expired(long ticket) implements Command {}

    private record HeldLong(long ticket) implements Command {}

    private record Continued(Runnable what) implements Command {}

    /** An actor that is watched has stopped, or its node is gone. */
    record Stopped(ActorRef<?> actor) implements Command {}

    /** A request that does not wait for other owners. */
    private static final class Attempt extends LockRequest {
        Attempt(Acquire asked) {
            super(asked, Optional.empty());
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(LockService.class);
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
    private final Duration tryTimeout;
    private final int mostWaiters;
    private final LongestHolding longestHolding;
    private final DeathWatch<Command> actors;
    private final OwnerRequests<LockRequest> requests;
    private final LeaderRegistry leaders;
    private final HolderSearch holders;
    private final KeptRequests kept;

    /** Why requests are answered that the service is not available. */
    private Optional<Closed> closed = Optional.empty();

    /** Is told once nothing is held or waited for, when the node leaves. */
    private Optional<ActorRef<Done>> vacated = Optional.empty();

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
        this.kept = new KeptRequests(process, sessions);
        this.timers = timers;
        this.view = view;
        this.process = process;
        this.telemetry = telemetry;
        this.ended = ended;
        this.actors = new DeathWatch<>(context, Stopped::new);
        this.requests = new OwnerRequests<>(actors);
        this.leaders = new LeaderRegistry(context.getSelf(), actors, view.cutOff());
        Config config = context.getSystem().settings().config();
        this.greatestSize = RequestRules.greatestSize(config);
        this.mostWaiters = Settings.waitersLimit(config);
        this.longestHolding = LongestHolding.of(config);
        this.tryTimeout = RequestRules.tryTimeout(config);
        this.holders = HolderSearch.of(
                reach,
                context,
                what -> context.getSelf().tell(new Continued(what)),
                () -> RequestRules.entries(requests));
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
    public static Behavior<Command> alone(long floor) {
        return Behaviors.setup(context -> {
            ProcessId self = ProcessId.of(0);
            ProcessContext<ResourceMessage, Grant> surroundings = new ProcessContext<>(
                    (to, message) -> {
                        throw new IllegalStateException("a process without neighbours sends " + message);
                    },
                    told -> context.getSelf().tell(new FromHost(new HostEvent.Told<>(told))),
                    timer -> {
                        throw new IllegalStateException("there is no timer " + timer);
                    },
                    step -> {});
            ActorRef<ProcessActor.Command<ResourceMessage, Request>> process = context.spawn(
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
                    itself,
                    request -> process.tell(new ProcessActor.Ask<>(request)),
                    telemetry(context),
                    HolderSearch.Reach.MEMBER,
                    Optional.empty(),
                    () -> {});
        });
    }

    /** The service of a node, which other members find by the receptionist; {@code process} takes the requests. */
    public static Behavior<Command> hosted(MembershipView view, Consumer<Request> process) {
        return Behaviors.setup(context -> {
            ActorRef<Receptionist.Command> receptionist = context.getSystem().receptionist();
            receptionist.tell(Receptionist.register(KEY, context.getSelf()));
            return create(
                    view,
                    process,
                    telemetry(context),
                    HolderSearch.Reach.CLUSTER,
                    Optional.of(context.spawn(ClientSessionsActor.create(context.getSelf(), KEY), "clients")),
                    () -> receptionist.tell(Receptionist.deregister(KEY, context.getSelf())));
        });
    }

    /** The service of a node without telemetry; {@code process} takes the requests. */
    public static Behavior<Command> create(MembershipView view, Consumer<Request> process) {
        return create(view, process, RequestTelemetry.untold(), HolderSearch.Reach.MEMBER, Optional.empty(), () -> {});
    }

    private static Behavior<Command> create(
            MembershipView view,
            Consumer<Request> process,
            RequestTelemetry.Tracker telemetry,
            HolderSearch.Reach reach,
            Optional<ActorRef<ClientSessions.Command>> sessions,
            Runnable ended) {
        return Behaviors.setup(context -> Behaviors.withTimers(
                timers -> new LockServiceActor(context, timers, view, process, telemetry, reach, sessions, ended)));
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
                .onMessage(KeptRequest.Ask.class, this::onAcquireKept)
                .onMessage(KeptRequest.Adopt.class, this::onAdopt)
                .onMessage(ClientSessions.Command.class, this::onClient)
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(Expired.class, this::onExpired)
                .onMessage(HeldLong.class, this::onHeldLong)
                .onMessage(Continued.class, this::onContinued)
                .onMessage(LeaderReport.Watch.class, this::onWatchLeader)
                .onMessage(LeaderReport.Unwatch.class, this::onUnwatchLeader)
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
            telemetry.rejected(asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner()), Outcome.UNAVAILABLE);
            asked.replyTo().tell(new Unavailable(asked.id(), UnavailableCause.NO_MAJORITY, NO_MAJORITY));
            return this;
        }
        Acquire request = asked.claimed(tryTimeout);
        return admit(RequestRules.invalid(request), new Attempt(request), false);
    }

    private Behavior<Command> onCampaign(Campaign asked) {
        return admit(RequestRules.invalid(asked), new LockRequest(asked.claimed(), Optional.of(asked.value())), true);
    }

    private Behavior<Command> onAcquireKept(KeptRequest.Ask asked) {
        return admit(Optional.empty(), asked.request(), asked.waits());
    }

    /** What another node has had is that of a client session here. */
    private Behavior<Command> onAdopt(KeptRequest.Adopt adopt) {
        KeptRequest request = adopt.kept().request();
        Acquire asked = request.asked();
        requests.add(adopt.ticket(), request);
        telemetry.waits(adopt.ticket(), asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner()));
        for (Grant told : kept.adopted(adopt.ticket())) {
            requests.get(adopt.ticket()).ifPresent(pending -> onTold(told, pending));
        }
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
            telemetry.rejected(asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner()), Outcome.UNAVAILABLE);
            asked.replyTo().tell(unavailable.get().answer(asked.id()));
            return this;
        }
        Optional<Refused> refusal = invalid.or(() -> RequestRules.tooLarge(asked, greatestSize))
                .or(() -> RequestRules.conflict(asked, requests))
                .or(() -> RequestRules.tooManyWaiters(asked, requests, mostWaiters));
        if (refusal.isPresent()) {
            telemetry.rejected(asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner()), Outcome.REFUSED);
            asked.replyTo().tell(refusal.get());
            return this;
        }
        long ticket = requests.add(request);
        telemetry.waits(ticket, asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner()));
        asked.limit().ifPresent(limit -> timers.startSingleTimer(ticket, new Expired(ticket), limit));
        process.accept(new Request.Take(ticket, asked.claims().modes(), waits));
        kept.asked(ticket, request);
        return this;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        Optional<LockRequest> pending =
                requests.number(cancel.owner(), cancel.id()).map(ticket -> giveBack(ticket, Outcome.CANCELLED));
        cancel.replyTo().tell(RequestRules.cancelled(cancel, pending));
        return this;
    }

    private Behavior<Command> onRelease(Release release) {
        Optional<Long> ticket = requests.held(release.id(), release.fence());
        Released released = new Released(release.id(), release.fence());
        if (ticket.flatMap(requests::get).filter(KeptRequest.class::isInstance).isPresent()) {
            kept.releases(ticket.get(), () -> release.replyTo().tell(released));
            giveBack(ticket.get(), Outcome.RELEASED);
            return this;
        }
        ticket.ifPresent(held -> giveBack(held, Outcome.RELEASED));
        release.replyTo().tell(ticket.isPresent() ? released : RequestRules.notHeld(release));
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        status.replyTo().tell(new Status(RequestRules.entries(requests), Optional.of(view)));
        return this;
    }

    // --- what members ask that watch elections

    private Behavior<Command> onWatchLeader(LeaderReport.Watch watch) {
        if (Claims.invalidName(watch.election()).isEmpty()) {
            leaders.watch(watch.election(), watch.watcher());
        }
        return this;
    }

    private Behavior<Command> onUnwatchLeader(LeaderReport.Unwatch watch) {
        leaders.unwatch(watch.election(), watch.watcher());
        return this;
    }

    // --- what happens to requests

    private Behavior<Command> onExpired(Expired expired) {
        if (requests.get(expired.ticket()).filter(LockRequest::waits).isPresent()) {
            LockRequest late = giveBack(expired.ticket(), Outcome.TIMED_OUT);
            Acquire asked = late.asked();
            if (view.cutOff() || late instanceof Attempt) {
                String why = view.cutOff() ? NO_MAJORITY : TimedOut.UNKNOWN;
                asked.replyTo().tell(new TimedOut(asked.id(), asked.limit().orElseThrow(), why));
            } else {
                holders.find(asked.claims(), found -> asked.replyTo()
                        .tell(RequestRules.timedOut(asked, TimedOut.CONFLICT, found)));
            }
        }
        return this;
    }

    private Behavior<Command> onContinued(Continued continued) {
        continued.what().run();
        return this;
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
        LockRequest holder = giveBack(ticket, Outcome.LOST);
        Acquire asked = holder.asked();
        asked.lostTo().tell(new Lost(asked.id(), holder.fence().orElseThrow(), why));
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        actors.stopped(stopped.actor());
        requests.overWith(stopped.actor()).stream()
                // What a session holds is taken over where its actor stops with the node.
                .filter(ticket -> !(requests.get(ticket).orElseThrow() instanceof KeptRequest))
                .forEach(ticket -> RequestRules.withoutOwner(giveBack(ticket, Outcome.OWNER_STOPPED), stopped.actor()));
        leaders.stopped(stopped.actor());
        return this;
    }

    private Behavior<Command> onFromHost(FromHost from) {
        if (from.event() instanceof HostEvent.Told<Grant> told) {
            if (!kept.told(told.output())) {
                requests.get(told.output().ticket()).ifPresent(pending -> onTold(told.output(), pending));
            }
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

    private void onTold(Grant told, LockRequest pending) {
        long ticket = told.ticket();
        Acquire asked = pending.asked();
        if (told instanceof Grant.Taken taken) {
            requests.granted(ticket, taken.fence());
            telemetry.granted(ticket, taken.fence());
            timers.cancel(ticket);
            if (!(pending instanceof KeptRequest)) {
                watchHolding(ticket, asked.claims());
                tellGranted(pending);
            }
        } else if (told instanceof Grant.BackedUp) {
            if (pending instanceof KeptRequest request && request.tell()) {
                tellGranted(pending);
            }
        } else if (told instanceof Grant.NotFree) {
            forget(ticket, Outcome.NOT_FREE);
            asked.replyTo().tell(new NotFree(asked.id(), asked.claims()));
        } else if (told instanceof Grant.Lost && !pending.waits()) {
            if (pending instanceof KeptRequest) {
                // Until then another node may take it over.
                kept.releases(ticket, () -> asked.replyTo().tell(new LockService.NotHeld(asked.id(), CUT_OFF)));
            }
            forget(ticket, Outcome.LOST);
            asked.lostTo().tell(new Lost(asked.id(), pending.fence().orElseThrow(), CUT_OFF));
        }
    }

    private void tellGranted(LockRequest request) {
        Acquire asked = request.asked();
        Optional<LeaderState.Leader> leader =
                request.leader(getContext().getSystem().address());
        leader.ifPresent(its -> telemetry.leads(its.election(), view.self(), its.fence()));
        asked.replyTo()
                .tell(new Granted(asked.id(), asked.claims(), request.fence().orElseThrow()));
        leader.ifPresent(leaders::leads);
    }

    private LockRequest giveBack(long ticket, Outcome outcome) {
        boolean waits = requests.get(ticket).filter(LockRequest::waits).isPresent();
        process.accept(waits ? new Request.Withdraw(ticket) : new Request.Release(ticket));
        return forget(ticket, outcome);
    }

    private LockRequest forget(long ticket, Outcome outcome) {
        telemetry.ended(ticket, outcome);
        LockRequest forgotten = requests.remove(ticket);
        Claims claims = forgotten.asked().claims();
        timers.cancel(ticket);
        if (!forgotten.waits()) {
            claims.election().ifPresent(leaders::leadsNoMore);
        }
        if (vacated.isPresent() && vacant()) {
            vacated.get().tell(Done.getInstance());
            vacated = Optional.empty();
        }
        return forgotten;
    }

    /** Whether nothing is held here that ends with this node. */
    private boolean vacant() {
        return requests.numbers(any -> !(any instanceof KeptRequest)).isEmpty();
    }

    /** Nothing more is granted at this node, and what is held may be released. */
    private void onLeaving(HostEvent.Leaving<Grant> leaving) {
        closed = closed.or(() -> Optional.of(Closed.LEAVING));
        endThoseThatWait(closed.get());
        for (long ticket : requests.numbers(any -> true)) {
            LockRequest holder = requests.get(ticket).orElseThrow();
            Acquire asked = holder.asked();
            asked.lostTo().tell(new Leaving(asked.id(), holder.fence().orElseThrow(), leaving.within()));
        }
        if (vacant()) {
            leaving.replyTo().tell(Done.getInstance());
        } else {
            vacated = Optional.of(leaving.replyTo());
        }
    }

    /** Answers all requests, whatever has stopped the service. */
    private Behavior<Command> onPostStop() {
        holders.end();
        kept.end();
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
        for (long ticket : requests.numbers(any -> true)) {
            LockRequest request = requests.get(ticket).orElseThrow();
            if (request instanceof KeptRequest) {
                Acquire asked = forget(ticket, Outcome.LOST).asked();
                asked.replyTo().tell(ending.answer(asked.id()));
            } else {
                takeBack(ticket, ending.why());
            }
        }
    }

    private void endThoseThatWait(Closed ending) {
        for (long ticket : requests.numbers(LockRequest::waits)) {
            Acquire asked = giveBack(ticket, Outcome.UNAVAILABLE).asked();
            asked.replyTo().tell(ending.answer(asked.id()));
        }
    }
}
