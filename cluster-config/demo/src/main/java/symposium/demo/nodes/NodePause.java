package symposium.demo.nodes;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Adapter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import scala.concurrent.ExecutionContext;

/**
 * Lets a node stand still, as in a long pause of its virtual machine: its actors, the streams of its transport and its
 * timers wait on all threads that they have. What the others send waits at its socket.
 */
final class NodePause {

    /** Actors; cluster and heartbeats; transport. */
    private static final List<String> DISPATCHERS = List.of(
            "akka.actor.default-dispatcher", "akka.actor.internal-dispatcher", "akka.remote.default-remote-dispatcher");

    /** At least as many as a dispatcher has threads, by Akka's default. */
    private static final int THREADS = 64;

    private static final Duration SOON = Duration.ofMillis(1);

    private final CountDownLatch over = new CountDownLatch(1);

    private NodePause(ActorSystem<?> system) {
        for (String dispatcher : DISPATCHERS) {
            Executor threads = system.dispatchers().lookup(DispatcherSelector.fromConfig(dispatcher));
            for (int i = 0; i < THREADS; i++) {
                threads.execute(this::stand);
            }
        }
        // Without a delay, the caller would run it, and not the thread of the timers.
        ExecutionContext timers = ExecutionContext.fromExecutor(Runnable::run);
        Adapter.toClassic(system).scheduler().scheduleOnce(SOON, this::stand, timers);
    }

    /** The node stands still from now on. */
    static NodePause of(ActorSystem<?> system) {
        return new NodePause(system);
    }

    private void stand() {
        try {
            over.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** The node goes on. */
    void end() {
        over.countDown();
    }
}
