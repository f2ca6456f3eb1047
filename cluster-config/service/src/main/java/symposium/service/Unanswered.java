package symposium.service;

import akka.actor.typed.ActorSystem;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The futures that an actor system has not answered yet. When it has ended, they are answered that it has. */
final class Unanswered {

    private final ActorSystem<?> system;
    private final Set<CompletableFuture<?>> results = ConcurrentHashMap.newKeySet();

    Unanswered(ActorSystem<?> system) {
        this.system = system;
        system.getWhenTerminated().thenRun(() -> results.forEach(Unanswered::ended));
    }

    /** Answers this future when the actor system ends before it is completed, and at once when that has ended. */
    <T> CompletableFuture<T> add(CompletableFuture<T> result) {
        results.add(result);
        result.whenComplete((any, failure) -> results.remove(result));
        if (system.getWhenTerminated().toCompletableFuture().isDone()) {
            ended(result);
        }
        return result;
    }

    static void ended(CompletableFuture<?> result) {
        result.completeExceptionally(new NotGranted(NotGranted.Cause.UNAVAILABLE, "the actor system has ended"));
    }
}
