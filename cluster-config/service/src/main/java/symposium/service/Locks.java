package symposium.service;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import symposium.cluster.CallerRunsExecutor;
import symposium.cluster.Claims;
import symposium.cluster.LockService;

/**
 * Named locks for code that is no actor: every method returns at once. See {@link LockService} for what is granted in
 * which order.
 *
 * <p>Here every request has an owner of its own. Requests of one {@link #client} have the same owner: what conflicts
 * with what it holds or awaits is refused at once, where it would wait for itself.
 *
 * <p>A future that is cancelled cancels its request.
 */
public class Locks {

    private static final AtomicLong IDS = new AtomicLong();

    /** The service, and the requests that an actor system has not answered yet. */
    private static final class Home {
        private final ActorRef<LockService.Command> service;
        private final ActorSystem<?> system;
        private final Set<CompletableFuture<?>> unanswered = ConcurrentHashMap.newKeySet();

        Home(ActorRef<LockService.Command> service, ActorSystem<?> system) {
            this.service = service;
            this.system = system;
            system.getWhenTerminated().thenRun(() -> unanswered.forEach(Home::ended));
        }

        /** Nothing when the actor system ends. */
        Optional<ActorRef<LeaseOwner.Command>> owner(boolean once) {
            try {
                return Optional.of(system.systemActorOf(
                        LeaseOwner.create(service, once),
                        "symposium-owner-" + IDS.incrementAndGet(),
                        CallerRunsExecutor.SELECTOR));
            } catch (IllegalStateException ending) {
                return Optional.empty();
            }
        }

        /** What is sent to an owner that has ended with its actor system is answered here. */
        void answers(CompletableFuture<?> result) {
            unanswered.add(result);
            result.whenComplete((any, failure) -> unanswered.remove(result));
            if (system.getWhenTerminated().toCompletableFuture().isDone()) {
                ended(result);
            }
        }

        static void ended(CompletableFuture<?> result) {
            result.completeExceptionally(new NotGranted(NotGranted.Cause.UNAVAILABLE, "the actor system has ended"));
        }
    }

    private final Home home;
    private final Executor shown;

    /** @param shown runs what depends on the futures: not the threads of the service, which must not be blocked */
    private Locks(Home home, Executor shown) {
        this.home = home;
        this.shown = shown;
    }

    /**
     * Those of a service.
     *
     * @param service of a node, or of one actor system alone
     * @param system on which the owners live
     */
    public static Locks of(ActorRef<LockService.Command> service, ActorSystem<?> system) {
        return new Locks(new Home(service, system), LeaseOwner.dependents(system));
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
     * Asks for these claims if they can be had without waiting for another owner.
     *
     * @return completed by the lease, by nothing when it is not free, or by {@link NotGranted}
     */
    public CompletableFuture<Optional<Lease>> tryAcquire(Claims claims) {
        return shown(ask(claims, new LeaseOwner.Patience.None()), Function.identity());
    }

    /** The same locks for one client: its requests and leases have one owner, until it is closed. */
    public Client client() {
        return new Client(home, shown, home.owner(false));
    }

    /** The same for a client that only waits for its futures, whose dependents may run on any thread. */
    Client waitingClient() {
        return new Client(home, Runnable::run, home.owner(false));
    }

    /** The locks of one owner. */
    public static final class Client extends Locks implements AutoCloseable {

        private final Optional<ActorRef<LeaseOwner.Command>> owner;
        private boolean closed;

        private Client(Home home, Executor shown, Optional<ActorRef<LeaseOwner.Command>> owner) {
            super(home, shown);
            this.owner = owner;
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
            owner.ifPresent(there -> there.tell(LeaseOwner.Retire.RETIRE));
        }

        /** Gives back all that the client holds and awaits. Later requests fail with {@link NotGranted}. */
        @Override
        public synchronized void close() {
            closed = true;
            owner.ifPresent(there -> there.tell(LeaseOwner.Close.CLOSE));
        }
    }

    /**
     * Sends a request to its owner.
     *
     * @return the owner; nothing when the request has been answered instead
     */
    Optional<ActorRef<LeaseOwner.Command>> send(LeaseOwner.Request ask) {
        return tell(home.owner(true), ask);
    }

    private static Optional<ActorRef<LeaseOwner.Command>> tell(
            Optional<ActorRef<LeaseOwner.Command>> owner, LeaseOwner.Request ask) {
        owner.ifPresentOrElse(there -> there.tell(ask), () -> Home.ended(ask.result()));
        return owner;
    }

    private record Asked(
            Optional<ActorRef<LeaseOwner.Command>> owner, String id, CompletableFuture<Optional<Lease>> asked) {

        /** A future that is cancelled gives the request up. */
        <T> CompletableFuture<T> givingUp(CompletableFuture<T> shown) {
            shown.whenComplete((any, failure) -> {
                if (shown.isCancelled()) {
                    owner.ifPresent(there -> there.tell(new LeaseOwner.GiveUp(id)));
                }
            });
            return shown;
        }
    }

    /** Asks to lead an election: the lease is the leadership. */
    CompletableFuture<Lease> campaign(String election, String value, Optional<Duration> limit) {
        String id = Long.toString(IDS.incrementAndGet());
        return lease(ask(new LeaseOwner.Run(id, election, value, limit, new CompletableFuture<>())));
    }

    private Asked ask(Claims claims, LeaseOwner.Patience patience) {
        String id = Long.toString(IDS.incrementAndGet());
        return ask(new LeaseOwner.Ask(id, claims, patience, new CompletableFuture<>()));
    }

    private Asked ask(LeaseOwner.Request request) {
        home.answers(request.result());
        return new Asked(send(request), request.id(), request.result());
    }

    private CompletableFuture<Lease> lease(Asked asked) {
        return shown(asked, Optional::orElseThrow);
    }

    private <T> CompletableFuture<T> shown(Asked asked, Function<Optional<Lease>, T> as) {
        CompletableFuture<Optional<Lease>> answer = asked.asked();
        return asked.givingUp(answer.isDone() ? answer.thenApply(as) : answer.thenApplyAsync(as, shown));
    }
}
