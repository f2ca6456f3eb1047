package symposium.cluster.lock;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.cluster.settings.Settings;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Ask;
import symposium.service.lock.ClientSessions.Command;
import symposium.service.lock.ClientSessions.Kind;
import symposium.service.lock.ClientSessions.NoSession;
import symposium.service.lock.ClientSessions.Notice;
import symposium.service.lock.ClientSessions.Open;
import symposium.service.lock.ClientSessions.Presence;
import symposium.service.lock.ClientSessions.Probe;
import symposium.service.lock.ClientSessions.Refused;
import symposium.service.lock.ClientSessions.Unavailable;
import symposium.service.lock.ClientSessions.Watch;
import symposium.service.lock.LockService;
import symposium.wire.OwnerLabel;

/**
 * The client sessions of a node. What is asked of another session is passed on to the node that has it: all are asked
 * which that is, and again for a while, because a session may be about to be taken over.
 */
final class ClientSessionsActor extends AbstractBehavior<Command> {

    private record Services(Set<ActorRef<LockService.Command>> all) implements Command {
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

    private record AskAgain(String session) implements Command {}

    private record Ended(String session) implements Command {}

    private static final Logger LOG = LoggerFactory.getLogger(ClientSessions.class);

    /** How long a session is looked for that no node has. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration AGAIN = Duration.ofMillis(300);

    /** What is asked of a session of which it is not known where it is. */
    private static final class Search {
        private final List<Command> commands = new ArrayList<>();
        private final Set<ActorRef<LockService.Command>> silent = new HashSet<>();
        private int rounds;
    }

    private final ActorRef<LockService.Command> service;
    private final TimerScheduler<Command> timers;
    private final int most;
    private final Map<String, ActorRef<ClientSession.Command>> sessions = new HashMap<>();
    private final Map<String, Search> searches = new HashMap<>();
    private Set<ActorRef<LockService.Command>> others = Set.of();
    private long opened;

    /**
     * Those of a node.
     *
     * @param service of that node
     * @param key by which the services of all nodes are found
     */
    static Behavior<Command> create(ActorRef<LockService.Command> service, ServiceKey<LockService.Command> key) {
        return Behaviors.setup(
                context -> Behaviors.withTimers(timers -> new ClientSessionsActor(context, timers, service, key)));
    }

    private ClientSessionsActor(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            ActorRef<LockService.Command> service,
            ServiceKey<LockService.Command> key) {
        super(context);
        this.service = service;
        this.timers = timers;
        this.most = Settings.mostSessions(context.getSystem().settings().config());
        context.getSystem()
                .receptionist()
                .tell(Receptionist.subscribe(
                        key,
                        context.messageAdapter(
                                Receptionist.Listing.class,
                                listing -> new Services(listing.getAllServiceInstances(key)))));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Open.class, this::onOpen)
                .onMessage(Ask.class, this::onAsk)
                .onMessage(Watch.class, this::onWatch)
                .onMessage(Probe.class, this::onProbe)
                .onMessage(KeptRequest.TakeOver.class, this::onTakeOver)
                .onMessage(Services.class, this::onServices)
                .onMessage(Found.class, found -> onFound(found.presence()))
                .onMessage(AskAgain.class, again -> onAskAgain(again.session()))
                .onMessage(Ended.class, this::onEnded)
                .build();
    }

    private Behavior<Command> onOpen(Open open) {
        return serve(open);
    }

    private Behavior<Command> onAsk(Ask ask) {
        return serve(ask);
    }

    private Behavior<Command> onWatch(Watch watch) {
        return serve(watch);
    }

    private Behavior<Command> serve(Command command) {
        ActorRef<ClientSession.Command> here = sessions.get(command.session());
        if (here != null) {
            here.tell(new ClientSession.Asked(command));
        } else if (isForwarded(command)) {
            refuse(command);
        } else {
            Search running = searches.get(command.session());
            if (running != null) {
                running.commands.add(command);
            } else {
                Search search = new Search();
                search.commands.add(command);
                searches.put(command.session(), search);
                probe(command.session(), search);
            }
        }
        return this;
    }

    // --- where a session is

    private Behavior<Command> onProbe(Probe probe) {
        probe.replyTo().tell(new Presence(probe.session(), sessions.containsKey(probe.session()), service));
        return this;
    }

    private void probe(String session, Search search) {
        search.rounds++;
        search.silent.clear();
        search.silent.addAll(others);
        if (search.silent.isEmpty()) {
            missing(session, search);
            return;
        }
        ActorRef<Presence> answers = getContext().messageAdapter(Presence.class, Found::new);
        search.silent.forEach(other -> other.tell(new Probe(session, answers)));
        timers.startSingleTimer(session, new AskAgain(session), AGAIN);
    }

    private Behavior<Command> onFound(Presence presence) {
        Search search = searches.get(presence.session());
        if (search == null) {
            return this;
        }
        search.silent.remove(presence.service());
        if (presence.here()) {
            end(presence.session());
            search.commands.forEach(command -> presence.service().tell(forwarded(command)));
        } else if (search.silent.isEmpty()) {
            missing(presence.session(), search);
        }
        return this;
    }

    /** All others have answered that they do not have it. */
    private void missing(String session, Search search) {
        boolean opens = search.commands.stream().anyMatch(Open.class::isInstance);
        if (opens) {
            end(session);
            search.commands.stream().filter(Open.class::isInstance).findFirst().ifPresent(open -> begin((Open) open));
            search.commands.forEach(this::serve);
        } else if (search.rounds * AGAIN.toMillis() >= PATIENCE.toMillis()) {
            end(session);
            search.commands.forEach(this::refuse);
        } else if (!timers.isTimerActive(session)) {
            timers.startSingleTimer(session, new AskAgain(session), AGAIN);
        }
    }

    private Behavior<Command> onAskAgain(String session) {
        Search search = searches.get(session);
        if (search == null) {
            return this;
        }
        if (sessions.containsKey(session)) {
            end(session);
            search.commands.forEach(this::serve);
        } else if (search.rounds * AGAIN.toMillis() >= PATIENCE.toMillis() && !search.silent.isEmpty()) {
            end(session);
            String why = "the session may be at a node that does not answer: ask again";
            search.commands.forEach(command -> answer(command, new Unavailable(why), Kind.MOVED, why));
        } else {
            probe(session, search);
        }
        return this;
    }

    private void end(String session) {
        searches.remove(session);
        timers.cancel(session);
    }

    private void refuse(Command command) {
        String why = "there is no such session: it has expired, has been closed or lost, or has never been";
        answer(command, new NoSession(why), Kind.ENDED, why);
    }

    private void answer(Command command, ClientSessions.Answer answer, Kind kind, String why) {
        if (command instanceof Open open) {
            open.replyTo().tell(answer);
        } else if (command instanceof Ask ask) {
            ask.replyTo().tell(answer);
        } else if (command instanceof Watch watch) {
            watch.watcher().tell(new Notice(watch.session(), kind, "", why, service));
        }
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

    // --- the sessions of this node

    private void begin(Open open) {
        if (sessions.size() >= most) {
            open.replyTo()
                    .tell(new Refused(
                            LockService.Reason.TOO_MANY,
                            most + " sessions are at this node, as many as " + Settings.MOST_SESSIONS
                                    + " admits: close some, or raise it"));
            return;
        }
        begin(new KeptRequest.Key(open.session(), open.life().toMillis(), open.label(), "", Optional.empty()))
                .tell(new ClientSession.Begin());
    }

    private ActorRef<ClientSession.Command> begin(KeptRequest.Key key) {
        String name = OwnerLabel.actorName(key.label(), ++opened);
        ActorRef<ClientSession.Command> session =
                getContext().spawn(ClientSession.create(key, getContext().getSelf(), service), name);
        getContext().watchWith(session, new Ended(key.session()));
        sessions.put(key.session(), session);
        return session;
    }

    private Behavior<Command> onTakeOver(KeptRequest.TakeOver takeover) {
        ActorRef<ClientSession.Command> session = sessions.get(takeover.session());
        if (session == null) {
            LOG.info(
                    "this node takes over the client session '{}' ({}) with {}",
                    takeover.session(),
                    takeover.key().label(),
                    takeover.claims());
            session = begin(takeover.key());
        }
        session.tell(new ClientSession.TakesOver(takeover));
        return this;
    }

    private Behavior<Command> onEnded(Ended ended) {
        sessions.remove(ended.session());
        return this;
    }
}
