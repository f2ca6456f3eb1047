package symposium.election.franklin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.election.Arrangements;
import symposium.election.Election;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * Random rings and delays, beyond what is explored, over links that do not keep order; every failure names its seed.
 */
@Tag("fast")
class FranklinUnorderedTest {

    private static final int RUNS = 400;

    @ParameterizedTest
    @ValueSource(ints = {6, 8, 17})
    void theRightOneIsElectedWithinTheBoundAndSometimesForMore(int processes) {
        int more = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            Topology ring = Arrangements.random(processes, new Random(seed));
            long ordered = messages(ring, processes, Channels.FIFO, Durations.exactly(1), seed);
            long disordered = messages(ring, processes, Channels.UNORDERED, Durations.between(1, 1000), seed);
            int rounds = 32 - Integer.numberOfLeadingZeros(processes);
            assertTrue(disordered <= 2L * processes * rounds, "seed " + seed + ": " + disordered);
            more += disordered > ordered ? 1 : 0;
        }
        assertTrue(processes < 8 || more > 0, "order never mattered");
    }

    private static long messages(Topology ring, int processes, Channels channels, Durations delays, long seed) {
        Set<ProcessId> leaders = new TreeSet<>();
        Metrics tally = Simulation.of(
                        new Franklin(),
                        Election.PROBLEM,
                        Network.of(ring, Arrangements.everyone(processes)),
                        channels,
                        Workload.initiating(Election.PROBLEM, Arrangements.everyone(processes), Durations.exactly(0)))
                .withDelays(delays)
                .withSeed(seed)
                .withListener((process, told) -> leaders.add(told.leader()))
                .as(Run::new)
                .runToTheEnd();
        assertEquals(Set.of(ProcessId.of(processes - 1)), leaders, "seed " + seed);
        return tally.total() - tally.messages("elected");
    }
}
