package symposium.cluster;

import static org.junit.jupiter.api.Assertions.fail;

import akka.actor.Address;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;
import symposium.kernel.TraceEvent;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Warning;

/**
 * Nodes of one cluster, each an actor system of its own in this JVM. At the end of a test they fall silent; closed, all
 * of them are gone.
 */
final class Nodes implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(90);

    /** A node, and what it has seen of the membership. */
    static final class Watched {
        private final SymposiumNode node;
        private final Sightings<MembershipView> views;
        private final Sightings<TraceEvent> steps;
        private final Sightings<TraceEvent> elections;
        private final Sightings<Warning> warnings;

        Watched(
                SymposiumNode node,
                Sightings<MembershipView> views,
                Sightings<TraceEvent> steps,
                Sightings<TraceEvent> elections,
                Sightings<Warning> warnings) {
            this.node = node;
            this.views = views;
            this.steps = steps;
            this.elections = elections;
            this.warnings = warnings;
        }

        SymposiumNode node() {
            return node;
        }

        Sightings<MembershipView> views() {
            return views;
        }

        Sightings<TraceEvent> steps() {
            return steps;
        }

        Sightings<TraceEvent> elections() {
            return elections;
        }

        Sightings<Warning> warnings() {
            return warnings;
        }

        Termination ended() {
            try {
                return node.ended().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (Exception late) {
                return fail("node " + node.process() + " has not ended within " + PATIENCE, late);
            }
        }
    }

    /** A sequence of things seen, to be waited on. */
    static final class Sightings<T> implements Consumer<T> {
        private static final int REMEMBERED = 20;

        private final BlockingQueue<T> seen = new LinkedBlockingQueue<>();
        private final Queue<T> all = new ConcurrentLinkedQueue<>();

        @Override
        public void accept(T sighting) {
            all.add(sighting);
            seen.add(sighting);
        }

        /** Everything seen so far, whether or not it has been looked at. */
        List<T> all() {
            return List.copyOf(all);
        }

        /** How many of all seen so far satisfy the condition. */
        long count(Predicate<T> condition) {
            return all.stream().filter(condition).count();
        }

        /** The next sighting that satisfies the condition; those before it are passed over. */
        T await(String what, Predicate<T> condition) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Deque<T> others = new ArrayDeque<>();
            try {
                T next = seen.poll(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
                while (next != null && !condition.test(next)) {
                    others.addLast(next);
                    if (others.size() > REMEMBERED) {
                        others.removeFirst();
                    }
                    next = seen.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                }
                return next != null
                        ? next
                        : fail("not seen within " + PATIENCE + ": " + what + "; the last were " + others);
            } catch (InterruptedException interrupted) {
                return fail("interrupted while waiting for " + what);
            }
        }
    }

    private final List<SymposiumNode> all = new ArrayList<>();
    private final Map<String, Object> common = new HashMap<>();

    /** Nodes of a cluster of this number of processes, with all services. */
    Nodes(int processes) {
        common.put("symposium.processes", processes);
        common.put("symposium.services", List.of("process", "resources", "election"));
    }

    /** This holds for every node that is started from now on. */
    Nodes with(String path, Object value) {
        common.put(path, value);
        return this;
    }

    /** Starts a node, which joins the cluster of those that have not ended. */
    Watched start(int process) {
        return start(process, Optional.empty());
    }

    /** Starts nodes of the first processes, and awaits that each sees all, none of them cut off. */
    List<Watched> startTogether(int processes) {
        List<Watched> all = IntStream.range(0, processes).mapToObj(this::start).toList();
        all.forEach(
                one -> one.views().await("all together", seen -> seen.members().size() == processes && !seen.cutOff()));
        return all;
    }

    /** Starts a node whose process does something of its own. */
    Watched start(int process, HostedAlgorithm<?, ?, ?, ?> residency) {
        return start(process, Optional.of(residency));
    }

    private Watched start(int process, Optional<HostedAlgorithm<?, ?, ?, ?>> residency) {
        Map<String, Object> said = new HashMap<>(common);
        said.put("symposium.process", process);
        Config config = Hocon.quickNode(said);
        Sightings<MembershipView> views = new Sightings<>();
        Sightings<TraceEvent> steps = new Sightings<>();
        Sightings<Warning> warnings = new Sightings<>();
        Sightings<TraceEvent> elections = new Sightings<>();
        Observers observers = new Observers(steps, elections, views, warnings);
        SymposiumNode node = residency.isPresent()
                ? SymposiumNode.start(config, residency.get(), observers)
                : SymposiumNode.start(config, observers);
        List<Address> others = all.stream()
                .filter(other -> !other.ended().toCompletableFuture().isDone())
                .map(SymposiumNode::address)
                .toList();
        all.add(node);
        if (others.isEmpty()) {
            node.joinItself();
        } else {
            node.join(others);
        }
        return new Watched(node, views, steps, elections, warnings);
    }

    /** A node of the same cluster that joins by itself, and is gone with the others. */
    SymposiumNode closing(SymposiumNode node) {
        all.add(node);
        return node;
    }

    @Override
    public void close() {
        try {
            Traffic.awaitSilence();
        } finally {
            kill();
        }
    }

    private void kill() {
        CompletableFuture.allOf(all.stream()
                        .map(node -> node.kill().toCompletableFuture())
                        .toArray(CompletableFuture<?>[]::new))
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
