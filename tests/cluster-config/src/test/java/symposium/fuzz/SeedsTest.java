package symposium.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each parser of outside input on its kept inputs: those with which a fuzzer begins, and what it has found. */
@Tag("fast")
class SeedsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What a fuzzer would begin with takes it long; these took the stack of a parser. */
    @Test
    void longInputsAreAcceptedOrRefused() throws Exception {
        int most = Parsing.LONGEST / 4;
        for (String lines : List.of("\n".repeat(2 * most), "\n \n".repeat(most), "#\n".repeat(most))) {
            EdgeListFuzzTest.read((lines + "0 1").getBytes(UTF_8));
            EdgeListFuzzTest.read((lines + "a: b\nb: a").getBytes(UTF_8));
            DotFuzzTest.read((lines + "graph { a }").getBytes(UTF_8));
            GraphMlFuzzTest.read((lines + "<graphml/>").getBytes(UTF_8));
        }
        String word = "a".repeat(3 * most);
        DotFuzzTest.read(("graph { " + word + " }").getBytes(UTF_8));
        DotFuzzTest.read(("graph { \"" + word + "\" }").getBytes(UTF_8));
        DotFuzzTest.read(("graph " + "{".repeat(3 * most)).getBytes(UTF_8));
        GraphMlFuzzTest.read("<graph>".repeat(2 * most).getBytes(UTF_8));
        JsonFuzzTest.read("[".repeat(3 * most).getBytes(UTF_8));
        String nested = "[".repeat(most * 15 / 8) + "]".repeat(most * 15 / 8);
        for (String field : List.of("session", "life", "limit", "mode", "names")) {
            RequestFuzzTest.read(
                    ("{\"session\":\"s\",\"request\":\"r\",\"" + field + "\":" + nested + "}").getBytes(UTF_8));
        }
        RequestFuzzTest.read(("{\"names\":{\"a\":" + nested + "}}").getBytes(UTF_8));
    }

    /** A parser, and what is asserted of it. */
    private interface Target {
        void read(byte[] input) throws Exception;
    }

    private static Map<Class<?>, Target> targets() {
        Map<Class<?>, Target> targets = new LinkedHashMap<>();
        targets.put(JsonFuzzTest.class, JsonFuzzTest::read);
        targets.put(EventLogFuzzTest.class, EventLogFuzzTest::read);
        targets.put(VerifyFuzzTest.class, VerifyFuzzTest::read);
        targets.put(TableFuzzTest.class, TableFuzzTest::read);
        targets.put(DotFuzzTest.class, DotFuzzTest::read);
        targets.put(GraphMlFuzzTest.class, GraphMlFuzzTest::read);
        targets.put(EdgeListFuzzTest.class, EdgeListFuzzTest::read);
        targets.put(WireFuzzTest.class, WireFuzzTest::read);
        targets.put(RequestFuzzTest.class, RequestFuzzTest::read);
        targets.put(SettingsFuzzTest.class, SettingsFuzzTest::read);
        targets.put(CheckpointFuzzTest.class, CheckpointFuzzTest::read);
        targets.put(SearchMessageFuzzTest.class, SearchMessageFuzzTest::read);
        targets.put(HistoryFuzzTest.class, HistoryFuzzTest::read);
        targets.put(OptionFuzzTest.class, OptionFuzzTest::read);
        targets.put(PathFuzzTest.class, PathFuzzTest::read);
        return targets;
    }

    /** What is asserted of all: an exception that is not the one, or has no message, is found. */
    @Test
    void aBrokenParserIsFound() {
        Parsing.read(IllegalArgumentException.class, () -> refuse(new IllegalArgumentException("no word")));
        for (Throwable wrong : List.of(
                new NumberFormatException("no word"),
                new NullPointerException(),
                new IllegalArgumentException((String) null),
                new IllegalArgumentException("null"),
                new StackOverflowError())) {
            assertThrows(AssertionError.class, () -> Parsing.read(IllegalArgumentException.class, () -> refuse(wrong)));
        }
        assertThrows(AssertionError.class, () -> Parsing.same("a", () -> "b"));
        assertThrows(AssertionError.class, () -> Parsing.same("a", () -> refuse(new IOException("no word"))));
    }

    private static String refuse(Throwable by) throws Exception {
        if (by instanceof Exception exception) {
            throw exception;
        }
        throw (Error) by;
    }

    @TestFactory
    Stream<DynamicContainer> everyKeptInputIsAcceptedOrRefused() {
        return targets().entrySet().stream()
                .map(each -> DynamicContainer.dynamicContainer(
                        each.getKey().getSimpleName(),
                        inputs(each.getKey()).stream()
                                .map(file -> DynamicTest.dynamicTest(
                                        file.getFileName().toString(),
                                        () -> assertTimeoutPreemptively(
                                                PATIENCE, () -> each.getValue().read(Files.readAllBytes(file)))))));
    }

    private static List<Path> inputs(Class<?> target) {
        URL directory = target.getResource(target.getSimpleName() + "Inputs/anyInput");
        assertFalse(directory == null, () -> target + " has no inputs");
        try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
            List<Path> all = files.sorted().toList();
            assertFalse(all.isEmpty(), () -> target + " has no inputs");
            return all;
        } catch (IOException | URISyntaxException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
