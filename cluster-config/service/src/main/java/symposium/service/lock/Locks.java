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
 * Named locks for code that is no actor: every method returns at once. See {@link LockService} for what is granted in
 * which order.
 *
 * <p>Here every request has an owner of its own. Requests of one {@link #client} have the same owner: what conflicts
 * with what it holds or awaits is refused at once, where it would wait for itself.
 *
 * <p>However a future of these ends, the caller has the lease by it, or nothing is left of the request: a future that
 * is cancelled, or completed by anything but the lease, such as {@link CompletableFuture#orTimeout}, gives its request
 * up, and one that has ended cannot be overwritten ({@code obtrudeValue} is refused). Java does not tell a future that
 * a {@code get} with a time-out has ended, or that a stage that depends on it has been cancelled: then cancel the
 * future itself, or give {@code acquire} a limit. What is forgotten nevertheless is released with a warning: see
 * {@link Lease}.
 *
 * <p>Functions that are attached to a future can block. They run on the threads of {@code
 * symposium.callbacks-dispatcher}, also if the future is complete already.
 *
 * @since 1.0
 */
public class Locks {

    /** An owner runs on the thread that sends to it. */
    private static final DispatcherSelector DISPATCHER = DispatcherSelector.fromConfig("symposium.dispatcher");

    /** The homes of the services that an actor system uses. */
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

    /** The service, and what all locks of it share. */
    private static final class Home {
        private final ActorRef<LockService.Command> service;
        private final ActorSystem<?> system;
        private final ActorNumbers ids;
        private final Unanswered unanswered;
        private final Callbacks callbacks;
        private final boolean releasesForgotten;
        /** Acts for separate owners of requests. */
        private volatile ActorRef<LeaseOwner.Command> shared;

        Home(ActorRef<LockService.Command> service, ActorSystem<?> system) {
            this.service = service;
            this.system = system;
            this.ids = ActorNumbers.of(system);
            this.unanswered = new Unanswered(system);
            this.callbacks = new Callbacks(system);
            this.releasesForgotten = ForgottenLeases.released(system.settings().config());
        }

        /** The actor that acts for separate owners of requests; nothing when the actor system ends. */
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
         * Nothing when the actor system ends.
         *
         * @param label of the owner
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
     * Locks.
     *
     * @param shown completes the futures: not the threads of the service, which must not be blocked by what depends on
     *     them
     * @param label of the owners; without it, the name of the thread that asks
     */
    private Locks(Home home, Executor shown, Optional<String> label) {
        this.home = home;
        this.shown = shown;
        this.label = label;
    }

    /**
     * Those of a service.
     *
     * @param service of a node, or of one actor system alone
     * @param system on which the owners live
     */
    public static Locks of(ActorRef<LockService.Command> service, ActorSystem<?> system) {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(system, "system");
        Home home = system.registerExtension(Homes.ID).all.computeIfAbsent(service, first -> new Home(first, system));
        return new Locks(home, home.callbacks, Optional.empty());
    }

    /**
     * The service for the applications of one actor system, which need not be a member of a cluster: there is no
     * message between nodes, and no setting but those of waiters and time-outs. Two such services, in this virtual
     * machine or elsewhere, know nothing of each other.
     *
     * <p>It is the service of a node whose process has no neighbours. An application that later needs the locks of
     * a cluster changes only where it gets the service from. Fences begin above the seconds from 1970 to its start, so
     * they grow over restarts as far as the clock can be trusted. A lease is lost only when the service ends.
     */
    public static Behavior<LockService.Command> alone() {
        return RuntimeLoader.load(LockRuntime.class).alone();
    }

    /**
     * The same locks for owners with a label, which says who asked, to people: in the status, and in warnings. Without
     * a label it is the name of the thread that asks.
     *
     * @param label such as "billing batch 7", of at most {@link OwnerLabel#LONGEST} characters
     * @throws IllegalArgumentException when it is blank, too long, or has characters that are not seen
     */
    public Locks as(String label) {
        Objects.requireNonNull(label, "label");
        OwnerLabel.invalid(label).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return labelled(label);
    }

    /** The same for a label that is made to fit. */
    public Locks labelled(String any) {
        return new Locks(home, home.callbacks, Optional.of(any));
    }

    private String label() {
        return label.orElseGet(() -> Thread.currentThread().getName());
    }

    /** The service, for actors. */
    public ActorRef<LockService.Command> service() {
        return home.service;
    }

    /**
     * Asks for these names, each exclusive, and waits without a limit.
     *
     * @return completed by the lease, or by {@link NotGranted}
     */
    public CompletableFuture<Lease> acquire(String... names) {
        return acquire(Claims.exclusive(names));
    }

    /**
     * As {@link #acquire(Claims, Duration)}, for one name, exclusive.
     *
     * @param limit the longest time to wait, above zero
     */
    public CompletableFuture<Lease> acquire(String name, Duration limit) {
        return acquire(Claims.exclusive(name), limit);
    }

    /**
     * Asks for these claims, and waits without a limit.
     *
     * @return completed by the lease, or by {@link NotGranted}
     */
    public CompletableFuture<Lease> acquire(Claims claims) {
        return lease(ask(claims, new LeaseOwner.Patience.Unlimited()));
    }

    /**
     * Asks for these claims.
     *
     * @param limit the longest time to wait, above zero
     * @return completed by the lease, or by {@link NotGranted}
     */
    public CompletableFuture<Lease> acquire(Claims claims, Duration limit) {
        return lease(ask(claims, new LeaseOwner.Patience.Limited(limit)));
    }

    /**
     * Asks for these claims if they can be granted without waiting for another owner.
     *
     * <p>It is empty at once when an owner of this node holds a part of them, or waits for it, and after a message to
     * another node and back when an owner there may. While such a node is unreachable and has not been removed yet, it
     * is not known; then it waits for {@code symposium.try-timeout} at most. When this owner itself holds or awaits
     * what conflicts, that is refused by {@link NotGranted}, as with {@link #acquire(Claims)}, and not empty.
     *
     * @return completed by the lease, by nothing when it is not free, or by {@link NotGranted}, of which {@link
     *     NotGranted.Cause#TIMED_OUT} says that it is not known in time whether it is free
     */
    public CompletableFuture<Optional<Lease>> tryAcquire(Claims claims) {
        return shown(ask(claims, new LeaseOwner.Patience.None(Optional.empty())), Function.identity());
    }

    /** As {@link #tryAcquire(Claims)}, for one name, exclusive. */
    public CompletableFuture<Optional<Lease>> tryAcquire(String name) {
        return tryAcquire(Claims.exclusive(name));
    }

    /**
     * Asks for these claims if they can be granted without waiting for another owner.
     *
     * @param limit the longest time to wait until that is known, above zero
     * @return as with {@link #tryAcquire(Claims)}
     */
    public CompletableFuture<Optional<Lease>> tryAcquire(Claims claims, Duration limit) {
        Objects.requireNonNull(limit, "limit");
        return shown(ask(claims, new LeaseOwner.Patience.None(Optional.of(limit))), Function.identity());
    }

    /** The same locks for one client: its requests and leases have one owner, until it is closed. */
    public Client client() {
        return new Client(home, home.callbacks, label());
    }

    /** The same for a client that only waits for its futures, whose dependents may run on any thread. */
    Client waitingClient() {
        return new Client(home, Runnable::run, label());
    }

    /** The locks of one owner. */
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

        /** The client is gone, and its leases stay until they are released. */
        void retire() {
            owner.ifPresent(there -> Uninterrupted.tell(there, LeaseOwner.Retire.RETIRE));
        }

        /** Gives back all that the client holds and awaits. Later requests fail with {@link NotGranted}. */
        @Override
        public synchronized void close() {
            closed = true;
            owner.ifPresent(there -> Uninterrupted.tell(there, LeaseOwner.Close.CLOSE));
        }
    }

    /**
     * Sends a request to its owner.
     *
     * @return the owner; nothing when the request has been answered instead
     */
    Optional<ActorRef<LeaseOwner.Command>> send(LeaseOwner.Request ask) {
        return tell(home.shared(), ask);
    }

    /** The label of an owner that has one request; none if they have an owner in common. */
    Optional<String> ownLabel() {
        return Optional.of(OwnerLabel.fitting(label()));
    }

    /** How many requests and questions have no answer yet. */
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
     * Asks to lead an election: the lease is the leadership.
     *
     * @param as makes of the lease what the caller is to have
     */
    public <T> CompletableFuture<T> campaign(
            String election, String value, Optional<Duration> limit, Function<Lease, T> as) {
        String id = Long.toString(home.ids.next());
        return shown(
                ask(new LeaseOwner.Campaign(id, election, value, limit, new CompletableFuture<>(), ownLabel())),
                lease -> as.apply(lease.orElseThrow()));
    }

    /** Asks an actor of the actor system something else. */
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
     * The future that the caller has. It is completed here, and then the caller has the lease; or otherwise, and then
     * the request is given up, and a lease that has been granted meanwhile is released.
     */
    private <T> CompletableFuture<T> shown(Asked asked, Function<Optional<Lease>, T> as) {
        return AnswerFuture.of(
                asked.answer(), as, lease -> lease.ifPresent(Lease::close), asked::giveUp, shown, home.callbacks);
    }
}
