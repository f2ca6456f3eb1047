package symposium.cluster.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;

class StallCheckTest {

    private static final ProcessId OTHER = ProcessId.of(1);

    private final AtomicLong monotonic = new AtomicLong(-5);
    private final AtomicLong wall = new AtomicLong(1_000_000_000);
    private final StallCheck stalls = new StallCheck(Duration.ofMillis(400), List.of(monotonic::get, wall::get));

    private void pass(AtomicLong clock, long millis) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void aShortTimeIsNoStall() {
        for (int i = 0; i < 10; i++) {
            pass(monotonic, 400);
            pass(wall, 400);
            assertEquals(0, stalls.stalled());
        }
        assertFalse(stalls.doubtful());
    }

    /** The monotonic clock stands still while the machine is suspended, and the other may be set back. */
    @Test
    void aStallByAnyClockIsOne() {
        pass(monotonic, 401);
        pass(wall, -5_000);
        assertEquals(401, stalls.stalled());
        assertTrue(stalls.doubtful());
        stalls.certain();
        assertEquals(0, stalls.stalled());
        pass(wall, 7_000);
        assertEquals(7_000, stalls.stalled());
        assertTrue(stalls.doubtful());
    }

    @Test
    void onlyConfirmationsOfTheLatestProbeCount() {
        pass(monotonic, 500);
        stalls.stalled();
        long first = stalls.probe();
        stalls.confirmed(OTHER, first);
        assertEquals(Set.of(OTHER), stalls.confirmed());
        pass(monotonic, 500);
        stalls.stalled();
        assertEquals(Set.of(), stalls.confirmed());
        stalls.confirmed(OTHER, first);
        assertEquals(Set.of(), stalls.confirmed());
        stalls.confirmed(OTHER, stalls.probe());
        assertEquals(Set.of(OTHER), stalls.confirmed());
    }
}
