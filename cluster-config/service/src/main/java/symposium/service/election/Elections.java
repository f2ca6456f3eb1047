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
 * Named elections, any number of them, for code outside actors. Every method returns immediately. A name needs no
 * declaration. Candidates become leaders in the order of their campaigns. The leader continues to lead until it
 * resigns, loses its leadership, or its node ends or is removed. Other nodes and candidates that join, leave or
 * restart do not affect it.
 *
 * <p>Each instance represents one candidate. A second campaign of the same candidate in an election that it leads or
 * waits for is rejected. {@link #candidate} returns another candidate.
 *
 * <p>When the future of a campaign completes, either the caller leads through it, or the campaign is cancelled: see
 * {@link Locks}. If the application loses all references to a leadership, the leadership is resigned: see {@link
 * Lease}.
 *
 * <p>Actors send {@link LockService.Campaign} to the {@link #service} and {@link LeaderWatch.Follow} to the {@link
 * #watch}.
 *
 * @since 1.0
 */
public final class Elections implements AutoCloseable {

    /** A subscription to the leaders of an election. */
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {

        /** Ends the subscription. Only news that is already in transit is still delivered. */
        @Override
        void close();
    }

    /** The limit of a question to the watch, which is longer than an answer takes. */
    private static final Duration ANSWER = Duration.ofSeconds(5);

    /** The default label of a candidate. */
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

    /**
     * Returns the elections of the cluster that the system is a member of. Applications obtain them from {@code
     * Symposium}.
     */
    public static Elections clustered(ElectionRuntime runtime, Locks locks, ActorSystem<?> system) {
        return new Elections(
                locks, system.systemActorOf(runtime.leaders(), "symposium-leaders", Props.empty()), system, CANDIDATE);
    }

    /**
     * Returns the elections of a service that is not found through a cluster, such as {@link Locks#alone}.
     *
     * @param system the actor system in which its candidates and listeners run
     */
    public static Elections of(ActorRef<LockService.Command> service, ActorSystem<?> system) {
        String name = "symposium-leaders-" + ActorNumbers.of(system).next();
        return of(
                service,
                system.systemActorOf(RuntimeLoader.load(ElectionRuntime.class).leaders(service), name, Props.empty()),
                system);
    }

    /**
     * Returns the elections of a service with a separate watch, such as the test kit's.
     *
     * @param system the actor system in which its candidates and listeners run
     */
    public static Elections of(
            ActorRef<LockService.Command> service, ActorRef<LeaderWatch.Command> watch, ActorSystem<?> system) {
        return new Elections(Locks.of(service, system), watch, system, CANDIDATE);
    }

    /** Returns the service to which actors send their campaigns. */
    public ActorRef<LockService.Command> service() {
        return locks.service();
    }

    /** Returns the watch to which actors send the elections that they follow. */
    public ActorRef<LeaderWatch.Command> watch() {
        return watch;
    }

    /** Returns the same elections for another candidate. */
    public Elections candidate() {
        return new Elections(locks, watch, system, CANDIDATE);
    }

    /**
     * Returns the same elections for another candidate.
     *
     * @param label identifies the candidate to people, as the label of {@link Locks#as} does
     * @throws IllegalArgumentException if it is not a valid label
     */
    public Elections candidate(String label) {
        return new Elections(locks.as(label), watch, system, label);
    }

    /** Resigns all leaderships of this candidate and cancels its campaigns. */
    @Override
    public void close() {
        candidate.close();
    }

    /**
     * Campaigns without a value and without a limit.
     *
     * @return completes when this candidate leads, or fails with {@link NotGranted}
     */
    public CompletableFuture<Leadership> campaign(String name) {
        return campaign(name, "");
    }

    /**
     * Campaigns with a value, without a limit.
     *
     * @param value the text that followers receive when this candidate leads, such as an address: at most {@link
     *     LockService#LONGEST_VALUE} characters, each of which must be allowed in a name
     * @return completes when this candidate leads, or fails with {@link NotGranted}
     */
    public CompletableFuture<Leadership> campaign(String name, String value) {
        return campaign(name, value, Optional.empty());
    }

    /**
     * Campaigns with a value and a limit.
     *
     * @param value as in {@link #campaign(String, String)}
     * @param limit the maximum time to wait, greater than zero
     * @return completes when this candidate leads, or fails with {@link NotGranted}
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
     * Returns the leader as far as this member knows it, or the reason why it knows none.
     *
     * @return completes within {@code symposium.leader-watch-interval}; fails with {@link IllegalArgumentException} if
     *     the name is not a valid name of an election, or with {@link NotGranted} if the actor system has ended
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
     * Notifies a listener of the leader: immediately, and on each change.
     *
     * @param listener called by one thread of {@code symposium.callbacks-dispatcher} at a time; further news waits
     *     while the listener blocks
     * @throws NotGranted if the actor system has ended
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

    /** Notifies an actor of the leader: immediately, and on each change, until the actor stops. */
    public Subscription watch(String name, ActorRef<? super LeaderState> follower) {
        Uninterrupted.tell(watch, new LeaderWatch.Follow(name, follower));
        return () -> Uninterrupted.tell(watch, new LeaderWatch.Unfollow(name, follower));
    }
}
