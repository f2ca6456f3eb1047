package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.cluster.LockUser.acquire;
import static symposium.cluster.LockUser.acquireAndRelease;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;
import symposium.service.member.Warning;
import symposium.service.participant.Lock;

/** What a cluster promises of an algorithm is what the algorithm stands. */
@Tag("slow")
class ToleranceTest {

    @Test
    void whereDeparturesAreStoodTheOthersGoOnAndANodeThatComesBackStaysOutside() {
        try (Nodes nodes = new Nodes(3).with("symposium.algorithm", "lamport")) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            Fence last = Fence.NONE;
            for (Nodes.Watched each : all) {
                last = acquireAndRelease(each, last);
            }
            acquire(all.get(2), last);
            TestProbe<Lock.Reply> waiter = TestProbe.create(all.get(0).node().system());
            all.get(0).node().lock().tell(new Lock.Acquire(waiter.getRef()));
            all.get(2).node().kill();

            Lock.Granted granted = waiter.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            assertTrue(granted.fence().compareTo(last) > 0, granted + " after " + last);
            all.get(0).node().lock().tell(new Lock.Release(granted.fence(), waiter.getRef()));
            last = acquireAndRelease(all.get(1), granted.fence());

            Nodes.Watched reborn = nodes.start(2);
            Warning warning = reborn.warnings().await("it is outside", said -> true);
            assertEquals(Warning.Kind.EXCLUDED, warning.kind());
            assertTrue(warning.line().startsWith("process 2 is excluded, and grants nothing: "), warning.line());
            TestProbe<Lock.Reply> outsider = TestProbe.create(reborn.node().system());
            reborn.node().lock().tell(new Lock.Acquire(outsider.getRef()));
            TestProbe<Lock.Status> status = TestProbe.create(reborn.node().system());
            reborn.node().lock().tell(new Lock.GetStatus(status.getRef()));
            Lock.Status standing = status.expectMessageClass(Lock.Status.class, Nodes.PATIENCE);
            assertEquals(Lock.Place.AWAITED, standing.place());
            assertEquals(Optional.of(warning), standing.warning());

            last = acquireAndRelease(all.get(0), last);
            acquireAndRelease(all.get(1), last);
            outsider.expectNoMessage(Duration.ZERO);
            assertEquals(List.of(), reborn.steps().all(), "its process has not begun");

            all.get(1).node().kill();
            assertEquals(
                    "process 0 grants nothing any more: of the 3 processes that have begun only [0] are left, and"
                            + " lamport lets no other in; only a restart of all nodes does",
                    all.get(0)
                            .warnings()
                            .await("two of three nodes are up", said -> said.kind() == Warning.Kind.TOO_FEW)
                            .line());
        }
    }

    @Test
    void whereNoChangeIsStoodTheOthersAreWarnedAndANodeThatComesBackStaysOutside() {
        try (Nodes nodes = new Nodes(3)
                .with("symposium.algorithm", "helary-plouzeau-raynal")
                .with("symposium.topology", List.of("0-1", "1-2"))) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            Fence last = Fence.NONE;
            for (Nodes.Watched each : all) {
                last = acquireAndRelease(each, last);
            }
            assertTrue(
                    last.generation() > 1_700_000_000L,
                    "they have begun above the clocks, so that fences grow when all begin anew: " + last);
            all.get(2).node().kill();
            for (Nodes.Watched survivor : all.subList(0, 2)) {
                Warning warning = survivor.warnings().await("2 has departed", said -> true);
                assertEquals(Warning.Kind.DEPARTURE, warning.kind());
                assertTrue(
                        warning.line().startsWith("process 2 has departed, which helary-plouzeau-raynal does not"),
                        warning.line());
            }
            Nodes.Watched reborn = nodes.start(2);
            assertEquals(
                    Warning.Kind.EXCLUDED,
                    reborn.warnings().await("it is outside", said -> true).kind());
        }
    }
}
