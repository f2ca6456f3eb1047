package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.kernel.Timer;

/** Every wrong setting is said in one line: what, where, and what would be right. */
class SettingsTest {

    private enum Clock implements Timer {
        PONG_RESTS,
        UNHEARD_OF
    }

    @Test
    void aNodeNeedsToBeToldNothingButItsNumber() {
        Settings settings = Settings.from(Hocon.node(Map.of("symposium.process", 3)));
        assertEquals(3, settings.process());
        assertEquals(5, settings.processes());
        assertEquals(3, settings.majority());
        assertEquals("symposium", settings.role());
        assertEquals("ewd851-misra", settings.algorithm());
        assertEquals(Duration.ofSeconds(120), settings.formationTimeout());
        assertEquals(Duration.ofMillis(200), settings.timings().lasting(Clock.PONG_RESTS));
    }

    @Test
    void aTimerIsConfiguredUnderItsNameInSmallLettersAndHyphens() {
        Settings settings = Settings.from(
                Hocon.node(Map.of("symposium.process", 0, "symposium.timers", Map.of("pong-rests", "3s"))));
        assertEquals(Duration.ofSeconds(3), settings.timings().lasting(Clock.PONG_RESTS));
        assertEquals(Duration.ofMillis(20), settings.hurried().lasting(Clock.PONG_RESTS));
        assertEquals(Duration.ofMillis(200), settings.timings().lasting(Clock.UNHEARD_OF));
    }

    @Test
    void aMissingNumberIsMissed() {
        assertEquals(
                "symposium.process is missing: it is a whole number from 0 to 4, symposium.processes - 1",
                refused(Map.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            processes         | 0     | symposium.processes is 0 (the command line): it is a whole number, at least 1
            processes         | -3    | symposium.processes is -3 (the command line): it is a whole number, at least 1
            processes         | many  | symposium.processes is "many" (the command line): it is a whole number, at least 1
            process           | 5     | symposium.process is 5 (the command line): it is a whole number from 0 to 4, symposium.processes - 1
            process           | -1    | symposium.process is -1 (the command line): it is a whole number from 0 to 4, symposium.processes - 1
            role              | a b   | symposium.role is "a b" (the command line): it is a word of letters, digits and hyphens
            formation-timeout | 0s    | symposium.formation-timeout is "0s" (the command line): it is a duration above zero, such as 200ms
            formation-timeout | soon  | symposium.formation-timeout is "soon" (the command line): it is a duration above zero, such as 200ms
            timers            | 5     | symposium.timers is 5 (the command line): it is a section of durations
            timers.default    | never | symposium.timers.default is "never" (the command line): it is a duration above zero, such as 200ms
            """)
    void aWrongSettingIsSaidInOneLine(String key, String value, String line) {
        Object said = value.matches("-?[0-9]+") ? (Object) Integer.valueOf(value) : value;
        assertEquals(line, refused(Map.of("symposium." + key, said)));
    }

    @Test
    void aFileIsNamedWithItsLine() {
        String line = assertThrows(
                        InvalidSetting.class,
                        () -> Settings.from(ConfigFactory.parseString("symposium {\n  processes = 0\n}")))
                .getMessage();
        assertTrue(line.startsWith("symposium.processes is 0 (String: 2): "), line);
    }

    @Test
    void anAlgorithmThatNoClusterRunsIsRefused() {
        assertEquals(
                "symposium.algorithm is ewd8510: a cluster runs one of [ewd851]",
                assertThrows(InvalidSetting.class, () -> Residency.of("ewd8510", 0))
                        .getMessage()
                        .replaceAll("\\[.*]", "[ewd851]"));
    }

    private static String refused(Map<String, Object> said) {
        Map<String, Object> all = new HashMap<>(said);
        if (!said.isEmpty()) {
            all.putIfAbsent("symposium.process", 0);
        }
        return assertThrows(InvalidSetting.class, () -> Settings.from(Hocon.node(all)))
                .getMessage();
    }
}
