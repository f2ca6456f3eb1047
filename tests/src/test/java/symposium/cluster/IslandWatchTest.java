package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import akka.actor.testkit.typed.javadsl.TestProbe;
import com.typesafe.config.Config;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import symposium.cluster.wire.ClusterQuery.Answer;

/** A first seed that is restarted while it is cut off founds a cluster of its own, and finds the others later. */
class IslandWatchTest {

    @Test
    void aFirstSeedThatFoundedAnIslandWhileCutOffFindsTheOthers() throws Exception {
        try (Nodes nodes = new Nodes(3).with("akka.remote.artery.advanced.test-mode", "on")) {
            Nodes.Watched zero = nodes.start(0);
            List<Nodes.Watched> others = List.of(nodes.start(1), nodes.start(2));
            Address first = zero.node().address();
            for (Nodes.Watched other : others) {
                other.views().await("three members", view -> view.members().size() == 3 && !view.cutOff());
            }
            zero.node().kill();
            zero.ended();
            Map<String, Object> said = new HashMap<>();
            said.put("symposium.processes", 3);
            said.put("symposium.process", 0);
            said.put("akka.remote.artery.advanced.test-mode", "on");
            said.put("akka.remote.artery.canonical.port", first.getPort().orElseThrow());
            said.put(
                    "akka.cluster.seed-nodes",
                    List.of(
                            first.toString(),
                            others.get(0).node().address().toString(),
                            others.get(1).node().address().toString()));
            Config config = Hocon.quickNode(said);
            for (Nodes.Watched other : others) {
                Partition.swallow(other.node(), first);
            }
            SymposiumNode island = nodes.closing(SymposiumNode.start(config, Observers.none()));
            TestProbe<Lock.Reply> waiter = TestProbe.create(island.system());
            island.lock().tell(new Lock.Acquire(waiter.getRef()));
            for (Nodes.Watched other : others) {
                other.views().await("the former process 0 has departed", view -> view.departed()
                        .contains(zero.node().process()));
            }
            awaitUp(island);
            for (Nodes.Watched other : others) {
                Partition.mended(other.node(), first);
            }

            assertEquals(
                    Termination.Cause.ISLAND,
                    new Nodes.Watched(island, null, null, null, null).ended().cause());
            waiter.expectMessageClass(Lock.Unavailable.class, Nodes.PATIENCE);
            SymposiumNode again = nodes.closing(SymposiumNode.start(config, Observers.none()));
            for (Nodes.Watched other : others) {
                other.views().await("it is back", view -> view.members().containsKey(again.process()));
            }
        }
    }

    private static void awaitUp(SymposiumNode node) throws InterruptedException {
        akka.cluster.typed.Cluster cluster = akka.cluster.typed.Cluster.get(node.system());
        long deadline = System.nanoTime() + Nodes.PATIENCE.toNanos();
        while (!cluster.selfMember().status().equals(akka.cluster.MemberStatus.up())) {
            assertTrue(System.nanoTime() < deadline, "the first seed has not founded a cluster");
            Thread.sleep(100);
        }
    }

    @Test
    void ofTwoClustersOnePrevails() {
        Answer two = new Answer(List.of("b#1", "c#1"), 2);
        Answer one = new Answer(List.of("a#1"), 1);
        Answer asLarge = new Answer(List.of("b#2"), 1);
        Answer none = new Answer(List.of(), 0);
        assertTrue(two.prevailsOver(one));
        assertFalse(one.prevailsOver(two));
        assertTrue(one.prevailsOver(asLarge));
        assertFalse(asLarge.prevailsOver(one));
        assertFalse(none.prevailsOver(one));
        assertFalse(none.prevailsOver(none));
    }
}
