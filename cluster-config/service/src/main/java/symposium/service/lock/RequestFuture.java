package symposium.service.lock;

import java.util.concurrent.CompletableFuture;

/**
 * The future of a request, which ends once. Java lets anybody overwrite what a future was completed with: a lease that
 * it has just been completed with would then be nobody's, as what depends on it may see either. So overwriting
 * completes it, and is refused where it has been completed.
 */
final class RequestFuture<T> extends CompletableFuture<T> {

    /** @throws UnsupportedOperationException when the request has been answered or given up */
    @Override
    public void obtrudeValue(T value) {
        once(complete(value));
    }

    /** @throws UnsupportedOperationException when the request has been answered or given up */
    @Override
    public void obtrudeException(Throwable failure) {
        once(completeExceptionally(failure));
    }

    private static void once(boolean first) {
        if (!first) {
            throw new UnsupportedOperationException("the future of a request cannot be overwritten once it has ended:"
                    + " release its lease, or ask again");
        }
    }
}
