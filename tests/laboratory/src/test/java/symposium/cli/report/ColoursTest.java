package symposium.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

/** A terminal that has no colours gets none. */
@Tag("fast")
class ColoursTest {

    @Test
    void aDumbTerminalGetsNone() {
        assertEquals(Ansi.OFF, Colours.ansi(Map.of("TERM", "dumb")));
        assertEquals(Ansi.AUTO, Colours.ansi(Map.of("TERM", "xterm")));
        assertEquals(Ansi.AUTO, Colours.ansi(Map.of()));
        assertEquals(Ansi.AUTO, Colours.ansi(Map.of("TERM", "dumb", "CLICOLOR_FORCE", "1")));
    }
}
