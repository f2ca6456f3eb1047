package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import symposium.cluster.settings.Settings;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.ClientSessions.Ask;
import symposium.service.lock.ClientSessions.Kind;
import symposium.service.lock.ClientSessions.NoSession;
import symposium.service.lock.ClientSessions.Notice;
import symposium.service.lock.ClientSessions.Open;
import symposium.service.lock.ClientSessions.Refused;
import symposium.service.lock.ClientSessions.Unavailable;
import symposium.service.lock.ClientSessions.Watch;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.LeaseNotice;
import symposium.service.lock.LockService.Reply;

/** Carries out a {@link KeptSession}: the owner of its requests, of which one is the session itself. */
final class ClientSession extends AbstractBehavior<SessionMessages.ToSession> {

    private record FromService(Reply reply) implements SessionMessages.ToSession {}

    private enum Due implements SessionMessages.ToSession {
        EXPIRED,
        ORPHANED
    }

    private record Late(String id, Question question) implements SessionMessages.ToSession {}

    private record WatcherStopped(ActorRef<Notice> watcher) implements SessionMessages.ToSession {}

    /** Each is another, also if the same is asked again. */
    private static final class Question {
        private final ClientSessions.Command asked;

        Question(ClientSessions.Command asked) {
            this.asked = asked;
        }
    }

    private final ActorRef<ClientSessions.Command> sessions;
    private final ActorRef<LockService.Command> service;
    private final TimerScheduler<SessionMessages.ToSession> timers;
    private final ActorRef<Reply> replies;
    private final Set<ActorRef<Notice>> watchers = new HashSet<>();
    private KeptSession<Question> now;

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
        this.service = service;
        this.timers = timers;
        this.replies = context.messageAdapter(Reply.class, FromService::new);
        this.now = KeptSession.of(
                key, Settings.mostRequests(context.getSystem().settings().config()));
    }

    @Override
    public Receive<SessionMessages.ToSession> createReceive() {
        return newReceiveBuilder()
                .onMessage(SessionMessages.Begin.class, begin -> carryOut(now.begin()))
                .onMessage(SessionMessages.GiveUp.class, given -> carryOut(now.giveUp()))
                .onMessage(SessionMessages.Stop.class, stop -> Behaviors.stopped())
                .onMessage(SessionMessages.Asked.class, asked -> carryOut(asked(asked.command())))
                .onMessage(SessionMessages.TakesOver.class, takes -> carryOut(now.takesOver(takes.what())))
                .onMessage(FromService.class, from -> carryOut(now.replied(from.reply())))
                .onMessageEquals(Due.EXPIRED, () -> carryOut(now.expired()))
                .onMessageEquals(Due.ORPHANED, () -> carryOut(now.orphaned()))
                .onMessage(Late.class, late -> carryOut(now.late(late.id(), late.question())))
                .onMessage(WatcherStopped.class, this::onWatcherStopped)
                .build();
    }

    private KeptSession.Step<Question> asked(ClientSessions.Command command) {
        Question question = new Question(command);
        if (command instanceof Open open) {
            return now.opens(question, open.life());
        }
        return command instanceof Ask ask ? now.asks(question, ask.request()) : now.watches(question);
    }

    private Behavior<SessionMessages.ToSession> onWatcherStopped(WatcherStopped stopped) {
        watchers.remove(stopped.watcher());
        return this;
    }

    private Behavior<SessionMessages.ToSession> carryOut(KeptSession.Step<Question> step) {
        now = step.next();
        step.effects().forEach(this::carryOut);
        return this;
    }

    private void carryOut(KeptSession.Effect<Question> effect) {
        if (effect instanceof KeptSession.Answer<Question> answer) {
            timers.cancel(answer.question());
            answer(answer.question().asked, answer.answer(), service);
        } else if (effect instanceof KeptSession.PassBack<Question> back) {
            sessions.tell(back.question().asked);
        } else if (effect instanceof KeptSession.Return<?> back) {
            sessions.tell(back.what());
        } else if (effect instanceof KeptSession.Watch<Question> watch) {
            watch(((Watch) watch.question().asked).watcher());
        } else if (effect instanceof KeptSession.Notify<?> notify) {
            watchers.forEach(watcher -> watcher.tell(notice(notify.kind(), notify.id(), notify.why())));
        } else if (effect instanceof KeptSession.Opened<?>) {
            sessions.tell(new SessionMessages.Opened(session(), getContext().getSelf()));
        } else if (effect instanceof KeptSession.NotOpened<?> failed) {
            sessions.tell(
                    new SessionMessages.NotOpened(session(), getContext().getSelf(), failed.taken(), failed.why()));
        } else if (effect instanceof KeptSession.Left<?>) {
            timers.cancelAll();
            sessions.tell(new SessionMessages.Left(session(), getContext().getSelf()));
        } else if (effect instanceof KeptSession.Renew<?>) {
            timers.startSingleTimer(Due.EXPIRED, Due.EXPIRED, life());
        } else if (effect instanceof KeptSession.AwaitItself<?>) {
            timers.startSingleTimer(Due.ORPHANED, Due.ORPHANED, KeptSession.OPENING);
        } else if (effect instanceof KeptSession.Await<Question> wait) {
            Late late = new Late(wait.id(), wait.question());
            timers.startSingleTimer(wait.question(), late, ClientSessions.longestAnswer(life()));
        } else {
            tellService(effect);
        }
    }

    private void tellService(KeptSession.Effect<Question> effect) {
        if (effect instanceof KeptSession.Ask<?> ask) {
            service.tell(kept(ask.id(), ask.claims(), ask.value(), ask.limit(), ask.waits()));
        } else if (effect instanceof KeptSession.Adopt<?> adopt) {
            KeptRequest.TakeOver what = adopt.what();
            service.tell(new KeptRequest.Adopt(
                    what.ticket(),
                    kept(what.key().id(), what.claims(), what.key().value(), Optional.empty(), false)));
        } else if (effect instanceof KeptSession.Cancel<?> cancel) {
            service.tell(new LockService.Cancel(cancel.id(), getContext().getSelf(), replies));
        } else if (effect instanceof KeptSession.Release<?> release) {
            service.tell(new LockService.Release(release.id(), release.fence(), replies));
        }
    }

    private KeptRequest.Ask kept(
            String id, Claims claims, Optional<String> value, Optional<Duration> limit, boolean waits) {
        KeptRequest.Key key = now.key();
        return new KeptRequest.Ask(
                new LockService.Acquire(
                        id, claims, limit, getContext().getSelf(), replies, replies.<LeaseNotice>narrow()),
                value,
                waits,
                Optional.of(new KeptRequest.Key(key.session(), key.life(), key.label(), id, value).text()));
    }

    private String session() {
        return now.key().session();
    }

    private Duration life() {
        return Duration.ofMillis(now.key().life());
    }

    // --- watchers

    private void watch(ActorRef<Notice> watcher) {
        if (watchers.add(watcher)) {
            getContext().watchWith(watcher, new WatcherStopped(watcher));
        }
        watcher.tell(notice(Kind.WATCHED, "", "the session is watched"));
    }

    private Notice notice(Kind kind, String id, String why) {
        return new Notice(session(), kind, id, why, service);
    }

    /**
     * Answers a request for a session. One that watches receives a notice in place of the answer.
     *
     * @param service of this node
     */
    static void answer(ClientSessions.Command request, Answer answer, ActorRef<LockService.Command> service) {
        if (request instanceof Open open) {
            open.replyTo().tell(answer);
        } else if (request instanceof Ask ask) {
            ask.replyTo().tell(answer);
        } else if (request instanceof Watch watch) {
            watch.watcher().tell(notice(watch.session(), answer, service));
        }
    }

    private static Notice notice(String session, Answer answer, ActorRef<LockService.Command> service) {
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
