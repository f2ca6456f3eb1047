package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;
import symposium.service.participant.Lock;

/** An algorithm that a reader has written runs on a real cluster: the configuration only has to name it. */
class OwnAlgorithmTest {

    @Test
    void raymondsTreeGuardsTheLockOfACluster() {
        try (Nodes nodes = new Nodes(3).with("symposium.algorithm", "raymond").with("symposium.topology", "line")) {
            List<Nodes.Watched> line = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            Fence last = Fence.NONE;
            for (int round = 0; round < 6; round++) {
                SymposiumNode node = line.get(round * 2 % 3).node();
                TestProbe<Lock.Reply> user = TestProbe.create(node.system());
                node.lock().tell(new Lock.Acquire(user.getRef()));
                Fence fence = user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE)
                        .fence();
                assertTrue(fence.compareTo(last) > 0, fence + " after " + last);
                last = fence;
                node.lock().tell(new Lock.Release(fence, user.getRef()));
                user.expectMessage(Nodes.PATIENCE, new Lock.Released(fence));
            }
            assertEquals(6, last.grant());
            assertTrue(
                    line.get(1)
                                    .steps()
                                    .count(step -> step instanceof TraceEvent.Stepped stepped
                                            && stepped.rule().label().equals("privilege"))
                            > 0,
                    "the privilege goes through the middle");
        }
    }
}
