package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.cluster.LockUser.acquire;
import static symposium.cluster.LockUser.acquireAndRelease;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;
import symposium.service.participant.Lock;

/**
 * Tokens that are issued again by a configured election, on a cluster: one on a ring, one where everyone is linked with
 * everyone.
 */
@Tag("slow")
class TokenByElectionTest {

    @ParameterizedTest
    @ValueSource(strings = {"ewd851-by-franklin", "suzuki-kasami-by-dolev-klawe-rodeh"})
    void theHolderIsKilledInsideAndTheSurvivorsElectANodeThatIssuesTheTokenAnew(String algorithm) {
        try (Nodes nodes = new Nodes(3).with("symposium.algorithm", algorithm)) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            Fence last = Fence.NONE;
            for (Nodes.Watched each : all) {
                last = acquireAndRelease(each, last);
            }
            Fence atDeath = acquire(all.get(1), last);
            TestProbe<Lock.Reply> waiter = TestProbe.create(all.get(0).node().system());
            all.get(0).node().lock().tell(new Lock.Acquire(waiter.getRef()));
            all.get(1).node().kill();

            Lock.Granted granted = waiter.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            assertTrue(granted.fence().generation() > atDeath.generation(), "a new epoch: " + granted);
            all.get(0).node().lock().tell(new Lock.Release(granted.fence(), waiter.getRef()));
            waiter.expectMessage(new Lock.Released(granted.fence()));
            last = acquireAndRelease(all.get(2), granted.fence());
            assertTrue(
                    all.get(0).steps().count(TokenByElectionTest::beginsOrJoins)
                                    + all.get(2).steps().count(TokenByElectionTest::beginsOrJoins)
                            >= 4,
                    "each has begun an epoch before the death and after it");

            Nodes.Watched reborn = nodes.start(1);
            last = acquireAndRelease(reborn, last);
            acquireAndRelease(all.get(0), last);
        }
    }

    /** Some node comes while another is inside: that one stays inside, and the newcomer gets in after it. */
    @Test
    void aNodeThatIsInsideStaysInsideWhenSomeNodeComes() {
        try (Nodes nodes = new Nodes(3).with("symposium.algorithm", "ewd851-by-chang-roberts")) {
            Nodes.Watched first = nodes.start(0);
            Nodes.Watched second = nodes.start(1);
            Fence inside = acquire(first, Fence.NONE);
            Nodes.Watched third = nodes.start(2);
            TestProbe<Lock.Reply> waiter = TestProbe.create(third.node().system());
            third.node().lock().tell(new Lock.Acquire(waiter.getRef()));
            third.steps().await("it is in an epoch", TokenByElectionTest::beginsOrJoins);

            TestProbe<Lock.Reply> holder = TestProbe.create(first.node().system());
            first.node().lock().tell(new Lock.Release(inside, holder.getRef()));
            assertEquals(new Lock.Released(inside), holder.expectMessageClass(Lock.Released.class, Nodes.PATIENCE));
            Lock.Granted granted = waiter.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            assertTrue(granted.fence().generation() > inside.generation(), granted + " after " + inside);
            third.node().lock().tell(new Lock.Release(granted.fence(), waiter.getRef()));
            acquireAndRelease(second, granted.fence());
        }
    }

    @Test
    void aNodeThatIsCutOffInsideIsToldThatTheLockIsLost() {
        try (Nodes nodes = new Nodes(3).with("symposium.algorithm", "ewd851-by-peterson")) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            TestProbe<Lock.Reply> holder = TestProbe.create(all.get(0).node().system());
            all.get(0).node().lock().tell(new Lock.Acquire(holder.getRef()));
            Lock.Granted granted = holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            all.get(1).node().kill();
            all.get(2).node().kill();
            assertEquals(new Lock.Lost(granted.fence()), holder.receiveMessage(Nodes.PATIENCE));
        }
    }

    private static boolean beginsOrJoins(TraceEvent occurrence) {
        return occurrence instanceof TraceEvent.Stepped stepped
                && stepped.rule().label().matches("epoch\\.(begins|begins-inside|joins)");
    }
}
