package symposium.mutex.carvalhoroucairol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.mutex.Explorations;
import symposium.mutex.Fence;
import symposium.mutex.MessageCosts;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.Workloads;
import symposium.simulation.Courses;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** Between 0 and 2(n-1) messages per entry, both attained. */
class CarvalhoRoucairolCostTest {

    private static final Durations EATING = Durations.exactly(3);

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 3", "3, 1"})
    void noRunCostsMoreThan2NMinus2PerEntryNorLessThanNothing(int processes, int requests) {
        int perEntry = 2 * (processes - 1);
        var model = Explorations.of(new CarvalhoRoucairol.Entry(), processes, requests);
        MessageCosts worst =
                MessageCosts.of(model, step -> MessageCosts.messages(step) - perEntry * MessageCosts.entries(step));
        MessageCosts all = MessageCosts.of(model, MessageCosts::messages);

        assertEquals(0, worst.most());
        assertEquals(0, all.least());
        assertTrue(worst.quiescent() > requests);
    }

    @ParameterizedTest
    @CsvSource({"3, 2"})
    @Tag("slow")
    void noRunCostsMoreThan2NMinus2PerEntryNorLessThanNothingAtLargerSizes(int processes, int requests) {
        noRunCostsMoreThan2NMinus2PerEntryNorLessThanNothing(processes, requests);
    }

    /** The holder of all permissions is process 0 at the start; n-1 holds none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 30})
    void theFirstEntryOfProcessPCosts2P(int processes) {
        for (int process = 0; process < processes; process++) {
            Metrics tally = Simulation.of(
                            new CarvalhoRoucairol.Entry(),
                            Start.of(processes, 0),
                            Workload.initiating(MutualExclusion.PROBLEM, Set.of(ProcessId.of(process)), EATING))
                    .as(Run::new)
                    .runToTheEnd();

            assertEquals(1, tally.served());
            assertEquals(process, tally.messages("request"));
            assertEquals(process, tally.messages("reply"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 30})
    void furtherEntriesOfTheSameProcessCostNothing(int processes) {
        Metrics tally = Simulation.of(
                        new CarvalhoRoucairol.Entry(),
                        Start.of(processes, 0),
                        Workload.scheduled(
                                MutualExclusion.PROBLEM,
                                Map.of(ProcessId.of(processes - 1), List.of(0L, 10L, 20L, 30L, 40L)),
                                EATING))
                .as(Run::new)
                .runToTheEnd();

        assertEquals(5, tally.served());
        assertEquals(2L * (processes - 1), tally.total());
    }

    /**
     * When all take turns, each process has been asked for all its permissions since: the worst case of every entry.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 30})
    void takingTurnsCosts2NMinus2EachTime(int processes) {
        Map<ProcessId, List<Long>> turns = new TreeMap<>();
        for (int process = 0; process < processes; process++) {
            long first = 10L * process;
            turns.put(ProcessId.of(process), List.of(first, first + 10L * processes, first + 20L * processes));
        }
        Run<?, ?, ?, ?, ?> run = Simulation.of(
                        new CarvalhoRoucairol.Entry(),
                        Start.of(processes, 0),
                        Workload.scheduled(MutualExclusion.PROBLEM, turns, EATING))
                .as(Run::new);
        Metrics early = run.runUntilServed(processes);
        Metrics steady = Courses.between(early, run.runToTheEnd());

        assertEquals(2L * processes, steady.served());
        assertEquals(2L * (processes - 1) * steady.served(), steady.total());
    }

    @Test
    void inRandomRunsEveryRequestIsAnsweredOnceAndTheBoundsHold() {
        for (long seed = 0; seed < 40; seed++) {
            int processes = 1 + (int) (seed % 10);
            Metrics tally = Workloads.run(new CarvalhoRoucairol.Entry(), processes, 5, seed);

            assertEquals(5L * processes, tally.served(), tally.toString());
            assertEquals(tally.messages("request"), tally.messages("reply"), tally.toString());
            assertTrue(tally.total() <= 2L * (processes - 1) * tally.served(), tally.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void theKthGrantOfAllHasTheFenceK(int processes) {
        List<Output> told = new ArrayList<>();
        Simulation.of(
                        new CarvalhoRoucairol.Entry(),
                        Start.of(processes, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.between(0, 50), EATING))
                .withDelays(Durations.between(1, 20))
                .withSeed(processes)
                .withWatcher((time, occurrence) -> granted(occurrence).ifPresent(told::add))
                .as(Run::new)
                .runUntilServed(200);

        assertEquals(
                LongStream.rangeClosed(1, 200)
                        .mapToObj(grant -> new Output.Granted(new Fence(0, grant)))
                        .toList(),
                told);
    }

    private static Optional<Output> granted(TraceEvent occurrence) {
        return ((TraceEvent.Stepped) occurrence)
                .effects().stream()
                        .filter(Effect.Output.class::isInstance)
                        .map(effect -> (Output) ((Effect.Output<?, ?>) effect).output())
                        .findFirst();
    }
}
