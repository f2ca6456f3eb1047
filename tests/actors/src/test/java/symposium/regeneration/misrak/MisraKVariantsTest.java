package symposium.regeneration.misrak;

import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.checker.model.FaultBudget;
import symposium.kernel.problem.Channels;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/**
 * The ways to generalize that come to mind first, refuted by shortest counterexamples; see {@link Golden}.
 */
class MisraKVariantsTest {

    private static final String GOLDEN = "symposium/regeneration/misrak/variants.txt";

    private static final List<Trial> TRIALS = List.of(
            Trial.of(1, 1, Channels.FIFO),
            Trial.of(2, 1, Channels.FIFO),
            Trial.of(1, 1, Channels.FIFO).suffering(FaultBudget.NONE.withLosses(1)),
            Trial.of(2, 1, Channels.FIFO).suffering(FaultBudget.NONE.withLosses(1)));

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation(
                    "each token regenerates every other",
                    "1 processes, requests 1, fifo, losses 1",
                    "never two of a kind: at most one token 2",
                    11),
            new Refutation(
                    "token.meets counts the meeting before it marks",
                    "1 processes, requests 1, fifo",
                    "never two of a kind: at most one token 1",
                    5),
            new Refutation(
                    "token.regenerates marks afterwards",
                    "1 processes, requests 1, fifo, losses 1",
                    "never two of a kind: at most one token 1",
                    9));

    @Test
    void eachIsRefutedOnTheSmallestInstanceThatShowsIt() {
        VariantTrials.of(new MisraK.Entry(), TRIALS).assertRefuted(EXPECTED, GOLDEN);
    }
}
