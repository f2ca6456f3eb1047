package symposium.mutex.tokenring;

import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.checker.model.FaultBudget;
import symposium.kernel.problem.Channels;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/** On a ring with three tokens; counterexamples are kept, see {@link Golden}. */
class TokenRingVariantsTest {

    private static final String GOLDEN = "symposium/mutex/tokenring/variants.txt";

    private static final List<Trial> TRIALS = List.of(
            Trial.of(1, 1, Channels.FIFO),
            Trial.of(2, 1, Channels.FIFO),
            Trial.of(1, 1, Channels.FIFO).suffering(FaultBudget.NONE.withLosses(1)),
            Trial.of(1, 1, Channels.FIFO).suffering(FaultBudget.NONE.withLosses(2)),
            Trial.of(2, 1, Channels.FIFO).suffering(FaultBudget.NONE.withLosses(1)));

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation(
                    "each token regenerates every other",
                    "1 processes, requests 1, fifo, losses 1",
                    "never two of a kind: at most one watcher 2",
                    11),
            new Refutation(
                    "each token regenerates all others when they are all lost",
                    "1 processes, requests 1, fifo, losses 1",
                    "no fair starvation",
                    7),
            new Refutation("one token less", "1 processes, requests 1, fifo, losses 2", "no deadlock", 5),
            new Refutation(
                    "sends keeps what it sends",
                    "1 processes, requests 1, fifo",
                    "the token is here with its fence, of the highest generation heard of",
                    2),
            new Refutation(
                    "token.regenerates issues the token under the generation of the lost one",
                    "2 processes, requests 1, fifo, losses 1",
                    "a grant carries a greater fence than all grants before it",
                    10));

    @Test
    void eachIsRefutedOnTheSmallestInstanceThatShowsIt() {
        VariantTrials.of(new TokenRing.EntryOfThree(), TRIALS).assertRefuted(EXPECTED, GOLDEN);
    }
}
