package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.binary.BinaryArbitration;
import symposium.arbitration.chandymisra.ChandyMisra;
import symposium.arbitration.twostage.TwoStage;
import symposium.checker.Explorer;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/**
 * Each fault planted in the three solutions is refuted by a shortest counterexample, and so is the pentagon; see
 * {@link Golden}.
 */
class ArbitrationVariantsTest {

    private static final List<Trial> TRIALS = List.of(Trial.of(2, 1, Channels.FIFO), Trial.of(3, 1, Channels.FIFO));

    private static final String ONE_PLACE = "a fork lies at one of its two philosophers, or is on its way to one";

    @Test
    void binaryArbitration() {
        asExpectedAndAsKept(
                new BinaryArbitration.Entry(),
                "binary",
                List.of(
                        refuted(2, "b.finish hands no fork over, against C0", ONE_PLACE, 6),
                        refuted(2, "b.yield hands no fork over, against P0", ONE_PLACE, 3),
                        refuted(2, "b.block gives away a fork that it owns", ONE_PLACE, 5)));
    }

    @Test
    void twoStages() {
        asExpectedAndAsKept(
                new TwoStage.Entry(),
                "twostage",
                List.of(
                        refuted(
                                2,
                                "T2 does not make its forks undirected",
                                "Q0: the fork of two neighbours is directed, one way, if both are tabled, and only if so or T2's news is in transit",
                                5),
                        refuted(2, "T0 directs no arrows, and eats at once", "no two neighbours eat at once", 4),
                        refuted(
                                3,
                                "u.one eats when the first outgoing arrow disappears",
                                "Q1: a philosopher is hungry or without outgoing arrows",
                                11),
                        refuted(2, "w.yield hands no fork over, against P0", Scenario.NO_DEADLOCK, 2)));
    }

    @Test
    void hygienicForks() {
        asExpectedAndAsKept(
                new ChandyMisra.Entry(),
                "chandymisra",
                List.of(
                        refuted(2, "R2 sends no fork", Scenario.NO_DEADLOCK, 2),
                        refuted(2, "R2 done sends no fork", Scenario.NO_DEADLOCK, 4),
                        refuted(
                                3,
                                "R4 eats with what it has",
                                "an eating philosopher has all its forks, and they are dirty",
                                3),
                        refuted(3, "R2 R1 does not ask for it back", Scenario.NO_DEADLOCK, 9)));
    }

    /** Section 1: "let each philosopher on that cycle grab its 'left fork' first". */
    @Test
    void thePentagonWhereEveryoneGrabsLeft() {
        Table left = Table.of(List.of(List.of(1, 4), List.of(2, 0), List.of(3, 1), List.of(4, 2), List.of(0, 3)));
        Property broken = Explorer.check(Model.of(new BinaryArbitration.Entry(), Start.of(5, 0))
                        .withTopology(new Seats("everyone left first", left))
                        .withRequests(1))
                .violated()
                .orElseThrow();
        assertEquals(Scenario.NO_DEADLOCK, broken.name());
        StringBuilder told = new StringBuilder("everyone left first, violated: " + broken.name() + "\n");
        broken.trace()
                .forEach(occurrence -> told.append("    ").append(occurrence).append('\n'));
        assertKept("binary/pentagon-left.txt", told.toString());
    }

    private static Refutation refuted(int philosophers, String variant, String invariant, int steps) {
        return new Refutation(variant, Trial.of(philosophers, 1, Channels.FIFO).toString(), invariant, steps);
    }

    private static <S, M> void asExpectedAndAsKept(
            Algorithm<S, M, User, Input, Output> algorithm, String folder, List<Refutation> expected) {
        VariantTrials trials = VariantTrials.of(algorithm, TRIALS);
        assertKept(folder + "/variants.txt", trials.told());
        assertEquals(expected, trials.refutations());
    }

    private static void assertKept(String name, String told) {
        Golden.assertKept("symposium/arbitration/" + name, told);
    }
}
