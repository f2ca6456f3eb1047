package symposium.planted;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Asks so that what depends on the answer runs in the common pool, which a test of the house has to find. */
public final class InTheCommonPool {

    private InTheCommonPool() {}

    static CompletionStage<Integer> length(ActorRef<ActorRef<String>> whom, ActorSystem<?> system) {
        return AskPattern.<ActorRef<String>, String>ask(
                        whom, replyTo -> replyTo, Duration.ofSeconds(1), system.scheduler())
                .thenApply(String::length);
    }
}
