package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import symposium.cluster.execution.DeathWatch;
import symposium.cluster.settings.Settings;
import symposium.mutex.Fence;
import symposium.service.election.LeaderState;
import symposium.service.election.LeaderWatch;
import symposium.service.election.LeaderWatch.Command;
import symposium.service.election.LeaderWatch.Follow;
import symposium.service.election.LeaderWatch.GetLeader;
import symposium.service.election.LeaderWatch.Unfollow;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** Carries out {@link LeaderWatch}. */
public final class LeaderWatchActor extends AbstractBehavior<Command> {

    /** The services that are there, and those of them that are reachable. */
    public record Found(Set<ActorRef<LockService.Command>> all, Set<ActorRef<LockService.Command>> reachable)
            implements Command {}

    public record Reported(LeaderReport report) implements Command {}

    private record Stopped(ActorRef<?> follower) implements Command {}

    private record Late(GetLeader asked) implements Command {}

    private enum Refresh implements Command {
        DUE
    }

    /** An election that is followed here. */
    private static final class Followed {
        private final Set<ActorRef<? super LeaderState>> followers = new LinkedHashSet<>();
        private final Set<GetLeader> asking = new LinkedHashSet<>();
        private final Map<ActorRef<LockService.Command>, LeaderReport> reports = new HashMap<>();
        private LeaderState state;

        Followed(String election) {
            state = new LeaderState.NoLeader(election, Fence.NONE, LeaderState.Reason.UNKNOWN);
        }

        boolean unused() {
            return followers.isEmpty() && asking.isEmpty();
        }

        boolean unknown() {
            return is(LeaderState.Reason.UNKNOWN);
        }

        private boolean is(LeaderState.Reason reason) {
            return state instanceof LeaderState.NoLeader none && none.reason() == reason;
        }

        /**
         * The state by what has been reported. A node that has not answered yet matters only until all have answered.
         *
         * @param reachable the services that are reachable
         */
        LeaderState by(Set<ActorRef<LockService.Command>> reachable) {
            Optional<LeaderState.Leader> greatest = reports.values().stream()
                    .flatMap(report -> report.leader().stream())
                    .reduce((one, other) -> one.fence().compareTo(other.fence()) > 0 ? one : other);
            Fence latest =
                    greatest.map(LeaderState::fence).map(state.fence()::max).orElse(state.fence());
            boolean connected =
                    reachable.stream().map(reports::get).anyMatch(report -> report != null && !report.cutOff());
            if (connected
                    && greatest.filter(leader -> leader.fence().equals(latest)).isPresent()) {
                return greatest.get();
            }
            LeaderState.Reason reason = LeaderState.Reason.UNKNOWN;
            if (reports.keySet().containsAll(reachable)) {
                reason = connected ? LeaderState.Reason.VACANT : LeaderState.Reason.CUT_OFF;
            } else if (connected && (is(LeaderState.Reason.VACANT) || state instanceof LeaderState.Leader)) {
                reason = LeaderState.Reason.VACANT;
            }
            return new LeaderState.NoLeader(state.election(), latest, reason);
        }
    }

    private final TimerScheduler<Command> timers;
    private final ActorRef<LeaderReport> self;
    private final Duration interval;
    private final int limit;
    private final Map<String, Followed> elections = new HashMap<>();
    private final DeathWatch<Command> actors;
    private Optional<Found> services = Optional.empty();

    private LeaderWatchActor(ActorContext<Command> context, TimerScheduler<Command> timers) {
        super(context);
        this.timers = timers;
        this.self = context.messageAdapter(LeaderReport.class, Reported::new);
        this.actors = new DeathWatch<>(context, Stopped::new);
        Config config = context.getSystem().settings().config();
        this.interval = config.getDuration(Settings.LEADER_WATCH_INTERVAL);
        this.limit = config.getInt(Settings.LEADER_WATCH_LIMIT);
    }

    /** The watch of a member of a cluster. */
    public static Behavior<Command> create() {
        return create(context -> context.getSystem()
                .receptionist()
                .tell(Receptionist.subscribe(
                        LockServiceActor.KEY,
                        context.messageAdapter(
                                Receptionist.Listing.class,
                                listing -> new Found(
                                        listing.getAllServiceInstances(LockServiceActor.KEY),
                                        listing.getServiceInstances(LockServiceActor.KEY))))));
    }

    /** The watch of one service, which no cluster finds. */
    public static Behavior<Command> of(ActorRef<LockService.Command> service) {
        return create(context -> context.getSelf().tell(new Found(Set.of(service), Set.of(service))));
    }

    public static Behavior<Command> create(Consumer<ActorContext<Command>> find) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            find.accept(context);
            return new LeaderWatchActor(context, timers);
        }));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Follow.class, this::onFollow)
                .onMessage(Unfollow.class, this::onUnfollow)
                .onMessage(GetLeader.class, this::onGetLeader)
                .onMessage(Late.class, this::onLate)
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(Found.class, this::onFound)
                .onMessage(Reported.class, reported -> onReport(reported.report()))
                .onMessageEquals(Refresh.DUE, this::onRefresh)
                .onSignal(PostStop.class, stopped -> onPostStop())
                .build();
    }

    // --- what followers ask

    private Behavior<Command> onFollow(Follow follow) {
        if (refused(follow.election(), follow.replyTo())) {
            return this;
        }
        Followed followed = followed(follow.election());
        if (followed.followers.add(follow.replyTo())) {
            actors.watch(follow.replyTo());
        }
        follow.replyTo().tell(followed.state);
        return this;
    }

    private boolean refused(String election, ActorRef<? super LeaderState> replyTo) {
        Optional<String> invalid = Claims.invalidName(election);
        if (invalid.isPresent()) {
            replyTo.tell(new LeaderState.NoLeader(election, Fence.NONE, LeaderState.Reason.INVALID, invalid.get()));
            return true;
        }
        boolean tooMany = elections.size() >= limit && !elections.containsKey(election);
        if (tooMany) {
            replyTo.tell(new LeaderState.NoLeader(election, Fence.NONE, LeaderState.Reason.TOO_MANY));
        }
        return tooMany;
    }

    /** The election, which is followed from now on. */
    private Followed followed(String election) {
        Followed known = elections.get(election);
        if (known != null) {
            return known;
        }
        if (elections.isEmpty()) {
            timers.startTimerWithFixedDelay(Refresh.DUE, Refresh.DUE, interval);
        }
        Followed followed = new Followed(election);
        elections.put(election, followed);
        services.ifPresent(found -> {
            followed.state = followed.by(found.reachable());
            found.reachable().forEach(service -> service.tell(new LeaderReport.Watch(election, self)));
        });
        return followed;
    }

    private Behavior<Command> onUnfollow(Unfollow unfollow) {
        Followed followed = elections.get(unfollow.election());
        if (followed != null && followed.followers.remove(unfollow.replyTo())) {
            actors.unwatch(unfollow.replyTo());
            forgetIfUnused(unfollow.election());
        }
        return this;
    }

    private Behavior<Command> onGetLeader(GetLeader asked) {
        if (refused(asked.election(), asked.replyTo())) {
            return this;
        }
        Followed followed = followed(asked.election());
        followed.asking.add(asked);
        if (followed.unknown()) {
            timers.startSingleTimer(asked, new Late(asked), interval);
        } else {
            answer(followed);
        }
        return this;
    }

    private Behavior<Command> onLate(Late late) {
        Optional.ofNullable(elections.get(late.asked().election()))
                .filter(followed -> followed.asking.contains(late.asked()))
                .ifPresent(this::answer);
        return this;
    }

    private void answer(Followed followed) {
        followed.asking.forEach(asked -> {
            timers.cancel(asked);
            asked.replyTo().tell(followed.state);
        });
        followed.asking.clear();
        forgetIfUnused(followed.state.election());
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        actors.stopped(stopped.follower());
        for (String election : List.copyOf(elections.keySet())) {
            elections.get(election).followers.removeIf(stopped.follower()::equals);
            forgetIfUnused(election);
        }
        return this;
    }

    private void forgetIfUnused(String election) {
        if (elections.get(election).unused()) {
            elections.remove(election);
            services.ifPresent(
                    found -> found.all().forEach(service -> service.tell(new LeaderReport.Unwatch(election, self))));
            if (elections.isEmpty()) {
                timers.cancel(Refresh.DUE);
            }
        }
    }

    // --- what the services of the nodes tell

    private Behavior<Command> onFound(Found now) {
        Set<ActorRef<LockService.Command>> back = new HashSet<>(now.reachable());
        services.ifPresent(before -> back.removeAll(before.reachable()));
        services = Optional.of(now);
        elections
                .keySet()
                .forEach(election -> back.forEach(service -> service.tell(new LeaderReport.Watch(election, self))));
        for (Followed followed : List.copyOf(elections.values())) {
            followed.reports.keySet().retainAll(now.all());
            update(followed);
        }
        return this;
    }

    private Behavior<Command> onReport(LeaderReport report) {
        services.stream()
                .flatMap(found -> found.all().stream())
                .filter(report.from()::equals)
                .forEach(service -> onReport(report, service));
        return this;
    }

    private void onReport(LeaderReport report, ActorRef<LockService.Command> service) {
        Followed followed = elections.get(report.election());
        if (followed == null) {
            service.tell(new LeaderReport.Unwatch(report.election(), self));
        } else {
            followed.reports.put(service, report);
            update(followed);
        }
    }

    private void update(Followed followed) {
        LeaderState now = followed.by(services.orElseThrow().reachable());
        if (!now.equals(followed.state)) {
            followed.state = now;
            followed.followers.forEach(follower -> follower.tell(now));
        }
        if (!followed.unknown()) {
            answer(followed);
        }
    }

    private Behavior<Command> onRefresh() {
        services.ifPresent(found -> elections.keySet().forEach(election -> found.reachable()
                .forEach(service -> service.tell(new LeaderReport.Watch(election, self)))));
        return this;
    }

    private Behavior<Command> onPostStop() {
        elections.values().forEach(followed -> {
            LeaderState ended = new LeaderState.NoLeader(
                    followed.state.election(), followed.state.fence(), LeaderState.Reason.ENDED);
            followed.followers.forEach(follower -> follower.tell(ended));
            followed.asking.forEach(asked -> asked.replyTo().tell(ended));
        });
        return this;
    }
}
