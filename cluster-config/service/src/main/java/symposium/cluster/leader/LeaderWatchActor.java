package symposium.cluster.leader;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
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

/** Carries out {@link LeaderWatch}, by a {@link LeaderWatching} for each election that is followed here. */
public final class LeaderWatchActor extends AbstractBehavior<Command> {

    /** The services that are there, and those of them that are reachable. */
    public record Found(Set<ActorRef<LockService.Command>> all, Set<ActorRef<LockService.Command>> reachable)
            implements Command {}

    public record Reported(LeaderReport report) implements Command {}

    private record Stopped(ActorRef<?> follower) implements Command {}

    /** The services have not all reported in time. */
    private record Late(String election) implements Command {}

    private enum Refresh implements Command {
        DUE
    }

    private final TimerScheduler<Command> timers;
    private final ActorRef<LeaderReport> self;
    private final Duration interval;
    private final int limit;
    private final Map<String, LeaderWatching<ActorRef<LockService.Command>, ActorRef<? super LeaderState>>> elections =
            new HashMap<>();
    private final DeathWatch<Command> actors;
    private Optional<LeaderWatching.Services<ActorRef<LockService.Command>>> services = Optional.empty();

    private LeaderWatchActor(ActorContext<Command> context, TimerScheduler<Command> timers) {
        super(context);
        this.timers = timers;
        this.self = context.messageAdapter(LeaderReport.class, Reported::new);
        this.actors = new DeathWatch<>(context, Stopped::new);
        Config config = context.getSystem().settings().config();
        this.interval = config.getDuration(Settings.LEADER_WATCH_INTERVAL);
        this.limit = config.getInt(Settings.LEADER_WATCH_LIMIT);
    }

    /**
     * The watch of a member of a cluster.
     *
     * @param key finds the lock services of the nodes
     */
    public static Behavior<Command> create(ServiceKey<LockService.Command> key) {
        return create(context -> context.getSystem()
                .receptionist()
                .tell(Receptionist.subscribe(
                        key,
                        context.messageAdapter(
                                Receptionist.Listing.class,
                                listing -> new Found(
                                        listing.getAllServiceInstances(key), listing.getServiceInstances(key))))));
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
                .onMessage(Late.class, late -> {
                    var watching = watching(late.election());
                    carryOut(watching, watching.late());
                    return this;
                })
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(Found.class, this::onFound)
                .onMessage(Reported.class, reported -> onReport(reported.report()))
                .onMessageEquals(Refresh.DUE, () -> each(LeaderWatching::refresh))
                .onSignal(PostStop.class, stopped -> onPostStop())
                .build();
    }

    // --- what followers ask

    private Behavior<Command> onFollow(Follow follow) {
        if (!refused(follow.election(), follow.replyTo())) {
            var watching = watching(follow.election());
            if (!watching.followers().contains(follow.replyTo())) {
                actors.watch(follow.replyTo());
            }
            carryOut(watching, watching.follow(follow.replyTo()));
        }
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

    private Behavior<Command> onUnfollow(Unfollow unfollow) {
        var watching = watching(unfollow.election());
        if (watching.followers().contains(unfollow.replyTo())) {
            actors.unwatch(unfollow.replyTo());
            carryOut(watching, watching.unfollow(unfollow.replyTo()));
        }
        return this;
    }

    private Behavior<Command> onGetLeader(GetLeader asked) {
        if (!refused(asked.election(), asked.replyTo())) {
            var watching = watching(asked.election());
            carryOut(watching, watching.ask(asked.replyTo()));
        }
        return this;
    }

    @SuppressWarnings("unchecked")
    private Behavior<Command> onStopped(Stopped stopped) {
        actors.stopped(stopped.follower());
        ActorRef<? super LeaderState> follower = (ActorRef<? super LeaderState>) stopped.follower();
        return each(watching -> watching.unfollow(follower));
    }

    // --- what the services of the nodes tell

    private Behavior<Command> onFound(Found now) {
        var found = new LeaderWatching.Services<>(now.all(), now.reachable());
        services = Optional.of(found);
        return each(watching -> watching.found(found));
    }

    private Behavior<Command> onReport(LeaderReport report) {
        services.stream()
                .flatMap(found -> found.all().stream())
                .filter(report.from()::equals)
                .forEach(service -> {
                    var watching = watching(report.election());
                    var said = new LeaderWatching.Report(report.leader(), report.cutOff());
                    carryOut(watching, watching.reported(service, said));
                });
        return this;
    }

    private Behavior<Command> onPostStop() {
        return each(LeaderWatching::end);
    }

    // --- the elections

    private LeaderWatching<ActorRef<LockService.Command>, ActorRef<? super LeaderState>> watching(String election) {
        var known = elections.get(election);
        return known != null ? known : LeaderWatching.idle(election, services);
    }

    private Behavior<Command> each(
            Function<
                            LeaderWatching<ActorRef<LockService.Command>, ActorRef<? super LeaderState>>,
                            LeaderWatching.Step<ActorRef<LockService.Command>, ActorRef<? super LeaderState>>>
                    event) {
        List.copyOf(elections.values()).forEach(watching -> carryOut(watching, event.apply(watching)));
        return this;
    }

    private void carryOut(
            LeaderWatching<ActorRef<LockService.Command>, ActorRef<? super LeaderState>> before,
            LeaderWatching.Step<ActorRef<LockService.Command>, ActorRef<? super LeaderState>> step) {
        String election = before.state().election();
        keep(election, step.next());
        time(
                new Late(election),
                !before.asking().isEmpty(),
                !step.next().asking().isEmpty());
        step.sends().forEach(send -> send(election, send));
    }

    private void keep(
            String election, LeaderWatching<ActorRef<LockService.Command>, ActorRef<? super LeaderState>> now) {
        boolean before = !elections.isEmpty();
        if (now.isIdle()) {
            elections.remove(election);
        } else {
            elections.put(election, now);
        }
        if (!before && !elections.isEmpty()) {
            timers.startTimerWithFixedDelay(Refresh.DUE, Refresh.DUE, interval);
        } else if (before && elections.isEmpty()) {
            timers.cancel(Refresh.DUE);
        }
    }

    /** The first open question of an election starts the time for all. */
    private void time(Late late, boolean before, boolean now) {
        if (!before && now) {
            timers.startSingleTimer(late, late, interval);
        } else if (before && !now) {
            timers.cancel(late);
        }
    }

    private void send(
            String election, LeaderWatching.Send<ActorRef<LockService.Command>, ActorRef<? super LeaderState>> send) {
        if (send instanceof LeaderWatching.Watch<ActorRef<LockService.Command>, ?> watch) {
            watch.service().tell(new LeaderReport.Watch(election, self));
        } else if (send instanceof LeaderWatching.Unwatch<ActorRef<LockService.Command>, ?> unwatch) {
            unwatch.service().tell(new LeaderReport.Unwatch(election, self));
        } else if (send instanceof LeaderWatching.Tell<?, ActorRef<? super LeaderState>> tell) {
            tell.follower().tell(tell.state());
        }
    }
}
