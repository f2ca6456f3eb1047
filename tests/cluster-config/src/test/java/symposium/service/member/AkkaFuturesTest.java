package symposium.service.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where what depends on an answer runs, and what completes it. */
@Tag("fast")
class AkkaFuturesTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @AutoClose("shutdownTestKit")
    private final ActorTestKit kit = ActorTestKit.create("asking");

    private final ActorSystem<Void> system = kit.system();

    /** An actor that keeps a question until the test answers it. */
    private static final class Held {
        private ActorRef<String> replyTo;

        ActorRef<ActorRef<String>> at(ActorTestKit kit, CompletableFuture<Done> asked) {
            return kit.spawn(
                    Behaviors.receiveMessage(said -> {
                        replyTo = said;
                        asked.complete(Done.getInstance());
                        return Behaviors.same();
                    }),
                    "held");
        }
    }

    @Test
    void whatDependsOnAnAnswerRunsOnTheDispatcher() throws Exception {
        Held held = new Held();
        CompletableFuture<Done> asked = new CompletableFuture<>();
        ActorRef<ActorRef<String>> actor = held.at(kit, asked);
        CompletableFuture<String> thread = AkkaFutures.<ActorRef<String>, String>ask(
                        actor, replyTo -> replyTo, LONG, system)
                .thenApply(answer -> answer + " on " + Thread.currentThread().getName());
        assertRunsOnTheDispatcher(held, asked, thread);
    }

    @Test
    void whatIsAtAPathIsAskedInTheSameWay() throws Exception {
        Held held = new Held();
        CompletableFuture<Done> asked = new CompletableFuture<>();
        ActorRef<ActorRef<String>> actor = held.at(kit, asked);
        CompletableFuture<String> thread = AkkaFutures.<String>ask(
                        Adapter.toClassic(system).actorSelection(actor.path()),
                        replyTo -> replyTo,
                        String.class,
                        LONG,
                        system)
                .thenApply(answer -> answer + " on " + Thread.currentThread().getName());
        assertRunsOnTheDispatcher(held, asked, thread);
    }

    /** The dependent is attached before the answer comes. Otherwise it would run at once, on this thread. */
    private static void assertRunsOnTheDispatcher(
            Held held, CompletableFuture<Done> asked, CompletableFuture<String> thread) throws Exception {
        asked.get(LONG.toSeconds(), TimeUnit.SECONDS);
        held.replyTo.tell("answered");
        String on = thread.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertTrue(on.startsWith("answered on asking-akka.actor.default-dispatcher"), on);
    }

    @Test
    void whoDoesNotAnswerInTimeIsATimeout() {
        CompletionException late =
                assertThrows(CompletionException.class, () -> AkkaFutures.<ActorRef<String>, String>ask(
                                system.ignoreRef(), replyTo -> replyTo, Duration.ofMillis(1), system)
                        .join());
        assertInstanceOf(TimeoutException.class, late.getCause());
    }

    /** As a node of another version answers. */
    @Test
    @SuppressWarnings("unchecked")
    void anAnswerOfAnotherClassIsNone() {
        ActorRef<ActorRef<String>> stranger = kit.spawn(Behaviors.receiveMessage(replyTo -> {
            ((ActorRef<Object>) (ActorRef<?>) replyTo).tell(Done.getInstance());
            return Behaviors.same();
        }));
        CompletableFuture<String> answer = AkkaFutures.ask(
                Adapter.toClassic(system).actorSelection(stranger.path()),
                replyTo -> replyTo,
                String.class,
                LONG,
                system);
        CompletionException other = assertThrows(
                CompletionException.class, () -> answer.thenApply(any -> any).join());
        assertInstanceOf(ClassCastException.class, other.getCause());
    }

    /** Both are the first question of their actor systems, to an actor of the same name, and sent to another node. */
    @Test
    void anAnswerToAFormerIncarnationIsNotTaken() {
        ActorTestKit former = ActorTestKit.create("again");
        String asker;
        try {
            ActorRef<String> replyTo = asking(former, new CompletableFuture<>());
            asker = ActorRefResolver.get(former.system()).toSerializationFormat(replyTo);
        } finally {
            former.shutdownTestKit();
        }
        ActorTestKit latter = ActorTestKit.create("again");
        try {
            CompletableFuture<String> answer = new CompletableFuture<>();
            ActorRef<String> replyTo = asking(latter, answer);
            ActorRefResolver resolver = ActorRefResolver.get(latter.system());
            String sent = resolver.toSerializationFormat(replyTo);
            resolver.<String>resolveActorRef(asker).tell("to the former");
            resolver.<String>resolveActorRef(sent).tell("to the latter");
            assertEquals("to the latter", answer.join());
        } finally {
            latter.shutdownTestKit();
        }
    }

    /** Asks an actor that does not answer. */
    private static ActorRef<String> asking(ActorTestKit kit, CompletableFuture<String> answer) {
        CompletableFuture<ActorRef<String>> asked = new CompletableFuture<>();
        ActorRef<ActorRef<String>> actor = kit.spawn(
                Behaviors.receiveMessage(replyTo -> {
                    asked.complete(replyTo);
                    return Behaviors.same();
                }),
                "asked");
        AkkaFutures.<ActorRef<String>, String>ask(actor, replyTo -> replyTo, LONG, kit.system())
                .thenAccept(answer::complete);
        return asked.join();
    }

    @Test
    void anActorThatHasEndedIsATimeoutAtOnce() {
        ActorRef<ActorRef<String>> ended = kit.spawn(Behaviors.stopped());
        assertInstanceOf(
                TimeoutException.class,
                assertThrows(CompletionException.class, () -> AkkaFutures.<ActorRef<String>, String>ask(
                                        ended, replyTo -> replyTo, Duration.ofDays(1), system)
                                .join())
                        .getCause());
    }

    @Test
    void theEndOfTheActorSystemIsATimeout() {
        CompletableFuture<String> answer =
                AkkaFutures.<ActorRef<String>, String>ask(system.ignoreRef(), replyTo -> replyTo, LONG, system);
        system.terminate();
        assertInstanceOf(
                TimeoutException.class,
                assertThrows(CompletionException.class, answer::join).getCause());
    }

    @Test
    void theEndOfAnActorSystemIsAFuture() throws Exception {
        CompletableFuture<Done> terminated = AkkaFutures.terminated(system);
        assertTrue(!terminated.isDone());
        system.terminate();
        assertEquals(Done.getInstance(), terminated.get(LONG.toSeconds(), TimeUnit.SECONDS));
    }
}
