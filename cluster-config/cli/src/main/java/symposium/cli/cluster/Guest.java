package symposium.cli.cluster;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.stream.BindFailedException;
import com.typesafe.config.Config;
import java.net.BindException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import symposium.cli.option.BadInput;
import symposium.cli.option.Values;
import symposium.service.Symposium;
import symposium.service.lock.Locks;

/** A member of a cluster that hosts no process, and uses the named locks through the nodes that do. */
final class Guest implements AutoCloseable {

    private static final Duration GOODBYE = Duration.ofSeconds(10);
    private static final Set<MemberStatus> UP = Set.of(MemberStatus.up(), MemberStatus.weaklyUp());

    private final ActorSystem<Void> system;
    private final Locks locks;

    /**
     * Joins the cluster of the seed nodes that the configuration names; keeps trying.
     *
     * @param name of the actor systems of the cluster
     * @throws BadInput when it cannot listen at the configured address
     */
    Guest(String name, Config config) {
        try {
            this.system = ActorSystem.create(Behaviors.empty(), name, config);
        } catch (RuntimeException failed) {
            throw unusable(config, failed);
        }
        this.locks = Symposium.get(system).locks();
    }

    private static RuntimeException unusable(Config config, RuntimeException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindFailedException || cause instanceof BindException) {
                return new BadInput(
                        "--host %s: no address of this machine",
                        Values.quoted(config.getString("akka.remote.artery.canonical.hostname")));
            }
        }
        return failed;
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
