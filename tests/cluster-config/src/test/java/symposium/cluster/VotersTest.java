package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.AskPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.cluster.Nodes.Watched;
import symposium.mutex.Fence;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;
import symposium.service.member.Termination;
import symposium.service.status.ClusterStatus;
import symposium.service.status.StatusService;

/** Nodes whose voters follow the membership, while clients hold and take locks. */
@Tag("slow")
class VotersTest {

    private static Nodes nodes() {
        return new Nodes(3).with("symposium.services", List.of("resources")).with("symposium.voters", "dynamic");
    }

    private static List<Watched> start(Nodes nodes, int from, int to) {
        List<Watched> started = new ArrayList<>();
        for (int process = from; process < to; process++) {
            started.add(nodes.start(process));
        }
        return started;
    }

    /** Each node counts majorities of this number of voters, and reaches one. */
    private static void count(int voters, List<Watched> nodes) {
        for (Watched node : nodes) {
            node.views()
                    .await(
                            "a majority of " + voters + " voters",
                            view -> !view.cutOff()
                                    && view.voting()
                                                    .orElseThrow()
                                                    .voters()
                                                    .members()
                                                    .size()
                                            == voters);
        }
    }

    private static Locks locks(Watched node) {
        return Locks.of(node.node().locks(), node.node().system());
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static void leave(Watched node) throws Exception {
        assertEquals(
                Termination.Cause.LEFT,
                get(node.node().leave().toCompletableFuture()).cause());
    }

    /** If it still voted when its holders have used all the time that they have, the other would be no majority. */
    @Test
    void aNodeThatLeavesStopsVotingBeforeItsHoldersHaveFinished() throws Exception {
        try (Nodes nodes = nodes().with("symposium.processes", 2).with("symposium.leave-timeout", Nodes.PATIENCE)) {
            List<Watched> both = start(nodes, 0, 2);
            count(2, both);
            Lease held = get(locks(both.get(1)).acquire("held"));
            CompletableFuture<?> left = both.get(1).node().leave().toCompletableFuture();
            count(1, both);
            assertTrue(held.isHeld());
            get(held.release().toCompletableFuture());
            get(left);
            try (Lease next = get(locks(both.get(0)).acquire("held"))) {
                assertTrue(next.fence().compareTo(held.fence()) > 0, next + " after " + held);
            }
        }
    }

    /**
     * A client of a node that takes and gives back a lock until it is told to stop. A lease is lost only when the node
     * leaves, which the client does not wait for.
     */
    private static final class Clients {
        private final AtomicBoolean stop = new AtomicBoolean();
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger together = new AtomicInteger();
        private final AtomicInteger backwards = new AtomicInteger();
        private final AtomicInteger lost = new AtomicInteger();
        private final AtomicLong latest = new AtomicLong();
        private final AtomicReference<CountDownLatch> grants = new AtomicReference<>(new CountDownLatch(0));
        private final List<CompletableFuture<Void>> all = new ArrayList<>();

        void uses(Watched node) {
            all.add(next(locks(node)));
        }

        private CompletableFuture<Void> next(Locks locks) {
            if (stop.get()) {
                return CompletableFuture.completedFuture(null);
            }
            return locks.acquire("shared by all").thenComposeAsync(lease -> {
                use(lease);
                return next(locks);
            });
        }

        private void use(Lease lease) {
            if (inside.incrementAndGet() > 1) {
                together.incrementAndGet();
            }
            if (latest.getAndSet(lease.fence().number()) >= lease.fence().number()) {
                backwards.incrementAndGet();
            }
            if (lease.lost().toCompletableFuture().isDone()) {
                lost.incrementAndGet();
            }
            grants.get().countDown();
            inside.decrementAndGet();
            lease.close();
        }

        /** Grants go on from now: more of them than there are clients. */
        void go() throws InterruptedException {
            CountDownLatch more = new CountDownLatch(all.size() + 1);
            grants.set(more);
            assertTrue(more.await(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS), "no more grants");
        }

        void end() throws Exception {
            stop.set(true);
            for (CompletableFuture<Void> client : all) {
                get(client);
            }
            assertEquals(0, together.get(), "grants at the same time");
            assertEquals(0, backwards.get(), "fences that went back");
            assertEquals(0, lost.get(), "leases lost");
        }
    }

    /** Founders leave, later nodes take their places, and one that is killed is removed; one is left in the end. */
    private static void scale(Nodes nodes, int most) throws Exception {
        List<Watched> founders = start(nodes, 0, 3);
        count(3, founders);
        Lease kept = get(locks(founders.get(2)).acquire("kept"));
        Clients clients = new Clients();
        clients.uses(founders.get(1));
        clients.uses(founders.get(2));
        clients.go();

        List<Watched> later = start(nodes, 3, most);
        List<Watched> all = new ArrayList<>(founders);
        all.addAll(later);
        count(most, all);
        clients.uses(later.get(0));
        clients.go();
        assertEquals(
                List.of(Optional.of(most)),
                status(all.get(most - 1)).nodes().stream()
                        .map(node ->
                                node.voters().map(voters -> voters.members().size()))
                        .distinct()
                        .toList());

        leave(founders.get(0));
        for (int process = 4; process < most; process++) {
            leave(all.get(process));
        }
        List<Watched> left = List.of(founders.get(1), founders.get(2), later.get(0));
        count(3, left);
        clients.go();
        clients.end();
        assertFalse(kept.lost().toCompletableFuture().isDone());
        Fence last = kept.fence();
        kept.close();
        kept = get(locks(later.get(0)).acquire("kept"));
        assertTrue(kept.fence().compareTo(last) > 0);

        founders.get(1).node().kill();
        count(2, List.of(founders.get(2), later.get(0)));
        leave(founders.get(2));
        count(1, List.of(later.get(0)));
        assertFalse(kept.lost().toCompletableFuture().isDone());
    }

    /** A node that counts majorities of the configured processes does not fit in. */
    private static void refuse(Nodes nodes) {
        nodes.with("symposium.voters", "static");
        Termination refused = nodes.with("symposium.processes", 10).start(9).ended();
        assertEquals(Termination.Cause.REFUSED, refused.cause());
        assertTrue(
                refused.why()
                        .endsWith(
                                "symposium.processes is 10 here and 3 there, symposium.voters is static here and dynamic there"),
                refused::why);
    }

    private static ClusterStatus status(Watched node) throws Exception {
        return get(AskPattern.<StatusService.Command, ClusterStatus>ask(
                        node.node().status(),
                        StatusService.GetClusterStatus::new,
                        Duration.ofSeconds(30),
                        node.node().system().scheduler())
                .toCompletableFuture());
    }

    @Test
    void fromThreeNodesToFiveAndBack() throws Exception {
        try (Nodes nodes = nodes()) {
            scale(nodes, 5);
        }
    }

    @Test
    @Tag("torture")
    void fromThreeNodesToSevenAndBack() throws Exception {
        try (Nodes nodes = nodes()) {
            scale(nodes, 7);
        }
    }

    /** Each node leaves and another comes in its place. None of the founders is left in the end. */
    @Test
    void aRollingRestartLosesNothing() throws Exception {
        try (Nodes nodes = nodes()) {
            List<Watched> all = start(nodes, 0, 3);
            count(3, all);
            Lease lease = get(locks(all.get(2)).acquire("kept"));
            for (int process = 0; process < 3; process++) {
                if (process == 2) {
                    Fence before = lease.fence();
                    lease.close();
                    lease = get(locks(all.get(0)).acquire("kept"));
                    assertTrue(lease.fence().compareTo(before) > 0);
                }
                leave(all.get(process));
                all.set(process, nodes.start(process));
                List<Watched> now = List.copyOf(all);
                all.get(process)
                        .views()
                        .await(
                                "to be a voter",
                                view -> !view.cutOff()
                                        && view.voting().orElseThrow().voters().members().stream()
                                                .allMatch(voter -> now.stream().anyMatch(node -> node.node()
                                                        .process()
                                                        .equals(voter)))
                                        && view.voting()
                                                        .orElseThrow()
                                                        .voters()
                                                        .members()
                                                        .size()
                                                == 3);
            }
            assertFalse(lease.lost().toCompletableFuture().isDone());
            Fence before = lease.fence();
            lease.close();
            assertTrue(get(locks(all.get(1)).acquire("kept")).fence().compareTo(before) > 0);
            refuse(nodes);
        }
    }
}
