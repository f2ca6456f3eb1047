package symposium.cluster.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;

/** Which processes do not answer, by a clock that the test sets. */
class SilenceDetectorTest {

    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    private long now = 5;
    private final SilenceDetector<ProcessId> silence = new SilenceDetector<>(Duration.ofNanos(100), () -> now);

    private Set<ProcessId> overdue(long at, ProcessId... due) {
        now = at;
        return silence.overdue(Set.of(due));
    }

    @Test
    void aProcessIsOverdueOnceATimeOutAfterAnAnswerWasDue() {
        assertEquals(Set.of(), overdue(5, ONE));
        assertEquals(Set.of(), overdue(104, ONE));
        assertEquals(Set.of(ONE), overdue(105, ONE));
        assertEquals(Set.of(), overdue(106, ONE));
        assertEquals(Set.of(ONE), overdue(205, ONE));
    }

    @Test
    void aProcessThatIsHeardIsSilentNoMore() {
        overdue(0, ONE, TWO);
        assertEquals(new TreeSet<>(Set.of(ONE, TWO)), overdue(100, ONE, TWO));
        assertTrue(silence.heard(ONE));
        assertFalse(silence.heard(ONE));
        assertEquals(Set.of(TWO), silence.silent());
        assertEquals(Set.of(), overdue(150, ONE, TWO));
        assertEquals(Set.of(TWO), overdue(200, ONE, TWO));
        assertEquals(Set.of(ONE), overdue(250, ONE));
    }

    @Test
    void timeDoesNotCountWhileNoAnswerIsDueOrTheProcessIsUnreachable() {
        overdue(0, ONE);
        assertEquals(Set.of(), overdue(90));
        assertEquals(Set.of(), overdue(110, ONE));
        assertEquals(Set.of(), overdue(190, ONE));
        assertEquals(Set.of(ONE), overdue(210, ONE));
        assertEquals(Set.of(), overdue(211));
        assertEquals(Set.of(), silence.silent());
    }
}
