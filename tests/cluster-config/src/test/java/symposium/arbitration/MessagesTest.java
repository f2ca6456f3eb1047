package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.binary.BinaryArbitration;
import symposium.arbitration.chandymisra.ChandyMisra;
import symposium.arbitration.twostage.TwoStage;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.topology.RandomGraph;

/**
 * Messages per meal and waits at saturation: two stages beside hygienic forks and beside binary arbitration, counted in
 * virtual time.
 */
class MessagesTest {

    private static final int PHILOSOPHERS = 200;
    private static final int MEALS = 8_000;
    /** What two stages may cost in relation to hygienic forks. */
    private static final double MOST = 1.5;

    /**
     * How long everything takes, in ticks: at the greatest saturation, or as the paper assumes: meals and thought that
     * outlast many messages.
     */
    private enum Pace {
        HASTY(Durations.exactly(1), Durations.between(1, 10), Durations.between(1, 10)),
        LEISURELY(Durations.between(200, 600), Durations.between(200, 600), Durations.exactly(1));

        private final Durations thinking;
        private final Durations eating;
        private final Durations travelling;

        Pace(Durations thinking, Durations eating, Durations travelling) {
            this.thinking = thinking;
            this.eating = eating;
            this.travelling = travelling;
        }
    }

    @Test
    @Tag("slow")
    void twoStagesCostAtMostHalfAsMuchAgainAsHygienicForks() {
        for (long seed = 0; seed < 3; seed++) {
            for (Topology topology : List.of(
                    Shape.CYCLE,
                    RandomGraph.of("random of degree 4", PHILOSOPHERS, 4, seed),
                    Shape.COMPLETE,
                    Shape.STAR)) {
                int philosophers = topology == Shape.COMPLETE ? 12 : PHILOSOPHERS;
                double hygienic = perMeal(new ChandyMisra.Entry(), topology, philosophers, Pace.HASTY, seed);
                double two = perMeal(new TwoStage.Entry(), topology, philosophers, Pace.HASTY, seed);
                double binary = perMeal(new BinaryArbitration.Entry(), topology, philosophers, Pace.HASTY, seed);
                System.out.printf(
                        Locale.ROOT,
                        "%s of %d, seed %d: messages per meal: hygienic %.2f, two-stage %.2f, binary %.2f%n",
                        topology,
                        philosophers,
                        seed,
                        hygienic,
                        two,
                        binary);
                assertTrue(two <= MOST * hygienic, () -> topology + ": " + two + " to " + hygienic);
                assertTrue(binary <= two * 1.05, () -> topology + ": " + binary + " to " + two);
                if (topology != Shape.STAR) {
                    // Hygienic forks change hands for every meal: 2 messages for each of a philosopher's forks.
                    double forks = topology == Shape.CYCLE ? 2 : topology == Shape.COMPLETE ? 11 : 4;
                    assertEquals(2 * forks, hygienic, 0.1 * forks);
                }
            }
        }
    }

    /**
     * Where meals and thought outlast the transitions, waits are at most half as long again as with hygienic forks; in
     * haste they are longer.
     */
    @Test
    void waitsAreShortUnderThePapersAssumption() {
        Topology graph = RandomGraph.of("random of degree 4", PHILOSOPHERS, 4, 7);
        for (Pace pace : Pace.values()) {
            long hygienic =
                    run(new ChandyMisra.Entry(), graph, PHILOSOPHERS, pace, 7).longestWait();
            long two = run(new TwoStage.Entry(), graph, PHILOSOPHERS, pace, 7).longestWait();
            long binary = run(new BinaryArbitration.Entry(), graph, PHILOSOPHERS, pace, 7)
                    .longestWait();
            System.out.println(
                    pace + ": longest waits: hygienic " + hygienic + ", two-stage " + two + ", binary " + binary);
            assertTrue(two < binary, pace::toString);
            assertTrue(pace == Pace.HASTY || two <= MOST * hygienic, () -> two + " to " + hygienic);
        }
    }

    private static double perMeal(
            Algorithm<?, ?, User, Input, Output> algorithm, Topology topology, int philosophers, Pace pace, long seed) {
        Metrics tally = run(algorithm, topology, philosophers, pace, seed);
        return (double) tally.total() / tally.served();
    }

    private static <S, M> Metrics run(
            Algorithm<S, M, User, Input, Output> algorithm, Topology topology, int philosophers, Pace pace, long seed) {
        List<Neighbours> neighbours =
                topology.everyones(Start.of(philosophers, 0).processes());
        Set<ProcessId> eaters = new HashSet<>();
        Metrics tally = Simulation.of(
                        algorithm,
                        Start.of(philosophers, 0),
                        topology,
                        algorithm.system().channels(),
                        Workload.demanding(
                                algorithm.problem(), who -> true, Integer.MAX_VALUE, pace.thinking, pace.eating))
                .withDelays(pace.travelling)
                .withOtherTimers(pace.travelling)
                .withSeed(seed)
                .withWatcher((tick, occurrence) -> watch(occurrence, neighbours, eaters))
                .as(Run::new)
                .runUntilServed(MEALS, Long.MAX_VALUE);
        assertEquals(MEALS, tally.served());
        return tally;
    }

    private static void watch(TraceEvent occurrence, List<Neighbours> neighbours, Set<ProcessId> eaters) {
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            ProcessId self = stepped.process();
            if (stepped.event().equals(new Event.Input<>(Input.SATED))) {
                eaters.remove(self);
            }
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Output<?, ?> output && output.output() instanceof Output.Eats) {
                    for (Neighbour other : neighbours.get(self.number())) {
                        assertTrue(!eaters.contains(other.id()), () -> self + " and " + other + " eat at once");
                    }
                    eaters.add(self);
                }
            }
        }
    }
}
