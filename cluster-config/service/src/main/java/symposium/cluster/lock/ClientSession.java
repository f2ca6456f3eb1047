package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.cluster.settings.Settings;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Acquire;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.ClientSessions.Ask;
import symposium.service.lock.ClientSessions.Close;
import symposium.service.lock.ClientSessions.Granted;
import symposium.service.lock.ClientSessions.Held;
import symposium.service.lock.ClientSessions.Kind;
import symposium.service.lock.ClientSessions.NoSession;
import symposium.service.lock.ClientSessions.NotGranted;
import symposium.service.lock.ClientSessions.NotHeld;
import symposium.service.lock.ClientSessions.Notice;
import symposium.service.lock.ClientSessions.Open;
import symposium.service.lock.ClientSessions.Refused;
import symposium.service.lock.ClientSessions.Release;
import symposium.service.lock.ClientSessions.Released;
import symposium.service.lock.ClientSessions.Show;
import symposium.service.lock.ClientSessions.State;
import symposium.service.lock.ClientSessions.Unavailable;
import symposium.service.lock.ClientSessions.Waiting;
import symposium.service.lock.ClientSessions.Watch;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.LeaseNotice;
import symposium.service.lock.LockService.Reply;

/** A client session at the node where it is: the owner of its requests, of which one is the session itself. */
final class ClientSession extends AbstractBehavior<SessionMessages.ToSession> {

    private record FromService(Reply reply) implements SessionMessages.ToSession {}

    private record Expired() implements SessionMessages.ToSession {}

    /** The longest time has passed until the session itself is taken over. */
    private record Unsettled() implements SessionMessages.ToSession {}

    private record Late(String id, ActorRef<Answer> asking) implements SessionMessages.ToSession {}

    private record WatcherStopped(ActorRef<Notice> watcher) implements SessionMessages.ToSession {}

    private static final String CUT_OFF =
            "the node of the session is cut off from the majority: ask again, at another node";

    /** The id of the request that is the session. */
    private static final String ITSELF = "";

    /** How long the cluster may take to open a session, or to take it over after one of its requests. */
    private static final Duration OPENING = Duration.ofSeconds(10);

    /** A request that waits or is granted. */
    private static final class Pending {
        private final Claims claims;
        private final Optional<String> value;
        private final Set<ActorRef<Answer>> asking = new HashSet<>();
        private final List<ActorRef<Answer>> releasing = new ArrayList<>();
        /** Under which the client knows it; that of the first node. */
        private Optional<Fence> shown = Optional.empty();
        /** Under which this node's process has it. */
        private Optional<Fence> own = Optional.empty();
        /** Whether it is taken over, and not yet held here. */
        private boolean comes;

        Pending(Claims claims, Optional<String> value) {
            this.claims = claims;
            this.value = value;
        }
    }

    private final KeptRequest.Key key;
    private final ActorRef<ClientSessions.Command> sessions;
    private final ActorRef<LockService.Command> service;
    private final TimerScheduler<SessionMessages.ToSession> timers;
    private final ActorRef<Reply> replies;
    private final int most;
    private final Map<String, Pending> requests = new LinkedHashMap<>();
    private final Set<ActorRef<Notice>> watchers = new HashSet<>();
    private final List<ActorRef<Answer>> closing = new ArrayList<>();
    private final List<ClientSessions.Command> unsettled = new ArrayList<>();
    /** Whether it has been granted, here or at the node from which this one takes it over. */
    private boolean open;

    private boolean ending;
    /** Whether the actor of all sessions has its last message. */
    private boolean gone;
    /** Whether this node sees no majority: perhaps another has the session now. */
    private boolean cutOff;

    /** @param sessions those of this node */
    static Behavior<SessionMessages.ToSession> create(
            KeptRequest.Key key, ActorRef<ClientSessions.Command> sessions, ActorRef<LockService.Command> service) {
        return Behaviors.setup(
                context -> Behaviors.withTimers(timers -> new ClientSession(context, timers, key, sessions, service)));
    }

    private ClientSession(
            ActorContext<SessionMessages.ToSession> context,
            TimerScheduler<SessionMessages.ToSession> timers,
            KeptRequest.Key key,
            ActorRef<ClientSessions.Command> sessions,
            ActorRef<LockService.Command> service) {
        super(context);
        this.sessions = sessions;
        this.key = key;
        this.service = service;
        this.timers = timers;
        this.replies = context.messageAdapter(Reply.class, FromService::new);
        this.most = Settings.mostRequests(context.getSystem().settings().config());
    }

    @Override
    public Receive<SessionMessages.ToSession> createReceive() {
        return newReceiveBuilder()
                .onMessage(SessionMessages.Begin.class, begin -> onBegin())
                .onMessage(SessionMessages.GiveUp.class, given -> end("it is at another node"))
                .onMessage(SessionMessages.Stop.class, stop -> Behaviors.stopped())
                .onMessage(SessionMessages.Asked.class, asked -> onAsked(asked.command()))
                .onMessage(SessionMessages.TakesOver.class, takes -> onTakesOver(takes.what()))
                .onMessage(FromService.class, from -> onReply(from.reply()))
                .onMessage(Expired.class, expired -> cutOff ? leave() : onExpired())
                .onMessage(Unsettled.class, late -> onUnsettled())
                .onMessage(Late.class, this::onLate)
                .onMessage(WatcherStopped.class, this::onWatcherStopped)
                .build();
    }

    private void renew() {
        if (!ending) {
            timers.startSingleTimer(ITSELF, new Expired(), Duration.ofMillis(key.life()));
        }
    }

    // --- what its client asks

    private Behavior<SessionMessages.ToSession> onBegin() {
        Claims claims = Claims.session(key.session());
        requests.put(ITSELF, new Pending(claims, Optional.empty()));
        acquire(ITSELF, claims, Optional.empty(), Optional.of(Duration.ZERO));
        return this;
    }

    private Behavior<SessionMessages.ToSession> onAsked(ClientSessions.Command command) {
        if (gone) {
            sessions.tell(command);
            return this;
        }
        if (cutOff) {
            onAskedWhileCutOff(command);
            return this;
        }
        if (command instanceof Watch watch) {
            return onWatch(watch.watcher());
        }
        if (!ending && !settled()) {
            unsettled.add(command);
            return this;
        }
        if (ending) {
            onAskedAtTheEnd(command);
        } else if (command instanceof Open again) {
            onOpenAgain(again);
        } else {
            Ask ask = (Ask) command;
            return onAsk(ask.request(), ask.replyTo());
        }
        return this;
    }

    private void onOpenAgain(Open again) {
        if (again.life().toMillis() == key.life()) {
            renew();
            again.replyTo().tell(state());
        } else {
            again.replyTo()
                    .tell(new Refused(
                            LockService.Reason.ID_IN_USE,
                            "life must be " + key.life() + " ms, as when the session was opened, not "
                                    + again.life().toMillis() + " ms; another client needs another id"));
        }
    }

    private void onAskedWhileCutOff(ClientSessions.Command command) {
        if (command instanceof Watch watch) {
            watch.watcher().tell(new Notice(key.session(), Kind.MOVED, "", CUT_OFF, service));
        } else if (command instanceof Open open) {
            open.replyTo().tell(new Unavailable(CUT_OFF));
        } else {
            ((Ask) command).replyTo().tell(new Unavailable(CUT_OFF));
        }
    }

    private void onAskedAtTheEnd(ClientSessions.Command command) {
        if (command instanceof Open open) {
            open.replyTo().tell(new Unavailable("the session of this id ends just now; ask again"));
        } else if (((Ask) command).request() instanceof Close) {
            closing.add(((Ask) command).replyTo());
        } else if (closing.isEmpty()) {
            // It has expired here. If its node has been paused and removed, another has it, and goes on.
            ((Ask) command)
                    .replyTo()
                    .tell(new Unavailable("the session ends just now, or is at another node; ask again"));
        } else {
            ((Ask) command).replyTo().tell(new NoSession("the session has ended"));
        }
    }

    private Behavior<SessionMessages.ToSession> onAsk(ClientSessions.Request request, ActorRef<Answer> asking) {
        if (!(request instanceof Show)) {
            renew();
        }
        if (request instanceof Acquire acquire) {
            onAcquire(acquire, asking);
        } else if (request instanceof Release release) {
            onRelease(release.id(), asking);
        } else if (request instanceof Close) {
            closing.add(asking);
            return end("it has been closed");
        } else {
            asking.tell(state());
        }
        return this;
    }

    /** Whether the session is granted, and all that this node takes over: before, it is not known what it holds. */
    private boolean settled() {
        Pending itself = requests.get(ITSELF);
        return itself != null
                && itself.own.isPresent()
                && requests.values().stream().noneMatch(request -> request.comes);
    }

    /** By way of the actor that tells what is taken over, so that this comes before. */
    private void settle() {
        if (ending || settled()) {
            unsettled.forEach(sessions::tell);
            unsettled.clear();
        }
    }

    private State state() {
        return new State(
                key.session(),
                Duration.ofMillis(key.life()),
                requests.entrySet().stream()
                        .filter(each -> !each.getKey().equals(ITSELF))
                        .map(each -> new Held(each.getKey(), each.getValue().claims, shown(each.getValue())))
                        .toList());
    }

    private static Optional<Fence> shown(Pending request) {
        return request.own.isPresent() ? request.shown : Optional.empty();
    }

    private void onAcquire(Acquire asked, ActorRef<Answer> asking) {
        Pending known = requests.get(asked.id());
        if (known == null && requests.size() > most) {
            asking.tell(new Refused(
                    LockService.Reason.TOO_MANY,
                    "the session has " + most + " requests, as many as " + Settings.MOST_REQUESTS + " admits"));
        } else if (known == null) {
            Pending request = new Pending(asked.claims(), asked.value());
            requests.put(asked.id(), request);
            await(asked.id(), request, asking);
            acquire(asked.id(), asked.claims(), asked.value(), asked.limit());
        } else if (!known.claims.equals(asked.claims()) || !known.value.equals(asked.value())) {
            asking.tell(new Refused(
                    LockService.Reason.ID_IN_USE,
                    "the session has a request '" + asked.id() + "' for " + known.claims
                            + "; one for something else needs another id"));
        } else if (!known.releasing.isEmpty()) {
            asking.tell(new Unavailable("the request is being released; ask again"));
        } else if (known.own.isPresent()) {
            asking.tell(new Granted(asked.id(), known.claims, known.shown.orElseThrow()));
        } else {
            await(asked.id(), known, asking);
        }
    }

    private void await(String id, Pending request, ActorRef<Answer> asking) {
        request.asking.add(asking);
        timers.startSingleTimer(
                asking, new Late(id, asking), ClientSessions.longestAnswer(Duration.ofMillis(key.life())));
    }

    /** The request goes on waiting. */
    private Behavior<SessionMessages.ToSession> onLate(Late late) {
        Pending request = requests.get(late.id());
        if (request != null && request.asking.remove(late.asking())) {
            late.asking().tell(new Waiting(late.id()));
        }
        return this;
    }

    private void acquire(String id, Claims claims, Optional<String> value, Optional<Duration> limit) {
        boolean waits = limit.filter(Duration::isZero).isEmpty();
        service.tell(new KeptRequest.Ask(
                new LockService.Acquire(
                        id,
                        claims,
                        waits ? limit : Optional.of(OPENING),
                        getContext().getSelf(),
                        replies,
                        replies.<LeaseNotice>narrow()),
                value,
                waits,
                Optional.of(new KeptRequest.Key(key.session(), key.life(), key.label(), id, value).text())));
    }

    private void onRelease(String id, ActorRef<Answer> asking) {
        Pending request = requests.get(id);
        if (request == null || id.equals(ITSELF)) {
            asking.tell(new NotHeld(id, "the session neither holds nor awaits '" + id + "'"));
            return;
        }
        request.releasing.add(asking);
        if (request.releasing.size() == 1) {
            release(id, request);
        }
    }

    private void release(String id, Pending request) {
        if (request.own.isPresent()) {
            service.tell(new LockService.Release(id, request.own.get(), replies));
        } else if (!request.comes) {
            service.tell(new LockService.Cancel(id, getContext().getSelf(), replies));
        }
        // What comes is released when it has come.
    }

    private Behavior<SessionMessages.ToSession> onWatch(ActorRef<Notice> watcher) {
        if (watchers.add(watcher)) {
            getContext().watchWith(watcher, new WatcherStopped(watcher));
        }
        watcher.tell(new Notice(key.session(), Kind.WATCHED, "", "the session is watched", service));
        return this;
    }

    private Behavior<SessionMessages.ToSession> onWatcherStopped(WatcherStopped stopped) {
        watchers.remove(stopped.watcher());
        return this;
    }

    private void tellWatchers(Kind kind, String id, String why) {
        watchers.forEach(watcher -> watcher.tell(new Notice(key.session(), kind, id, why, service)));
    }

    // --- what the service tells

    private Behavior<SessionMessages.ToSession> onTakesOver(KeptRequest.TakeOver takeover) {
        if (!open) {
            open = true;
            renew();
            timers.startSingleTimer(OPENING, new Unsettled(), OPENING);
        }
        String id = takeover.key().id();
        Pending request = new Pending(takeover.claims(), takeover.key().value());
        request.shown = Optional.of(takeover.fence());
        request.comes = true;
        requests.put(id, request);
        service.tell(new KeptRequest.Adopt(
                takeover.ticket(),
                new KeptRequest.Ask(
                        new LockService.Acquire(
                                id,
                                takeover.claims(),
                                Optional.empty(),
                                getContext().getSelf(),
                                replies,
                                replies.<LeaseNotice>narrow()),
                        takeover.key().value(),
                        false,
                        Optional.of(takeover.key().text()))));
        if (ending) {
            request.releasing.add(getContext().getSystem().ignoreRef());
        }
        return this;
    }

    private Behavior<SessionMessages.ToSession> onReply(Reply reply) {
        if (cutOff) {
            // What has ended at its backup, too, is taken over by nobody: the session is lost.
            return reply instanceof LockService.NotHeld ? leave() : this;
        }
        Pending request = requests.get(reply.id());
        if (request == null) {
            return this;
        }
        Behavior<SessionMessages.ToSession> next = onReply(request, reply);
        settle();
        return next;
    }

    private Behavior<SessionMessages.ToSession> onReply(Pending request, Reply reply) {
        String id = reply.id();
        if (reply instanceof LockService.Granted granted) {
            return onGranted(id, request, granted.fence());
        }
        if (reply instanceof LockService.Leaving) {
            tellWatchers(Kind.MOVED, "", "its node leaves: another takes it over");
            return this;
        }
        if (!open && !ending && !(reply instanceof LockService.Lost)) {
            return onNotOpened(reply);
        }
        if (reply instanceof LockService.Unavailable unavailable) {
            return onUnavailable(id, request, unavailable);
        }
        if (reply instanceof LockService.Lost && !ending) {
            return onCutOff();
        }
        requests.remove(id);
        answer(request, answer(id, reply));
        request.releasing.forEach(asking -> asking.tell(new Released(id)));
        boolean lost = reply instanceof LockService.Lost || request.comes;
        if (id.equals(ITSELF)) {
            return lost ? end(why(reply)) : stopWhenDone();
        }
        if (lost && request.releasing.isEmpty()) {
            tellWatchers(Kind.LOST, id, why(reply));
        }
        return stopWhenDone();
    }

    private Behavior<SessionMessages.ToSession> onGranted(String id, Pending request, Fence fence) {
        request.own = Optional.of(fence);
        request.comes = false;
        if (request.shown.isEmpty()) {
            request.shown = request.own;
        }
        if (!request.releasing.isEmpty()) {
            release(id, request);
        } else if (id.equals(ITSELF)) {
            renew();
            if (!open) {
                open = true;
                sessions.tell(
                        new SessionMessages.Opened(key.session(), getContext().getSelf()));
            }
        } else {
            answer(request, new Granted(id, request.claims, request.shown.get()));
        }
        return this;
    }

    /**
     * This node sees no majority. If the others remove it, another has the session, and goes on; if they reach it again
     * before that, the session is lost. That is not known yet.
     */
    private Behavior<SessionMessages.ToSession> onCutOff() {
        cutOff = true;
        tellWatchers(Kind.MOVED, "", CUT_OFF);
        watchers.clear();
        requests.forEach((id, request) -> {
            answer(request, new Unavailable(CUT_OFF));
            request.releasing.forEach(asking -> asking.tell(new Unavailable(CUT_OFF)));
            if (request.own.isEmpty()) {
                service.tell(new LockService.Cancel(id, getContext().getSelf(), replies));
            }
        });
        requests.clear();
        unsettled.forEach(this::onAskedWhileCutOff);
        unsettled.clear();
        return this;
    }

    /** The node takes no requests, or ends. What is held is taken over by another. */
    private Behavior<SessionMessages.ToSession> onUnavailable(
            String id, Pending request, LockService.Unavailable unavailable) {
        requests.remove(id);
        answer(request, new Unavailable(unavailable.why()));
        request.releasing.forEach(asking -> asking.tell(new Unavailable(unavailable.why())));
        if (unavailable.cause() != LockService.UnavailableCause.ENDED) {
            return stopWhenDone();
        }
        tellWatchers(Kind.MOVED, "", unavailable.why());
        closing.forEach(asking -> asking.tell(new Unavailable(unavailable.why())));
        return requests.isEmpty() ? leave() : this;
    }

    private void answer(Pending request, Answer answer) {
        request.asking.forEach(asking -> {
            timers.cancel(asking);
            asking.tell(answer);
        });
        request.asking.clear();
    }

    private static Answer answer(String id, Reply reply) {
        if (reply instanceof LockService.TimedOut late) {
            return new NotGranted(id, late.why(), late.holders());
        }
        if (reply instanceof LockService.NotFree) {
            return new NotGranted(id, "not free", List.of());
        }
        return reply instanceof LockService.Refused refused
                ? new Refused(refused.reason(), refused.why())
                : new NotGranted(id, why(reply), List.of());
    }

    private static String why(Reply reply) {
        if (reply instanceof LockService.Lost lost) {
            return lost.why();
        }
        return reply instanceof LockService.NotFree
                ? "another has been granted it before it could be taken over"
                : "it has been released";
    }

    // --- its end

    private Behavior<SessionMessages.ToSession> onExpired() {
        return end("it has not been renewed for " + key.life() + " ms");
    }

    private Behavior<SessionMessages.ToSession> end(String why) {
        if (!ending) {
            ending = true;
            settle();
            timers.cancel(ITSELF);
            tellWatchers(Kind.ENDED, "", why);
            requests.forEach((id, request) -> {
                answer(request, new NotGranted(id, "the session has ended: " + why, List.of()));
                request.releasing.add(getContext().getSystem().ignoreRef());
                if (request.releasing.size() == 1) {
                    release(id, request);
                }
            });
        }
        return stopWhenDone();
    }

    private Behavior<SessionMessages.ToSession> stopWhenDone() {
        if (!ending || !requests.isEmpty()) {
            return this;
        }
        closing.forEach(asking -> asking.tell(new Released(key.session())));
        closing.clear();
        return leave();
    }

    /** The actor of all sessions sends nothing any more after its answer; what it has sent before goes back to it. */
    private Behavior<SessionMessages.ToSession> leave() {
        if (!gone) {
            gone = true;
            unsettled.forEach(sessions::tell);
            unsettled.clear();
            timers.cancelAll();
            sessions.tell(new SessionMessages.Left(key.session(), getContext().getSelf()));
        }
        return this;
    }

    /** A request was taken over, and the session itself was not: its first node and its backup have departed. */
    private Behavior<SessionMessages.ToSession> onUnsettled() {
        return requests.containsKey(ITSELF) ? this : end("its node and the backup of that have departed");
    }

    // --- what does not open

    private Behavior<SessionMessages.ToSession> onNotOpened(Reply reply) {
        requests.clear();
        sessions.tell(new SessionMessages.NotOpened(
                key.session(), getContext().getSelf(), reply instanceof LockService.NotFree, notOpened(reply)));
        return leave();
    }

    /** The answer to a client if the lock of its session is neither granted nor taken. */
    static Answer notOpened(Reply reply) {
        if (reply instanceof LockService.Refused refused) {
            return new Refused(refused.reason(), refused.why());
        }
        if (reply instanceof LockService.TimedOut late) {
            return new Unavailable("the cluster has not granted the session within " + OPENING.toSeconds() + " s: "
                    + late.why() + "; ask again");
        }
        return new Unavailable(
                reply instanceof LockService.Unavailable unavailable
                        ? unavailable.why()
                        : "the session is just being opened or taken over elsewhere; ask again");
    }

    /** What a client that watches a session receives in place of an answer. */
    static Notice notice(String session, Answer answer, ActorRef<LockService.Command> service) {
        if (answer instanceof NoSession missing) {
            return new Notice(session, Kind.ENDED, "", missing.why(), service);
        }
        return new Notice(
                session,
                Kind.MOVED,
                "",
                answer instanceof Unavailable unavailable ? unavailable.why() : ((Refused) answer).why(),
                service);
    }
}
