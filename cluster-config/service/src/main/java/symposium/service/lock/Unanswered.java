package symposium.service.lock;

import akka.actor.typed.ActorSystem;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import symposium.service.member.AkkaFutures;
import symposium.service.member.AnswerFuture;
import symposium.service.member.Uninterrupted;

/**
 * The futures of one actor system that have no answer yet; applications do not use this class. When the actor system
 * ends, all these futures fail for that reason.
 *
 * @since 1.0
 */
public final class Unanswered {

    private final ActorSystem<?> system;
    private final Set<CompletableFuture<?>> results = ConcurrentHashMap.newKeySet();

    public Unanswered(ActorSystem<?> system) {
        this.system = system;
        AkkaFutures.terminated(system).thenRun(() -> results.forEach(Unanswered::ended));
    }

    /**
     * Adds a future, which fails if the actor system ends before it is completed, or immediately if the actor system
     * has already ended.
     */
    <T> CompletableFuture<T> add(CompletableFuture<T> result) {
        results.add(result);
        result.whenComplete((any, failure) -> results.remove(result));
        if (system.getWhenTerminated().toCompletableFuture().isDone()) {
            ended(result);
        }
        return result;
    }

    /**
     * Asks an actor, which may already have stopped.
     *
     * @param callbacks runs the dependents of the result
     */
    public <T> CompletableFuture<T> ask(Supplier<CompletionStage<T>> question, Executor callbacks) {
        CompletableFuture<T> answer = answer(question);
        return AnswerFuture.of(
                answer, Function.identity(), late -> {}, () -> answer.cancel(false), callbacks, callbacks);
    }

    private <T> CompletableFuture<T> answer(Supplier<CompletionStage<T>> question) {
        CompletableFuture<T> result = add(new CompletableFuture<>());
        if (result.isDone()) {
            return result;
        }
        CompletionStage<T> answer;
        try {
            answer = Uninterrupted.get(question);
        } catch (IllegalStateException ending) {
            ended(result);
            return result;
        }
        answer.whenComplete((told, failure) -> {
            if (failure == null) {
                result.complete(told);
            } else {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    /** Returns the number of futures. */
    int size() {
        return results.size();
    }

    public static void ended(CompletableFuture<?> result) {
        result.completeExceptionally(ended());
    }

    public static NotGranted ended() {
        return new NotGranted(NotGranted.Cause.UNAVAILABLE, "the actor system has ended");
    }
}
