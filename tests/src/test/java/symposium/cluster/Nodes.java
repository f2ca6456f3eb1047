package symposium.cluster;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import symposium.kernel.Occurrence;

/** Nodes of one cluster, each an actor system of its own in this JVM; closed, all of them are gone. */
final class Nodes implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(90);

    /** A node, and what it has seen of the membership. */
    static final class Watched {
        private final SymposiumNode node;
        private final Sightings<View> views;
        private final Sightings<Occurrence> steps;

        Watched(SymposiumNode node, Sightings<View> views, Sightings<Occurrence> steps) {
            this.node = node;
            this.views = views;
            this.steps = steps;
        }

        SymposiumNode node() {
            return node;
        }

        Sightings<View> views() {
            return views;
        }

        Sightings<Occurrence> steps() {
            return steps;
        }

        Ended ended() {
            try {
                return node.ended().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (Exception late) {
                return fail("node " + node.process() + " has not ended within " + PATIENCE, late);
            }
        }
    }

    /** A sequence of things seen, to be waited on. */
    static final class Sightings<T> implements Consumer<T> {
        private final BlockingQueue<T> seen = new LinkedBlockingQueue<>();

        @Override
        public void accept(T sighting) {
            seen.add(sighting);
        }

        /** The next sighting that satisfies the condition; those before it are passed over. */
        T await(String what, Predicate<T> condition) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            List<T> others = new ArrayList<>();
            try {
                T next = seen.poll(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
                while (next != null && !condition.test(next)) {
                    others.add(next);
                    next = seen.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                }
                return next != null ? next : fail("not seen within " + PATIENCE + ": " + what + ", only " + others);
            } catch (InterruptedException interrupted) {
                return fail("interrupted while waiting for " + what);
            }
        }
    }

    private final List<SymposiumNode> all = new ArrayList<>();
    private final Map<String, Object> common = new HashMap<>();

    /** Nodes of a cluster of so many processes. */
    Nodes(int processes) {
        common.put("symposium.processes", processes);
    }

    /** This holds for every node that is started from now on. */
    Nodes with(String path, Object value) {
        common.put(path, value);
        return this;
    }

    /** Starts a node, which joins the cluster of the first. */
    Watched start(int process) {
        return start(process, Residency.of("ewd851"));
    }

    /** Starts a node whose process does something else. */
    Watched start(int process, Residency<?, ?> residency) {
        Map<String, Object> said = new HashMap<>(common);
        said.put("symposium.process", process);
        Sightings<View> views = new Sightings<>();
        Sightings<Occurrence> steps = new Sightings<>();
        SymposiumNode node = SymposiumNode.start(Hocon.quickNode(said), residency, new Observers(steps, views));
        all.add(node);
        if (all.size() == 1) {
            node.joinItself();
        } else {
            node.join(List.of(all.get(0).address()));
        }
        return new Watched(node, views, steps);
    }

    @Override
    public void close() {
        CompletableFuture.allOf(all.stream()
                        .map(node -> node.kill().toCompletableFuture())
                        .toArray(CompletableFuture<?>[]::new))
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
