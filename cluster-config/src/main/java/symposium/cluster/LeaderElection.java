package symposium.cluster;

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
import symposium.election.Election.Call;
import symposium.election.terms.Leadership;
import symposium.kernel.ProcessId;

/**
 * Who leads, as the applications of one node are told. Nobody needs to ask for an election: there is one when the cluster has formed, when a
 * node comes, and when that of the leader has been removed.
 *
 * <p>Every leader leads in a term, and terms grow. A term is a fence: whoever leads hands it to whatever it acts upon, which refuses a smaller
 * one than it has seen.
 *
 * <p>What is promised:
 *
 * <ul>
 *   <li>Of one term there is at most one leader. At every node terms grow.
 *   <li>Nobody is elected, and nobody follows anyone, at a node that does not see a majority of the configured processes.
 *   <li>While no node that lives is taken for dead, at most one is told that it leads, and not that it does so no more.
 *   <li>A leader that is cut off is told that it does not lead when its own failure detector has noticed that it does not hear a majority;
 *       the others elect when the split brain resolver has removed it, {@code stable-after} later than their own failure detectors have
 *       noticed. So it is told first as long as the detectors differ by less than that. If its JVM or machine stands still, it is told
 *       nothing, and believes that it leads when it goes on: then the term is what protects.
 * </ul>
 *
 * <p>It rests on messages that arrive, or are lost only with a node that is removed; what the network loses otherwise is sent again. A node that has been
 * without a leader for so long as the settings say all the same ({@code symposium.election.patience}) asks for another election: it joins
 * what is under way first, and begins a new term the next time.
 *
 * <p>Terms do not go back when nodes, or all of them, are started again: they are above the seconds from 1970 to the start of whoever begins
 * them, as far as clocks can be trusted.
 */
public final class LeaderElection extends AbstractBehavior<LeaderElection.Command> {

    /** What can be said to the election. */
    public sealed interface Command {}

    /** Wants to know who leads, now and from now on. An application that stops is forgotten. */
    public record Subscribe(ActorRef<News> replyTo) implements Command {}

    /** Wants to know no more. */
    public record Unsubscribe(ActorRef<News> replyTo) implements Command {}

    /** Asks how things stand. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {}

    /** The process tells its user. */
    record UserTold(Leadership.News news) implements Command {}

    /** The membership is this from now on. */
    record Seen(MembershipView view) implements Command {}

    /** The process has stopped. */
    record Closed(String why) implements Command {}

    private record SubscriberStopped(ActorRef<News> subscriber) implements Command {}

    private enum Waited implements Command {
        TOO_LONG
    }

    /** What subscribers are told, each change once. */
    public sealed interface News {}

    /**
     * Who leads from now on.
     *
     * @param term greater than every one before; a fence
     * @param leader whose node has been elected
     * @param self whether that is this node
     */
    public record Leads(long term, ProcessId leader, boolean self) implements News {}

    /**
     * Nobody leads, as far as this node knows; if it has led, it does so no more.
     *
     * @param term the latest in which somebody did, 0 for none
     * @param why what the matter is
     */
    public record Leaderless(long term, Why why) implements News {}

    /**
     * There are no elections at this node any more; if it has led, it does so no more.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements News {}

    /** Why nobody leads. */
    public enum Why {
        /** There is an election. */
        ELECTING,
        /** The node is not up yet, or does not see a majority. */
        CUT_OFF
    }

    /**
     * How things stand.
     *
     * @param news what subscribers have been told last
     * @param view the membership
     */
    public record Status(News news, MembershipView view) {}

    private final TimerScheduler<Command> timers;
    private final Duration patience;
    private final Consumer<Call> process;
    private final Set<ActorRef<News>> subscribers = new LinkedHashSet<>();
    private long term;
    private News latest = new Leaderless(0, Why.CUT_OFF);
    private MembershipView view;

    private LeaderElection(
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
     * The elections of a node whose process is asked by {@code process}, elsewhere.
     *
     * @param view the membership at the start
     * @param patience for how long nobody may lead before an election is asked for
     */
    static Behavior<Command> create(MembershipView view, Duration patience, Consumer<Call> process) {
        return Behaviors.setup(context ->
                Behaviors.withTimers(timers -> new LeaderElection(context, timers, view, patience, process)));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Subscribe.class, this::onSubscribe)
                .onMessage(Unsubscribe.class, this::onUnsubscribe)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(UserTold.class, this::onUserTold)
                .onMessage(SubscriberStopped.class, this::onSubscriberStopped)
                .onMessage(Seen.class, this::onSeen)
                .onMessage(Closed.class, this::onClosed)
                .onMessage(Waited.class, this::onWaited)
                .build();
    }

    private Behavior<Command> onSubscribe(Subscribe subscribe) {
        if (subscribers.add(subscribe.replyTo())) {
            getContext().watchWith(subscribe.replyTo(), new SubscriberStopped(subscribe.replyTo()));
        }
        subscribe.replyTo().tell(latest);
        return this;
    }

    private Behavior<Command> onUnsubscribe(Unsubscribe unsubscribe) {
        if (subscribers.remove(unsubscribe.replyTo())) {
            getContext().unwatch(unsubscribe.replyTo());
        }
        return this;
    }

    private Behavior<Command> onSubscriberStopped(SubscriberStopped stopped) {
        subscribers.remove(stopped.subscriber());
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        status.replyTo().tell(new Status(latest, view));
        return this;
    }

    private Behavior<Command> onSeen(Seen seen) {
        view = seen.view();
        if (latest instanceof Leaderless) {
            tell(leaderless());
        }
        return this;
    }

    private Behavior<Command> onUserTold(UserTold says) {
        if (says.news() instanceof Leadership.News.Elected elected) {
            term = elected.term();
            tell(new Leads(term, elected.leader(), elected.leader().equals(view.self())));
        } else {
            tell(leaderless());
        }
        return this;
    }

    private Leaderless leaderless() {
        return new Leaderless(term, view.cutOff() ? Why.CUT_OFF : Why.ELECTING);
    }

    private Behavior<Command> onWaited(Waited tooLong) {
        process.accept(Call.INITIATE);
        timers.startSingleTimer(Waited.TOO_LONG, patience);
        return this;
    }

    private Behavior<Command> onClosed(Closed closing) {
        tell(new Unavailable(closing.why()));
        return this;
    }

    private void tell(News news) {
        if (latest instanceof Unavailable || latest.equals(news)) {
            return;
        }
        latest = news;
        if (news instanceof Leaderless nobody && nobody.why() == Why.ELECTING) {
            timers.startSingleTimer(Waited.TOO_LONG, patience);
        } else {
            timers.cancel(Waited.TOO_LONG);
        }
        subscribers.forEach(subscriber -> subscriber.tell(news));
    }
}
