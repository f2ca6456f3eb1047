package symposium.mutex.tokenring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** Tokens go round whether anyone enters or not: n messages per round and token. */
class TokenRingCostTest {

    /**
     * Two ticks per hop, one to rest and one on the way: a round takes 2n ticks, in which each token is sent n times.
     */
    @ParameterizedTest
    @CsvSource({"1, 1", "5, 1", "2, 2", "5, 2", "8, 2", "5, 3"})
    void withoutAnyEntryARoundCostsNMessagesPerToken(int processes, int tokens) {
        int rounds = 10;
        Metrics tally = Simulation.of(
                        new TokenRing.Entry(tokens),
                        Start.of(processes, 0),
                        Workload.initiating(MutualExclusion.PROBLEM, Set.of(), Durations.exactly(1)))
                .withTimers(Map.of(
                        "TOKEN_0_RESTS", Durations.exactly(1),
                        "TOKEN_1_RESTS", Durations.exactly(1),
                        "TOKEN_2_RESTS", Durations.exactly(1)))
                .as(Run::new)
                .runUntil(2L * processes * rounds);

        assertEquals(0, tally.served());
        assertEquals((long) processes * rounds, tally.messages("token"), 1);
        assertEquals((long) (tokens - 1) * processes * rounds, tally.messages("watcher"), tokens - 1.0);
    }

    /** "wait (token); critical section; send (token)": when all always ask, one hop of the token per entry. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void atSaturationAnEntryCostsOneHopOfTheToken(int processes) {
        Metrics tally = Simulation.of(
                        new TokenRing.Entry(),
                        Start.of(processes, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(0), Durations.exactly(1)))
                .withTimers(Map.of("TOKEN_0_RESTS", Durations.exactly(1), "TOKEN_1_RESTS", Durations.exactly(1)))
                .as(Run::new)
                .runUntilServed(1_000);

        assertTrue(tally.messages("token") <= tally.served() + 1, tally.toString());
        assertTrue(tally.messages("token") >= tally.served() - 1, tally.toString());
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 2", "7, 3", "30, 4"})
    void whateverTheDelaysNothingIsRegeneratedWithoutALoss(int processes, long seed) {
        Metrics tally = Simulation.of(
                        new TokenRing.EntryOfThree(),
                        Start.of(processes, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.between(0, 50), Durations.between(0, 9)))
                .withDelays(Durations.between(1, 20))
                .withTimers(Map.of(
                        "TOKEN_0_RESTS", Durations.between(1, 9),
                        "TOKEN_1_RESTS", Durations.between(1, 30),
                        "TOKEN_2_RESTS", Durations.between(1, 3)))
                .withSeed(seed)
                .as(Run::new)
                .runUntilServed(2_000);

        assertEquals(0, tally.rules().get("token.regenerates"), tally.toString());
        assertTrue(tally.rules().get("token.meets") > 0, tally.toString());
    }
}
