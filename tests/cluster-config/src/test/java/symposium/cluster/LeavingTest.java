package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.member.Termination;

/** A node that leaves in good order, and the resources that its clients hold and wait for. */
@Tag("slow")
class LeavingTest {

    private static final String HELD_ELSEWHERE = "a";
    private static final String HELD_HERE = "b";
    private static final Duration WITHIN = Duration.ofMillis(500);

    @Test
    void aNodeThatLeavesGivesUpWhatItHoldsBeforeTheOthersAreGrantedItAndTakesNothing() {
        try (Nodes nodes = new Nodes(3).with("symposium.leave-timeout", WITHIN)) {
            List<Nodes.Watched> all = nodes.startTogether(3);
            TestProbe<LockService.Reply> elsewhere = acquires(all.get(0), HELD_ELSEWHERE);
            LockService.Granted first = elsewhere.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            TestProbe<LockService.Reply> here = acquires(all.get(1), HELD_HERE);
            LockService.Granted lost = here.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            TestProbe<LockService.Reply> waiter = acquires(all.get(1), HELD_ELSEWHERE);
            TestProbe<LockService.Reply> next = acquires(all.get(2), HELD_HERE);

            all.get(1).node().leave();

            LockService.Granted granted = next.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            here.expectMessage(Duration.ZERO, new LockService.Leaving("one", lost.fence(), WITHIN));
            assertEquals(
                    lost.fence(),
                    here.expectMessageClass(LockService.Lost.class, Duration.ZERO)
                            .fence());
            assertTrue(granted.fence().compareTo(lost.fence()) > 0, granted + " after " + lost);
            waiter.expectMessageClass(LockService.Unavailable.class, Duration.ZERO);
            assertEquals(Termination.Cause.LEFT, all.get(1).ended().cause());
            all.get(1)
                    .views()
                    .all()
                    .forEach(view -> assertEquals(new TreeSet<>(), view.departed(), "no other node has departed"));

            TestProbe<LockService.Reply> heir = acquires(all.get(2), HELD_ELSEWHERE);
            all.get(0).node().locks().tell(new LockService.Release("one", first.fence(), elsewhere.getRef()));
            LockService.Granted second = heir.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            assertTrue(second.fence().compareTo(first.fence()) > 0, second + " after " + first);
        }
    }

    /** The others are granted what it has released before it leaves, and keep what they hold. */
    @Test
    void holdersAtANodeThatLeavesFinishAndNobodyElseNotices() {
        try (Nodes nodes = new Nodes(3).with("symposium.leave-timeout", Nodes.PATIENCE)) {
            List<Nodes.Watched> all = nodes.startTogether(3);
            TestProbe<LockService.Reply> elsewhere = acquires(all.get(0), HELD_ELSEWHERE);
            LockService.Granted kept = elsewhere.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            TestProbe<LockService.Reply> here = acquires(all.get(1), HELD_HERE);
            LockService.Granted held = here.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            TestProbe<LockService.Reply> next = acquires(all.get(2), HELD_HERE);

            all.get(1).node().leave();
            here.expectMessage(Nodes.PATIENCE, new LockService.Leaving("one", held.fence(), Nodes.PATIENCE));
            acquires(all.get(1), "c")
                    .expectMessage(
                            Nodes.PATIENCE,
                            new LockService.Unavailable(
                                    "one", LockService.UnavailableCause.LEAVING, "this node is leaving"));
            all.get(1).node().locks().tell(new LockService.Release("one", held.fence(), here.getRef()));

            here.expectMessage(Nodes.PATIENCE, new LockService.Released("one", held.fence()));
            LockService.Granted granted = next.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            assertTrue(granted.fence().compareTo(held.fence()) > 0, granted + " after " + held);
            assertEquals(
                    held.fence().generation(),
                    granted.fence().generation(),
                    "the lock is free before the node is removed");
            assertEquals(Termination.Cause.LEFT, all.get(1).ended().cause());
            all.get(0).views().await("the node is gone", seen -> seen.members().size() == 2);
            TestProbe<LockService.Reply> heir = acquires(all.get(2), HELD_ELSEWHERE);
            all.get(0).node().locks().tell(new LockService.Release("one", kept.fence(), elsewhere.getRef()));
            elsewhere.expectMessage(Nodes.PATIENCE, new LockService.Released("one", kept.fence()));
            LockService.Granted second = heir.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            assertTrue(second.fence().compareTo(granted.fence()) > 0, second + " after " + granted);
        }
    }

    /**
     * Two clusters of one node each, whose ends are awaited together. A process without neighbours needs no other to
     * grant what it has: it grants nothing when it has left, nor when it is removed.
     */
    @Test
    void theOnlyNodeHasEndedThoughItsActorSystemDoesNotTerminateAndGrantsNothing() {
        try (Nodes one = lasting();
                Nodes other = lasting()) {
            Nodes.Watched leaves = one.start(0);
            LockService.Granted had =
                    acquires(leaves, HELD_HERE).expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
            assertEquals(Claims.exclusive(HELD_HERE), had.claims());
            Nodes.Watched removed = other.start(0);
            TestProbe<LockService.Reply> holder = acquires(removed, HELD_HERE);
            LockService.Granted granted = holder.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);

            leaves.node().leave();
            Cluster cluster = Cluster.get(removed.node().system());
            cluster.manager().tell(Down.apply(removed.node().address()));

            assertEquals(
                    granted.fence(),
                    holder.expectMessageClass(LockService.Lost.class, Nodes.PATIENCE)
                            .fence());
            acquires(removed, HELD_ELSEWHERE).expectMessageClass(LockService.Unavailable.class, Nodes.PATIENCE);
            assertEquals(Termination.Cause.REMOVED, removed.ended().cause());
            assertEquals(Termination.Cause.LEFT, leaves.ended().cause());
            acquires(leaves, HELD_ELSEWHERE).expectMessageClass(LockService.Unavailable.class, Nodes.PATIENCE);
        }
    }

    private static Nodes lasting() {
        return new Nodes(1).with("akka.coordinated-shutdown.terminate-actor-system", "off");
    }

    private static TestProbe<LockService.Reply> acquires(Nodes.Watched at, String resource) {
        TestProbe<LockService.Reply> client = TestProbe.create(at.node().system());
        at.node()
                .locks()
                .tell(new LockService.Acquire("one", Claims.exclusive(resource), Optional.empty(), client.getRef()));
        return client;
    }
}
