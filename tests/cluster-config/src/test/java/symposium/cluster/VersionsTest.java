package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ActorRef;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.javadsl.Adapter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.member.Warning;
import symposium.wire.NewerWireSerializer;
import symposium.wire.Tidings;
import symposium.wire.WireMessage;

/** Nodes of two versions of the protocol in one cluster, as in a rolling upgrade; the later is of the tests alone. */
class VersionsTest {

    @Test
    void aClusterIsUpgradedNodeByNode() {
        try (Nodes nodes = new Nodes(3)) {
            Nodes.Watched earlier = nodes.start(0);
            Nodes.Watched second = nodes.start(1);
            Nodes.Watched third = nodes.start(2);
            Fence before = turns(Fence.NONE, List.of(earlier, second, third));

            nodes.with("akka.actor.serializers.symposium-cbor", NewerWireSerializer.class.getName());
            second = again(nodes, second, 1);
            Fence one = turns(before, List.of(earlier, second, third));
            third = again(nodes, third, 2);
            Fence two = turns(one, List.of(earlier, second, third));

            // What only the later version has is refused, and harms nobody.
            TestProbe<Object> answer = TestProbe.create(second.node().system());
            Adapter.toClassic(second.node().system())
                    .actorSelection(earlier.node().address() + "/system/symposium/resources")
                    .tell(
                            new Tidings(second.node().process(), earlier.node().process(), "news", answer.getRef()),
                            ActorRef.noSender());
            WireMessage.NotUnderstood refused =
                    answer.expectMessageClass(WireMessage.NotUnderstood.class, Nodes.PATIENCE);
            assertEquals("tidings", refused.name());
            assertEquals(1, refused.version());
            Warning dropped = earlier.warnings().await("dropped", each -> each.kind() == Warning.Kind.DROPPED);
            assertEquals(
                    "process 0 has dropped a message 'tidings' from process 1: version 1 of the protocol, which this node"
                            + " speaks, has none of this name",
                    dropped.line());
            Fence three = turns(two, List.of(earlier, second, third));

            Nodes.Watched last = again(nodes, earlier, 0);
            turns(three, List.of(last, second, third));
        }
    }

    /** A node leaves in good order, and starts again, with what is configured now. */
    private static Nodes.Watched again(Nodes nodes, Nodes.Watched node, int process) {
        node.node().leave();
        node.ended();
        Nodes.Watched started = nodes.start(process);
        started.views().await("all are back", seen -> seen.members().size() == 3);
        return started;
    }

    /** Each has the lock, one after the other, under fences that grow. */
    private static Fence turns(Fence before, List<Nodes.Watched> all) {
        Fence latest = before;
        for (Nodes.Watched node : all) {
            TestProbe<LockService.Reply> owner = TestProbe.create(node.node().system());
            node.node()
                    .locks()
                    .tell(new LockService.Acquire("one", Claims.exclusive("a"), Optional.empty(), owner.getRef()));
            Fence fence = owner.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE)
                    .fence();
            assertTrue(fence.compareTo(latest) > 0, fence + " after " + latest);
            latest = fence;
            node.node().locks().tell(new LockService.Release("one", fence, owner.getRef()));
            owner.expectMessageClass(LockService.Released.class, Nodes.PATIENCE);
        }
        return latest;
    }
}
