package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;
import symposium.kernel.Refuted;

/** What is left of mutual exclusion where processes that are alive may be taken for dead. */
class SuspicionTest {

    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    private static Told granted(long generation, long grant) {
        return new Told.Granted(new Fence(generation, grant));
    }

    private final Observer<Told> oneInside =
            MutualExclusion.UNDER_SUSPICION.observer().sees(ONE, granted(1, 3));

    @Test
    void ofOneGenerationThereIsAtMostOne() {
        Refuted refuted = assertThrows(Refuted.class, () -> oneInside.sees(TWO, granted(1, 4)));
        assertEquals(MutualExclusion.ONE_PER_GENERATION, refuted.law());

        oneInside.asked(ONE, Ask.RELEASE).sees(TWO, granted(1, 4));
        oneInside.gone(ONE).sees(TWO, granted(1, 4));
        oneInside.sees(ONE, new Told.Lost(new Fence(1, 3))).sees(TWO, granted(1, 4));
        assertThrows(Refuted.class, () -> oneInside.asked(TWO, Ask.RELEASE).sees(TWO, granted(1, 4)));
    }

    @Test
    void ofTwoGenerationsThereMayBeTwoAndTheOlderMayGoOn() {
        Observer<Told> both = oneInside.sees(TWO, granted(2, 1));
        both.asked(ONE, Ask.RELEASE).sees(ONE, granted(1, 4));
    }

    @Test
    void withinAGenerationFencesGrow() {
        Observer<Told> released = oneInside.asked(ONE, Ask.RELEASE);
        Refuted refuted = assertThrows(Refuted.class, () -> released.sees(TWO, granted(1, 3)));
        assertEquals(MutualExclusion.FENCES_GROW_WITHIN_GENERATION, refuted.law());
    }
}
