package symposium.cluster.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.links.Frame;
import symposium.links.LinkIncarnation;

/** A message is written once more to see whether a frame holds it, and not each time that it is sent again. */
@Tag("fast")
class UncheckedFramesTest {

    private static final ProcessId OTHER = ProcessId.of(1);
    private static final LinkIncarnation FIRST = new LinkIncarnation(1, 1);
    private static final LinkIncarnation SECOND = new LinkIncarnation(2, 1);

    private final UncheckedFrames unchecked = new UncheckedFrames();

    private static Frame<String> data(LinkIncarnation in, long number) {
        return new Frame.Data<>(in, number, "m");
    }

    @Test
    void aMessageIsLookedAtOnce() {
        List<Frame<String>> two = List.of(data(FIRST, 1), data(FIRST, 2));
        assertEquals(two, unchecked.of(OTHER, two));
        assertEquals(List.of(), unchecked.of(OTHER, two));
        assertEquals(List.of(data(FIRST, 3)), unchecked.of(OTHER, List.of(data(FIRST, 2), data(FIRST, 3))));
        assertEquals(List.of(data(FIRST, 1)), unchecked.of(ProcessId.of(2), List.of(data(FIRST, 1))));
    }

    /** The numbers of another incarnation of the link begin again. */
    @Test
    void anotherIncarnationHasOtherMessages() {
        unchecked.of(OTHER, List.of(data(FIRST, 5)));
        assertEquals(List.of(data(SECOND, 1)), unchecked.of(OTHER, List.of(data(SECOND, 1))));
    }

    /** An acknowledgement always fits. */
    @Test
    void onlyMessagesAreLookedAt() {
        assertEquals(List.of(), unchecked.of(OTHER, List.of(new Frame.Ack<String>(FIRST, 7))));
    }

    @Test
    void nothingIsKeptOfTheDeparted() {
        unchecked.of(OTHER, List.of(data(FIRST, 1)));
        unchecked.departed(Set.of(OTHER));
        assertEquals(List.of(data(FIRST, 1)), unchecked.of(OTHER, List.of(data(FIRST, 1))));
    }
}
