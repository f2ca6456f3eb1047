package symposium.cluster.lock;

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
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.cluster.hosted.HostedProcess;
import symposium.cluster.settings.Settings;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.ClientSessions.Ask;
import symposium.service.lock.ClientSessions.Command;
import symposium.service.lock.ClientSessions.NoSession;
import symposium.service.lock.ClientSessions.Open;
import symposium.service.lock.ClientSessions.Presence;
import symposium.service.lock.ClientSessions.Probe;
import symposium.service.lock.ClientSessions.Refused;
import symposium.service.lock.ClientSessions.Unavailable;
import symposium.service.lock.ClientSessions.Watch;
import symposium.service.lock.LockService;
import symposium.wire.OwnerLabel;

/**
 * The client sessions of a node, and the way to those of other nodes.
 *
 * <p>A request for a session that is not here starts a <em>search</em>. In each round the node probes all others. If
 * one has the session, it gets the requests. If none has it, the lock of the session decides: this node tries to take
 * it, without waiting. If it gets the lock, there is no such session in the cluster: the search opens one, or answers
 * that there is none. If it does not, another node is opening the session or taking it over, and the next round
 * follows. A search ends after {@link #PATIENCE}, and each request has one answer. No handler of a message calls
 * another.
 */
final class ClientSessionsActor extends AbstractBehavior<Command> {

    /** The services of all nodes, also of those that are not reachable. */
    record Services(Set<ActorRef<LockService.Command>> all) implements Command {
        @Override
        public String session() {
            return "";
        }
    }

    private record Found(Presence presence) implements Command {
        @Override
        public String session() {
            return presence.session();
        }
    }

    /** The node was a member when this actor asked. */
    private record Confirmed() implements Command {
        @Override
        public String session() {
            return "";
        }
    }

    private record NextRound(String session) implements Command {}

    private record Ended(String session, ActorRef<SessionMessages.ToSession> actor) implements Command {}

    private record LookedUp(LockService.Reply reply) implements Command {
        @Override
        public String session() {
            return reply.id().substring(reply.id().indexOf(' ') + 1);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(ClientSessions.class);

    /** The longest time of a search. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    /** From one round of a search to the next. */
    static final Duration ROUND = Duration.ofMillis(300);

    private static final long MOST_ROUNDS = PATIENCE.toMillis() / ROUND.toMillis();

    /** How long the lock of a session may take to answer whether it is free. */
    private static final Duration LOOK_UP = Duration.ofSeconds(10);

    private static final String ELSEWHERE =
            "the session is at a node that does not answer, or another node takes it over: ask again";

    /** The requests for a session of which this node does not know where it is. */
    private static final class Search {
        private final List<Command> requests = new ArrayList<>();
        private final Set<ActorRef<LockService.Command>> silent = new HashSet<>();
        private int rounds;
        /** Opens the session here, if the search has found that there is none. */
        private Optional<ActorRef<SessionMessages.ToSession>> opening = Optional.empty();
        /** The id under which this node asks for the lock of the session. */
        private Optional<String> lookUp = Optional.empty();

        boolean opens() {
            return requests.stream().anyMatch(Open.class::isInstance);
        }

        boolean isDeciding() {
            return lookUp.isPresent() || opening.isPresent();
        }
    }

    private final ActorRef<LockService.Command> service;
    private final Consumer<ActorRef<Done>> member;
    private final ActorRef<Done> confirmed;
    /** Requests for sessions of this node, until the node is certainly a member. */
    private final Queue<Command> unconfirmed = new ArrayDeque<>();

    private final TimerScheduler<Command> timers;
    private final ActorRef<Presence> presences;
    private final ActorRef<LockService.Reply> lookedUp;
    private final int most;
    private final int mostRequests;
    private final Map<String, ActorRef<SessionMessages.ToSession>> sessions = new HashMap<>();
    private final Map<String, Search> searches = new HashMap<>();
    private Set<ActorRef<LockService.Command>> others = Set.of();
    private Optional<String> closed = Optional.empty();
    private long opened;

    /**
     * The sessions of a node.
     *
     * @param service of that node
     * @param member answers when the node is certainly a member: {@link HostedProcess#confirm}
     * @param key by which the services of all nodes are found
     */
    static Behavior<Command> create(
            ActorRef<LockService.Command> service,
            Consumer<ActorRef<Done>> member,
            ServiceKey<LockService.Command> key) {
        return Behaviors.setup(context -> {
            context.getSystem()
                    .receptionist()
                    .tell(Receptionist.subscribe(
                            key,
                            context.messageAdapter(
                                    Receptionist.Listing.class,
                                    listing -> new Services(listing.getAllServiceInstances(key)))));
            return create(service, member);
        });
    }

    /** The same, before it knows of any other node. */
    static Behavior<Command> create(ActorRef<LockService.Command> service, Consumer<ActorRef<Done>> member) {
        return Behaviors.setup(
                context -> Behaviors.withTimers(timers -> new ClientSessionsActor(context, timers, service, member)));
    }

    private ClientSessionsActor(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            ActorRef<LockService.Command> service,
            Consumer<ActorRef<Done>> member) {
        super(context);
        this.member = member;
        this.confirmed = context.messageAdapter(Done.class, done -> new Confirmed());
        this.service = service;
        this.timers = timers;
        this.presences = context.messageAdapter(Presence.class, Found::new);
        this.lookedUp = context.messageAdapter(LockService.Reply.class, LookedUp::new);
        this.most = Settings.mostSessions(context.getSystem().settings().config());
        this.mostRequests = Settings.mostRequests(context.getSystem().settings().config());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Open.class, this::onRequest)
                .onMessage(Ask.class, this::onRequest)
                .onMessage(Watch.class, this::onRequest)
                .onMessage(Probe.class, this::onProbe)
                .onMessage(KeptRequest.TakeOver.class, this::onTakeOver)
                .onMessage(Confirmed.class, known -> onConfirmed())
                .onMessage(Services.class, this::onServices)
                .onMessage(Found.class, found -> onFound(found.presence()))
                .onMessage(NextRound.class, next -> onNextRound(next.session()))
                .onMessage(LookedUp.class, this::onLookedUp)
                .onMessage(SessionMessages.Opened.class, this::onOpened)
                .onMessage(SessionMessages.NotOpened.class, this::onNotOpened)
                .onMessage(SessionMessages.Left.class, this::onLeft)
                .onMessage(Ended.class, this::onEnded)
                .onMessage(SessionMessages.Close.class, this::onClose)
                .build();
    }

    private Behavior<Command> onRequest(Command request) {
        String id = request.session();
        Search running = searches.get(id);
        if (sessions.containsKey(id) && closed.isPresent()) {
            // The host may not answer any more.
            sessions.get(id).tell(new SessionMessages.Asked(request));
        } else if (sessions.containsKey(id)) {
            unconfirmed.add(request);
            member.accept(confirmed);
        } else if (isForwarded(request)) {
            // It was here when the other node looked, and may be taken over now.
            answer(request, new Unavailable(ELSEWHERE));
        } else if (closed.isPresent()) {
            answer(request, new Unavailable(closed.get()));
        } else if (running != null && running.requests.size() <= mostRequests) {
            running.requests.add(request);
        } else if (running != null || searches.size() >= most) {
            answer(request, tooMany("searches for sessions wait at this node"));
        } else {
            Search search = new Search();
            search.requests.add(request);
            searches.put(id, search);
            round(id, search);
        }
        return this;
    }

    /** After a JVM pause another node may have the session, so no request is answered from the state before it. */
    private Behavior<Command> onConfirmed() {
        Optional.ofNullable(unconfirmed.poll()).ifPresent(request -> {
            ActorRef<SessionMessages.ToSession> session = sessions.get(request.session());
            if (session != null) {
                session.tell(new SessionMessages.Asked(request));
            } else {
                getContext().getSelf().tell(request);
            }
        });
        return this;
    }

    private Refused tooMany(String what) {
        return new Refused(
                LockService.Reason.TOO_MANY,
                most + " " + what + ", as many as " + Settings.MOST_SESSIONS + " allows: close some, or raise it");
    }

    // --- where a session is

    private Behavior<Command> onProbe(Probe probe) {
        probe.replyTo().tell(new Presence(probe.session(), sessions.containsKey(probe.session()), service));
        return this;
    }

    private void round(String session, Search search) {
        search.rounds++;
        search.silent.clear();
        search.silent.addAll(others);
        search.silent.forEach(other -> other.tell(new Probe(session, presences)));
        timers.startSingleTimer(session, new NextRound(session), ROUND);
        decide(session, search);
    }

    private Behavior<Command> onFound(Presence presence) {
        Search search = searches.get(presence.session());
        if (search == null) {
            return this;
        }
        search.silent.remove(presence.service());
        if (presence.here()) {
            end(presence.session()).forEach(request -> presence.service().tell(forwarded(request)));
        } else {
            decide(presence.session(), search);
        }
        return this;
    }

    /** Asks the lock of the session, when all others have answered that they do not have the session. */
    private void decide(String session, Search search) {
        if (!search.silent.isEmpty() || search.isDeciding()) {
            return;
        }
        if (search.opens() && sessions.size() >= most) {
            Refused full = tooMany("sessions are at this node");
            search.requests.stream().filter(Open.class::isInstance).forEach(open -> answer(open, full));
            search.requests.removeIf(Open.class::isInstance);
        }
        Optional<Open> open = search.requests.stream()
                .filter(Open.class::isInstance)
                .map(Open.class::cast)
                .findFirst();
        if (open.isPresent()) {
            ActorRef<SessionMessages.ToSession> opening = spawn(new KeptRequest.Key(
                    session, open.get().life().toMillis(), open.get().label(), "", Optional.empty()));
            search.opening = Optional.of(opening);
            opening.tell(new SessionMessages.Begin());
        } else if (search.requests.isEmpty()) {
            end(session);
        } else {
            String id = ++opened + " " + session;
            search.lookUp = Optional.of(id);
            service.tell(KeptRequest.Ask.lookUp(id, Claims.session(session), LOOK_UP, lookedUp));
        }
    }

    private Behavior<Command> onNextRound(String session) {
        Search search = searches.get(session);
        if (search == null || search.isDeciding()) {
            return this;
        }
        if (search.rounds >= MOST_ROUNDS) {
            end(session).forEach(request -> answer(request, new Unavailable(ELSEWHERE)));
        } else {
            round(session, search);
        }
        return this;
    }

    /** The lock of a session has answered a search that opens nothing. */
    private Behavior<Command> onLookedUp(LookedUp looked) {
        LockService.Reply reply = looked.reply();
        String session = looked.session();
        if (reply instanceof LockService.Granted granted) {
            service.tell(new LockService.Release(reply.id(), granted.fence(), lookedUp));
        }
        Search search = searches.get(session);
        if (search == null || !search.lookUp.equals(Optional.of(reply.id()))) {
            // The search has ended, or this is about the release.
            return this;
        }
        search.lookUp = Optional.empty();
        if (reply instanceof LockService.Granted) {
            Answer none =
                    new NoSession("there is no such session: it has expired, has been closed or lost, or never was");
            search.requests.stream()
                    .filter(request -> !(request instanceof Open))
                    .forEach(each -> answer(each, none));
            search.requests.removeIf(request -> !(request instanceof Open));
            if (search.requests.isEmpty()) {
                end(session);
            } else {
                next(session);
            }
        } else if (reply instanceof LockService.NotFree || reply instanceof LockService.Refused) {
            // Another node has it, or this one has just asked.
            next(session);
        } else {
            end(session).forEach(request -> answer(request, KeptSession.notOpened(reply)));
        }
        return this;
    }

    /** Another round follows. */
    private void next(String session) {
        timers.startSingleTimer(session, new NextRound(session), ROUND);
    }

    /** Ends a search: its requests are to be answered, or passed on. */
    private List<Command> end(String session) {
        timers.cancel(session);
        Search search = searches.remove(session);
        search.opening.ifPresent(opening -> opening.tell(new SessionMessages.GiveUp()));
        return search.requests;
    }

    private void answer(Command request, Answer answer) {
        ClientSession.answer(request, answer, service);
    }

    private static boolean isForwarded(Command command) {
        return command instanceof Open open && open.forwarded()
                || command instanceof Ask ask && ask.forwarded()
                || command instanceof Watch watch && watch.forwarded();
    }

    private static Command forwarded(Command command) {
        if (command instanceof Open open) {
            return new Open(open.session(), open.life(), open.label(), true, open.replyTo());
        }
        return command instanceof Ask ask
                ? new Ask(ask.session(), ask.request(), true, ask.replyTo())
                : new Watch(command.session(), true, ((Watch) command).watcher());
    }

    private Behavior<Command> onServices(Services services) {
        others = new HashSet<>(services.all());
        others.remove(service);
        return this;
    }

    private Behavior<Command> onClose(SessionMessages.Close close) {
        closed = Optional.of(close.why());
        unconfirmed.forEach(request -> answer(request, new Unavailable(close.why())));
        unconfirmed.clear();
        List.copyOf(searches.keySet())
                .forEach(session -> end(session).forEach(request -> answer(request, new Unavailable(close.why()))));
        return this;
    }

    // --- the sessions of this node

    private Behavior<Command> onOpened(SessionMessages.Opened open) {
        Search search = searches.get(open.session());
        if (search == null || !search.opening.equals(Optional.of(open.actor()))) {
            open.actor().tell(new SessionMessages.GiveUp());
            return this;
        }
        search.opening = Optional.empty();
        begin(open.session(), open.actor());
        return this;
    }

    private Behavior<Command> onNotOpened(SessionMessages.NotOpened failed) {
        Search search = searches.get(failed.session());
        if (search == null || !search.opening.equals(Optional.of(failed.actor()))) {
            return this;
        }
        search.opening = Optional.empty();
        if (failed.taken()) {
            next(failed.session());
        } else {
            end(failed.session()).forEach(request -> answer(request, failed.why()));
        }
        return this;
    }

    /** The session is here from now on, with the requests of a search for it. */
    private void begin(String session, ActorRef<SessionMessages.ToSession> actor) {
        sessions.put(session, actor);
        if (searches.containsKey(session)) {
            end(session).forEach(request -> actor.tell(new SessionMessages.Asked(request)));
        }
    }

    private ActorRef<SessionMessages.ToSession> spawn(KeptRequest.Key key) {
        String name = OwnerLabel.actorName(key.label(), ++opened);
        ActorRef<SessionMessages.ToSession> session =
                getContext().spawn(ClientSession.create(key, getContext().getSelf(), service), name);
        getContext().watchWith(session, new Ended(key.session(), session));
        return session;
    }

    private Behavior<Command> onTakeOver(KeptRequest.TakeOver takeover) {
        ActorRef<SessionMessages.ToSession> session = sessions.get(takeover.session());
        if (session == null) {
            LOG.info(
                    "this node takes over the client session '{}' ({}) with {}",
                    takeover.session(),
                    takeover.key().label(),
                    takeover.claims());
            session = spawn(takeover.key());
            begin(takeover.session(), session);
        }
        session.tell(new SessionMessages.TakesOver(takeover));
        return this;
    }

    private Behavior<Command> onLeft(SessionMessages.Left left) {
        sessions.remove(left.session(), left.actor());
        left.actor().tell(new SessionMessages.Stop());
        return this;
    }

    /** Its actor has stopped, in whichever way. */
    private Behavior<Command> onEnded(Ended ended) {
        sessions.remove(ended.session(), ended.actor());
        Search search = searches.get(ended.session());
        if (search != null && search.opening.equals(Optional.of(ended.actor()))) {
            search.opening = Optional.empty();
            next(ended.session());
        }
        return this;
    }
}
