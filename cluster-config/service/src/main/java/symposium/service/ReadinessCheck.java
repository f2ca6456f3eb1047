package symposium.service;

import akka.actor.ActorSystem;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A readiness check for the endpoint {@code /ready} of Akka Management: {@code
 * akka.management.health-checks.readiness-checks.symposium = "symposium.service.ReadinessCheck"}. The check passes
 * while {@link Symposium#isReady} returns true. The first check starts the extension.
 *
 * @since 1.0
 */
public final class ReadinessCheck implements Supplier<CompletionStage<Boolean>> {

    private final ActorSystem system;

    /** Creates the check; called by Akka Management. */
    public ReadinessCheck(ActorSystem system) {
        this.system = system;
    }

    @Override
    public CompletionStage<Boolean> get() {
        return CompletableFuture.completedFuture(Symposium.get(system).isReady());
    }
}
