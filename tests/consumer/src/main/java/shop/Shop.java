package shop;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import symposium.service.Symposium;
import symposium.service.lock.Lease;

/**
 * A JVM of the application: it takes and releases the lock that each line of its standard input names. The line
 * {@value #SAMPLES} runs what the pages show.
 */
public final class Shop {

    static final String SAMPLES = "(samples)";

    private Shop() {}

    /** @param args its port, and that of the first seed */
    public static void main(String[] args) throws Exception {
        ActorSystem<Void> system = ActorSystem.create(
                Behaviors.empty(),
                "shop",
                ConfigFactory.parseMap(Map.of(
                                "akka.remote.artery.canonical.port",
                                args[0],
                                "akka.cluster.seed-nodes",
                                List.of("akka://shop@127.0.0.1:" + args[1])))
                        .withFallback(ConfigFactory.load()));
        Symposium symposium = Symposium.get(system);
        symposium.ready().whenComplete((done, failure) -> System.out.println(failure == null ? "ready" : failure));
        CoordinatedShutdown.get(system)
                .addTask(CoordinatedShutdown.PhaseBeforeActorSystemTerminate(), "shop-says-so", () -> {
                    System.out.println("has left in good order");
                    return CompletableFuture.completedFuture(Done.getInstance());
                });
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in))) {
            for (String name = lines.readLine(); name != null; name = lines.readLine()) {
                if (name.equals(SAMPLES)) {
                    new Samples(system, "change at port " + args[0]).run();
                    System.out.println("samples have run");
                    continue;
                }
                try (Lease lease = symposium.blockingLocks().acquire(name)) {
                    System.out.println("granted " + name + " " + lease.fence().number());
                } catch (RuntimeException refused) {
                    System.out.println("not granted " + name + ": " + refused.getMessage());
                }
            }
        }
    }
}
