package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A node that leaves in good order, and the resources that its clients hold and wait for. */
class LeavingTest {

    private static final String HELD_ELSEWHERE = "a";
    private static final String HELD_HERE = "b";

    @Test
    void aNodeThatLeavesGivesUpWhatItHoldsBeforeTheOthersAreGrantedItAndTakesNothing() {
        try (Nodes nodes = new Nodes(3)) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            all.forEach(
                    one -> one.views().await("all three", seen -> seen.members().size() == 3 && !seen.cutOff()));
            TestProbe<Resources.Reply> elsewhere = acquires(all.get(0), HELD_ELSEWHERE);
            Resources.Granted first = elsewhere.expectMessageClass(Resources.Granted.class, Nodes.PATIENCE);
            TestProbe<Resources.Reply> here = acquires(all.get(1), HELD_HERE);
            Resources.Granted lost = here.expectMessageClass(Resources.Granted.class, Nodes.PATIENCE);
            TestProbe<Resources.Reply> waiter = acquires(all.get(1), HELD_ELSEWHERE);
            TestProbe<Resources.Reply> next = acquires(all.get(2), HELD_HERE);

            all.get(1).node().leave();

            Resources.Granted granted = next.expectMessageClass(Resources.Granted.class, Nodes.PATIENCE);
            assertEquals(new Resources.Lost(lost.fence()), here.receiveMessage(java.time.Duration.ZERO));
            assertTrue(granted.fence().compareTo(lost.fence()) > 0, granted + " after " + lost);
            waiter.expectMessageClass(Resources.Unavailable.class, java.time.Duration.ZERO);
            assertEquals(Termination.Cause.LEFT, all.get(1).ended().cause());
            all.get(1)
                    .views()
                    .all()
                    .forEach(view -> assertEquals(new TreeSet<>(), view.departed(), "no other node has departed"));

            TestProbe<Resources.Reply> heir = acquires(all.get(2), HELD_ELSEWHERE);
            all.get(0).node().resources().tell(new Resources.Release(first.fence(), elsewhere.getRef()));
            Resources.Granted second = heir.expectMessageClass(Resources.Granted.class, Nodes.PATIENCE);
            assertTrue(second.fence().compareTo(first.fence()) > 0, second + " after " + first);
        }
    }

    @Test
    void aNodeHasEndedThoughItsActorSystemDoesNotTerminate() {
        try (Nodes nodes = new Nodes(1).with("akka.coordinated-shutdown.terminate-actor-system", "off")) {
            Nodes.Watched alone = nodes.start(0);
            Resources.Granted granted =
                    acquires(alone, HELD_HERE).expectMessageClass(Resources.Granted.class, Nodes.PATIENCE);
            assertEquals(new TreeSet<>(Set.of(HELD_HERE)), granted.resources());

            alone.node().leave();

            assertEquals(Termination.Cause.LEFT, alone.ended().cause());
            acquires(alone, HELD_ELSEWHERE).expectMessageClass(Resources.Unavailable.class, Nodes.PATIENCE);
        }
    }

    /** A process without neighbours needs no other to grant what it has. */
    @Test
    void theOnlyNodeGrantsNothingOnceItIsRemoved() {
        try (Nodes nodes = new Nodes(1).with("akka.coordinated-shutdown.terminate-actor-system", "off")) {
            Nodes.Watched alone = nodes.start(0);
            TestProbe<Resources.Reply> holder = acquires(alone, HELD_HERE);
            Resources.Granted granted = holder.expectMessageClass(Resources.Granted.class, Nodes.PATIENCE);

            Cluster cluster = Cluster.get(alone.node().system());
            cluster.manager().tell(Down.apply(alone.node().address()));

            assertEquals(new Resources.Lost(granted.fence()), holder.receiveMessage(Nodes.PATIENCE));
            acquires(alone, HELD_ELSEWHERE).expectMessageClass(Resources.Unavailable.class, Nodes.PATIENCE);
            assertEquals(Termination.Cause.REMOVED, alone.ended().cause());
        }
    }

    private static TestProbe<Resources.Reply> acquires(Nodes.Watched at, String resource) {
        TestProbe<Resources.Reply> client = TestProbe.create(at.node().system());
        at.node().resources().tell(new Resources.Acquire(Set.of(resource), client.getRef()));
        return client;
    }
}
