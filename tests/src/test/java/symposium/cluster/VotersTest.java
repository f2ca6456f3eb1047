package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import symposium.cluster.Nodes.Watched;
import symposium.mutex.Fence;
import symposium.service.Lease;
import symposium.service.Locks;

/** Nodes whose voters follow the membership. */
class VotersTest {

    private static Nodes nodes() {
        return new Nodes(3).with("symposium.services", List.of("resources")).with("symposium.voters", "dynamic");
    }

    /** The node counts majorities of this number of voters, and reaches one. */
    private static MembershipView counts(Watched node, int voters) {
        return node.views()
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

    @Test
    void scout() throws Exception {
        long start = System.nanoTime();
        try (Nodes nodes = nodes()) {
            List<Watched> all = new ArrayList<>();
            for (int process = 0; process < 3; process++) {
                all.add(nodes.start(process));
            }
            all.forEach(node -> counts(node, 3));
            System.out.println("formed " + (System.nanoTime() - start) / 1_000_000);
            Fence first = pair(all.get(1));
            System.out.println("granted " + first + " " + (System.nanoTime() - start) / 1_000_000);
            all.add(nodes.start(3));
            all.add(nodes.start(4));
            all.forEach(node -> counts(node, 5));
            System.out.println("five " + (System.nanoTime() - start) / 1_000_000);
            Fence second = pair(all.get(4));
            assertTrue(second.compareTo(first) > 0);
            all.get(0).node().leave().toCompletableFuture().get(60, TimeUnit.SECONDS);
            System.out.println("left " + (System.nanoTime() - start) / 1_000_000);
            all.get(3).node().leave().toCompletableFuture().get(60, TimeUnit.SECONDS);
            List<Watched> left = List.of(all.get(1), all.get(2), all.get(4));
            left.forEach(node -> counts(node, 3));
            System.out.println("three " + (System.nanoTime() - start) / 1_000_000);
            assertTrue(pair(all.get(2)).compareTo(second) > 0);
        }
        System.out.println("end " + (System.nanoTime() - start) / 1_000_000);
    }

    private static Fence pair(Watched node) throws Exception {
        try (Lease lease = Locks.of(node.node().locks(), node.node().system())
                .acquire("one")
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS)) {
            return lease.fence();
        }
    }
}
