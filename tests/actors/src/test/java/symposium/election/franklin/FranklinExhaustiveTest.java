package symposium.election.franklin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.model.Model;
import symposium.election.AllRuns;
import symposium.election.Arrangements;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** On every ring of up to six, with one initiator. */
class FranklinExhaustiveTest {

    /**
     * All rings of six, with any of them initiating at any moment, take too long; with one that may initiate they do
     * not.
     */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"5, 75696", "6, 1352496"})
    void oneInitiatorAtATimeOnEveryRing(int processes, long expected) {
        long states = 0;
        for (Topology ring : Arrangements.rings(processes)) {
            for (ProcessId initiator : Arrangements.everyone(processes)) {
                states += AllRuns.of(
                                new Franklin.Entry(),
                                Model.of(new Franklin.Entry(), Start.of(processes, 0))
                                        .withTopology(ring)
                                        .withRequests(1)
                                        .withInitiators(Set.of(initiator)))
                        .isSound()
                        .report()
                        .states();
            }
        }
        assertEquals(expected, states);
    }
}
