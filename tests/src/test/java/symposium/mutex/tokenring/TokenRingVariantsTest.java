package symposium.mutex.tokenring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.checker.Faults;
import symposium.kernel.Channels;
import symposium.mutex.Trials;
import symposium.mutex.Trials.Refutation;
import symposium.mutex.Trials.Trial;

/** On a ring with three tokens; counterexamples are kept, see {@link Trials#kept}. */
class TokenRingVariantsTest {

    private static final String GOLDEN = "symposium/mutex/tokenring/variants.txt";

    private static final List<Trial> TRIALS = List.of(
            Trial.of(1, 1, Channels.FIFO),
            Trial.of(2, 1, Channels.FIFO),
            Trial.of(1, 1, Channels.FIFO).suffering(Faults.losses(1)),
            Trial.of(1, 1, Channels.FIFO).suffering(Faults.losses(2)),
            Trial.of(2, 1, Channels.FIFO).suffering(Faults.losses(1)));

    private static final List<Refutation> EXPECTED = List.of();

    @Test
    void eachIsRefutedOnTheSmallestInstanceThatShowsIt() {
        assertEquals(EXPECTED, Trials.refute(new TokenRingOfThreeAlgorithm(), TRIALS));
    }

    @Test
    void theCounterexamplesAreAsKept() {
        String told = Trials.told(new TokenRingOfThreeAlgorithm(), TRIALS);
        assertEquals(Trials.kept(GOLDEN, told), told);
    }
}
