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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.cluster.hosted.HostedProcess;
import symposium.cluster.settings.Settings;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.ClientSessions.Ask;
import symposium.service.lock.ClientSessions.Command;
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
 * <p>A request for a session that is not here starts a {@link SessionSearch}. No handler of a message calls another.
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

    /** How long the lock of a session may take to answer whether it is free. */
    private static final Duration LOOK_UP = Duration.ofSeconds(10);

    /**
     * The search for one session.
     *
     * @param number by which it is told apart from former ones
     */
    private record Running(long number, SessionSearch<Command, ActorRef<LockService.Command>> now) {}

    /** A try of a search to open a session. */
    private record Try(long search, int number) {}

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
    private final Map<String, Running> searches = new HashMap<>();
    /** The tries whose sessions have not stopped. */
    private final Map<ActorRef<SessionMessages.ToSession>, Try> opening = new HashMap<>();

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
                .onMessage(NextRound.class, next -> search(next.session(), search -> search.round(others, full())))
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
        Running running = searches.get(id);
        if (sessions.containsKey(id) && closed.isPresent()) {
            // The host may not answer any more.
            sessions.get(id).tell(new SessionMessages.Asked(request));
        } else if (sessions.containsKey(id)) {
            unconfirmed.add(request);
            member.accept(confirmed);
        } else if (isForwarded(request)) {
            // It was here when the other node looked, and may be taken over now.
            answer(request, SessionSearch.ELSEWHERE);
        } else if (closed.isPresent()) {
            answer(request, new Unavailable(closed.get()));
        } else if (running != null && running.now().requests().size() <= mostRequests) {
            searches.put(id, new Running(running.number(), running.now().asked(request, request instanceof Open)));
        } else if (running != null || searches.size() >= most) {
            answer(request, tooMany("searches for sessions wait on this node"));
        } else {
            searches.put(id, new Running(++opened, SessionSearch.of(request, request instanceof Open)));
            search(id, search -> search.round(others, full()));
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

    private Optional<Refused> full() {
        return sessions.size() >= most ? Optional.of(tooMany("sessions are on this node")) : Optional.empty();
    }

    private Behavior<Command> onFound(Presence presence) {
        return search(presence.session(), search -> search.found(presence.service(), presence.here(), full()));
    }

    /** The lock of a session has answered a search that opens nothing. */
    private Behavior<Command> onLookedUp(LookedUp looked) {
        LockService.Reply reply = looked.reply();
        if (reply instanceof LockService.Granted granted) {
            service.tell(new LockService.Release(reply.id(), granted.fence(), lookedUp));
        }
        Running running = searches.get(looked.session());
        String[] id = reply.id().substring(0, reply.id().indexOf(' ')).split("\\.");
        // Otherwise the search has ended.
        return running == null || running.number() != Long.parseLong(id[0])
                ? this
                : search(looked.session(), search -> search.lookedUp(Integer.parseInt(id[1]), reply));
    }

    /** One event of the search for this session, if there is one. */
    private Behavior<Command> search(
            String session,
            Function<
                            SessionSearch<Command, ActorRef<LockService.Command>>,
                            SessionSearch.Step<Command, ActorRef<LockService.Command>>>
                    event) {
        Running running = searches.get(session);
        if (running != null) {
            var step = event.apply(running.now());
            searches.put(session, new Running(running.number(), step.next()));
            if (step.next().over()) {
                searches.remove(session);
                timers.cancel(session);
            }
            step.effects().forEach(effect -> carryOut(session, running.number(), effect));
        }
        return this;
    }

    private void carryOut(
            String session, long number, SessionSearch.Effect<Command, ActorRef<LockService.Command>> effect) {
        if (effect instanceof SessionSearch.Probe<?, ActorRef<LockService.Command>> probe) {
            probe.node().tell(new Probe(session, presences));
        } else if (effect instanceof SessionSearch.AwaitRound<?, ?>) {
            timers.startSingleTimer(session, new NextRound(session), SessionSearch.ROUND);
        } else if (effect instanceof SessionSearch.Open<Command, ?> tries) {
            Open open = (Open) tries.request();
            ActorRef<SessionMessages.ToSession> actor =
                    spawn(new KeptRequest.Key(session, open.life().toMillis(), open.label(), "", Optional.empty()));
            opening.put(actor, new Try(number, tries.number()));
            actor.tell(new SessionMessages.Begin());
        } else if (effect instanceof SessionSearch.LookUp<?, ?> tries) {
            String id = number + "." + tries.number() + " " + session;
            service.tell(KeptRequest.Ask.lookUp(id, Claims.session(session), LOOK_UP, lookedUp));
        } else if (effect instanceof SessionSearch.GiveUp<?, ?> given) {
            Try last = new Try(number, given.number());
            opening.forEach((actor, its) -> {
                if (its.equals(last)) {
                    actor.tell(new SessionMessages.GiveUp());
                }
            });
        } else if (effect instanceof SessionSearch.Answer<Command, ?> answer) {
            answer(answer.request(), answer.answer());
        } else if (effect instanceof SessionSearch.Forward<Command, ActorRef<LockService.Command>> forward) {
            forward.node().tell(forwarded(forward.request()));
        } else if (effect instanceof SessionSearch.Admit<Command, ?> admit) {
            sessions.get(session).tell(new SessionMessages.Asked(admit.request()));
        }
    }

    /** The number of the try by which this session is to be opened, if its search goes on. */
    private Optional<Integer> tryOf(String session, ActorRef<SessionMessages.ToSession> actor) {
        return Optional.ofNullable(searches.get(session)).flatMap(running -> Optional.ofNullable(opening.get(actor))
                .filter(its -> its.search() == running.number())
                .map(Try::number)
                .filter(running.now()::opens));
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
                .forEach(session -> search(session, search -> search.closed(new Unavailable(close.why()))));
        return this;
    }

    // --- the sessions of this node

    private Behavior<Command> onOpened(SessionMessages.Opened open) {
        Optional<Integer> number = tryOf(open.session(), open.actor());
        if (number.isEmpty()) {
            open.actor().tell(new SessionMessages.GiveUp());
        } else {
            begin(open.session(), open.actor(), number);
        }
        return this;
    }

    private Behavior<Command> onNotOpened(SessionMessages.NotOpened failed) {
        Optional<Answer> why = failed.taken() ? Optional.empty() : Optional.of(failed.why());
        tryOf(failed.session(), failed.actor())
                .ifPresent(number -> search(failed.session(), search -> search.notOpened(number, why)));
        return this;
    }

    /** The session is here from now on, with the requests of a search for it. */
    private void begin(String session, ActorRef<SessionMessages.ToSession> actor, Optional<Integer> number) {
        sessions.put(session, actor);
        search(session, search -> search.here(number));
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
            begin(takeover.session(), session, Optional.empty());
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
        tryOf(ended.session(), ended.actor())
                .ifPresent(number -> search(ended.session(), search -> search.notOpened(number, Optional.empty())));
        opening.remove(ended.actor());
        return this;
    }
}
