package symposium.service.member;

import akka.Done;
import akka.actor.ActorSelection;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.RecipientRef;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.scaladsl.AskPattern;
import akka.dispatch.ExecutionContexts;
import akka.pattern.Patterns;
import akka.util.Timeout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import scala.concurrent.Future;

/**
 * Futures of Akka whose dependents run on the default dispatcher of the actor system. The futures of Akka's Java API
 * run them in the JVM's common pool, which an application may block. If that pool has one thread, each dependent gets a
 * new thread. Applications have no use for this class.
 *
 * @since 1.0
 */
public final class AkkaFutures {

    private AkkaFutures() {}

    /**
     * Asks an actor.
     *
     * @param question makes the message, given the actor that receives the answer
     * @param limit the longest time to the answer
     * @return completed by the answer, or by a {@link java.util.concurrent.TimeoutException}
     */
    public static <Q, A> CompletableFuture<A> ask(
            RecipientRef<Q> whom, Function<ActorRef<A>, Q> question, Duration limit, ActorSystem<?> system) {
        return of(
                new AskPattern.Askable<>(whom).<A>ask(question::apply, Timeout.create(limit), system.scheduler()),
                system);
    }

    /**
     * Asks the actor at a path, which may not be there.
     *
     * @param question makes the message, given the actor that receives the answer
     * @param limit the longest time to the answer
     * @return completed by the answer, or by a {@link java.util.concurrent.TimeoutException}
     */
    public static <A> CompletableFuture<A> ask(
            ActorSelection whom,
            Function<ActorRef<A>, Object> question,
            Class<A> answer,
            Duration limit,
            ActorSystem<?> system) {
        return of(
                        Patterns.askWithReplyTo(
                                whom, replyTo -> question.apply(Adapter.toTyped(replyTo)), limit.toMillis()),
                        system)
                .thenApply(answer::cast);
    }

    /** Completed when the actor system has terminated. */
    public static CompletableFuture<Done> terminated(ActorSystem<?> system) {
        CompletableFuture<Done> result = new CompletableFuture<>();
        // Its dispatchers have ended then.
        system.whenTerminated()
                .onComplete(done -> result.complete(Done.getInstance()), ExecutionContexts.fromExecutor(Runnable::run));
        return result;
    }

    private static <T> CompletableFuture<T> of(Future<T> future, ActorSystem<?> system) {
        CompletableFuture<T> result = new CompletableFuture<>();
        future.onComplete(
                outcome -> outcome.isSuccess()
                        ? result.complete(outcome.get())
                        : result.completeExceptionally(outcome.failed().get()),
                system.executionContext());
        return result;
    }
}
