package symposium.cli.simulate;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import symposium.actor.TimerDurations;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;

/** Many processes as actors, in an actor system of their own in this JVM. */
public final class CrowdSystem<I> implements AutoCloseable {

    /** One message at a time per actor and one thread per processor, so that all actors proceed at the same pace. */
    private static final Config LOCAL =
            ConfigFactory.parseResources("symposium-crowd.conf").withFallback(ConfigFactory.load());

    private final ActorSystem<ProcessCrowd.Command<I>> system;

    private CrowdSystem(ActorSystem<ProcessCrowd.Command<I>> system) {
        this.system = system;
    }

    /**
     * Starts the processes.
     *
     * @param neighbours the neighbours of each, in the order of the members
     * @param timers how long every timer runs
     * @param listener is told of messages and outputs, on the threads of the actors
     */
    public static <S, M, I, O> CrowdSystem<I> start(
            Protocol<S, M, I, O> protocol,
            List<ProcessId> members,
            List<Neighbours> neighbours,
            Duration timers,
            ProcessCrowd.Listener<M, I, O> listener) {
        return new CrowdSystem<>(ActorSystem.create(
                ProcessCrowd.create(protocol, members, neighbours, TimerDurations.all(timers), listener),
                "crowd",
                LOCAL));
    }

    public void tell(ProcessCrowd.Command<I> command) {
        system.tell(command);
    }

    /** Waits until all processes have begun. */
    public void awaitBegun(Duration patience) {
        AskPattern.<ProcessCrowd.Command<I>, ProcessCrowd.Begun>ask(
                        system, ProcessCrowd.AwaitBegun::new, patience, system.scheduler())
                .toCompletableFuture()
                .join();
    }

    @Override
    public void close() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }
}
