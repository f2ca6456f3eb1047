package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.service.member.InvalidSetting;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.participant.Lock;

/** Nodes as actor systems of one JVM, over real connections. */
class ClusterTest {

    @Test
    void threeNodesFormARingShareTheLockAndSeeOneOfThemDie() {
        try (Nodes nodes = new Nodes(3)) {
            List<Nodes.Watched> ring = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            List<ProcessId> ids = ring.stream().map(one -> one.node().process()).toList();
            for (int place = 0; place < 3; place++) {
                MembershipView view = ring.get(place)
                        .views()
                        .await("three in the ring", seen -> seen.members().size() == 3);
                assertEquals(new TreeSet<>(ids), view.ring());
                assertEquals(Neighbours.onRing(ids.get((place + 1) % 3), ids.get((place + 2) % 3)), view.neighbours());
                assertEquals(ring.get(place).node().address(), view.members().get(ids.get(place)));
            }

            for (int round = 0; round < 6; round++) {
                eats(ring.get(round * 2 % 3).node());
            }

            ring.get(2).node().kill();
            for (Nodes.Watched survivor : ring.subList(0, 2)) {
                MembershipView unreachable = survivor.views()
                        .await("2 does not answer", seen -> !seen.unreachable().isEmpty());
                assertEquals(List.of(ids.get(2)), List.copyOf(unreachable.unreachable()));
                assertTrue(unreachable.members().containsKey(ids.get(2)), "it is not departed yet");
                assertFalse(unreachable.cutOff(), "two of three are a majority");
                MembershipView after = survivor.views()
                        .await("2 has departed", seen -> !seen.departed().isEmpty());
                assertEquals(new TreeSet<>(ids.subList(0, 2)), after.ring());
                assertEquals(List.of(ids.get(2)), List.copyOf(after.departed()));
            }

            Nodes.Watched reborn = nodes.start(2);
            for (Nodes.Watched one : List.of(ring.get(0), ring.get(1), reborn)) {
                MembershipView view =
                        one.views().await("three again", seen -> seen.members().size() == 3);
                assertTrue(view.members().containsKey(reborn.node().process()), "the new life of 2 is in the ring");
                assertFalse(view.members().containsKey(ids.get(2)), "its former is not");
            }
        }
    }

    @Test
    @Tag("slow")
    void aNodeThatSeesNoMajorityIsCutOffAtOnce() {
        try (Nodes nodes = new Nodes(3)) {
            List<Nodes.Watched> ring = nodes.startTogether(3);
            ring.get(1).node().kill();
            ring.get(2).node().kill();
            MembershipView view = ring.get(0).views().await("cut off", MembershipView::cutOff);
            assertEquals(3, view.members().size(), "before anybody is removed");
            assertEquals(Neighbours.none(), view.neighbours());
            assertEquals(Termination.Cause.REMOVED, ring.get(0).ended().cause());
        }
    }

    @Test
    void aNodeWhoseNumberIsTakenEndsAndTheOthersDoNotMind() {
        try (Nodes nodes = new Nodes(2)) {
            Nodes.Watched zero = nodes.start(0);
            Nodes.Watched one = nodes.start(1);
            one.views().await("two in the ring", seen -> seen.members().size() == 2);
            Nodes.Watched other = nodes.start(1);
            Termination ended = other.ended();
            assertEquals(
                    new Termination(
                            Termination.Cause.REFUSED,
                            "process 1 (symposium.process) is the node at "
                                    + one.node().address() + " already: each node must have a different number"),
                    ended);
            assertEquals(64, ended.cause().exitCode());
            eats(one.node());
            eats(zero.node());
        }
    }

    @Test
    void aNodeThatDisagreesWithTheClusterEnds() {
        try (Nodes nodes = new Nodes(2)) {
            Nodes.Watched zero = nodes.start(0);
            zero.views().await("one in the ring", seen -> seen.members().size() == 1);
            Termination ended = nodes.with("symposium.processes", 3).start(1).ended();
            assertEquals(
                    new Termination(
                            Termination.Cause.REFUSED,
                            "this node is configured otherwise than the cluster's node at "
                                    + zero.node().address() + ": symposium.processes is 3 here and 2 there"),
                    ended);
        }
    }

    @Test
    void aClusterThatDoesNotFormInTimeIsGivenUp() {
        try (Nodes nodes = new Nodes(3).with("symposium.formation-timeout", "2s")) {
            Termination ended = nodes.start(1).ended();
            assertEquals(Termination.Cause.NOT_FORMED, ended.cause());
            assertEquals(
                    "the cluster has not formed within 2000 ms (symposium.formation-timeout): this node is up, but sees only 1 of 3"
                            + " processes [1]; 2 are a majority",
                    ended.why());
        }
    }

    @Test
    void aNodeThatLeavesDeparts() {
        try (Nodes nodes = new Nodes(3)) {
            List<Nodes.Watched> ring = nodes.startTogether(3);
            ring.get(1).node().leave();
            assertEquals(Termination.Cause.LEFT, ring.get(1).ended().cause());
            MembershipView view = ring.get(0).views().await("1 has departed", seen -> !seen.departed()
                    .isEmpty());
            assertEquals(List.of(ring.get(1).node().process()), List.copyOf(view.departed()));
        }
    }

    @Test
    void aPortInUseIsSaidInOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                Nodes nodes = new Nodes(1).with("akka.remote.artery.canonical.port", taken.getLocalPort())) {
            InvalidSetting invalid = assertThrows(InvalidSetting.class, () -> nodes.start(0));
            assertEquals(
                    "akka.remote.artery.canonical.port is " + taken.getLocalPort()
                            + ": at 127.0.0.1 that port is in use or not available; use another one, or 0 for any free port",
                    invalid.getMessage());
        }
    }

    private static void eats(SymposiumNode node) {
        TestProbe<Lock.Reply> user = TestProbe.create(node.system());
        node.lock().tell(new Lock.Acquire(user.getRef()));
        Lock.Granted granted = user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
        node.lock().tell(new Lock.Release(granted.fence(), user.getRef()));
        user.expectMessage(Nodes.PATIENCE, new Lock.Released(granted.fence()));
    }
}
