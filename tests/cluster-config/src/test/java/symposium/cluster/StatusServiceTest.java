package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.Hocon;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.status.ClusterStatus;
import symposium.service.status.NodeStatus;
import symposium.service.status.StatusService;

/** The status of a cluster of three members, of which one has the role and does not answer. */
class StatusServiceTest {

    @Test
    void everyNodeIsAskedAndTheSilentOneIsNamed() {
        try (Nodes nodes = new Nodes(3)) {
            nodes.with("symposium.services", List.of("resources"));
            Nodes.Watched one = nodes.start(0);
            Nodes.Watched two = nodes.start(1);
            List.of(one, two).forEach(each -> each.views()
                    .await("two", seen -> seen.members().size() == 2 && !seen.cutOff()));
            ActorTestKit silent = ActorTestKit.create(SymposiumNode.SYSTEM, Hocon.quickNode(Map.of()));
            try {
                Cluster.get(silent.system())
                        .manager()
                        .tell(Join.create(one.node().address()));
                String missing =
                        Cluster.get(silent.system()).selfMember().address().toString();
                TestProbe<LockService.Reply> owner = acquire(one, "a", "held", "other");
                Fence fence = owner.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE)
                        .fence();
                acquire(two, "b", "held");
                ClusterStatus status = awaited(two, one, missing);
                assertEquals(
                        Set.of(
                                one.node().address().toString(),
                                two.node().address().toString()),
                        Set.copyOf(status.nodes().stream().map(NodeStatus::node).toList()));
                assertEquals(
                        "it has not answered within 500 ms",
                        status.silent().get(0).why());
                ClusterStatus.NamedLock held = status.locks().get(0);
                assertEquals(
                        List.of("held", "other"),
                        List.of(held.name(), status.locks().get(1).name()));
                assertEquals(
                        one.node().address().toString(), held.holders().get(0).node());
                assertEquals(Optional.of(fence), held.holders().get(0).fence());
                assertEquals(
                        two.node().address().toString(), held.waiters().get(0).node());
                assertEquals("b", held.waiters().get(0).id());
                NodeStatus first = node(status, one);
                assertEquals(Optional.empty(), first.notReady());
                assertEquals(List.of(), first.unreachable());
            } finally {
                silent.shutdownTestKit();
            }

            // Of three leases, two at the most are told of: the oldest; the rest is counted.
            acquire(one, "c", "c").expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            acquire(one, "d", "d").expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            NodeStatus few = status(one, Set.of(), 2, 10_000);
            assertEquals(
                    List.of("a", "c"),
                    few.entries().stream().map(LockService.Entry::id).toList());
            assertEquals(1, few.heldLeftOut());
            assertEquals(0, few.waitingLeftOut());
            NodeStatus named = status(one, Set.of("d"), 2, 10_000);
            assertEquals(
                    List.of("d"),
                    named.entries().stream().map(LockService.Entry::id).toList());
            assertEquals(0, named.heldLeftOut());

            // What does not fit into a message is left out, too.
            NodeStatus small = status(one, Set.of(), 100, 0);
            assertEquals(List.of(), small.entries());
            assertEquals(3, small.heldLeftOut());
        }
    }

    @Test
    void aQuestionOutOfRangeIsRefused() {
        refused(0, Duration.ofSeconds(1));
        refused(1, Duration.ZERO);
        refused(1, Duration.ofMillis(-1));
        refused(1, StatusService.MOST_PATIENCE.plusMillis(1));
        refused(1, Duration.ofSeconds(Long.MAX_VALUE));
    }

    private static void refused(int limit, Duration patience) {
        ActorRef<ClusterStatus> asker = TestInbox.<ClusterStatus>create().getRef();
        assertThrows(
                IllegalArgumentException.class,
                () -> new StatusService.GetClusterStatus(Set.of(), limit, patience, asker));
        ActorRef<NodeStatus> node = TestInbox.<NodeStatus>create().getRef();
        assertThrows(
                IllegalArgumentException.class,
                () -> new StatusService.GetNodeStatus(Set.of(), limit, 1000, patience, node));
    }

    private static TestProbe<LockService.Reply> acquire(Nodes.Watched at, String id, String... names) {
        TestProbe<LockService.Reply> owner = TestProbe.create(at.node().system());
        at.node().locks().tell(new LockService.Acquire(id, Claims.exclusive(names), Optional.empty(), owner.getRef()));
        return owner;
    }

    /** The first status in which both have answered, somebody waits, its request has come, and this node is silent. */
    private static ClusterStatus awaited(Nodes.Watched at, Nodes.Watched holder, String silent) {
        long deadline = System.nanoTime() + Nodes.PATIENCE.toNanos();
        ClusterStatus status = status(at);
        while (status.nodes().size() < 2
                || status.silent().stream().noneMatch(each -> each.node().equals(silent))
                || status.locks().isEmpty()
                || status.locks().get(0).waiters().isEmpty()
                || node(status, holder).services().get(0).received() == 0) {
            assertTrue(System.nanoTime() < deadline, "the last was " + status);
            status = status(at);
        }
        return status;
    }

    private static ClusterStatus status(Nodes.Watched at) {
        TestProbe<ClusterStatus> asker = TestProbe.create(at.node().system());
        at.node()
                .status()
                .tell(new StatusService.GetClusterStatus(Set.of(), 10, Duration.ofMillis(500), asker.getRef()));
        return asker.receiveMessage(Nodes.PATIENCE);
    }

    private static NodeStatus status(Nodes.Watched of, Set<String> names, int limit, long bytes) {
        TestProbe<NodeStatus> asker = TestProbe.create(of.node().system());
        of.node()
                .status()
                .tell(new StatusService.GetNodeStatus(
                        names, limit, bytes, StatusService.MOST_PATIENCE, asker.getRef()));
        return asker.receiveMessage(Nodes.PATIENCE);
    }

    private static NodeStatus node(ClusterStatus status, Nodes.Watched node) {
        return status.nodes().stream()
                .filter(each -> each.node().equals(node.node().address().toString()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(node.node().address() + " is missing: " + status));
    }
}
