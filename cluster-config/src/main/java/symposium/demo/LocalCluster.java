package symposium.demo;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import symposium.cluster.Observers;
import symposium.cluster.SymposiumNode;
import symposium.cluster.Termination;
import symposium.kernel.ProcessId;

/** The nodes of a cluster in one JVM: started one after the other, killed, and all gone at the end. */
final class LocalCluster {

    private static final Duration CURTAIN = Duration.ofSeconds(15);

    private final int nodes;
    private final IntFunction<Config> configuring;
    private final EventFeed chronicle;
    private final Observers observers;
    private final List<SymposiumNode> all = new ArrayList<>();
    private boolean ending;

    /**
     * Nodes that have not started.
     *
     * @param nodes how many
     * @param configuring the configuration of each, by its number
     * @param chronicle is told of their starts, their steps and their ends
     */
    LocalCluster(int nodes, IntFunction<Config> configuring, EventFeed chronicle) {
        this(nodes, configuring, chronicle, chronicle.observers());
    }

    /** The same, watched by {@code observers}. */
    LocalCluster(int nodes, IntFunction<Config> configuring, EventFeed chronicle, Observers observers) {
        this.observers = observers;
        this.nodes = nodes;
        this.configuring = configuring;
        this.chronicle = chronicle;
    }

    /** Starts them one after the other; each joins the first, which has joined itself. */
    void start() {
        for (int number = 0; number < nodes; number++) {
            SymposiumNode node = SymposiumNode.start(configuring.apply(number), observers);
            ProcessId process = node.process();
            if (!add(node)) {
                return;
            }
            chronicle.accept(DemoEvent.Started.of(node));
            node.ended().thenAccept(ended -> {
                if (ended.cause() != Termination.Cause.KILLED) {
                    chronicle.accept(new DemoEvent.NodeEnded(process, ended));
                }
            });
            if (number == 0) {
                node.joinItself();
            } else {
                node.join(List.of(first().address()));
            }
        }
    }

    private synchronized boolean add(SymposiumNode node) {
        if (ending) {
            node.kill();
            return false;
        }
        return all.add(node);
    }

    private synchronized SymposiumNode first() {
        return all.get(0);
    }

    /** Those that have been started, the dead among them. */
    synchronized List<SymposiumNode> all() {
        return List.copyOf(all);
    }

    /** Kills a node. */
    void kill(ProcessId process) {
        for (SymposiumNode node : all()) {
            if (node.process().equals(process)) {
                chronicle.accept(new DemoEvent.Killed(process));
                node.kill();
            }
        }
    }

    /** Why they could not be started, once that is so. */
    static RuntimeException refused(CompletableFuture<Void> starting) {
        try {
            starting.join();
            throw new IllegalStateException("a node that has not started says why");
        } catch (CompletionException failed) {
            return failed.getCause() instanceof RuntimeException why ? why : failed;
        }
    }

    /** Kills all. */
    void end(CompletableFuture<Void> starting) {
        synchronized (this) {
            ending = true;
        }
        List<CompletableFuture<?>> ends = new ArrayList<>();
        all().forEach(node -> ends.add(node.kill().toCompletableFuture()));
        ends.add(starting.exceptionally(failed -> null));
        // Whatever comes of the last of them, the outcome is known.
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, CURTAIN.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
