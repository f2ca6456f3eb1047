package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.CoordinatedShutdown;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;
import symposium.service.member.Termination;
import symposium.service.participant.Lock;
import symposium.wire.ClusterQuery.Answer;

/** A node whose cluster has no majority finds the cluster of the others. */
@Tag("slow")
class IslandWatchTest {

    private static final String TEST_MODE = "akka.remote.artery.advanced.test-mode";
    private static final String SEEDS = "akka.cluster.seed-nodes";

    @Test
    void aFirstSeedThatFoundedAnIslandWhileCutOffFindsTheOthers() throws Exception {
        try (Nodes nodes = new Nodes(3).with(TEST_MODE, "on")) {
            Nodes.Watched zero = nodes.start(0);
            List<Nodes.Watched> others = List.of(nodes.start(1), nodes.start(2));
            Config config = killed(zero, others);
            SymposiumNode island = nodes.closing(SymposiumNode.start(config, Observers.none()));
            isAnIsland(island, zero, others);

            SymposiumNode again = nodes.closing(SymposiumNode.start(config, Observers.none()));
            for (Nodes.Watched other : others) {
                other.views().await("it is back", view -> view.members().containsKey(again.process()));
            }
        }
    }

    /** The actor system is the application's, and goes on. */
    @Test
    void anApplicationsOwnActorSystemOutlivesItsNodeOnAnIsland() throws Exception {
        try (Nodes nodes = new Nodes(3).with(TEST_MODE, "on")) {
            Nodes.Watched zero = nodes.start(0);
            List<Nodes.Watched> others = List.of(nodes.start(1), nodes.start(2));
            Config config = killed(zero, others);
            ActorTestKit shop = ActorTestKit.create(SymposiumNode.SYSTEM, config);
            try {
                isAnIsland(SymposiumNode.within(shop.system(), Observers.none()), zero, others);
                assertFalse(
                        shop.system().getWhenTerminated().toCompletableFuture().isDone());
            } finally {
                shop.shutdownTestKit();
            }
        }
    }

    /** The configuration of the first seed, which has been killed, and which the others do not hear. */
    private static Config killed(Nodes.Watched zero, List<Nodes.Watched> others) throws Exception {
        formed(others);
        zero.node().kill();
        zero.ended();
        for (Nodes.Watched other : others) {
            Partition.swallow(other.node(), zero.node().address());
        }
        return config(zero, List.of(zero, others.get(0), others.get(1)));
    }

    /** The node founds a cluster of its own, hears the others again, and ends. */
    private static void isAnIsland(SymposiumNode island, Nodes.Watched zero, List<Nodes.Watched> others)
            throws Exception {
        TestProbe<Lock.Reply> waiter = TestProbe.create(island.system());
        island.lock().tell(new Lock.Acquire(waiter.getRef()));
        for (Nodes.Watched other : others) {
            other.views().await("the former process 0 has departed", view -> view.departed()
                    .contains(zero.node().process()));
        }
        awaitUp(island);
        for (Nodes.Watched other : others) {
            Partition.mended(other.node(), zero.node().address());
        }
        waiter.expectMessageClass(Lock.Unavailable.class, Nodes.PATIENCE);
        assertEquals(
                Termination.Cause.ISLAND,
                new Nodes.Watched(island, null, null, null, null).ended().cause());
    }

    /**
     * Both ends of a link that fails are removed, and found a cluster at their former addresses: the third node has
     * these in quarantine.
     */
    @Test
    void aNodeWhoseClusterRemovedAllOthersFindsThemWhenTheyAreBack() throws Exception {
        try (Nodes nodes = new Nodes(3).with(TEST_MODE, "on")) {
            List<Nodes.Watched> all = nodes.startTogether(3);
            Nodes.Watched zero = all.get(0);
            Nodes.Watched one = all.get(1);
            Nodes.Watched two = all.get(2);
            Partition.around(zero.node(), one.node());
            for (Nodes.Watched removed : List.of(zero, one)) {
                Termination ended = removed.ended();
                assertEquals(Termination.Cause.REMOVED, ended.cause(), ended.why());
                removed.node()
                        .system()
                        .getWhenTerminated()
                        .toCompletableFuture()
                        .get();
            }
            two.views().await("it is alone", view -> view.members().size() == 1);
            for (Nodes.Watched removed : List.of(zero, one)) {
                nodes.closing(SymposiumNode.start(config(removed, List.of(zero, one)), Observers.none()));
            }
            assertEquals(Termination.Cause.ISLAND, two.ended().cause());
        }
    }

    /**
     * Each has the other in quarantine, and hears nothing more of it, not even that. The first that ends finds the
     * other when it is started again.
     */
    @Test
    void ofTwoNodesThatHaveRemovedEachOtherOneEnds() throws Exception {
        try (Nodes nodes = new Nodes(2).with(TEST_MODE, "on")) {
            Nodes.Watched zero = nodes.start(0);
            Nodes.Watched one = nodes.start(1);
            List<Nodes.Watched> both = List.of(zero, one);
            for (Nodes.Watched node : both) {
                node.views().await("both", view -> view.members().size() == 2 && !view.cutOff());
            }
            Partition.around(zero.node(), one.node());
            removes(zero, one);
            removes(one, zero);
            awaitMembers(zero, 1);
            awaitMembers(one, 1);
            Partition.mended(zero.node(), one.node());
            await(() -> both.stream().anyMatch(node -> hasTerminated(node.node())));

            // The other may end as well, before the first has ceased to listen.
            List<SymposiumNode> now = new ArrayList<>(List.of(zero.node(), one.node()));
            await(() -> {
                now.replaceAll(node -> {
                    if (!hasTerminated(node)) {
                        return node;
                    }
                    Nodes.Watched former = both.get(node.process().number());
                    hasRemovedEachOther(node.ended().toCompletableFuture().join());
                    return nodes.closing(SymposiumNode.start(config(former, both), Observers.none()));
                });
                return now.stream()
                        .allMatch(node ->
                                node.readiness().ready().toCompletableFuture().isDone() && !hasTerminated(node));
            });
        }
    }

    private static boolean hasTerminated(SymposiumNode node) {
        return node.system().getWhenTerminated().toCompletableFuture().isDone();
    }

    private static void hasRemovedEachOther(Termination ended) {
        assertEquals(Termination.Cause.ISLAND, ended.cause(), ended.why());
        assertTrue(ended.why().contains("have removed each other"), ended.why());
    }

    /**
     * On a loaded machine a node that is cut off can find one of the others unreachable before the next, and remove one
     * after the other. The others have a majority, and ask for no other cluster.
     *
     * @param noticed whether the others have removed it when they hear from it again
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aNodeThatHasRemovedAMajorityEndsAndTheOthersContinue(boolean noticed) throws Exception {
        try (Nodes nodes = new Nodes(3).with(TEST_MODE, "on")) {
            List<Nodes.Watched> all = nodes.startTogether(3);
            Nodes.Watched zero = all.get(0);
            Nodes.Watched one = all.get(1);
            Nodes.Watched two = all.get(2);
            Partition.around(one.node(), zero.node(), two.node());
            removes(one, zero);
            removes(one, two);
            awaitMembers(one, 1);
            if (noticed) {
                removes(zero, one);
                awaitMembers(zero, 2);
                awaitMembers(two, 2);
            }
            Partition.mended(one.node(), zero.node(), two.node());

            hasRemovedEachOther(one.ended());
            for (Nodes.Watched other : List.of(zero, two)) {
                assertFalse(other.node().ended().toCompletableFuture().isDone(), other.toString());
                TestProbe<Lock.Reply> user = TestProbe.create(other.node().system());
                other.node().lock().tell(new Lock.Acquire(user.getRef()));
                Lock.Granted granted = user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
                other.node().lock().tell(new Lock.Release(granted.fence(), user.getRef()));
                user.expectMessageClass(Lock.Released.class, Nodes.PATIENCE);
            }
        }
    }

    /**
     * Akka may end the actor system of a removed node before the node has heard why. The reason is that of a node that
     * has heard it.
     */
    @Test
    void aNodeThatAkkaEndsSaysThatTheyHaveRemovedEachOther() throws Exception {
        try (Nodes nodes = new Nodes(2).with(TEST_MODE, "on")) {
            Nodes.Watched zero = nodes.start(0);
            Nodes.Watched one = nodes.start(1);
            zero.views().await("both", view -> view.members().size() == 2 && !view.cutOff());
            Partition.around(zero.node(), one.node());
            removes(zero, one);
            awaitMembers(zero, 1);

            CoordinatedShutdown.get(zero.node().system()).runAll(CoordinatedShutdown.clusterDowningReason());

            assertEquals(
                    Termination.Cause.ISLAND, zero.ended().cause(), zero.ended().why());
        }
    }

    private static void removes(Nodes.Watched node, Nodes.Watched other) {
        Cluster.get(node.node().system()).manager().tell(Down.apply(other.node().address()));
    }

    private static void formed(List<Nodes.Watched> nodes) {
        for (Nodes.Watched node : nodes) {
            node.views().await("three members", view -> view.members().size() == 3 && !view.cutOff());
        }
    }

    /** Of a node that comes back where a former one was. */
    private static Config config(Nodes.Watched former, List<Nodes.Watched> seeds) {
        return Hocon.quickNode(Map.of(
                "symposium.processes",
                former.node().settings().processes(),
                "symposium.services",
                List.of("process", "resources", "election"),
                "symposium.process",
                former.node().process().number(),
                TEST_MODE,
                "on",
                "akka.remote.artery.canonical.port",
                former.node().address().getPort().orElseThrow(),
                SEEDS,
                seeds.stream().map(seed -> seed.node().address().toString()).toList()));
    }

    private static void awaitUp(SymposiumNode node) throws InterruptedException {
        Cluster cluster = Cluster.get(node.system());
        await(() -> cluster.selfMember().status().equals(MemberStatus.up()));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Nodes.PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "the cluster is not as it should be");
            Thread.sleep(100);
        }
    }

    /** Those that are down have been removed by then, and are in quarantine. */
    private static void awaitMembers(Nodes.Watched node, int count) throws InterruptedException {
        Cluster cluster = Cluster.get(node.node().system());
        await(() -> StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
                        .count()
                == count);
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
