package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;

/** The table on three nodes as actor systems of one JVM, over real connections. */
class ResourcesClusterTest {

    @Test
    void setsAreTakenSideBySideOrOneAfterTheOtherAndOutliveANode() {
        try (Nodes nodes = new Nodes(3)) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            all.forEach(one -> one.views()
                    .await("three at the table", seen -> seen.members().size() == 3));

            // Disjoint sets side by side.
            TestProbe<Resources.Reply> one = take(all.get(0), "a", "b");
            Fence first = taken(one, "a", "b");
            TestProbe<Resources.Reply> two = take(all.get(1), "c");
            Fence second = taken(two, "c");

            // One that shares something with both waits for both.
            TestProbe<Resources.Reply> three = take(all.get(2), "b", "c", "d");
            release(all.get(0), one, first);
            Resources.Status waits = status(all.get(2));
            assertEquals(List.of(new TreeSet<>(Set.of("b", "c", "d"))), waits.waiting());
            release(all.get(1), two, second);
            Fence third = taken(three, "b", "c", "d");
            assertTrue(
                    third.compareTo(first) > 0 && third.compareTo(second) > 0,
                    third + " after " + first + " " + second);

            // Two wait for a node that dies, on one node and another: what it had is free when it has departed.
            TestProbe<Resources.Reply> waiting = take(all.get(0), "d");
            TestProbe<Resources.Reply> other = take(all.get(1), "b");
            all.get(2).node().kill();
            Fence fourth = taken(waiting, "d");
            Fence fifth = taken(other, "b");
            assertTrue(fourth.compareTo(third) > 0, fourth + " after " + third);
            assertTrue(fifth.compareTo(third) > 0, fifth + " after " + third);

            // It comes back, and finds taken what is taken.
            Nodes.Watched reborn = nodes.start(2);
            TestProbe<Resources.Reply> back = take(reborn, "b", "d");
            release(all.get(1), other, fifth);
            release(all.get(0), waiting, fourth);
            Fence sixth = taken(back, "b", "d");
            assertTrue(sixth.compareTo(fourth) > 0 && sixth.compareTo(fifth) > 0);

            // The rest of a majority goes: what is taken is lost, and is told so.
            all.get(0).node().kill();
            all.get(1).node().kill();
            back.expectMessage(Nodes.PATIENCE, new Resources.Lost(sixth));
        }
    }

    private static TestProbe<Resources.Reply> take(Nodes.Watched at, String... resources) {
        TestProbe<Resources.Reply> session = TestProbe.create(at.node().system());
        at.node().resources().tell(new Resources.Acquire(Set.of(resources), session.getRef()));
        return session;
    }

    private static Fence taken(TestProbe<Resources.Reply> session, String... resources) {
        Resources.Granted taken = session.expectMessageClass(Resources.Granted.class, Nodes.PATIENCE);
        assertEquals(new TreeSet<>(Set.of(resources)), taken.resources());
        return taken.fence();
    }

    private static void release(Nodes.Watched at, TestProbe<Resources.Reply> session, Fence fence) {
        at.node().resources().tell(new Resources.Release(fence, session.getRef()));
        session.expectMessage(Nodes.PATIENCE, new Resources.Released(fence));
    }

    private static Resources.Status status(Nodes.Watched at) {
        TestProbe<Resources.Status> asker = TestProbe.create(at.node().system());
        at.node().resources().tell(new Resources.GetStatus(asker.getRef()));
        return asker.receiveMessage(Nodes.PATIENCE);
    }
}
