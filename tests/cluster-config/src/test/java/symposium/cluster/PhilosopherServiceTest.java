package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.service.participant.Philosopher;

/** Philosophers at the nodes of a cluster, who share forks with their neighbours. */
class PhilosopherServiceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** On a path 0, 1, 2: the outer two eat at once; the one between dies while it eats, and its forks are gone. */
    @Test
    @Tag("slow")
    void aNodeThatSharesNoForkEatsAtTheSameTimeAndTheForksOfTheDeadAreNoLongerNeeded() {
        try (Nodes nodes = new Nodes(3)
                .with("symposium.algorithm", "two-stage")
                .with("symposium.topology", "line")
                .with("symposium.first-generation", 0)) {
            List<SymposiumNode> table = List.of(
                    nodes.start(0).node(), nodes.start(1).node(), nodes.start(2).node());
            List<ProcessId> ids = table.stream().map(SymposiumNode::process).toList();
            assertTrue(table.get(0).hasPhilosopher());
            assertThrows(IllegalStateException.class, () -> table.get(0).lock());

            Guest zero = new Guest(table.get(0));
            Guest two = new Guest(table.get(2));
            assertEquals(1L, zero.eats().uses().get(ids.get(1)));
            assertEquals(1L, two.eats().uses().get(ids.get(1)));
            Guest one = new Guest(table.get(1));
            one.isHungry();
            two.finishes();
            zero.finishes();
            Philosopher.Eats between = one.probe.expectMessageClass(Philosopher.Eats.class, PATIENCE);
            assertEquals(2L, between.uses().get(ids.get(0)));
            assertEquals(2L, between.uses().get(ids.get(2)));

            zero.isHungry();
            two.isHungry();
            table.get(1).kill();
            assertFalse(zero.served().uses().containsKey(ids.get(1)), "the fork is gone");
            assertFalse(two.served().uses().containsKey(ids.get(1)), "the fork is gone");
        }
    }

    /** An application of a node. */
    private static final class Guest {
        private final SymposiumNode node;
        private final TestProbe<Philosopher.Reply> probe;
        private long meal;

        Guest(SymposiumNode node) {
            this.node = node;
            this.probe = TestProbe.create(node.system());
        }

        void isHungry() {
            node.philosopher().tell(new Philosopher.Dine(probe.getRef()));
        }

        Philosopher.Eats served() {
            Philosopher.Eats eats = probe.expectMessageClass(Philosopher.Eats.class, PATIENCE);
            meal = eats.meal();
            return eats;
        }

        Philosopher.Eats eats() {
            isHungry();
            return served();
        }

        void finishes() {
            node.philosopher().tell(new Philosopher.Finish(meal, probe.getRef()));
            probe.expectMessage(new Philosopher.Finished(meal));
        }
    }
}
