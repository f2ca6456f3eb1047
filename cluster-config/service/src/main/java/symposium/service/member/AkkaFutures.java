package symposium.service.member;

import akka.Done;
import akka.actor.ActorSelection;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.Props;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import akka.dispatch.ExecutionContexts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Futures of Akka whose dependents run on the default dispatcher of the actor system; applications do not use this
 * class. The futures of Akka's Java API run their dependents in the JVM's common pool, which an application may block.
 * If that pool has one thread, each dependent gets a new thread.
 *
 * @since 1.0
 */
public final class AkkaFutures {

    private AkkaFutures() {}

    /**
     * Asks an actor.
     *
     * @param question creates the message, given the actor that receives the answer
     * @param limit the maximum time to wait for the answer
     * @return completes with the answer, or fails with a {@link TimeoutException}, even if the actor has stopped
     */
    public static <Q, A> CompletableFuture<A> ask(
            ActorRef<Q> whom, Function<ActorRef<A>, Q> question, Duration limit, ActorSystem<?> system) {
        return asked(Optional.of(whom), answers -> whom.tell(question.apply(answers)), limit, system);
    }

    /**
     * Asks the actor at a path, which may not exist.
     *
     * @param question creates the message, given the actor that receives the answer
     * @param answer the class of the answer; a node of another version may reply that it does not know the question
     * @param limit the maximum time to wait for the answer
     * @return completes with the answer, or fails with a {@link TimeoutException} or a {@link ClassCastException}
     */
    public static <A> CompletableFuture<A> ask(
            ActorSelection whom,
            Function<ActorRef<A>, Object> question,
            Class<A> answer,
            Duration limit,
            ActorSystem<?> system) {
        return AkkaFutures.<A>asked(
                        Optional.empty(),
                        answers -> whom.tell(question.apply(answers), akka.actor.ActorRef.noSender()),
                        limit,
                        system)
                .thenApply(answer::cast);
    }

    /**
     * Asks through a separate actor for each question. The temporary actors of Akka's ask pattern are identified only
     * by their names, and each actor system numbers them from the beginning. A node that restarts at the address of a
     * crashed node could therefore mistake an answer to the crashed node for the answer to another question.
     */
    private static <A> CompletableFuture<A> asked(
            Optional<ActorRef<?>> whom, Consumer<ActorRef<A>> question, Duration limit, ActorSystem<?> system) {
        CompletableFuture<A> result = new CompletableFuture<>();
        String name = "answer-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
        try {
            question.accept(system.systemActorOf(answering(whom, limit, result), name, Props.empty())
                    .unsafeUpcast());
        } catch (IllegalStateException terminated) {
            result.completeExceptionally(terminated);
        }
        return result;
    }

    private static <A> Behavior<Object> answering(
            Optional<ActorRef<?>> whom, Duration limit, CompletableFuture<A> result) {
        return Behaviors.setup(context -> {
            whom.ifPresent(context::watch);
            context.setReceiveTimeout(limit, Late.LATE);
            return Behaviors.receive(Object.class)
                    .onMessageEquals(Late.LATE, Behaviors::stopped)
                    .onAnyMessage(answer -> {
                        @SuppressWarnings("unchecked")
                        A expected = (A) answer;
                        result.complete(expected);
                        return Behaviors.stopped();
                    })
                    .onSignal(Terminated.class, ended -> Behaviors.stopped())
                    .onSignal(PostStop.class, stopped -> {
                        result.completeExceptionally(new TimeoutException("no answer from "
                                + whom.map(Object::toString).orElse("a node") + " within " + limit.toMillis() + " ms"));
                        return Behaviors.same();
                    })
                    .build();
        });
    }

    private enum Late {
        LATE
    }

    /** Returns a future that completes when the actor system has terminated. */
    public static CompletableFuture<Done> terminated(ActorSystem<?> system) {
        CompletableFuture<Done> result = new CompletableFuture<>();
        // Its dispatchers have ended then.
        system.whenTerminated()
                .onComplete(done -> result.complete(Done.getInstance()), ExecutionContexts.fromExecutor(Runnable::run));
        return result;
    }
}
