package symposium.cli.cluster;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import symposium.cli.option.BadInput;
import symposium.cli.option.Converters;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.NotGranted;

/** The named locks by a member that joins the cluster for it. */
final class MemberLockClient implements LockClient {

    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(5);
    private static final String REMOVED = "this member has been removed from the cluster";

    private final Guest guest;
    private final String seeds;
    private final Duration joinTimeout;
    private Optional<Lease> lease = Optional.empty();

    /**
     * @param name of the actor systems of the cluster
     * @param seeds nodes of the cluster, as they are named in messages
     * @param joinTimeout how long it waits until a node answers
     * @throws BadInput when it cannot listen at the configured address
     */
    MemberLockClient(String name, Config config, String seeds, Duration joinTimeout) {
        this.guest = new Guest(name, config);
        this.seeds = seeds;
        this.joinTimeout = joinTimeout;
    }

    @Override
    public Granted acquire(Request request, CompletableFuture<?> signal) throws NotLocked {
        Lease granted;
        try {
            granted = lease(request, CompletableFuture.anyOf(signal, guest.ended()));
        } catch (NotGranted refusal) {
            if (refusal.reason() == NotGranted.Cause.REFUSED) {
                throw new BadInput(refusal.getMessage());
            }
            throw new NotLocked(request.claims() + ": " + refusal.getMessage());
        }
        lease = Optional.of(granted);
        CompletableFuture<String> lost = granted.lost().toCompletableFuture().thenApply(Lost::why);
        return new Granted(
                Long.toString(granted.fence().number()),
                Long.toString(granted.generation()),
                lost.applyToEither(guest.ended().thenApply(done -> REMOVED), why -> why),
                granted.leaving().toCompletableFuture().thenApply(Leaving::within));
    }

    /** Tries until a node answers, and then waits, unless it must not. */
    private Lease lease(Request request, CompletableFuture<?> stop) throws NotLocked {
        CompletableFuture<?> late = timer(joinTimeout);
        Optional<Optional<Lease>> answer = Optional.empty();
        String why = "no node has answered";
        while (answer.isEmpty() && !late.isDone() && !stop.isDone()) {
            try {
                CompletableFuture<Optional<Lease>> free = guest.locks().tryAcquire(request.claims());
                answer = LockClient.first(free, late, stop) ? Optional.of(result(free)) : Optional.empty();
            } catch (NotGranted refusal) {
                // Only the attempt has timed out: no node knows in time who holds the lock.
                if (refusal.reason() == NotGranted.Cause.REFUSED || refusal.reason() == NotGranted.Cause.CANCELLED) {
                    throw refusal;
                }
                why = refusal.getMessage();
                LockClient.first(timer(RETRY), late, stop);
            }
        }
        if (answer.isPresent()) {
            Optional<Lease> free = answer.get();
            return free.isPresent() ? free.get() : waiting(request, stop);
        }
        if (stop.isDone()) {
            throw stopped(request);
        }
        throw new NotLocked("the locks of the cluster at %s are not available within %s s: %s"
                .formatted(
                        seeds,
                        Converters.inSeconds(joinTimeout),
                        guest.isUp() ? why : "this member has not joined the cluster"));
    }

    private Lease waiting(Request request, CompletableFuture<?> stop) throws NotLocked {
        if (request.atOnce()) {
            throw new NotLocked(request.claims() + ": not free");
        }
        CompletableFuture<Lease> granted = request.limit()
                .map(longest -> guest.locks().acquire(request.claims(), longest))
                .orElseGet(() -> guest.locks().acquire(request.claims()));
        if (LockClient.first(granted, stop)) {
            return result(granted);
        }
        throw stopped(request);
    }

    private NotLocked stopped(Request request) {
        return guest.ended().isDone()
                ? new NotLocked(request.claims() + ": not granted: " + REMOVED)
                : NotLocked.bySignal(request.claims());
    }

    private static CompletableFuture<?> timer(Duration time) {
        return new CompletableFuture<Void>().completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static <T> T result(CompletableFuture<T> done) {
        try {
            return done.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof NotGranted refusal ? refusal : failed;
        }
    }

    @Override
    public Optional<String> release() {
        return lease.flatMap(MemberLockClient::release);
    }

    private static Optional<String> release(Lease lease) {
        if (!lease.isHeld()) {
            // That it has been lost has been said.
            lease.close();
            return Optional.empty();
        }
        return lease.release()
                .handle((released, failure) -> Optional.ofNullable(failure).map(MemberLockClient::message))
                .toCompletableFuture()
                .completeOnTimeout(
                        Optional.of("no node has confirmed the release within %s s; at the latest it ends when this"
                                        .formatted(Converters.inSeconds(RELEASE_LIMIT))
                                + " member is removed"),
                        RELEASE_LIMIT.toMillis(),
                        TimeUnit.MILLISECONDS)
                .join();
    }

    private static String message(Throwable failure) {
        return (failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure)
                .getMessage();
    }

    /** Leaves the cluster. */
    @Override
    public void close() {
        guest.close();
    }
}
