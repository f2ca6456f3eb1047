package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.service.member.Termination;
import symposium.service.participant.Lock;

/**
 * A node that the others removed while it stood still. Here its messages are lost and its failure detector is patient,
 * so that it does not notice, as if it had been stopped and continued.
 */
@Tag("slow")
class RemovalNoticeTest {

    private static final Duration QUARANTINE_DELAY = Duration.ofSeconds(1);

    @Test
    void aNodeThatWasRemovedWithoutNoticingEnds() throws Exception {
        try (Nodes nodes = new Nodes(3)
                .with("akka.remote.artery.advanced.test-mode", "on")
                .with("akka.cluster.quarantine-removed-node-after", QUARANTINE_DELAY)) {
            Nodes.Watched zero = nodes.start(0);
            Nodes.Watched one = nodes.start(1);
            Nodes.Watched two = nodes.with("akka.cluster.failure-detector.acceptable-heartbeat-pause", "10m")
                    .start(2);
            for (Nodes.Watched each : List.of(zero, one, two)) {
                each.views().await("three members", view -> view.members().size() == 3 && !view.cutOff());
            }
            TestProbe<Lock.Reply> waiter = TestProbe.create(two.node().system());
            TestProbe<Lock.Reply> holder = TestProbe.create(zero.node().system());
            zero.node().lock().tell(new Lock.Acquire(holder.getRef()));
            holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            two.node().lock().tell(new Lock.Acquire(waiter.getRef()));

            Partition.around(two.node(), zero.node(), one.node());
            for (Nodes.Watched each : List.of(zero, one)) {
                each.views().await("two downed", view -> view.departed()
                        .contains(two.node().process()));
            }
            // By now the others have removed it, and Akka drops what it sends.
            Thread.sleep(4 * QUARANTINE_DELAY.toMillis());
            Partition.mended(two.node(), zero.node(), one.node());

            assertEquals(
                    new Termination(Termination.Cause.REMOVED, "process 2 has been removed from the cluster"),
                    two.ended());
            waiter.expectMessageClass(Lock.Unavailable.class, Nodes.PATIENCE);
            two.views().all().forEach(view -> assertEquals(new TreeSet<>(), view.departed(), "no other has departed"));
        }
    }
}
