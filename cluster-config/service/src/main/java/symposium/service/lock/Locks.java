package symposium.service.lock;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import symposium.service.member.ActorNumbers;
import symposium.service.member.AnswerFuture;
import symposium.service.member.Callbacks;
import symposium.service.member.RuntimeLoader;
import symposium.service.member.Uninterrupted;
import symposium.wire.OwnerLabel;

/**
 * Named locks for code outside actors. Every method returns immediately. {@link LockService} documents which requests
 * are granted, and in which order.
 *
 * <p>Each request made here has a separate owner. Requests of one {@link #client} share an owner: a request that
 * conflicts with a lease or request of the same owner is rejected immediately, because the owner would wait for
 * itself.
 *
 * <p>When a future returned here completes, either the caller holds the lease through it, or the request has no
 * effect. Cancelling a future, or completing it by other means such as {@link CompletableFuture#orTimeout}, cancels
 * its request. The result of a completed future cannot be overwritten ({@code obtrudeValue} throws an exception). Java
 * does not notify a future when a {@code get} on it times out, or when a dependent stage is cancelled. In these cases,
 * cancel the future itself, or pass a limit to {@code acquire}. If the application nevertheless loses all references
 * to a lease, the lease is released with a warning: see {@link Lease}.
 *
 * <p>Functions attached to a future may block. They run on the threads of {@code symposium.callbacks-dispatcher}, even
 * if the future is already complete.
 *
 * @since 1.0
 */
public class Locks {

    /** The dispatcher of owners, which run on the thread that sends to them. */
    private static final DispatcherSelector DISPATCHER = DispatcherSelector.fromConfig("symposium.dispatcher");

    /** The shared states of the services that an actor system uses. */
    private static final class Homes implements Extension {

        private static final ExtensionId<Homes> ID = new ExtensionId<>() {
            @Override
            public Homes createExtension(ActorSystem<?> system) {
                return new Homes();
            }

            @Override
            public ExtensionId<Homes> id() {
                return this;
            }
        };

        private final Map<ActorRef<LockService.Command>, Home> all = new ConcurrentHashMap<>();
    }

    /** The service, and the state that all its locks share. */
    private static final class Home {
        private final ActorRef<LockService.Command> service;
        private final ActorSystem<?> system;
        private final ActorNumbers ids;
        private final Unanswered unanswered;
        private final Callbacks callbacks;
        private final boolean releasesForgotten;
        /** Acts for the separate owners of requests. */
        private volatile ActorRef<LeaseOwner.Command> shared;

        Home(ActorRef<LockService.Command> service, ActorSystem<?> system) {
            this.service = service;
            this.system = system;
            this.ids = ActorNumbers.of(system);
            this.unanswered = new Unanswered(system);
            this.callbacks = new Callbacks(system);
            this.releasesForgotten = ForgottenLeases.released(system.settings().config());
        }

        /** Returns the actor that acts for separate owners of requests, or empty if the actor system is ending. */
        Optional<ActorRef<LeaseOwner.Command>> shared() {
            if (shared == null) {
                synchronized (this) {
                    if (shared == null) {
                        shared = owner("locks").orElse(null);
                    }
                }
            }
            return Optional.ofNullable(shared);
        }

        /**
         * Returns a new owner, or empty if the actor system is ending.
         *
         * @param label the label of the owner
         */
        Optional<ActorRef<LeaseOwner.Command>> owner(String label) {
            try {
                return Optional.of(Uninterrupted.get(() -> system.systemActorOf(
                        LeaseOwner.create(
                                service,
                                callbacks,
                                (claims, fence, own) ->
                                        ForgottenLeases.found(claims, fence, own.orElse(label), releasesForgotten)),
                        OwnerLabel.actorName(label, ids.next()),
                        DISPATCHER)));
            } catch (IllegalStateException ending) {
                return Optional.empty();
            }
        }
    }

    private final Home home;
    private final Executor shown;
    private final Optional<String> label;

    /**
     * Creates the locks.
     *
     * @param shown completes the futures; must not run on the threads of the service, because dependents may block it
     * @param label the label of the owners; the default is the name of the requesting thread
     */
    private Locks(Home home, Executor shown, Optional<String> label) {
        this.home = home;
        this.shown = shown;
        this.label = label;
    }

    /**
     * Returns the locks of a service.
     *
     * @param service the service of a node, or of one actor system without a cluster
     * @param system the actor system in which the owners run
     */
    public static Locks of(ActorRef<LockService.Command> service, ActorSystem<?> system) {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(system, "system");
        Home home = system.registerExtension(Homes.ID).all.computeIfAbsent(service, first -> new Home(first, system));
        return new Locks(home, home.callbacks, Optional.empty());
    }

    /**
     * Returns the service for the applications of one actor system, which need not be a member of a cluster. The
     * service sends no messages between nodes, and its only settings are those for waiters and timeouts. Two such
     * services, in this JVM or elsewhere, are independent of each other.
     *
     * <p>The service is that of a node with a process that has no neighbours. An application that later needs the
     * locks of a cluster changes only how it obtains the service. Fencing tokens start above the number of seconds
     * from 1970 to the start of the service, so they keep increasing across restarts as far as the clock can be
     * trusted. A lease is lost only when the service ends.
     */
    public static Behavior<LockService.Command> alone() {
        return RuntimeLoader.load(LockRuntime.class).alone();
    }

    /**
     * Returns the same locks for owners with a label, which identifies the requester in the status and in warnings.
     * The default label is the name of the requesting thread.
     *
     * @param label the label, such as "billing batch 7", of at most {@link OwnerLabel#LONGEST} characters
     * @throws IllegalArgumentException if the label is blank, too long, or contains invisible characters
     */
    public Locks as(String label) {
        Objects.requireNonNull(label, "label");
        OwnerLabel.invalid(label).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return labelled(label);
    }

    /** Returns the same locks for any label, which is masked and shortened if it is not valid. */
    public Locks labelled(String any) {
        return new Locks(home, home.callbacks, Optional.of(any));
    }

    private String label() {
        return label.orElseGet(() -> Thread.currentThread().getName());
    }

    /** Returns the service, for actors. */
    public ActorRef<LockService.Command> service() {
        return home.service;
    }

    /**
     * Requests a lease on these names, each exclusive, without a limit.
     *
     * @return completes with the lease, or fails with {@link NotGranted}
     */
    public CompletableFuture<Lease> acquire(String... names) {
        return acquire(Claims.exclusive(names));
    }

    /**
     * Requests a lease on one name, exclusive, as {@link #acquire(Claims, Duration)} does.
     *
     * @param limit the maximum time to wait, greater than zero
     */
    public CompletableFuture<Lease> acquire(String name, Duration limit) {
        return acquire(Claims.exclusive(name), limit);
    }

    /**
     * Requests a lease on these claims, without a limit.
     *
     * @return completes with the lease, or fails with {@link NotGranted}
     */
    public CompletableFuture<Lease> acquire(Claims claims) {
        return lease(ask(claims, new LeaseOwner.Patience.Unlimited()));
    }

    /**
     * Requests a lease on these claims.
     *
     * @param limit the maximum time to wait, greater than zero
     * @return completes with the lease, or fails with {@link NotGranted}
     */
    public CompletableFuture<Lease> acquire(Claims claims, Duration limit) {
        return lease(ask(claims, new LeaseOwner.Patience.Limited(limit)));
    }

    /**
     * Requests a lease on these claims only if it can be granted without waiting for another owner.
     *
     * <p>If an owner on this node holds or awaits a part of the claims, the result is empty immediately. If an owner
     * on another node may hold or await a part, the result takes one message round trip to that node. While such a
     * node is unreachable but not yet removed, it is not known whether the claims are free. The request then waits for
     * at most {@code symposium.try-timeout}. If this owner itself holds or awaits a conflicting claim, the result is
     * not empty: the request is rejected with {@link NotGranted}, as by {@link #acquire(Claims)}.
     *
     * @return completes with the lease, or with an empty result if the claims are not free, or fails with {@link
     *     NotGranted}; {@link NotGranted.Cause#TIMED_OUT} means that it was not known in time whether the claims are
     *     free
     */
    public CompletableFuture<Optional<Lease>> tryAcquire(Claims claims) {
        return shown(ask(claims, new LeaseOwner.Patience.None(Optional.empty())), Function.identity());
    }

    /** Requests a lease on one name, exclusive, as {@link #tryAcquire(Claims)} does. */
    public CompletableFuture<Optional<Lease>> tryAcquire(String name) {
        return tryAcquire(Claims.exclusive(name));
    }

    /**
     * Requests a lease on these claims only if it can be granted without waiting for another owner.
     *
     * @param limit the maximum time to wait until it is known whether the claims are free, greater than zero
     * @return as with {@link #tryAcquire(Claims)}
     */
    public CompletableFuture<Optional<Lease>> tryAcquire(Claims claims, Duration limit) {
        Objects.requireNonNull(limit, "limit");
        return shown(ask(claims, new LeaseOwner.Patience.None(Optional.of(limit))), Function.identity());
    }

    /**
     * Returns the same locks for one client. All its requests and leases have one owner, until the client is closed.
     */
    public Client client() {
        return new Client(home, home.callbacks, label());
    }

    /**
     * Returns the same locks for a client that only waits for its futures, so dependents may run on any thread.
     */
    Client waitingClient() {
        return new Client(home, Runnable::run, label());
    }

    /** The locks of one owner, a client. */
    public static final class Client extends Locks implements AutoCloseable {

        private final Optional<ActorRef<LeaseOwner.Command>> owner;
        private boolean closed;

        private Client(Home home, Executor shown, String label) {
            super(home, shown, Optional.of(label));
            this.owner = home.owner(label);
        }

        @Override
        Optional<String> ownLabel() {
            return Optional.empty();
        }

        @Override
        synchronized Optional<ActorRef<LeaseOwner.Command>> send(LeaseOwner.Request ask) {
            if (closed) {
                ask.result()
                        .completeExceptionally(
                                new NotGranted(NotGranted.Cause.CANCELLED, "its client has been closed"));
            }
            return closed ? Optional.empty() : tell(owner, ask);
        }

        /** Ends the client without releasing its leases, which remain held until they are released. */
        void retire() {
            owner.ifPresent(there -> Uninterrupted.tell(there, LeaseOwner.Retire.RETIRE));
        }

        /**
         * Releases all leases of the client and cancels its pending requests. Later requests fail with {@link
         * NotGranted}.
         */
        @Override
        public synchronized void close() {
            closed = true;
            owner.ifPresent(there -> Uninterrupted.tell(there, LeaseOwner.Close.CLOSE));
        }
    }

    /**
     * Sends a request to its owner.
     *
     * @return the owner, or empty if the request has been answered instead
     */
    Optional<ActorRef<LeaseOwner.Command>> send(LeaseOwner.Request ask) {
        return tell(home.shared(), ask);
    }

    /** Returns the label of an owner that has one request, or empty if the requests share an owner. */
    Optional<String> ownLabel() {
        return Optional.of(OwnerLabel.fitting(label()));
    }

    /** Returns the number of requests and questions that have no answer yet. */
    int unanswered() {
        return home.unanswered.size();
    }

    private static Optional<ActorRef<LeaseOwner.Command>> tell(
            Optional<ActorRef<LeaseOwner.Command>> owner, LeaseOwner.Request ask) {
        owner.ifPresentOrElse(there -> Uninterrupted.tell(there, ask), () -> Unanswered.ended(ask.result()));
        return owner;
    }

    private record Asked(
            Optional<ActorRef<LeaseOwner.Command>> owner, String id, CompletableFuture<Optional<Lease>> answer) {

        void giveUp() {
            answer.completeExceptionally(new NotGranted(NotGranted.Cause.CANCELLED, "the request has been given up"));
            owner.ifPresent(there -> Uninterrupted.tell(there, new LeaseOwner.Cancel(id)));
        }
    }

    /**
     * Requests the leadership of an election: the lease is the leadership.
     *
     * @param as converts the lease into the result for the caller
     */
    public <T> CompletableFuture<T> campaign(
            String election, String value, Optional<Duration> limit, Function<Lease, T> as) {
        String id = Long.toString(home.ids.next());
        return shown(
                ask(new LeaseOwner.Campaign(id, election, value, limit, new CompletableFuture<>(), ownLabel())),
                lease -> as.apply(lease.orElseThrow()));
    }

    /** Asks an actor of the actor system another question. */
    public <T> CompletableFuture<T> asking(Supplier<CompletionStage<T>> question) {
        return home.unanswered.ask(question, home.callbacks);
    }

    private Asked ask(Claims claims, LeaseOwner.Patience patience) {
        String id = Long.toString(home.ids.next());
        return ask(new LeaseOwner.Acquire(id, claims, patience, new CompletableFuture<>(), ownLabel()));
    }

    private Asked ask(LeaseOwner.Request request) {
        home.unanswered.add(request.result());
        return new Asked(send(request), request.id(), request.result());
    }

    private CompletableFuture<Lease> lease(Asked asked) {
        return shown(asked, Optional::orElseThrow);
    }

    /**
     * Returns the future for the caller. If this method completes the future, the caller holds the lease. If the
     * future is completed by other means, the request is cancelled, and a lease that was granted in the meantime is
     * released.
     */
    private <T> CompletableFuture<T> shown(Asked asked, Function<Optional<Lease>, T> as) {
        return AnswerFuture.of(
                asked.answer(), as, lease -> lease.ifPresent(Lease::close), asked::giveUp, shown, home.callbacks);
    }
}
