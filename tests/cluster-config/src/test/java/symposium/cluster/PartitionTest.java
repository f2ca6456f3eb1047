package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.service.participant.Lock;

/** The promise to a holder on the wrong side of a network that has come apart. */
class PartitionTest {

    @Test
    void aHolderThatIsCutOffIsToldBeforeTheOthersAreGranted() throws Exception {
        try (Nodes nodes = new Nodes(3).with("akka.remote.artery.advanced.test-mode", "on")) {
            List<Nodes.Watched> ring = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            // A majority of two is granted already; cut while the third still joins, neither side would survive.
            ring.forEach(each ->
                    each.views().await("three members", view -> view.members().size() == 3 && !view.cutOff()));
            TestProbe<Lock.Reply> holder = TestProbe.create(ring.get(0).node().system());
            ring.get(0).node().lock().tell(new Lock.Acquire(holder.getRef()));
            Lock.Granted before = holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            TestProbe<Lock.Reply> waiter = TestProbe.create(ring.get(1).node().system());
            ring.get(1).node().lock().tell(new Lock.Acquire(waiter.getRef()));

            Partition.around(ring.get(0).node(), ring.get(1).node(), ring.get(2).node());

            assertEquals(new Lock.Lost(before.fence()), holder.receiveMessage(Nodes.PATIENCE));
            waiter.expectNoMessage(Duration.ZERO);
            Lock.Granted after = waiter.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            assertTrue(after.fence().generation() > before.fence().generation(), before + " is outdated by " + after);
        }
    }
}
