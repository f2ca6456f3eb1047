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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.cluster.execution.DeathWatch;
import symposium.cluster.guest.GuestFrame;
import symposium.cluster.guest.GuestLink;
import symposium.cluster.guest.GuestMessage;
import symposium.cluster.guest.GuestMessage.Manner;
import symposium.cluster.settings.Settings;
import symposium.mutex.Fence;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService.Acquire;
import symposium.service.lock.LockService.Campaign;
import symposium.service.lock.LockService.Cancel;
import symposium.service.lock.LockService.Command;
import symposium.service.lock.LockService.GetStatus;
import symposium.service.lock.LockService.Granted;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.LockService.NotFree;
import symposium.service.lock.LockService.NotHeld;
import symposium.service.lock.LockService.Refused;
import symposium.service.lock.LockService.Release;
import symposium.service.lock.LockService.Released;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.Status;
import symposium.service.lock.LockService.TimedOut;
import symposium.service.lock.LockService.TryAcquire;
import symposium.service.lock.LockService.Unavailable;
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

    /** A request, as a host has it under its {@link #sent} ticket. */
    private static final class Forwarded extends LockRequest {
        private final Manner manner;
        private Optional<Host> host = Optional.empty();
        private Optional<ActorRef<Reply>> releasing = Optional.empty();
        /** Whether it has waited as long as it may for a host that has formed a cluster. */
        private boolean overdue;

        private long sent;

        Forwarded(Acquire asked, Manner manner, Optional<String> value) {
            super(asked, value);
            this.manner = manner;
        }

        /** Why it has not been granted in time, as far as the proxy knows. */
        String whyLate(Closed noHost) {
            if (host.isEmpty()) {
                return noHost.why();
            }
            return manner == Manner.TRY_ACQUIRE ? TimedOut.UNKNOWN : RequestRules.contended(claims()) + OR_CUT_OFF;
        }

        /** The message to the host. Only a try has its limit there: the host decides whether its owner would wait. */
        GuestMessage under(long ticket) {
            Acquire asked = asked();
            return new GuestMessage.Ask(
                    Long.toString(ticket),
                    manner,
                    asked.claims(),
                    value(),
                    asked.limit().filter(limit -> manner == Manner.TRY_ACQUIRE),
                    asked.owner());
        }
    }

    /** A node whose service takes requests, or may do so again. */
    private final class Host implements GuestLink.Listener {
        private final ActorRef<Command> service;
        private final GuestLink link;

        Host(ActorRef<Command> service) {
            this.service = service;
            this.link = new GuestLink(hostsSeen++, frames, service.narrow(), this);
        }

        boolean takes() {
            return link.isOpen() && !closing.containsKey(service) && !unformed.containsKey(service);
        }

        @Override
        public void opened() {
            forwardThoseThatWait();
        }

        @Override
        public void ended() {
            for (long ticket : requests.tickets(request -> request.host.equals(Optional.of(this)))) {
                hostLost(ticket, requests.get(ticket).orElseThrow());
            }
        }

        @Override
        public void delivered(GuestMessage message) {
            onAnswered(((GuestMessage.Told) message).reply());
        }
    }

    /** After this time a host that had not formed a cluster is asked again. */
    static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private static final String OR_CUT_OFF = "; or the node that hosts the request sees no majority";

    private final TimerScheduler<Command> timers;
    private final ActorRef<GuestFrame> frames;
    private final Duration interval;
    private final Closed noHost;
    private final Duration hostTimeout;
    private final long greatestSize;
    private final int mostWaiters;
    private final Duration tryTimeout;
    private final DeathWatch<Command> actors;
    private final OwnerRequests<Forwarded> requests;
    private final HolderSearch holders;
    private final Map<Long, Long> bySent = new HashMap<>();
    /** In the order in which they have been found. */
    private final Map<ActorRef<Command>, Host> hosts = new LinkedHashMap<>();
    /** The hosts that take no request any more, until they are gone. */
    private final Map<ActorRef<Command>, Closed> closing = new HashMap<>();
    /** The hosts that have not formed a cluster yet, until they are asked again. */
    private final Map<ActorRef<Command>, Closed> unformed = new HashMap<>();

    private long sent;
    private int hostsSeen;

    private LockProxy(ActorContext<Command> context, TimerScheduler<Command> timers) {
        super(context);
        this.timers = timers;
        this.frames = context.getSelf().narrow();
        Config config = context.getSystem().settings().config();
        this.noHost = new Closed(UnavailableCause.NO_HOST, UnreachableHosts.why(config));
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
                .onMessage(Expired.class, this::onExpired)
                .onMessage(NoHost.class, this::onNoHost)
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
        forward(ticket, request);
        return this;
    }

    /** Passes the request on to a host, if there is one that takes requests. */
    private void forward(long ticket, Forwarded request) {
        request.host = hosts.values().stream().filter(Host::takes).findFirst();
        if (request.host.isPresent()) {
            request.sent = ++sent;
            bySent.put(sent, ticket);
            say(request.host.get(), request.under(sent));
        } else if (request.manner == Manner.TRY_ACQUIRE || request.overdue) {
            unavailable(ticket);
        } else if (!timers.isTimerActive(new NoHost(ticket))) {
            timers.startSingleTimer(new NoHost(ticket), new NoHost(ticket), hostTimeout);
        }
    }

    private void unavailable(long ticket) {
        Acquire asked = giveUp(ticket).asked();
        Closed closed = unformed.values().stream()
                .findFirst()
                .or(() -> closing.values().stream().findFirst())
                .orElse(noHost);
        asked.replyTo().tell(closed.answer(asked.id()));
    }

    private Behavior<Command> onNoHost(NoHost late) {
        requests.get(late.ticket()).filter(LockRequest::waits).ifPresent(request -> {
            request.overdue = true;
            if (request.host.isEmpty()) {
                unavailable(late.ticket());
            }
        });
        return this;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        cancel.replyTo()
                .tell(RequestRules.cancelled(
                        cancel, requests.ticket(cancel.owner(), cancel.id()).map(this::giveUp)));
        return this;
    }

    private Behavior<Command> onRelease(Release release) {
        Optional<Forwarded> held = requests.held(release.id(), release.fence(), release.replyTo())
                .flatMap(requests::get)
                .filter(request -> request.releasing.isEmpty());
        if (held.isEmpty()) {
            release.replyTo().tell(RequestRules.notHeld(release));
        } else {
            Forwarded request = held.get();
            request.releasing = Optional.of(release.replyTo());
            say(request.host.orElseThrow(), new GuestMessage.Release(Long.toString(request.sent), release.fence()));
        }
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        status.replyTo().tell(new Status(RequestRules.entries(requests), Optional.empty()));
        return this;
    }

    private Behavior<Command> onExpired(Expired expired) {
        if (requests.get(expired.ticket()).filter(Forwarded::waits).isPresent()) {
            Forwarded request = requests.get(expired.ticket()).orElseThrow();
            String why = request.whyLate(noHost);
            boolean conflict = request.host.isPresent() && request.manner != Manner.TRY_ACQUIRE;
            giveUp(expired.ticket());
            Acquire asked = request.asked();
            if (conflict) {
                holders.find(asked.claims(), found -> asked.replyTo().tell(RequestRules.timedOut(asked, why, found)));
            } else {
                asked.replyTo().tell(new TimedOut(asked.id(), asked.limit().orElseThrow(), why));
            }
        }
        return this;
    }

    private Behavior<Command> onContinued(Continued continued) {
        continued.what().run();
        return this;
    }

    private Behavior<Command> onAskAgain() {
        unformed.clear();
        forwardThoseThatWait();
        return this;
    }

    private void forwardThoseThatWait() {
        for (long ticket : requests.tickets(request -> request.waits() && request.host.isEmpty())) {
            forward(ticket, requests.get(ticket).orElseThrow());
        }
    }

    private Behavior<Command> onClient(ClientSessions.Command command) {
        KeptRequests.refuse(command, getContext().getSelf());
        return this;
    }

    private Behavior<Command> onStopped(LockServiceActor.Stopped stopped) {
        actors.stopped(stopped.actor());
        requests.overWith(stopped.actor())
                .forEach(ticket -> RequestRules.withoutOwner(giveUp(ticket), stopped.actor()));
        return this;
    }

    /** The owner no longer wants it, or must not have it. */
    private Forwarded giveUp(long ticket) {
        Forwarded request = forget(ticket);
        request.host.ifPresent(host -> say(
                host,
                new GuestMessage.GiveUp(
                        Long.toString(request.sent), request.asked().owner())));
        return request;
    }

    private Forwarded forget(long ticket) {
        Forwarded forgotten = requests.remove(ticket);
        bySent.remove(forgotten.sent);
        timers.cancel(ticket);
        timers.cancel(new NoHost(ticket));
        return forgotten;
    }

    // --- what hosts say

    private void say(Host host, GuestMessage message) {
        host.link.send(message);
        awaitReminder();
    }

    private Behavior<Command> onFrame(GuestFrame frame) {
        Optional.ofNullable(hosts.get(frame.from())).ifPresent(host -> host.link.receive(frame.frame()));
        return awaitReminder();
    }

    private Behavior<Command> onRemind() {
        hosts.values().forEach(host -> host.link.remind());
        return awaitReminder();
    }

    private Behavior<Command> awaitReminder() {
        if (!timers.isTimerActive(Remind.HOSTS) && hosts.values().stream().anyMatch(host -> !host.link.isSilent())) {
            timers.startSingleTimer(Remind.HOSTS, Remind.HOSTS, interval);
        }
        return this;
    }

    /** The link with a host that is not reachable ends, and with it all that it hosts. */
    private Behavior<Command> onFound(Found found) {
        closing.keySet().retainAll(found.all());
        unformed.keySet().retainAll(found.all());
        found.reachable()
                .forEach(service ->
                        hosts.computeIfAbsent(service, Host::new).link.want(true));
        for (Host host : List.copyOf(hosts.values())) {
            if (!found.reachable().contains(host.service)) {
                host.link.want(false);
            }
        }
        hosts.keySet().retainAll(found.all());
        return awaitReminder();
    }

    private void hostLost(long ticket, Forwarded request) {
        bySent.remove(request.sent);
        request.host = Optional.empty();
        if (request.waits()) {
            hadHost(ticket, request);
            forward(ticket, request);
            return;
        }
        forget(ticket);
        Acquire asked = request.asked();
        Fence fence = request.fence().orElseThrow();
        asked.lostTo().tell(new Lost(asked.id(), fence, "the node that hosts the lease is unreachable"));
        notReleased(request, "the node that hosts the lease became unreachable before it had confirmed the release");
    }

    /** A host has taken the request, and does so no longer: it may wait as long as at first for another. */
    private void hadHost(long ticket, Forwarded request) {
        request.overdue = false;
        timers.cancel(new NoHost(ticket));
    }

    private void onAnswered(Reply reply) {
        Optional.ofNullable(bySent.get(Long.valueOf(reply.id())))
                .ifPresent(ticket -> requests.get(ticket).ifPresent(request -> onAnswered(reply, ticket, request)));
    }

    private void onAnswered(Reply reply, long ticket, Forwarded request) {
        Acquire asked = request.asked();
        if (reply instanceof Granted granted) {
            if (request.waits()) {
                requests.granted(ticket, granted.fence());
                timers.cancel(ticket);
                asked.replyTo().tell(new Granted(asked.id(), asked.claims(), granted.fence()));
            }
        } else if (reply instanceof NotFree) {
            forget(ticket);
            asked.replyTo().tell(new NotFree(asked.id(), asked.claims()));
        } else if (reply instanceof TimedOut late) {
            forget(ticket);
            asked.replyTo().tell(new TimedOut(asked.id(), late.limit(), late.why(), late.holders()));
        } else if (reply instanceof Refused refused) {
            forget(ticket);
            asked.replyTo().tell(new Refused(asked.id(), refused.reason(), refused.why()));
        } else if (reply instanceof Unavailable unavailable) {
            onUnavailable(unavailable, ticket, request);
        } else if (reply instanceof Leaving leaving) {
            closing.put(request.host.orElseThrow().service, Closed.LEAVING);
            asked.lostTo().tell(new Leaving(asked.id(), leaving.fence(), leaving.within()));
        } else if (reply instanceof Lost lost) {
            forget(ticket);
            asked.lostTo().tell(new Lost(asked.id(), lost.fence(), lost.why()));
            notReleased(request, lost.why());
        } else if (reply instanceof Released) {
            forget(ticket);
            request.releasing.ifPresent(releaser ->
                    releaser.tell(new Released(asked.id(), request.fence().orElseThrow())));
        } else if (reply instanceof NotHeld gone) {
            forget(ticket);
            notReleased(request, gone.why());
        }
    }

    private static void notReleased(Forwarded request, String why) {
        request.releasing.ifPresent(
                releaser -> releaser.tell(new NotHeld(request.asked().id(), why)));
    }

    /** A host takes no request any more, or cannot grant at once what was tried. */
    private void onUnavailable(Unavailable unavailable, long ticket, Forwarded request) {
        Closed said = new Closed(unavailable.cause(), unavailable.why());
        if (unavailable.cause() == UnavailableCause.NO_MAJORITY) {
            forget(ticket);
            Acquire asked = request.asked();
            asked.replyTo().tell(said.answer(asked.id()));
            return;
        }
        if (unavailable.cause() == UnavailableCause.NOT_FORMED) {
            unformed.put(request.host.orElseThrow().service, said);
            if (!timers.isTimerActive(AskAgain.HOSTS)) {
                timers.startSingleTimer(AskAgain.HOSTS, AskAgain.HOSTS, ASK_AGAIN);
            }
        } else {
            closing.put(request.host.orElseThrow().service, said);
            hadHost(ticket, request);
        }
        bySent.remove(request.sent);
        request.host = Optional.empty();
        forward(ticket, request);
    }
}
