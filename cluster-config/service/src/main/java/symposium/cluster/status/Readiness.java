package symposium.cluster.status;

import akka.Done;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import symposium.service.member.NodeEnded;

/** Whether a member of the cluster serves requests now, and why not. For any thread. */
public final class Readiness {

    private Optional<String> notReady;
    private boolean ended;
    private CompletableFuture<Done> ready = new CompletableFuture<>();

    public Readiness(String notReady) {
        this.notReady = Optional.of(notReady);
    }

    /** Why it does not, in one line; empty when it does. */
    public synchronized Optional<String> notReady() {
        return notReady;
    }

    /**
     * Completed when it serves requests, at once when it does now; by {@link NodeEnded}, with the reason, when it never
     * will.
     */
    public synchronized CompletionStage<Done> ready() {
        return ready.minimalCompletionStage();
    }

    /** It serves requests from now on, or does not for this reason; nothing after it has ended. */
    public void is(Optional<String> now) {
        change(now, false);
    }

    /** It never serves requests again, for this reason; the first counts. */
    public void ends(String why) {
        change(Optional.of(why), true);
    }

    /** What waits for readiness runs without the monitor of this object. */
    private void change(Optional<String> now, boolean end) {
        CompletableFuture<Done> told;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = end;
            notReady = now;
            if (now.isPresent() && ready.isDone()) {
                ready = new CompletableFuture<>();
            }
            told = ready;
        }
        if (end) {
            told.completeExceptionally(new NodeEnded(now.orElseThrow()));
        } else if (now.isEmpty()) {
            told.complete(Done.getInstance());
        }
    }
}
