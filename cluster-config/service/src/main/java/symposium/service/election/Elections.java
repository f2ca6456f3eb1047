package symposium.service.election;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;
import symposium.service.lock.Unanswered;
import symposium.service.member.ActorNumbers;
import symposium.service.member.AkkaFutures;
import symposium.service.member.Callbacks;
import symposium.service.member.RuntimeLoader;
import symposium.service.member.Uninterrupted;

/**
 * Elections by name, any number of them, for code that is no actor: every method returns at once. A name needs no
 * declaration. Candidates become leaders in the order of their campaigns. The leader stays until it resigns, loses its
 * leadership, or its node is gone; others that join, leave or restart change nothing.
 *
 * <p>This is one candidate: a second campaign in an election in which it leads or waits is refused. Another {@link
 * #candidate} is another.
 *
 * <p>However the future of a campaign ends, the caller leads by it, or the campaign is given up: see {@link Locks}.
 * Likewise a leadership that the application has forgotten is resigned: see {@link Lease}.
 *
 * <p>Actors send {@link LockService.Campaign} to the {@link #service} and {@link LeaderWatch.Follow} to the {@link
 * #watch}.
 *
 * @since 1.0
 */
public final class Elections implements AutoCloseable {

    /** An election that is followed. */
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {

        /** Ends it: nothing more is told, except what is under way. */
        @Override
        void close();
    }

    /** More than the watch takes to answer. */
    private static final Duration ANSWER = Duration.ofSeconds(5);

    /** The label of a candidate that has none. */
    private static final String CANDIDATE = "candidate";

    private final Locks locks;
    private final Locks.Client candidate;
    private final ActorRef<LeaderWatch.Command> watch;
    private final ActorSystem<?> system;
    private final Duration limit;

    private Elections(Locks locks, ActorRef<LeaderWatch.Command> watch, ActorSystem<?> system, String label) {
        this.locks = locks;
        this.candidate = locks.labelled(label).client();
        this.watch = watch;
        this.system = system;
        this.limit = system.settings()
                .config()
                .getDuration("symposium.leader-watch-interval")
                .plus(ANSWER);
    }

    /** Those of the cluster of which the system is a member; applications ask {@code Symposium} for them. */
    public static Elections clustered(ElectionRuntime runtime, Locks locks, ActorSystem<?> system) {
        return new Elections(
                locks, system.systemActorOf(runtime.leaders(), "symposium-leaders", Props.empty()), system, CANDIDATE);
    }

    /**
     * Those of a service that is not found in a cluster, such as {@link Locks#alone}.
     *
     * @param system on which its candidates and listeners live
     */
    public static Elections of(ActorRef<LockService.Command> service, ActorSystem<?> system) {
        String name = "symposium-leaders-" + ActorNumbers.of(system).next();
        return of(
                service,
                system.systemActorOf(RuntimeLoader.load(ElectionRuntime.class).leaders(service), name, Props.empty()),
                system);
    }

    /**
     * Those of a service with a watch of its own, such as the test kit's.
     *
     * @param system on which its candidates and listeners live
     */
    public static Elections of(
            ActorRef<LockService.Command> service, ActorRef<LeaderWatch.Command> watch, ActorSystem<?> system) {
        return new Elections(Locks.of(service, system), watch, system, CANDIDATE);
    }

    /** The service to which actors send their campaigns. */
    public ActorRef<LockService.Command> service() {
        return locks.service();
    }

    /** The watch to which actors say which leaders they follow. */
    public ActorRef<LeaderWatch.Command> watch() {
        return watch;
    }

    /** The same elections for another candidate. */
    public Elections candidate() {
        return new Elections(locks, watch, system, CANDIDATE);
    }

    /**
     * The same elections for another candidate.
     *
     * @param label says who it is, as that of {@link Locks#as}
     * @throws IllegalArgumentException when it cannot be a label
     */
    public Elections candidate(String label) {
        return new Elections(locks.as(label), watch, system, label);
    }

    /** Resigns all leaderships of this candidate, and gives up its campaigns. */
    @Override
    public void close() {
        candidate.close();
    }

    /**
     * Campaigns without a value and without a limit.
     *
     * @return completed when this candidate leads, or by {@link NotGranted}
     */
    public CompletableFuture<Leadership> campaign(String name) {
        return campaign(name, "");
    }

    /**
     * Campaigns without a limit.
     *
     * @param value what those that watch are told when this candidate leads, such as an address: at most
     *     {@link LockService#LONGEST_VALUE} characters, of those that a name may have
     * @return completed when this candidate leads, or by {@link NotGranted}
     */
    public CompletableFuture<Leadership> campaign(String name, String value) {
        return campaign(name, value, Optional.empty());
    }

    /**
     * Campaigns.
     *
     * @param value as in {@link #campaign(String, String)}
     * @param limit the longest time to wait, above zero
     * @return completed when this candidate leads, or by {@link NotGranted}
     */
    public CompletableFuture<Leadership> campaign(String name, String value, Duration limit) {
        Objects.requireNonNull(limit, "limit");
        return campaign(name, value, Optional.of(limit));
    }

    private CompletableFuture<Leadership> campaign(String name, String value, Optional<Duration> limit) {
        Objects.requireNonNull(name, "name");
        return candidate.campaign(name, value, limit, won -> new Leadership(name, won));
    }

    /**
     * The leader as far as this member knows, or why it knows none.
     *
     * @return completed within {@code symposium.leader-watch-interval}; by {@link IllegalArgumentException} where no
     *     election has such a name, and by {@link NotGranted} when the actor system has ended
     */
    public CompletableFuture<LeaderState> leader(String name) {
        Objects.requireNonNull(name, "name");
        return locks.asking(() -> AkkaFutures.<LeaderWatch.Command, LeaderState>ask(
                        watch, replyTo -> new LeaderWatch.GetLeader(name, replyTo), limit, system)
                .thenApply(Elections::valid));
    }

    private static LeaderState valid(LeaderState state) {
        if (state instanceof LeaderState.NoLeader none && none.reason() == LeaderState.Reason.INVALID) {
            throw new IllegalArgumentException(none.why());
        }
        return state;
    }

    /**
     * Tells who leads: at once, and on each change.
     *
     * @param listener is called by one thread at a time, of {@code symposium.callbacks-dispatcher}; what comes while it
     *     blocks waits
     * @throws NotGranted when the actor system has ended
     */
    public Subscription watch(String name, Consumer<? super LeaderState> listener) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(listener, "listener");
        ActorRef<Object> follower = follower(listener);
        Uninterrupted.tell(watch, new LeaderWatch.Follow(name, follower));
        return () -> Uninterrupted.tell(follower, Close.CLOSE);
    }

    private ActorRef<Object> follower(Consumer<? super LeaderState> listener) {
        String name = "symposium-listener-" + ActorNumbers.of(system).next();
        try {
            return Uninterrupted.get(() -> system.systemActorOf(listener(listener), name, Callbacks.SELECTOR));
        } catch (IllegalStateException ending) {
            throw Unanswered.ended();
        }
    }

    private enum Close {
        CLOSE
    }

    private static Behavior<Object> listener(Consumer<? super LeaderState> listener) {
        return Behaviors.receive((context, message) -> {
            if (!(message instanceof LeaderState state)) {
                return Behaviors.stopped();
            }
            Callbacks.run(() -> listener.accept(state), fault -> context.getLog()
                    .error("the listener of election " + state.election() + " fails on " + state, fault));
            return Behaviors.same();
        });
    }

    /** Tells an actor who leads: at once, and on each change, until it stops. */
    public Subscription watch(String name, ActorRef<? super LeaderState> follower) {
        Uninterrupted.tell(watch, new LeaderWatch.Follow(name, follower));
        return () -> Uninterrupted.tell(watch, new LeaderWatch.Unfollow(name, follower));
    }
}
