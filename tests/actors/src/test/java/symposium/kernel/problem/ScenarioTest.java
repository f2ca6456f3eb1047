package symposium.kernel.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;

/** Small models in which a fault shows, and how a run starts. */
@Tag("fast")
class ScenarioTest {

    private static final Scenario PLAIN = Scenario.of(3, "p");

    private static String refusal(Runnable made) {
        return assertThrows(IllegalArgumentException.class, made::run).getMessage();
    }

    @Test
    void whatIsLeftOpenIsAsThePaperAssumes() {
        assertEquals("p", PLAIN.invariant());
        assertEquals(Start.of(3, 0), PLAIN.start());
        assertEquals(Optional.empty(), PLAIN.topology());
        assertEquals(Set.of(), PLAIN.initiators());
        assertEquals(OptionalInt.empty(), PLAIN.requests());
        assertEquals(Optional.empty(), PLAIN.channels());
        assertEquals(Map.of(), PLAIN.faults());
        assertEquals(Set.of(), PLAIN.partition());
        assertEquals(0, PLAIN.times(Fault.CRASH));
    }

    @Test
    void aScenarioNamesWhatIsOtherwise() {
        Scenario other = PLAIN.onRing(0, 2, 1)
                .withInitiators(1, 2)
                .withRequests(4)
                .withChannels(Channels.UNORDERED)
                .withFault(Fault.LOSS, 2)
                .withFault(Fault.CRASH, 1)
                .withPartition(0);
        assertEquals(Optional.of(RelabelledTopology.ring(0, 2, 1)), other.topology());
        assertEquals(Set.of(ProcessId.of(1), ProcessId.of(2)), other.initiators());
        assertEquals(OptionalInt.of(4), other.requests());
        assertEquals(Optional.of(Channels.UNORDERED), other.channels());
        assertEquals(
                List.of(2, 1, 0), List.of(other.times(Fault.LOSS), other.times(Fault.CRASH), other.times(Fault.JOIN)));
        assertEquals(Set.of(ProcessId.of(0)), other.partition());
        assertEquals(Optional.of(Shape.LINE), PLAIN.withTopology(Shape.LINE).topology());
    }

    @Test
    void aCrashOrALossHappensOnce() {
        assertEquals(Map.of(Fault.CRASH, 1), Scenario.crash(3, "p").faults());
        assertEquals(Map.of(Fault.LOSS, 1), Scenario.loss(3, "p").faults());
    }

    @Test
    void onlyProcessesThatAreThereTakePart() {
        assertTrue(refusal(() -> PLAIN.withInitiators(3)).endsWith("[3] and [] are not all there"));
        assertTrue(refusal(() -> PLAIN.withPartition(3)).endsWith("[] and [3] are not all there"));
        refusal(() -> PLAIN.withHolder(3));
    }

    @Test
    void whatHappensHappensAtLeastOnce() {
        refusal(() -> PLAIN.withRequests(0));
        refusal(() -> PLAIN.withFault(Fault.LOSS, 0));
        assertEquals(1, PLAIN.withRequests(1).withFault(Fault.LOSS, 1).times(Fault.LOSS));
    }

    // --- starts

    @Test
    void aMajorityIsAQuorumUnlessAnotherIsGiven() {
        assertEquals(2, Start.of(3, 0).quorum());
        assertEquals(3, Start.of(4, 0).quorum());
        assertEquals(4, Start.of(4, 0).withQuorum(4).quorum());
        assertEquals(1, Start.of(4, 0).withQuorum(1).quorum());
        assertEquals(ProcessId.of(3), Start.of(4, 3).withQuorum(1).holder());
    }

    @Test
    void aRunStartsWithAHolderAndAPossibleQuorum() {
        assertEquals("a run needs at least one process", refusal(() -> new Start(new TreeSet<>(), ProcessId.of(0), 1)));
        assertEquals("the holder is one of the processes 0 to 2, not 3", refusal(() -> Start.of(3, 3)));
        String quorum = "a quorum of 3 processes is from 1 to as many, not ";
        assertEquals(quorum + 0, refusal(() -> Start.of(3, 0).withQuorum(0)));
        assertEquals(quorum + 4, refusal(() -> Start.of(3, 0).withQuorum(4)));
    }
}
