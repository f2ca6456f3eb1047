package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/** What is left of mutual exclusion where processes that are alive may be taken for dead. */
@Tag("fast")
class SuspicionTest {

    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    private static Output granted(long generation, long grant) {
        return new Output.Granted(new Fence(generation, grant));
    }

    private final Observer<Output> oneInside =
            MutualExclusion.UNDER_SUSPICION.observer().sees(ONE, granted(1, 3));

    @Test
    void ofOneGenerationThereIsAtMostOne() {
        InvariantViolation refuted = assertThrows(InvariantViolation.class, () -> oneInside.sees(TWO, granted(1, 4)));
        assertEquals(MutualExclusion.ONE_PER_GENERATION, refuted.invariant());

        oneInside.asked(ONE, Input.RELEASE).sees(TWO, granted(1, 4));
        oneInside.gone(ONE).sees(TWO, granted(1, 4));
        oneInside.sees(ONE, new Output.Lost(new Fence(1, 3))).sees(TWO, granted(1, 4));
        assertThrows(
                InvariantViolation.class,
                () -> oneInside.asked(TWO, Input.RELEASE).sees(TWO, granted(1, 4)));
    }

    @Test
    void ofTwoGenerationsThereMayBeTwoAndTheOlderMayGoOn() {
        Observer<Output> both = oneInside.sees(TWO, granted(2, 1));
        both.asked(ONE, Input.RELEASE).sees(ONE, granted(1, 4));
    }

    @Test
    void withinAGenerationFencesGrow() {
        Observer<Output> released = oneInside.asked(ONE, Input.RELEASE);
        InvariantViolation refuted = assertThrows(InvariantViolation.class, () -> released.sees(TWO, granted(1, 3)));
        assertEquals(MutualExclusion.FENCES_GROW_WITHIN_GENERATION, refuted.invariant());
    }
}
