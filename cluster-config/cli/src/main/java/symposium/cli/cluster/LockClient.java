package symposium.cli.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import symposium.service.lock.Claims;

/** A way to the named locks of a cluster, for one request. */
interface LockClient extends AutoCloseable {

    /** The locks have not been granted. The message is the one line. */
    final class NotLocked extends Exception {
        private static final long serialVersionUID = 1;

        NotLocked(String why) {
            super(why);
        }

        static NotLocked bySignal(Claims claims) {
            return new NotLocked(claims + ": not granted: a signal came");
        }
    }

    /**
     * What is requested.
     *
     * @param claims the names, and each one's mode
     * @param atOnce whether it does not wait
     * @param limit the longest time to wait
     */
    record Request(Claims claims, boolean atOnce, Optional<Duration> limit) {}

    /**
     * What has been granted.
     *
     * @param lost completed by the reason when it is not held any longer
     * @param leaving completed when the node that has granted it leaves, by the time after which it is lost at the
     *     latest
     */
    record Granted(
            String fence, String generation, CompletableFuture<String> lost, CompletableFuture<Duration> leaving) {}

    /**
     * Waits until the locks are granted.
     *
     * @param signal completed when nothing is wanted any longer
     * @throws symposium.cli.option.BadInput when the cluster does not accept such a request
     */
    Granted acquire(Request request, CompletableFuture<?> signal) throws NotLocked;

    /** Releases what has been granted, if anything. Why the release is not confirmed, if so, in one line. */
    Optional<String> release();

    @Override
    void close();

    /** Waits until one of these is completed. Whether it is the first; if not, that is cancelled. */
    static boolean first(CompletableFuture<?> awaited, CompletableFuture<?>... others) {
        CompletableFuture.anyOf(awaited, CompletableFuture.anyOf(others))
                .handle((any, failure) -> failure)
                .join();
        return !awaited.cancel(false);
    }
}
