package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.Adapter;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Leave;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.FreePorts;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;
import symposium.service.member.Termination;

/** A node that Akka shuts down says why. */
@Tag("slow")
class ShutdownTest {

    private static void ends(Termination.Cause cause, String why, SymposiumNode node) {
        Termination ended = node.ended().toCompletableFuture().join();
        assertEquals(cause, ended.cause(), ended.why());
        assertTrue(ended.why().contains(why), ended.why());
        String notReady = node.readiness().notReady().orElseThrow();
        assertEquals(cause == Termination.Cause.LEFT ? notReady : ended.why(), notReady);
    }

    /** On a loaded machine Akka does so if the node is down, and the event that says so does not get out in time. */
    @Test
    void aNodeWhoseMembershipEndsWithoutAReasonHasBeenRemoved() throws Exception {
        try (Nodes nodes = new Nodes(1)) {
            Nodes.Watched zero = nodes.start(0);
            zero.views().await("up", view -> !view.cutOff());

            akka.cluster.Cluster.get(Adapter.toClassic(zero.node().system())).shutdown();

            ends(Termination.Cause.REMOVED, "has been removed", zero.node());
        }
    }

    @Test
    void aNodeThatAnotherOneAsksToLeaveHasLeft() {
        try (Nodes nodes = new Nodes(2)) {
            List<Nodes.Watched> both = nodes.startTogether(2);

            Cluster.get(both.get(0).node().system())
                    .manager()
                    .tell(Leave.create(both.get(1).node().address()));

            ends(Termination.Cause.LEFT, "has left", both.get(1).node());
        }
    }

    @Test
    void aNodeThatResolvesPartitionsOtherwiseIsRefused() {
        try (Nodes nodes = new Nodes(2)) {
            nodes.start(0);
            nodes.with("akka.cluster.split-brain-resolver.active-strategy", "keep-oldest");

            ends(
                    Termination.Cause.REFUSED,
                    "settings of Akka differ",
                    nodes.start(1).node());
        }
    }

    @Test
    void aNodeThatFindsNoSeedInAkkasTimeHasNotFormed() {
        try (Nodes nodes = new Nodes(2)) {
            SymposiumNode node = nodes.closing(SymposiumNode.start(
                    Hocon.quickNode(Map.of(
                            "akka.cluster.seed-nodes",
                            List.of("akka://symposium@127.0.0.1:" + FreePorts.one()),
                            "akka.cluster.shutdown-after-unsuccessful-join-seed-nodes",
                            "2s",
                            "symposium.processes",
                            2,
                            "symposium.process",
                            1,
                            "symposium.formation-timeout",
                            "60s")),
                    Observers.none()));

            ends(Termination.Cause.NOT_FORMED, "shutdown-after-unsuccessful-join-seed-nodes", node);
        }
    }
}
