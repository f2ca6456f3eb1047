package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In which order what is going to happen does. */
@Tag("fast")
class EventQueueTest {

    private final EventQueue queue = new EventQueue();
    private final List<String> happened = new ArrayList<>();

    private Runnable note(String what) {
        return () -> happened.add(what + "@" + queue.now());
    }

    private void runUntil(long tick) {
        while (queue.advance(tick)) {
            // Goes on.
        }
    }

    @Test
    void ofOneTickTheLowerPlaceIsFirstAndOfOnePlaceTheEarlier() {
        queue.add(2, 0, note("a"));
        queue.add(1, 1, note("b"));
        queue.add(1, 0, note("c"));
        queue.add(1, 1, note("d"));
        queue.add(1, 0, note("e"));
        runUntil(2);
        assertEquals(List.of("c@1", "e@1", "b@1", "d@1", "a@2"), happened);
        assertTrue(queue.isEmpty());
    }

    @Test
    void whatIsAddedToTheTickThatGoesOnHappensInItsTurn() {
        queue.add(1, 1, () -> {
            note("b").run();
            queue.add(0, 3, note("d"));
            queue.add(0, 0, note("a"));
            queue.add(0, 2, note("c2"));
        });
        queue.add(1, 2, note("c1"));
        runUntil(1);
        assertEquals(List.of("b@1", "a@1", "c1@1", "c2@1", "d@1"), happened);
    }

    @Test
    void nothingHappensAfterTheTickThatIsAskedFor() {
        queue.add(3, 0, note("a"));
        queue.add(3, 1, note("b"));
        queue.add(4, 0, note("c"));
        assertFalse(queue.advance(2));
        assertTrue(queue.advance(3));
        assertFalse(queue.advance(2), "the tick is later than that");
        assertTrue(queue.advance(3));
        assertFalse(queue.advance(3));
        assertEquals(List.of("a@3", "b@3"), happened);
        assertFalse(queue.isEmpty());
    }

    @Test
    void timePassesInWhichNothingHappens() {
        queue.idleUntil(5);
        assertEquals(5, queue.now());
        queue.idleUntil(4);
        assertEquals(5, queue.now());
        queue.add(1, 0, note("a"));
        runUntil(10);
        assertEquals(List.of("a@6"), happened);
    }

    @Test
    void nothingIsAddedToThePast() {
        assertEquals(
                "an event 3 ticks ago",
                assertThrows(IllegalArgumentException.class, () -> queue.add(-3, 0, note("a")))
                        .getMessage());
    }
}
