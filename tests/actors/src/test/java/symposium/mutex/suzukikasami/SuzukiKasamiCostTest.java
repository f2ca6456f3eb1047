package symposium.mutex.suzukikasami;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * Section 3.6: "either n messages ... when the requesting process does not already hold the token, or 0 when it does".
 */
class SuzukiKasamiCostTest {

    private static final Durations EATING = Durations.exactly(3);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 40})
    void oneEntryCostsNMessagesOrNone(int processes) {
        for (int requester = 0; requester < processes; requester++) {
            Workload<User, Input> users =
                    Workload.initiating(MutualExclusion.PROBLEM, Set.of(ProcessId.of(requester)), EATING);
            Metrics tally = Simulation.of(new SuzukiKasami.Entry(), Start.of(processes, 0), users)
                    .withDelays(Durations.between(1, 10))
                    .withSeed(requester)
                    .as(Run::new)
                    .runToTheEnd();

            assertEquals(1, tally.served());
            assertEquals(requester == 0 ? 0 : processes - 1, tally.messages("request"));
            assertEquals(requester == 0 ? 0 : 1, tally.messages("token"));
            assertEquals(requester == 0 ? 0 : processes, tally.total());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10})
    void aHolderOfTheTokenEntersRepeatedlyWithoutMessages(int processes) {
        Workload<User, Input> users = Workload.scheduled(
                MutualExclusion.PROBLEM, Map.of(ProcessId.of(0), List.of(5L, 6L, 50L, 100L)), EATING);
        Metrics tally = Simulation.of(new SuzukiKasami.Entry(), Start.of(processes, 0), users)
                .as(Run::new)
                .runToTheEnd();

        assertEquals(4, tally.served());
        assertEquals(0, tally.total());
    }

    /** Whatever the delays, and messages overtaking each other: the books balance at any moment. */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 2", "5, 3", "20, 4", "50, 5"})
    void inEveryRunEachEntryThatFindsNoTokenCostsN(int processes, long seed) {
        Metrics tally = Simulation.of(
                        new SuzukiKasami.Entry(),
                        Start.of(processes, 0),
                        Workload.busy(
                                MutualExclusion.PROBLEM,
                                Durations.between(0, 20L * processes),
                                Durations.between(0, 4)))
                .withDelays(Durations.between(1, 30))
                .withSeed(seed)
                .as(Run::new)
                .runUntilServed(2_000);

        long called = tally.rules().get("prelude.broadcast");
        assertEquals((processes - 1) * called, tally.messages("request"));
        assertEquals(tally.served(), tally.rules().get("access") + tally.rules().get("prelude.present"));
        assertTrue(tally.messages("token") - tally.rules().get("access") <= 1, tally.toString());
        assertTrue(called > 0, tally.toString());
    }
}
