package symposium.mutex.suzukikasami.survivor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.checker.Faults;
import symposium.kernel.Channels;
import symposium.mutex.Trials;
import symposium.mutex.Trials.Refutation;
import symposium.mutex.Trials.Trial;

/** Each statement that makes good what a crash has done, left out, is refuted by a shortest counterexample; see {@link Trials#kept}. */
class SurvivorVariantsTest {

    private static final String GOLDEN = "symposium/mutex/suzukikasami/survivor/variants.txt";

    private static final List<Trial> TRIALS = List.of(
            Trial.of(2, 1, Channels.UNORDERED).suffering(Faults.crashes(1)),
            Trial.of(3, 1, Channels.UNORDERED).suffering(Faults.crashes(1)));

    private static final List<Refutation> EXPECTED = List.of();

    @Test
    void eachIsRefutedOnTheSmallestInstanceThatShowsIt() {
        assertEquals(EXPECTED, Trials.refute(new SurvivorAlgorithm(), TRIALS));
    }

    @Test
    void theCounterexamplesAreAsKept() {
        String told = Trials.told(new SurvivorAlgorithm(), TRIALS);
        assertEquals(Trials.kept(GOLDEN, told), told);
    }
}
