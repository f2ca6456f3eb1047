package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.arbitration.privileges.BusyNames.Figures;

/** What contention costs in message delays and messages, with users that are always hungry. */
@Tag("fast")
class BusyNamesTest {

    private static final int HOP = 10;

    /** With one privilege for each name, a grant costs two messages, however many processes there are. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 9})
    void aGrantByPrivilegesTakesTwoMessages(int processes) {
        for (int hold : new int[] {1, 5, HOP, 4 * HOP}) {
            BusyNames<?, ?> one = BusyNames.of(processes, 1, HOP, hold, 0);
            one.run(1_000, 60);
            Figures figures = one.run(10_000, 60);
            assertEquals(1, figures.handOff(hold) / HOP, 0.02, figures.toString());
            assertEquals(figures.grants(), figures.moves(), figures.toString());
            assertEquals(2, figures.messagesPerGrant(), 0.01, figures.toString());
        }
    }
}
