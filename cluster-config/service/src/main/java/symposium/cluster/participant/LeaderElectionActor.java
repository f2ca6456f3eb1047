package symposium.cluster.participant;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import symposium.cluster.hosted.HostEvent;
import symposium.election.Election.Call;
import symposium.election.terms.LeadershipInTerms;
import symposium.service.member.MembershipView;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Command;
import symposium.service.participant.LeaderElection.Leaderless;
import symposium.service.participant.LeaderElection.News;
import symposium.service.participant.LeaderElection.Unavailable;
import symposium.service.participant.LeaderElection.Why;

/** Carries out {@link LeaderElection}. Its applications do not queue: each is told every change of the leader. */
public final class LeaderElectionActor extends AbstractBehavior<Command>
        implements HostEvent.Handler<LeadershipInTerms.News> {

    /** What the host of the process tells. */
    public record FromHost(HostEvent<LeadershipInTerms.News> event) implements Command {}

    private record SubscriberStopped(ActorRef<News> subscriber) implements Command {}

    private enum Waited implements Command {
        TOO_LONG
    }

    private final TimerScheduler<Command> timers;
    private final Duration patience;
    private final Consumer<Call> process;
    private final Set<ActorRef<News>> subscribers = new LinkedHashSet<>();
    private long term;
    private News latest = new Leaderless(0, Why.CUT_OFF);
    private MembershipView view;

    private LeaderElectionActor(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            MembershipView view,
            Duration patience,
            Consumer<Call> process) {
        super(context);
        this.timers = timers;
        this.view = view;
        this.patience = patience;
        this.process = process;
    }

    /**
     * The elections of a node; {@code process} takes the calls.
     *
     * @param view the membership at the start
     * @param patience the time without a leader after which the node asks for an election
     */
    public static Behavior<Command> create(MembershipView view, Duration patience, Consumer<Call> process) {
        return Behaviors.setup(context ->
                Behaviors.withTimers(timers -> new LeaderElectionActor(context, timers, view, patience, process)));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(LeaderElection.Subscribe.class, asked -> onSubscribe(asked.replyTo()))
                .onMessage(LeaderElection.Unsubscribe.class, asked -> onUnsubscribe(asked.replyTo()))
                .onMessage(LeaderElection.GetStatus.class, this::onStatus)
                .onMessage(SubscriberStopped.class, stopped -> onUnsubscribe(stopped.subscriber()))
                .onMessage(FromHost.class, this::onFromHost)
                .onMessage(Waited.class, this::onWaited)
                .build();
    }

    private Behavior<Command> onSubscribe(ActorRef<News> subscriber) {
        if (subscribers.add(subscriber)) {
            getContext().watchWith(subscriber, new SubscriberStopped(subscriber));
        }
        subscriber.tell(latest);
        return this;
    }

    private Behavior<Command> onUnsubscribe(ActorRef<News> subscriber) {
        if (subscribers.remove(subscriber)) {
            getContext().unwatch(subscriber);
        }
        return this;
    }

    private Behavior<Command> onStatus(LeaderElection.GetStatus status) {
        status.replyTo().tell(new LeaderElection.Status(latest, view));
        return this;
    }

    private Behavior<Command> onFromHost(FromHost from) {
        from.event().handle(this);
        return this;
    }

    @Override
    public void told(LeadershipInTerms.News news) {
        if (news instanceof LeadershipInTerms.News.Elected elected) {
            term = elected.term();
            tell(new LeaderElection.Leads(
                    term, elected.leader(), elected.leader().equals(view.self())));
        } else {
            tell(leaderless());
        }
    }

    @Override
    public void seen(MembershipView membership) {
        view = membership;
        if (latest instanceof Leaderless) {
            tell(leaderless());
        }
    }

    @Override
    public void closed(String why) {
        tell(new Unavailable(why));
    }

    private Leaderless leaderless() {
        return new Leaderless(term, view.cutOff() ? Why.CUT_OFF : Why.ELECTING);
    }

    private Behavior<Command> onWaited(Waited tooLong) {
        process.accept(Call.INITIATE);
        timers.startSingleTimer(Waited.TOO_LONG, patience);
        return this;
    }

    private void tell(News news) {
        if (latest instanceof Unavailable || latest.equals(news)) {
            return;
        }
        latest = news;
        if (news instanceof Leaderless leaderless && leaderless.why() == Why.ELECTING) {
            timers.startSingleTimer(Waited.TOO_LONG, patience);
        } else {
            timers.cancel(Waited.TOO_LONG);
        }
        subscribers.forEach(subscriber -> subscriber.tell(news));
    }
}
