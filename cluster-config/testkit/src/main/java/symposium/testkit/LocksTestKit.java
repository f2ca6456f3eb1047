package symposium.testkit;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import symposium.mutex.Fence;
import symposium.service.election.Elections;
import symposium.service.election.LeaderWatch;
import symposium.service.election.Leadership;
import symposium.service.lock.BlockingLocks;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reason;
import symposium.service.lock.Locks;

/**
 * A test kit with named locks and elections for the unit tests of an application: several nodes in one actor system,
 * without a cluster or settings.
 *
 * <pre>{@code
 * try (LocksTestKit kit = LocksTestKit.create(testKit.system())) {
 *     Lease lease = kit.node(0).blockingLocks().acquire("order 17");
 *     kit.takeAway(lease);
 *     assertFalse(lease.isHeld());
 * }
 * }</pre>
 *
 * <p>Each node runs the same service and the same algorithm as a node of a cluster. Modes, permits, fencing tokens and
 * the order of grants are therefore those of a cluster. Only the network and the membership are simulated: no message
 * or lease is lost, and no node is cut off, unless the test requests it. The only feature that depends on time is the
 * limit of a request. Akka's scheduler measures it, so {@code ManualTime} controls it.
 *
 * <p>Every method returns after its effects: all services have notified their owners. The method does not wait for the
 * reactions of the owners. Requests are ordered by their arrival at the services. To order two requests in a test, use
 * {@link #await}, which returns when the first one waits.
 *
 * <p>The test kit is safe for use by multiple threads. Threads that run actors must not use it, because its methods
 * block.
 *
 * @since 1.0
 */
public final class LocksTestKit implements AutoCloseable {

    /** A node of the test kit: an application's view of the locks. */
    public final class Node {

        private final ActorRef<LockService.Command> service;
        private final Locks locks;
        private final BlockingLocks blocking;
        private final Elections elections;

        private Node(ActorRef<LockService.Command> service, ActorRef<LeaderWatch.Command> leaders) {
            this.service = service;
            this.locks = Locks.of(service, system);
            this.blocking = new BlockingLocks(locks);
            this.elections = Elections.of(service, leaders, system);
        }

        /** Returns the service, for actors. */
        public ActorRef<LockService.Command> service() {
            return service;
        }

        /** Returns the locks for code outside of actors. */
        public Locks locks() {
            return locks;
        }

        /** Returns the locks for threads that block. */
        public BlockingLocks blockingLocks() {
            return blocking;
        }

        /** Returns the named elections. Followers receive news soon after its cause, and not before. */
        public Elections elections() {
            return elections;
        }
    }

    /** An intervention of a test in the network or the services, which remains in effect until it is closed. */
    public interface Intervention extends AutoCloseable {

        /** Ends the intervention. Does nothing if the intervention has already ended. */
        @Override
        void close();
    }

    /** A refusal; two with the same content are different. */
    private static final class Refusal {
        private final String name;
        private final Reason reason;
        private final String why;

        Refusal(String name, Reason reason, String why) {
            this.name = name;
            this.reason = reason;
            this.why = why;
        }

        Optional<LockService.Refused> refuses(LockService.Acquire asked) {
            return asked.claims().modes().containsKey(name)
                    ? Optional.of(new LockService.Refused(asked.id(), reason, why))
                    : Optional.empty();
        }
    }

    /** The maximum wait, in seconds. On any machine, only a defect causes a longer wait. */
    private static final long PATIENCE_SECONDS = 60;

    private static final AtomicLong KITS = new AtomicLong();

    private final ActorSystem<?> system;
    private final int size;
    private final ActorRef<Nodes.Task> actor;
    private final AtomicReferenceArray<Node> nodes;
    private final List<Refusal> refusals = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Object change = new Object();
    private long changes;

    private LocksTestKit(ActorSystem<?> system, int size) {
        this.system = system;
        this.size = size;
        this.nodes = new AtomicReferenceArray<>(size);
        this.actor = system.systemActorOf(
                Nodes.create(size, new Watching()), "symposium-testkit-" + KITS.incrementAndGet(), Props.empty());
    }

    /**
     * Creates a test kit of three nodes.
     *
     * @param system any actor system, such as that of an {@code ActorTestKit}
     */
    public static LocksTestKit create(ActorSystem<?> system) {
        return create(system, 3);
    }

    /**
     * Creates a test kit of several nodes, numbered from 0.
     *
     * @param system any actor system, such as that of an {@code ActorTestKit}
     * @param nodes the number of nodes, 1 or more; only a majority of them grants requests
     * @throws IllegalArgumentException if there is no node
     */
    public static LocksTestKit create(ActorSystem<?> system, int nodes) {
        if (nodes < 1) {
            throw new IllegalArgumentException("a test kit has at least one node, not " + nodes);
        }
        LocksTestKit kit = new LocksTestKit(system, nodes);
        kit.status();
        return kit;
    }

    private final class Watching implements Nodes.Watcher {

        @Override
        public Optional<LockService.Refused> refuses(LockService.Acquire asked) {
            return refusals.stream()
                    .flatMap(each -> each.refuses(asked).stream())
                    .findFirst();
        }

        @Override
        public void changed() {
            synchronized (change) {
                changes++;
                change.notifyAll();
            }
        }

        @Override
        public void started(int node, ActorRef<LockService.Command> service, ActorRef<LeaderWatch.Command> leaders) {
            nodes.set(node, new Node(service, leaders));
        }
    }

    // --- the nodes

    /**
     * Returns a node.
     *
     * @param number the number of the node, from 0
     * @return the current node with this number; after a {@link #restart}, this is a new node
     * @throws IllegalArgumentException if there is no such node
     */
    public Node node(int number) {
        check(number);
        return nodes.get(number);
    }

    /** Returns the leases and waiting requests of all nodes. */
    public KitStatus status() {
        return settle();
    }

    /**
     * Waits for a condition, which is checked after each change.
     *
     * @param what a description of the condition, for the failure message
     * @throws IllegalStateException if the condition does not hold within a minute
     */
    public KitStatus await(String what, Predicate<KitStatus> condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            long seen;
            synchronized (change) {
                seen = changes;
            }
            KitStatus status = status();
            if (condition.test(status)) {
                return status;
            }
            waitForChange(seen, deadline, () -> what + " did not happen within a minute: " + status);
        }
    }

    private void waitForChange(long seen, long deadline, Supplier<String> failure) {
        synchronized (change) {
            while (changes == seen) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new IllegalStateException(failure.get());
                }
                try {
                    change.wait(left);
                } catch (InterruptedException interrupted) {
                    throw interrupted(interrupted);
                }
            }
        }
    }

    /** Waits until this many requests for a name wait, in total over all nodes. */
    public KitStatus awaitWaiters(String name, int count) {
        return await(
                count + " waiting for '" + name + "'",
                status -> status.waiters(name).size() == count);
    }

    /** Waits until this many campaigns for an election wait, in total over all nodes. */
    public KitStatus awaitCandidates(String election, int count) {
        return await(
                count + " waiting to lead '" + election + "'",
                status -> status.candidates(election).size() == count);
    }

    // --- what a test does to leases and requests

    /**
     * Takes a lease away, as if its node had been cut off. The owner receives {@code Lost}, and then other owners may
     * be granted the names. Other leases are not affected.
     *
     * @throws IllegalArgumentException if no node holds the lease
     */
    public void takeAway(Lease lease) {
        takeAway(lease.fence(), () -> awaitLost(lease::isHeld, lease.lost()));
    }

    /**
     * Deposes a leader, as {@link #takeAway(Lease)} takes a lease away.
     *
     * @throws IllegalArgumentException if the leadership is not held on any node
     */
    public void takeAway(Leadership leadership) {
        takeAway(leadership.fence(), () -> awaitLost(leadership::isLeader, leadership.lost()));
    }

    /**
     * Takes away the lease with this fencing token, as {@link #takeAway(Lease)} does.
     *
     * @throws IllegalArgumentException if no node holds the lease
     */
    public void takeAway(Fence fence) {
        takeAway(fence, () -> {});
    }

    /** Waits for the loss. If the owner is releasing the lease, the lease is never lost. */
    private static void awaitLost(BooleanSupplier isHeld, CompletionStage<LockService.Lost> told) {
        CompletableFuture<LockService.Lost> lost = told.toCompletableFuture();
        while (isHeld.getAsBoolean()) {
            try {
                lost.get(10, TimeUnit.MILLISECONDS);
            } catch (TimeoutException again) {
                continue;
            } catch (InterruptedException interrupted) {
                throw interrupted(interrupted);
            } catch (ExecutionException never) {
                throw new IllegalStateException(never);
            }
        }
    }

    private void takeAway(Fence fence, Runnable told) {
        Runnable free = ask(all -> all.lose(fence))
                .orElseThrow(() -> new IllegalArgumentException("no node holds a lease of fence " + fence
                        + "; it has been released or lost before, or its grant is withheld"));
        settle();
        told.run();
        run(all -> free.run());
    }

    /**
     * Withholds the grants of a lock's name, on all nodes, until the result is closed. Requests with a withheld grant
     * wait, and other requests find the name taken. Limits of requests continue to run and may pass meanwhile.
     *
     * @param name a name that the withheld grants contain, alone or among others
     */
    public Intervention hold(String name) {
        Nodes.Hold hold = new Nodes.Hold(name);
        run(all -> all.hold(hold));
        return () -> {
            if (!closed.get()) {
                run(all -> all.letThrough(hold));
            }
        };
    }

    /**
     * Rejects every request for a lock's name, on all nodes, until the result is closed. Existing leases and waiting
     * requests are not affected.
     *
     * @param reason the reason in the answer
     * @param why the text in the answer
     */
    public Intervention refuse(String name, Reason reason, String why) {
        Refusal refusal = new Refusal(name, reason, why);
        refusals.add(refusal);
        return () -> refusals.remove(refusal);
    }

    // --- what a test does to nodes

    /**
     * Cuts a node off from all others. Its owners receive {@code Lost}, and the node grants no requests. As in a
     * cluster, the other nodes cannot know whether the node still holds its leases. They grant these names again after
     * {@link #heal} or {@link #remove}. Does nothing if the node is already cut off.
     *
     * @throws IllegalArgumentException if there is no such node, or no other node
     * @throws IllegalStateException if the node has been removed
     */
    public void cutOff(int node) {
        check(node);
        if (size == 1) {
            throw new IllegalArgumentException("the only node cannot be cut off: create the test kit with more nodes");
        }
        run(all -> present(all, node).setCutOff(node, true));
    }

    /**
     * Reconnects a node with the other nodes. Requests that wait on the node continue. Does nothing if the node is not
     * cut off.
     *
     * @throws IllegalArgumentException if there is no such node
     * @throws IllegalStateException if the node has been removed
     */
    public void heal(int node) {
        check(node);
        run(all -> present(all, node).setCutOff(node, false));
    }

    /**
     * Pauses a node, as a long JVM pause does. The node neither sends nor receives messages, and its owners receive no
     * notification. They continue to believe that they hold their leases, even if the node has been {@linkplain
     * #remove removed}. In that case, only the fencing token protects the resource. Does nothing if the node is
     * already paused.
     *
     * @throws IllegalArgumentException if there is no such node
     * @throws IllegalStateException if the node has been removed
     */
    public void suspend(int node) {
        check(node);
        run(all -> present(all, node).suspend(node));
    }

    /**
     * Resumes a paused node, which then receives everything that arrived during the pause. Does nothing if the node is
     * not paused.
     *
     * @throws IllegalArgumentException if there is no such node
     */
    public void resume(int node) {
        check(node);
        run(all -> {
            if (all.network().suspended(node)) {
                all.network().resume(node);
            }
        });
    }

    /**
     * Removes a node, as the split brain resolver of a cluster does. First, its owners receive {@code Lost} or {@code
     * Unavailable}, unless the node is paused. Then the other nodes continue without it. The service of the removed
     * node no longer grants requests. {@link #restart} starts a new one.
     *
     * @throws IllegalArgumentException if there is no such node, or no other node
     * @throws IllegalStateException if the node has already been removed
     */
    public void remove(int node) {
        check(node);
        if (size == 1) {
            throw new IllegalArgumentException("the only node cannot be removed: create the test kit with more nodes");
        }
        run(all -> present(all, node).end(node));
        run(all -> all.network().look());
    }

    /**
     * Restarts a removed node: {@link #node} then returns a node with a new service.
     *
     * @throws IllegalArgumentException if there is no such node
     * @throws IllegalStateException if the node has not been removed, or is still paused
     */
    public void restart(int node) {
        check(node);
        run(all -> {
            if (!all.network().removed(node) || all.network().suspended(node)) {
                throw new IllegalStateException(
                        "node " + node + " runs or is paused; only a removed node can be started again");
            }
            all.start(node);
            all.network().look();
        });
    }

    /** Ends all nodes: owners receive {@code Lost} or {@code Unavailable}. The actor system continues to run. */
    @Override
    public void close() {
        if (!closed.get()) {
            run(Nodes::end);
            closed.set(true);
            for (int node = 0; node < size; node++) {
                nodes.get(node).elections().close();
            }
            actor.tell(Nodes.STOP);
        }
    }

    private LocalNetwork present(Nodes all, int node) {
        if (all.network().removed(node)) {
            throw new IllegalStateException("node " + node + " has been removed; start it again first");
        }
        return all.network();
    }

    private void check(int node) {
        if (node < 0 || node >= size) {
            throw new IllegalArgumentException(
                    "there is no node " + node + "; they are numbered from 0 to " + (size - 1));
        }
    }

    // --- the actor

    /** Runs an action in the actor, and returns when all services have notified their owners. */
    private void run(Consumer<Nodes> action) {
        ask(all -> {
            action.accept(all);
            return true;
        });
        settle();
    }

    private KitStatus settle() {
        return within(ask(Nodes::status));
    }

    private <T> T ask(Function<Nodes, T> question) {
        if (closed.get()) {
            throw new IllegalStateException("the test kit has been closed");
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        actor.tell(new Nodes.Do(all -> {
            try {
                answer.complete(question.apply(all));
            } catch (RuntimeException failure) {
                answer.completeExceptionally(failure);
            }
        }));
        return within(answer);
    }

    private static <T> T within(CompletableFuture<T> result) {
        try {
            return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        } catch (TimeoutException late) {
            throw new IllegalStateException("the test kit does not answer; has its actor system ended?", late);
        }
    }

    private static IllegalStateException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for the test kit", interrupted);
    }
}
