package symposium.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.ProcessId;

@Tag("fast")
class MessageNamesTest {

    private static final MessageNames PLANTED =
            MessageNames.of(3, MessageNamesTest.class, "messages-planted.properties");

    @Test
    void aMessageIsKnownSinceItsVersion() {
        Object probe = new WireMessage.MembershipProbe(ProcessId.of(0), ProcessId.of(1), 2);
        assertEquals(new MessageNames.Named("later", 3), PLANTED.of(probe));
        assertTrue(PLANTED.isKnown(probe, 3));
        assertFalse(PLANTED.isKnown(probe, 2));
        assertTrue(MessageNames.current().isKnown(probe, 1));
    }

    @Test
    void whatIsNoMessageIsRefused() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> PLANTED.of("a word"));
        assertEquals(
                "java.lang.String is no message between nodes: messages.properties lists all", refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"class", "number", "twice"})
    void aLineThatNamesNoMessageIsRefused(String wrong) {
        IllegalStateException refused = assertThrows(
                IllegalStateException.class,
                () -> MessageNames.of(1, MessageNamesTest.class, "messages-wrong-" + wrong + ".properties"));
        assertTrue(refused.getMessage().contains("messages-wrong-" + wrong), refused.getMessage());
    }
}
