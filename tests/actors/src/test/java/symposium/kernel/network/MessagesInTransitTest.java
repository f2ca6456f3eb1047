package symposium.kernel.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;

/** Which messages are in transit between two processes, and which have vanished. */
@Tag("fast")
class MessagesInTransitTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final Pair ENDS = Pair.of(ZERO, ONE);

    private final MessagesInTransit messages = new MessagesInTransit(true);
    private final List<String> ran = new ArrayList<>();

    @Test
    void aPairIsTheSameInEitherOrder() {
        assertEquals(new Pair(ZERO, ONE), ENDS);
        assertEquals(ENDS, Pair.of(ONE, ZERO));
        assertEquals(List.of(ZERO, ONE), ENDS.ends());
        assertEquals(ONE, ENDS.otherThan(ZERO));
        assertEquals(ZERO, ENDS.otherThan(ONE));
    }

    @Test
    void aLinkIsEmptyWhenAllMessagesInBothDirectionsHaveSettled() {
        assertTrue(messages.isEmpty(ENDS));
        messages.sent(ZERO, ONE);
        messages.sent(ONE, ZERO);
        messages.settled(ZERO, ONE);
        assertFalse(messages.isEmpty(ENDS));
        assertTrue(messages.isEmpty(Pair.of(ZERO, TWO)));
        messages.settled(ONE, ZERO);
        assertTrue(messages.isEmpty(ENDS));
    }

    @Test
    void anActionRunsOnceNoMessageIsInTransit() {
        messages.onceEmpty(ENDS, () -> ran.add("at once"));
        assertEquals(List.of("at once"), ran);

        messages.sent(ONE, ZERO);
        messages.onceEmpty(ENDS, () -> ran.add("first"));
        messages.onceEmpty(ENDS, () -> ran.add("second"));
        messages.sent(ZERO, TWO);
        messages.settled(ZERO, TWO);
        assertEquals(List.of("at once"), ran);
        messages.settled(ONE, ZERO);
        assertEquals(List.of("at once", "first", "second"), ran);

        messages.sent(ZERO, ONE);
        messages.settled(ZERO, ONE);
        assertEquals(3, ran.size(), "each action runs once");
    }

    @Test
    void onlyWhatIsInTransitVanishes() {
        long other = messages.sent(ONE, ZERO);
        long before = messages.sent(ZERO, ONE);
        messages.vanish(ZERO, ONE);
        long after = messages.sent(ZERO, ONE);

        assertTrue(messages.hasVanished(before, ZERO, ONE));
        assertFalse(messages.hasVanished(other, ONE, ZERO));
        assertFalse(messages.hasVanished(after, ZERO, ONE));
        assertFalse(messages.hasVanished(before, TWO, ONE));
    }

    @Test
    void withoutCountsMessagesStillHaveNumbers() {
        MessagesInTransit uncounted = new MessagesInTransit(false);
        assertEquals(1, uncounted.sent(ZERO, ONE));
        assertEquals(2, uncounted.sent(ZERO, ONE));
        assertTrue(uncounted.isEmpty(ENDS));
        uncounted.settled(ZERO, ONE);
        uncounted.onceEmpty(ENDS, () -> ran.add("at once"));
        assertEquals(List.of("at once"), ran);
    }
}
