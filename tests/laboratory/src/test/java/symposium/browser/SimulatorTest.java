package symposium.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cli.Commands;

/** What the page simulates is what the command line does: {@link EngineTest} holds the browser to this. */
@Tag("slow")
class SimulatorTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ewd851 -n 10",
                "ricart-agrawala -n 5 --entries 20 --schedule random --seed 3",
                "chang-roberts -n 8",
                "chandy-misra -n 6 --entries 50",
                "misra -n 4",
                "naimi-trehel -n 30 --schedule random --seed 12345"
            })
    void itCountsWhatTheCommandCounts(String line) throws Exception {
        String[] words = line.split(" ");
        JsonNode told = JSON.readTree(
                Commands.of(("simulate " + line + " --json").split(" ")).out());
        JsonNode here = JSON.readTree(Engine.simulate(
                words[0],
                value(words, "-n"),
                "",
                value(words, "--entries"),
                line.contains("random"),
                value(words, "--seed")));
        for (String field :
                List.of("messages", "total", "ticks", "steps", "rules", "longestWait", "quiet", "waiting")) {
            assertEquals(told.get(field), here.get(field), field);
        }
        if (told.has("entries")) {
            assertEquals(told.get("entries"), here.get("entries"));
        } else {
            assertEquals(told.get("leader").asText(), here.get("leaders").get(0).asText());
        }
    }

    private static int value(String[] words, String option) {
        int at = List.of(words).indexOf(option);
        return at < 0 ? 0 : Integer.parseInt(words[at + 1]);
    }

    /** Beyond it nobody sees anything. */
    @Test
    void onlyASmallRunHasADiagram() throws Exception {
        assertTrue(JSON.readTree(Engine.simulate("ewd851", 12, "", 5, false, 0))
                .get("diagram")
                .asText()
                .startsWith("<svg"));
        assertTrue(JSON.readTree(Engine.simulate("ewd851", 13, "", 5, false, 0))
                .get("diagram")
                .isNull());
    }
}
