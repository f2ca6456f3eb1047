package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import symposium.cluster.execution.DeathWatch;
import symposium.cluster.guest.GuestFrame;
import symposium.cluster.guest.GuestLink;
import symposium.cluster.guest.GuestMessage;
import symposium.cluster.guest.GuestMessage.Manner;
import symposium.cluster.settings.Settings;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService.Acquire;
import symposium.service.lock.LockService.Campaign;
import symposium.service.lock.LockService.Cancel;
import symposium.service.lock.LockService.Command;
import symposium.service.lock.LockService.GetStatus;
import symposium.service.lock.LockService.Refused;
import symposium.service.lock.LockService.Release;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.Status;
import symposium.service.lock.LockService.TryAcquire;
import symposium.service.lock.LockService.UnavailableCause;

/**
 * The lock service at a member of the cluster that hosts no process: it passes requests on to the service of a node
 * that does, its host.
 *
 * <p>It has a {@link GuestLink} with each host that is reachable. While no host takes requests, they wait for {@code
 * symposium.host-timeout} at most. When the host is not reachable any more, the link ends: its leases are lost, because
 * their owners could not be told later, and its requests go to another host, where they begin to wait again. A host
 * that leaves gracefully keeps its leases until then, and takes no more.
 */
public final class LockProxy extends AbstractBehavior<Command> {

    private static final String ROLE = "symposium.role";
    private static final String ROLES = "akka.cluster.roles";

    /** The services that are there, and those of them that are reachable. */
    private record Found(Set<ActorRef<Command>> all, Set<ActorRef<Command>> reachable) implements Command {}

    private record Expired(long ticket) implements Command {}

    private record Continued(Runnable what) implements Command {}

    /** Hosts that had not formed a cluster may be asked again. */
    private enum AskAgain implements Command {
        HOSTS
    }

    /** No host has taken the request in time. */
    private record NoHost(long ticket) implements Command {}

    /** It is time to send again each frame that a host may have missed. */
    private enum Remind implements Command {
        HOSTS
    }

    /** A request, as its owner has asked for it and as it is now. */
    private static final class Forwarded extends LockRequest {
        private final Manner manner;
        private ForwardedRequest<ActorRef<Command>> now;
        private Optional<ActorRef<Reply>> releaser = Optional.empty();

        Forwarded(Acquire asked, Manner manner, Optional<String> value) {
            super(asked, value);
            this.manner = manner;
            this.now =
                    ForwardedRequest.of(new ForwardedRequest.Asked(asked.id(), manner, asked.claims(), asked.limit()));
        }

        /** The message to the host that knows it by this id. */
        GuestMessage message(String id, ForwardedRequest.Order order) {
            return switch (order) {
                case ASK -> new GuestMessage.Ask(id, manner, claims(), value(), limitThere(), owner(), asked().label());
                case GIVE_UP -> new GuestMessage.GiveUp(id, owner());
                case RELEASE -> new GuestMessage.Release(id, fence().orElseThrow());
            };
        }

        /** Only a try has its limit there: the host decides whether its owner would wait. */
        private Optional<Duration> limitThere() {
            return asked().limit().filter(limit -> manner == Manner.TRY_ACQUIRE);
        }
    }

    /** What happens to a request. */
    private interface Event
            extends Function<ForwardedRequest<ActorRef<Command>>, ForwardedRequest.Step<ActorRef<Command>>> {}

    /** The member's end of the link with a host. */
    private final class HostLink implements GuestLink.Listener {
        private final ActorRef<Command> service;
        private final GuestLink link;

        HostLink(ActorRef<Command> service) {
            this.service = service;
            this.link = new GuestLink(linksSeen++, frames, service.narrow(), this);
        }

        @Override
        public void opened() {
            hosts(hosts.linked(service, true));
            each(request -> request.offered(hosts));
        }

        /** The next incarnation may be there already. */
        @Override
        public void ended() {
            hosts(hosts.linked(service, link.isOpen()));
            each(request -> request.hostLost(service, hosts));
        }

        @Override
        public void delivered(GuestMessage message) {
            onAnswered(service, ((GuestMessage.Told) message).reply());
        }
    }

    /** The id of a request at a host: its ticket, and how often it has been sent. */
    private static final Pattern ID = Pattern.compile("([0-9]{1,18})\\.([0-9]{1,9})");

    /** After this time a host that had not formed a cluster is asked again. */
    static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private final TimerScheduler<Command> timers;
    private final ActorRef<GuestFrame> frames;
    private final Duration interval;
    private final Duration hostTimeout;
    private final long greatestSize;
    private final int mostWaiters;
    private final Duration tryTimeout;
    private final DeathWatch<Command> actors;
    private final OwnerRequests<Forwarded> requests;
    private final HolderSearch holders;
    private final Map<ActorRef<Command>, HostLink> links = new LinkedHashMap<>();
    private LockHosts<ActorRef<Command>> hosts;
    private int linksSeen;

    private LockProxy(ActorContext<Command> context, TimerScheduler<Command> timers) {
        super(context);
        this.timers = timers;
        this.frames = context.getSelf().narrow();
        Config config = context.getSystem().settings().config();
        this.hosts = new LockHosts<>(List.of(), new Closed(UnavailableCause.NO_HOST, noHost(config)));
        this.interval = config.getDuration(Settings.HANDSHAKE_INTERVAL);
        this.hostTimeout = config.getDuration(Settings.HOST_TIMEOUT);
        this.greatestSize = RequestRules.greatestSize(config);
        this.mostWaiters = Settings.waitersLimit(config);
        this.tryTimeout = RequestRules.tryTimeout(config);
        this.actors = new DeathWatch<>(context, LockServiceActor.Stopped::new);
        this.requests = new OwnerRequests<>(actors);
        this.holders = HolderSearch.of(
                HolderSearch.Reach.CLUSTER,
                context,
                what -> context.getSelf().tell(new Continued(what)),
                () -> RequestRules.entries(requests));
        context.getSystem()
                .receptionist()
                .tell(Receptionist.subscribe(
                        LockServiceActor.KEY,
                        context.messageAdapter(
                                Receptionist.Listing.class,
                                listing -> new Found(
                                        listing.getAllServiceInstances(LockServiceActor.KEY),
                                        listing.getServiceInstances(LockServiceActor.KEY)))));
    }

    /** The service of a member that hosts no process. */
    public static Behavior<Command> create() {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new LockProxy(context, timers)));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(
                        Acquire.class,
                        asked -> admit(
                                RequestRules.invalid(asked), new Forwarded(asked, Manner.ACQUIRE, Optional.empty())))
                .onMessage(
                        TryAcquire.class,
                        asked -> admit(
                                RequestRules.invalidTry(asked.claimed(tryTimeout)),
                                new Forwarded(asked.claimed(tryTimeout), Manner.TRY_ACQUIRE, Optional.empty())))
                .onMessage(
                        Campaign.class,
                        asked -> admit(
                                RequestRules.invalid(asked),
                                new Forwarded(asked.claimed(), Manner.CAMPAIGN, Optional.of(asked.value()))))
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(Found.class, this::onFound)
                .onMessage(GuestFrame.class, this::onFrame)
                .onMessageEquals(Remind.HOSTS, this::onRemind)
                .onMessage(Expired.class, late -> one(late.ticket(), request -> request.expired(hosts)))
                .onMessage(NoHost.class, late -> one(late.ticket(), request -> request.noHost(hosts)))
                .onMessage(Continued.class, this::onContinued)
                .onMessageEquals(AskAgain.HOSTS, this::onAskAgain)
                .onMessage(LockServiceActor.Stopped.class, this::onStopped)
                .onMessage(ClientSessions.Command.class, this::onClient)
                .build();
    }

    // --- what owners ask

    private Behavior<Command> admit(Optional<Refused> invalid, Forwarded request) {
        Acquire asked = request.asked();
        Optional<Refused> refusal = invalid.or(() -> RequestRules.tooLarge(asked, greatestSize))
                .or(() -> RequestRules.conflict(asked, requests))
                .or(() -> RequestRules.tooManyWaiters(asked, requests, mostWaiters));
        if (refusal.isPresent()) {
            asked.replyTo().tell(refusal.get());
            return this;
        }
        long ticket = requests.add(request);
        asked.limit().ifPresent(limit -> timers.startSingleTimer(ticket, new Expired(ticket), limit));
        carryOut(ticket, request, request.now.offered(hosts));
        return this;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        Optional<Forwarded> cancelled =
                requests.ticket(cancel.owner(), cancel.id()).flatMap(this::cancel);
        cancel.replyTo().tell(RequestRules.cancelled(cancel, cancelled));
        return this;
    }

    private Behavior<Command> onStopped(LockServiceActor.Stopped stopped) {
        actors.stopped(stopped.actor());
        requests.overWith(stopped.actor()).stream()
                .flatMap(ticket -> cancel(ticket).stream())
                .forEach(request -> RequestRules.withoutOwner(request, stopped.actor()));
        return this;
    }

    /** The request, if it is over now. */
    private Optional<Forwarded> cancel(long ticket) {
        Forwarded request = requests.get(ticket).orElseThrow();
        carryOut(ticket, request, request.now.cancel());
        return Optional.of(request).filter(cancelled -> cancelled.now.over());
    }

    private Behavior<Command> onRelease(Release release) {
        Optional<Long> held = requests.held(release.id(), release.fence(), release.replyTo());
        Optional<Forwarded> lease = held.flatMap(requests::get).filter(request -> !request.now.releases());
        if (lease.isEmpty()) {
            release.replyTo().tell(RequestRules.notHeld(release));
        } else {
            lease.get().releaser = Optional.of(release.replyTo());
            one(held.get(), ForwardedRequest::release);
        }
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        status.replyTo().tell(new Status(RequestRules.entries(requests), Optional.empty()));
        return this;
    }

    private Behavior<Command> onContinued(Continued continued) {
        continued.what().run();
        return this;
    }

    private Behavior<Command> onClient(ClientSessions.Command command) {
        KeptRequests.refuse(command, getContext().getSelf());
        return this;
    }

    // --- what hosts say

    private void onAnswered(ActorRef<Command> host, Reply reply) {
        hosts(hosts.heard(host, reply));
        Matcher id = ID.matcher(reply.id());
        if (id.matches()) {
            int sent = Integer.parseInt(id.group(2));
            one(Long.parseLong(id.group(1)), request -> request.answered(sent, reply, hosts));
        }
    }

    private Behavior<Command> onAskAgain() {
        hosts(hosts.askedAgain());
        return each(request -> request.offered(hosts));
    }

    private Behavior<Command> onFrame(GuestFrame frame) {
        Optional.ofNullable(links.get(frame.from())).ifPresent(host -> host.link.receive(frame.frame()));
        return awaitReminder();
    }

    private Behavior<Command> onRemind() {
        links.values().forEach(host -> host.link.remind());
        return awaitReminder();
    }

    private Behavior<Command> awaitReminder() {
        if (!timers.isTimerActive(Remind.HOSTS) && links.values().stream().anyMatch(host -> !host.link.isSilent())) {
            timers.startSingleTimer(Remind.HOSTS, Remind.HOSTS, interval);
        }
        return this;
    }

    /** The link with a host that is not reachable ends, and with it all that it hosts. */
    private Behavior<Command> onFound(Found found) {
        hosts(hosts.found(found.all(), found.reachable()));
        found.reachable().forEach(service -> links.computeIfAbsent(service, HostLink::new));
        links.forEach((service, host) -> {
            if (found.reachable().contains(service)) {
                host.link.want(true);
            } else {
                host.link.abandon();
            }
        });
        links.keySet().retainAll(found.all());
        return awaitReminder();
    }

    private void hosts(LockHosts<ActorRef<Command>> now) {
        if (!now.hasUnformed()) {
            timers.cancel(AskAgain.HOSTS);
        } else if (!hosts.hasUnformed()) {
            timers.startSingleTimer(AskAgain.HOSTS, AskAgain.HOSTS, ASK_AGAIN);
        }
        hosts = now;
    }

    // --- the requests

    private Behavior<Command> each(Event event) {
        requests.tickets(any -> true).forEach(ticket -> one(ticket, event));
        return this;
    }

    private Behavior<Command> one(long ticket, Event event) {
        requests.get(ticket).ifPresent(request -> carryOut(ticket, request, event.apply(request.now)));
        return this;
    }

    private void carryOut(long ticket, Forwarded request, ForwardedRequest.Step<ActorRef<Command>> step) {
        var before = request.now;
        var next = step.next();
        request.now = next;
        if (next.patience() != ForwardedRequest.Patience.RUNNING) {
            timers.cancel(new NoHost(ticket));
        }
        if (before.waits() && !next.waits()) {
            timers.cancel(ticket);
            next.fence().ifPresent(fence -> requests.granted(ticket, fence));
        }
        if (next.over() && !before.over()) {
            requests.remove(ticket);
        }
        step.effects().forEach(effect -> carryOut(ticket, request, effect));
    }

    private void carryOut(long ticket, Forwarded request, ForwardedRequest.Effect<ActorRef<Command>> effect) {
        Acquire asked = request.asked();
        if (effect instanceof ForwardedRequest.Send<ActorRef<Command>> send) {
            links.get(send.host()).link.send(request.message(ticket + "." + send.sent(), send.order()));
            awaitReminder();
        } else if (effect instanceof ForwardedRequest.Await<?>) {
            timers.startSingleTimer(new NoHost(ticket), new NoHost(ticket), hostTimeout);
        } else if (effect instanceof ForwardedRequest.Answer<?> answer) {
            asked.replyTo().tell(answer.reply());
        } else if (effect instanceof ForwardedRequest.Notify<?> notify) {
            asked.lostTo().tell(notify.notice());
        } else if (effect instanceof ForwardedRequest.Confirm<?> confirm) {
            request.releaser.orElseThrow().tell(confirm.reply());
        } else if (effect instanceof ForwardedRequest.Search<?> search) {
            holders.find(asked.claims(), found -> asked.replyTo()
                    .tell(RequestRules.timedOut(asked, search.otherwise(), found)));
        }
    }

    /** Why the requests of a member are not served while it reaches no host, in one line. */
    public static String noHost(Config config) {
        return "no node that hosts the service is reachable: those with the role " + config.getString(ROLE) + " ("
                + ROLE
                + ") do, and this member has the roles " + config.getStringList(ROLES) + " (" + ROLES
                + ")";
    }
}
