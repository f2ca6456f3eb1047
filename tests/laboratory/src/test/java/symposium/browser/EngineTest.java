package symposium.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.eventlog.reading.EventLog;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/** What runs in a browser is what runs on a virtual machine: each is asked the same, and each answer is the same. */
@Tag("slow")
class EngineTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_STATES = 20_000;
    private static final int SMALLEST = 2;

    /** What is planted in the log of a run: a place, and what is written there. */
    private static final List<List<String>> PLANTED = List.of(
            List.of("^.*\"step\":[2-9].*$", ""),
            List.of("\"rule\":\"[^\"]*\"", "\"rule\":\"x\""),
            List.of("\"step\":([0-9]+)", "\"step\":9$1"),
            List.of("\"effects\":\\[\\{.*]}$", "\"effects\":[]}"),
            List.of("\"effects\":\\[]", "\"effects\":[{\"left\":true}]"),
            List.of("\"from\":\\[0,0", "\"from\":[7,0"),
            List.of("}$", ",\"state\":{\"altered\":[1]}}"));

    private static Chromium chromium;
    private static Page page;

    @BeforeAll
    static void open(@TempDir Path directory) throws Exception {
        chromium = Chromium.launch();
        page = chromium.page();
        Path file = Files.writeString(directory.resolve("explore.html"), Playground.page());
        page.navigate(file.toUri().toString());
        page.waitForSelector(".choice");
    }

    @AfterAll
    static void close() {
        if (chromium != null) {
            chromium.close();
        }
    }

    /** Those of the product; the tests have some of their own, which are on this class path and not in the browser. */
    static List<String> names() {
        return Catalogue.all().stream()
                .filter(algorithm -> !algorithm.getClass().getName().startsWith("symposium.own."))
                .<String>map(Algorithm::name)
                .toList();
    }

    private static JsonNode entry(String name) throws Exception {
        for (JsonNode each : JSON.readTree(Engine.catalogue())) {
            if (each.get("name").asText().equals(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException(name);
    }

    private static String inBrowser(Object... call) {
        return (String) page.evaluate("([call, ...given]) => engine.call(call, ...given)", List.of(call));
    }

    @Test
    void theCatalogueIsTheSame() throws Exception {
        List<JsonNode> catalogue = new ArrayList<>();
        for (String name : names()) {
            catalogue.add(entry(name));
        }
        assertEquals(JSON.valueToTree(catalogue), JSON.readTree(inBrowser("catalogue")));
    }

    /** The algorithm as it should be at its smallest size, and every variant where it shows. */
    @ParameterizedTest
    @MethodSource("names")
    void everyExplorationIsTheSame(String name) throws Exception {
        JsonNode entry = entry(name);
        for (int variant = -1; variant < entry.get("variants").size(); variant++) {
            int processes = variant < 0 ? SMALLEST : entry.get("processes").asInt();
            Object[] setup = {"open", name, processes, "", variant, 0, 0, 0, 0};
            String what = name + ", variant " + variant;
            assertEquals(Engine.open(name, processes, "", variant, 0, 0, 0, 0), inBrowser(setup), what);
            String report = Engine.check(MOST_STATES);
            assertEquals(report, inBrowser("check", MOST_STATES), what);
            assertEquals(Engine.diagram(), inBrowser("diagram"), what);
            JsonNode found = JSON.readTree(report);
            String path = found.get("path").isNull() ? "" : points(found.get("path"));
            assertEquals(plain(Engine.go(path)), inBrowser("go", path), what);
            boolean violated = !found.get("violated").isNull();
            assertTrue(
                    variant < 0 ? !violated : violated || !found.get("complete").asBoolean(), what);
            assertEquals(violated, found.get("path").size() > 0, what);
        }
    }

    /** The run to learn from, which breaks nothing, walked step by step. */
    @ParameterizedTest
    @MethodSource("names")
    void everyStoryIsTheSame(String name) throws Exception {
        int processes = entry(name).get("processes").asInt();
        Engine.open(name, processes, "", -1, 0, 0, 0, 0);
        inBrowser("open", name, processes, "", -1, 0, 0, 0, 0);
        String story = Engine.story();
        assertEquals(story, inBrowser("story"));
        String path = points(JSON.readTree(story));
        assertEquals(Engine.go(path), inBrowser("go", path));
        JsonNode end = JSON.readTree(Engine.go(path));
        assertTrue(end.get("broken").isNull(), end::toString);
        assertTrue(end.get("path").size() >= 6, end::toString);
    }

    /** Steps, remarks, and the state to which it leads. */
    @ParameterizedTest
    @MethodSource("names")
    void everyLessonIsTheSame(String name) throws Exception {
        String lesson = Playground.lesson(name).orElseThrow();
        String answer = Engine.lesson(name, lesson);
        assertEquals(answer, inBrowser("lesson", name, lesson));
        String path = points(JSON.readTree(answer).at("/lesson/path"));
        assertFalse(path.isEmpty(), answer);
        assertEquals(Engine.go(path), inBrowser("go", path));
    }

    /** What is counted, and the diagram, with delays of one tick and with random ones. */
    @ParameterizedTest
    @MethodSource("names")
    void everySimulationIsTheSame(String name) throws Exception {
        int processes = entry(name).get("processes").asInt();
        for (boolean random : List.of(false, true)) {
            String counted = Engine.simulate(name, processes, "", 20, random, 7);
            assertEquals(counted, inBrowser("simulate", name, processes, "", 20, random, 7));
            JsonNode run = JSON.readTree(counted);
            assertTrue(run.get("violated").isNull() && run.get("steps").asInt() > 0, counted);
        }
    }

    /** An exception of Java's library, in a step that fails, says less there. */
    private static String plain(String answer) {
        return answer.replace("NoSuchElementException: No value present", "NoSuchElementException");
    }

    /**
     * The verdict on a run, and the first deviation of the same run with a fault planted, are those of
     * {@code symposium trace verify}.
     */
    @ParameterizedTest
    @MethodSource("names")
    void everyReplayIsTheSame(String name, @TempDir Path directory) throws Exception {
        Path log = directory.resolve("run.ndjson");
        Run run = Commands.of("simulate", name, "-n", "3", "--entries", "6", "--seed", "7", "--events", log.toString());
        assertEquals(0, run.code(), run.err());
        List<String> lines = Files.readAllLines(log);
        assertTrue(sameReplay(log).get("deviation").isNull());
        for (List<String> planted : PLANTED) {
            Pattern place = Pattern.compile(planted.get(0));
            List<String> altered = new ArrayList<>(lines);
            for (int line = lines.size() / 3; line < lines.size(); line++) {
                if (place.matcher(lines.get(line)).find()) {
                    altered.set(line, lines.get(line).replaceFirst(planted.get(0), planted.get(1)));
                    break;
                }
            }
            altered.removeIf(String::isEmpty);
            Files.write(log, altered);
            assertEquals(altered.equals(lines), sameReplay(log).get("deviation").isNull(), planted + " in " + altered);
        }
    }

    private static JsonNode sameReplay(Path log) throws Exception {
        String placed = EventLog.read(log).placed();
        String verdict = Engine.verify(placed, "", "", "");
        assertEquals(verdict, inBrowser("verify", placed, "", "", ""));
        for (String formula : List.of("all p: p == p", "some p, q: p != q && p.user == q.user", "all p: p.nosuch")) {
            String asked = Engine.verify(placed, "never", formula, "");
            assertEquals(asked, inBrowser("verify", placed, "never", formula, ""));
            assertTrue(asked.startsWith("{\"error\"") || asked.contains("never " + formula), asked);
        }
        assertEquals(
                Engine.verify(placed, "leads", "p.waiting", "p.critical"),
                inBrowser("verify", placed, "leads", "p.waiting", "p.critical"));
        JsonNode told = JSON.readTree(
                        Commands.of("trace", "verify", "--json", log.toString()).out())
                .get("logs")
                .get(0);
        JsonNode here = JSON.readTree(verdict);
        assertEquals(told.get("steps"), here.get("steps"));
        assertEquals(told.path("deviation").asText(""), here.get("deviation").asText(""));
        return here;
    }

    /** The truth in each state, the verdict, and the counterexample, of every kind of question. */
    @ParameterizedTest
    @MethodSource("names")
    void everyAnswerIsTheSame(String name) throws Exception {
        JsonNode entry = entry(name);
        int processes = entry.get("processes").asInt();
        String component = JSON.readTree(Engine.open(name, processes, "", -1, 0, 0, 0, 0))
                .at("/processes/0/state/0/0")
                .asText();
        inBrowser("open", name, processes, "", -1, 0, 0, 0, 0);
        List<List<String>> questions = List.of(
                List.of("never", "count(p: p == 1 || p." + component + " == none) == " + processes, ""),
                List.of("always", "all p: p.user != none => p." + component + " == p." + component, ""),
                List.of("reach", "some p, q: p != q && p." + component + " != q." + component, ""),
                List.of("leads", "p." + component + " != none", "sent(nosuch) == 0"),
                List.of("leads", "p > 0", "p.user == p.user && p < " + processes),
                List.of("until", "all q: q.user == q.user", "p." + component + " == 7"));
        for (List<String> question : questions) {
            String asked = Engine.ask(question.get(0), question.get(1), question.get(2));
            assertEquals(
                    asked, inBrowser("ask", question.get(0), question.get(1), question.get(2)), question::toString);
            assertTrue(question.get(0).equals("leads") || !asked.startsWith("{\"error\""), asked);
            String report = Engine.check(MOST_STATES / 10);
            assertEquals(report, inBrowser("check", MOST_STATES / 10), question::toString);
            JsonNode found = JSON.readTree(report);
            String path = found.path("path").isArray() ? points(found.get("path")) : "";
            assertEquals(Engine.go(path), inBrowser("go", path), question::toString);
            Engine.go("");
            inBrowser("go", "");
        }
    }

    /** Elements of collections, and what messages say. */
    @Test
    void everyAnswerAboutMessagesIsTheSame() throws Exception {
        same(Engine.open("ricart-agrawala", 3, "", -1, 0, 0, 0, 0), "open", "ricart-agrawala", 3, "", -1, 0, 0, 0, 0);
        for (String formula : List.of(
                "some m, o in messages(request): m.f.clock > o.f.clock + 1",
                "some p: some q in p.awaited: q == 2 && p.f.clock == 1",
                "some m in messages(reqest): true")) {
            same(Engine.ask("reach", formula, ""), "ask", "reach", formula, "");
            same(Engine.check(MOST_STATES), "check", MOST_STATES);
        }
        assertTrue(JSON.readTree(Engine.check(MOST_STATES)).get("violated").isNull());
    }

    private static String points(JsonNode steps) {
        List<String> numbers = new ArrayList<>();
        steps.forEach(step -> numbers.add(step.asText()));
        return String.join(".", numbers);
    }

    /** One clear line for each. */
    @Test
    void aWrongQuestionIsAnsweredWithOneLine() {
        Engine.open("ewd851", 3, "", -1, 0, 0, 0, 0);
        inBrowser("open", "ewd851", 3, "", -1, 0, 0, 0, 0);
        for (String wrong : List.of(
                same(Engine.open("no-such", 3, "", -1, 0, 0, 0, 0), "open", "no-such", 3, "", -1, 0, 0, 0, 0),
                same(Engine.open("ewd851", 0, "", -1, 0, 0, 0, 0), "open", "ewd851", 0, "", -1, 0, 0, 0, 0),
                same(Engine.open("ewd851", 3, "", 99, 0, 0, 0, 0), "open", "ewd851", 3, "", 99, 0, 0, 0, 0),
                same(Engine.open("ewd851", 3, "", -1, 0, -1, 0, 0), "open", "ewd851", 3, "", -1, 0, -1, 0, 0),
                same(Engine.simulate("ewd851", 0, "", 1, false, 0), "simulate", "ewd851", 0, "", 1, false, 0),
                same(Engine.simulate("ewd851", 3, "", -1, false, 0), "simulate", "ewd851", 3, "", -1, false, 0),
                same(Engine.take(99), "take", 99),
                same(Engine.go("0.99"), "go", "0.99"),
                same(Engine.go("x"), "go", "x"),
                same(Engine.lesson("ewd851", "1 t.9\n"), "lesson", "ewd851", "1 t.9\n"))) {
            assertTrue(wrong.matches("\\{\"error\":\"[^\"]{20,200}\"}"), wrong);
        }
    }

    private static String same(String answer, Object... call) {
        assertEquals(answer, inBrowser(call));
        return answer;
    }
}
