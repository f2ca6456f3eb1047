package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.arbitration.resources.BusyNames.Figures;

/** What contention costs in message delays and messages, with users that are always hungry. */
@Tag("fast")
class BusyNamesTest {

    private static final int HOP = 10;

    /**
     * From a release to the next grant it takes one message delay, however short the name is held, and each grant is to
     * another process than the one before.
     */
    @ParameterizedTest
    @CsvSource({"2, 3", "3, 6", "5, 12"})
    void aHandOffTakesOneMessageDelay(int processes, int messagesPerGrant) {
        for (int hold : new int[] {1, 5, HOP, 4 * HOP}) {
            BusyNames<?, ?> one = BusyNames.ofForks(processes, 1, HOP, hold, 0);
            one.run(1_000, 60);
            Figures figures = one.run(10_000, 60);
            assertEquals(1, figures.handOff(hold) / HOP, 0.02, figures.toString());
            assertEquals(figures.grants(), figures.moves(), figures.toString());
            assertEquals(messagesPerGrant, figures.messagesPerGrant(), 0.1, figures.toString());
        }
    }

    /** With one privilege for each name, a grant costs two messages, however many processes there are. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 9})
    void aGrantByPrivilegesTakesTwoMessages(int processes) {
        for (int hold : new int[] {1, 5, HOP, 4 * HOP}) {
            BusyNames<?, ?> one = BusyNames.ofPrivileges(processes, 1, HOP, hold, 0);
            one.run(1_000, 60);
            Figures figures = one.run(10_000, 60);
            assertEquals(1, figures.handOff(hold) / HOP, 0.02, figures.toString());
            assertEquals(figures.grants(), figures.moves(), figures.toString());
            assertEquals(2, figures.messagesPerGrant(), 0.01, figures.toString());
        }
    }

    /** Sessions that wait together share forks, and those that end share the news; else each would pay two for that. */
    @Test
    void manyNamesShareMessages() {
        BusyNames<?, ?> many = BusyNames.ofForks(3, 500, 1, HOP, 7);
        many.run(50, 60);
        Figures figures = many.run(200, 60);
        assertTrue(figures.grants() > 0 && figures.messagesPerGrant() < 1.5, figures.toString());
    }
}
