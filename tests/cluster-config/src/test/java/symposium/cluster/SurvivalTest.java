package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.mutex.Fence;
import symposium.service.participant.Lock;

/** The whole: nodes share the lock, one dies with it, and the others go on under a new generation. */
@Tag("slow")
class SurvivalTest {

    @ParameterizedTest
    @ValueSource(strings = {"ewd851-misra", "helary-plouzeau-raynal-7"})
    void theLockSurvivesTheDeathOfItsHolder(String algorithm) {
        try (Nodes nodes = new Nodes(3).with("symposium.algorithm", algorithm)) {
            List<Nodes.Watched> ring = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            Fence last = Fence.NONE;
            for (int round = 0; round < 6; round++) {
                last = eats(ring.get(round * 2 % 3).node(), last);
            }
            Fence atDeath = acquire(ring.get(1).node(), last);
            TestProbe<Lock.Reply> waiter = TestProbe.create(ring.get(0).node().system());
            ring.get(0).node().lock().tell(new Lock.Acquire(waiter.getRef()));
            ring.get(1).node().kill();

            Lock.Granted granted = waiter.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            assertTrue(granted.fence().generation() > atDeath.generation(), "a new generation: " + granted);
            ring.get(0).node().lock().tell(new Lock.Release(granted.fence(), waiter.getRef()));
            waiter.expectMessage(new Lock.Released(granted.fence()));
            last = eats(ring.get(2).node(), granted.fence());

            Nodes.Watched reborn = nodes.start(1);
            last = eats(reborn.node(), last);
            last = eats(ring.get(0).node(), last);
        }
    }

    @Test
    void aHolderThatIsCutOffLosesTheLock() {
        try (Nodes nodes = new Nodes(3)) {
            List<Nodes.Watched> ring = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            TestProbe<Lock.Reply> holder = TestProbe.create(ring.get(0).node().system());
            ring.get(0).node().lock().tell(new Lock.Acquire(holder.getRef()));
            Lock.Granted granted = holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            ring.get(1).node().kill();
            ring.get(2).node().kill();
            assertEquals(new Lock.Lost(granted.fence()), holder.receiveMessage(Nodes.PATIENCE));
        }
    }

    private static Fence eats(SymposiumNode node, Fence last) {
        Fence fence = acquire(node, last);
        TestProbe<Lock.Reply> user = TestProbe.create(node.system());
        node.lock().tell(new Lock.Release(fence, user.getRef()));
        user.expectMessage(Nodes.PATIENCE, new Lock.Released(fence));
        return fence;
    }

    private static Fence acquire(SymposiumNode node, Fence last) {
        TestProbe<Lock.Reply> user = TestProbe.create(node.system());
        node.lock().tell(new Lock.Acquire(user.getRef()));
        Fence fence =
                user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE).fence();
        assertTrue(fence.compareTo(last) > 0, fence + " after " + last);
        return fence;
    }
}
