package symposium.demo.nodes;

import static akka.remote.testkit.Direction.bothDirection;

import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import symposium.cluster.SymposiumNode;
import symposium.cluster.hosted.MessageLoss;
import symposium.cluster.status.Observers;
import symposium.demo.event.DemoEvent;
import symposium.kernel.ProcessId;
import symposium.service.member.Termination;

/** Starts the nodes of a cluster in one JVM, kills some, and ends all. */
public final class LocalCluster {

    private static final Duration GOODBYE = Duration.ofSeconds(15);

    private final int nodes;
    private final IntFunction<Config> configuring;
    private final Consumer<DemoEvent> feed;
    private final Observers observers;
    private final MessageLoss loss;
    private final List<SymposiumNode> all = new ArrayList<>();
    private final Map<ProcessId, NodePause> paused = new HashMap<>();
    private boolean ending;

    /**
     * Nodes that have not started.
     *
     * @param nodes how many
     * @param configuring the configuration of each, by its number
     * @param feed is told of their starts and ends
     * @param observers are told of the rest
     * @param loss which messages are lost
     */
    public LocalCluster(
            int nodes,
            IntFunction<Config> configuring,
            Consumer<DemoEvent> feed,
            Observers observers,
            MessageLoss loss) {
        this.loss = loss;
        this.observers = observers;
        this.nodes = nodes;
        this.configuring = configuring;
        this.feed = feed;
    }

    /** Starts them one after the other; each joins the first, which has joined itself. */
    public void start() {
        for (int number = 0; number < nodes; number++) {
            SymposiumNode node = SymposiumNode.start(configuring.apply(number), observers, loss);
            ProcessId process = node.process();
            if (!add(node)) {
                return;
            }
            feed.accept(DemoEvent.Started.of(node));
            node.ended().thenAccept(ended -> {
                if (ended.cause() != Termination.Cause.KILLED) {
                    feed.accept(new DemoEvent.NodeEnded(process, ended));
                }
            });
            if (number == 0) {
                node.joinItself();
            } else {
                node.join(List.of(all().get(0).address()));
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

    /** The node of a process that has started. */
    public SymposiumNode node(ProcessId process) {
        return all().get(process.number());
    }

    /** The process with the number of this one, as it is known in the cluster. */
    public ProcessId process(ProcessId numbered) {
        return node(numbered).process();
    }

    /** The nodes that have started, dead ones included. */
    public synchronized List<SymposiumNode> all() {
        return List.copyOf(all);
    }

    /** Kills a node, one that stands still as well. */
    public void kill(ProcessId process) {
        feed.accept(new DemoEvent.Killed(process));
        node(process).kill();
        goOn(process);
    }

    /** Has a node stand still from now on, or go on. */
    public void pause(ProcessId process, boolean stands) {
        if (stands ? stand(process) : goOn(process)) {
            feed.accept(new DemoEvent.Suffered(process, stands ? "pauses, and lives" : "continues"));
        }
    }

    private synchronized boolean stand(ProcessId process) {
        boolean moves = !paused.containsKey(process);
        if (moves) {
            paused.put(process, NodePause.of(node(process).system()));
        }
        return moves;
    }

    private synchronized boolean goOn(ProcessId process) {
        NodePause pause = paused.remove(process);
        if (pause != null) {
            pause.end();
        }
        return pause != null;
    }

    /** Loses all that passes between two nodes from now on, or nothing any more. Their transport is in test mode. */
    public void cut(ProcessId one, ProcessId other, boolean cuts) {
        feed.accept(
                new DemoEvent.Suffered(one, (cuts ? "is cut off from process " : "reaches again process ") + other));
        pass(one, other, cuts);
        pass(other, one, cuts);
    }

    private void pass(ProcessId one, ProcessId other, boolean cuts) {
        LinkCut.set(node(one), node(other).address(), bothDirection(), cuts);
    }

    /** Has a node removed from the cluster by another, though it lives. */
    public void suspect(ProcessId process, ProcessId by) {
        feed.accept(new DemoEvent.Suffered(process, "is taken for dead by process " + by + ", and lives"));
        Cluster.get(node(by).system()).manager().tell(new Down(node(process).address()));
    }

    /** Why they could not start, once {@code starting} has failed. */
    public static RuntimeException refused(CompletableFuture<Void> starting) {
        try {
            starting.join();
            throw new IllegalStateException("the nodes have started");
        } catch (CompletionException failed) {
            return failed.getCause() instanceof RuntimeException why ? why : failed;
        }
    }

    /** Kills all. */
    public void end(CompletableFuture<Void> starting) {
        synchronized (this) {
            ending = true;
        }
        List<CompletableFuture<?>> ends = new ArrayList<>();
        all().forEach(node -> goOn(node.process()));
        all().forEach(node -> ends.add(node.kill().toCompletableFuture()));
        ends.add(starting.exceptionally(failed -> null));
        // The outcome is known, even if the last of them does not end in time.
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, GOODBYE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
