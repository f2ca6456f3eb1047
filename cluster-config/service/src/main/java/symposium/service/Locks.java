package symposium.service;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
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

    private final ActorRef<LockService.Command> service;
    private final Function<Boolean, ActorRef<LeaseOwner.Command>> owners;
    private final Supplier<ActorRef<LeaseOwner.Command>> owner;

    /**
     * @param owners makes an owner; the argument says whether it is for one request
     * @param owner that of the next request
     */
    private Locks(
            ActorRef<LockService.Command> service,
            Function<Boolean, ActorRef<LeaseOwner.Command>> owners,
            Supplier<ActorRef<LeaseOwner.Command>> owner) {
        this.service = service;
        this.owners = owners;
        this.owner = owner;
    }

    /**
     * Those of a service.
     *
     * @param service of a node, or of one actor system alone
     * @param system on which the owners live
     */
    public static Locks of(ActorRef<LockService.Command> service, ActorSystem<?> system) {
        Function<Boolean, ActorRef<LeaseOwner.Command>> owners = once -> system.systemActorOf(
                LeaseOwner.create(service, once), "symposium-owner-" + IDS.incrementAndGet(), Props.empty());
        return new Locks(service, owners, () -> owners.apply(true));
    }

    /** The service, for actors. */
    public ActorRef<LockService.Command> service() {
        return service;
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
        return ask(claims, new LeaseOwner.Patience.None()).asked();
    }

    /** The same locks for one client: its requests and leases have one owner, until it is closed. */
    public Client client() {
        return new Client(service, owners, owners.apply(false));
    }

    /** The locks of one owner. */
    public static final class Client extends Locks implements AutoCloseable {

        private final ActorRef<LeaseOwner.Command> owner;

        private Client(
                ActorRef<LockService.Command> service,
                Function<Boolean, ActorRef<LeaseOwner.Command>> owners,
                ActorRef<LeaseOwner.Command> owner) {
            super(service, owners, () -> owner);
            this.owner = owner;
        }

        /** Gives back all that the client holds and awaits. */
        @Override
        public void close() {
            owner.tell(LeaseOwner.Close.CLOSE);
        }
    }

    private record Asked(ActorRef<LeaseOwner.Command> owner, String id, CompletableFuture<Optional<Lease>> asked) {

        /** A future that is cancelled gives the request up. */
        <T> CompletableFuture<T> givingUp(CompletableFuture<T> shown) {
            shown.whenComplete((any, failure) -> {
                if (shown.isCancelled()) {
                    owner.tell(new LeaseOwner.GiveUp(id));
                }
            });
            return shown;
        }
    }

    /** Asks to lead an election: the lease is the leadership. */
    CompletableFuture<Lease> campaign(String election, String value, Optional<Duration> limit) {
        Asked asked = asked();
        asked.owner().tell(new LeaseOwner.Run(asked.id(), election, value, limit, asked.asked()));
        return lease(asked);
    }

    private Asked ask(Claims claims, LeaseOwner.Patience patience) {
        Asked asked = asked();
        asked.owner().tell(new LeaseOwner.Ask(asked.id(), claims, patience, asked.asked()));
        return asked;
    }

    private Asked asked() {
        CompletableFuture<Optional<Lease>> result = new CompletableFuture<>();
        Asked asked = new Asked(owner.get(), Long.toString(IDS.incrementAndGet()), result);
        asked.givingUp(result);
        return asked;
    }

    private static CompletableFuture<Lease> lease(Asked asked) {
        return asked.givingUp(asked.asked().thenApply(Optional::orElseThrow));
    }
}
