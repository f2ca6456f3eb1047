package symposium.cli.cluster;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import symposium.cluster.OwnSystem;
import symposium.service.Symposium;
import symposium.service.lock.Locks;
import symposium.service.member.InvalidSetting;

/** A member of a cluster that hosts no process, and uses the named locks through the nodes that do. */
final class Guest implements AutoCloseable {

    private static final Duration GOODBYE = Duration.ofSeconds(10);
    private static final Set<MemberStatus> UP = Set.of(MemberStatus.up(), MemberStatus.weaklyUp());

    private final ActorSystem<?> system;
    private final Locks locks;

    /**
     * Joins the cluster of the seed nodes that the configuration names; keeps trying.
     *
     * @param name of the actor systems of the cluster
     * @throws InvalidSetting if it cannot run with that configuration
     */
    Guest(String name, Config config) {
        this.system = OwnSystem.start(name, config);
        this.locks = Symposium.get(system).locks();
    }

    Locks locks() {
        return locks;
    }

    /** Whether it has been admitted to the cluster. */
    boolean isUp() {
        return UP.contains(Cluster.get(system).selfMember().status());
    }

    /** Completed when it is no member any more. */
    CompletableFuture<Done> ended() {
        return system.getWhenTerminated().toCompletableFuture();
    }

    /** Leaves the cluster in good order, and waits until it has left; not for long. */
    @Override
    public void close() {
        if (isUp()) {
            CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.actorSystemTerminateReason());
        } else {
            system.terminate();
        }
        ended().copy()
                .completeOnTimeout(Done.getInstance(), GOODBYE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }
}
