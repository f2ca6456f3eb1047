import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.File;
import java.time.Duration;
import symposium.service.Symposium;
import symposium.service.lock.BlockingLocks;
import symposium.service.lock.Lease;
import symposium.service.lock.NotGranted;

/** A node that takes the same lock again and again, and prints each fencing token: {@code Migrant PORT SETTINGS}. */
public final class Migrant {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long PAUSE = 20;

    private Migrant() {}

    public static void main(String[] args) throws InterruptedException {
        Config config = ConfigFactory.parseString("akka.remote.artery.canonical.port = " + args[0])
                .withFallback(ConfigFactory.parseFile(new File(args[1])))
                .withFallback(ConfigFactory.load())
                .resolve();
        ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "shop", config);
        BlockingLocks locks = Symposium.get(system).blockingLocks();
        while (true) {
            try (Lease lease = locks.acquire("one", LIMIT)) {
                System.out.println("granted " + lease.fence().number());
                Thread.sleep(PAUSE);
            } catch (NotGranted late) {
                System.out.println(late.getMessage());
                Thread.sleep(PAUSE);
            }
        }
    }
}
