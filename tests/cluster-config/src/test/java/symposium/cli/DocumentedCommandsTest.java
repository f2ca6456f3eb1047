package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Pages;

/**
 * Every command of every page runs, in a slice of seconds, or is listed with the reason why it is not run
 * ({@link CommandSession}). Those that need one virtual machine run here, the others in
 * {@link DocumentedSessionsTest}.
 */
@Tag("slow")
class DocumentedCommandsTest {

    /** A word of a command; one in quotes may have spaces. */
    private static final Pattern WORD = Pattern.compile("'[^']*'|[^ ]+");

    /** The commands of this one run in this virtual machine. */
    static final String HERE = "here";

    /** The commands that are not run. */
    static final String NOT_RUN = "not-run";

    private static final Pattern PROFILE = Pattern.compile("mvn .*-P ?(\\w+).*");

    @TempDir
    private Path directory;

    @Test
    void everyCommandOfAPageIsRunOrListedAndNoOther() throws IOException {
        assertEquals(List.of(), differences(DocumentedCommand.all(), CommandSession.all()));
    }

    @Test
    void aCommandThatIsInAPageAloneOrInAListAloneOrTwiceIsFound() {
        List<DocumentedCommand> page = DocumentedCommand.of("planted.md", """
                ```sh
                symposium   check all      # not in the list
                symposium node             # in it
                ```
                """);
        CommandSession list = CommandSession.of("planted", """
                symposium node
                symposium nod
                + symposium of the test
                symposium node
                """);

        assertEquals(
                List.of(
                        "planted.md:2: neither run nor listed: symposium check all",
                        "planted: in no page: symposium nod",
                        "planted: listed twice: symposium node"),
                differences(page, List.of(list)));
    }

    @Test
    void aBlockOfCommandsThatIsMarkedOtherwiseIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> DocumentedCommand.of("planted.md", "```bash\nsymposium node\n```\n"));
    }

    @Test
    void aSliceReplacesWordsThatAreThere() {
        assertThrows(
                IllegalArgumentException.class,
                () -> CommandSession.of("planted", "symposium check -n 8\n    -n 9 => -n 5\n"));
    }

    private static List<String> differences(List<DocumentedCommand> pages, List<CommandSession> sessions) {
        List<String> differences = new ArrayList<>();
        Set<String> documented = pages.stream().map(DocumentedCommand::text).collect(Collectors.toSet());
        Set<String> listed = new LinkedHashSet<>();
        List<String> wrong = new ArrayList<>();
        for (CommandSession session : sessions) {
            for (CommandSession.Step step : session.steps()) {
                if (step.documented() && !documented.contains(step.line())) {
                    wrong.add(session + ": in no page: " + step.line());
                }
                if (step.documented() && !listed.add(step.line())) {
                    wrong.add(session + ": listed twice: " + step.line());
                }
            }
        }
        for (DocumentedCommand each : pages) {
            if (!listed.contains(each.text())) {
                differences.add(each.page() + ":" + each.line() + ": neither run nor listed: " + each.text());
            }
        }
        differences.addAll(wrong);
        return differences;
    }

    @Test
    void onlyTheListOfWhatIsNotRunLeavesOutCommandsAndItGivesReasons() throws IOException {
        for (CommandSession session : CommandSession.all()) {
            assertFalse(session.steps().isEmpty(), session + " has no commands");
            for (CommandSession.Step step : session.steps()) {
                assertEquals(session.name().equals(NOT_RUN), step.notRun().isPresent(), step.line());
            }
        }
    }

    @Test
    void theProfilesOfThePagesAreInThePom() throws IOException {
        String poms = Files.readString(Pages.root().resolve("pom.xml"))
                + Files.readString(Pages.root().resolve("cluster-config/pom.xml"));
        Set<String> profiles = new LinkedHashSet<>();
        for (DocumentedCommand command : DocumentedCommand.all()) {
            Matcher profile = PROFILE.matcher(command.text());
            if (profile.matches()) {
                profiles.add(profile.group(1));
                assertTrue(poms.contains("<id>" + profile.group(1) + "</id>"), command::toString);
            }
        }
        assertEquals(
                Set.of("all", "exhaustive", "fast", "seeds", "torture", "pekko", "pictures", "fuzz", "distribution"),
                profiles);
    }

    static Stream<CommandSession.Step> commands() throws IOException {
        return CommandSession.all().stream()
                .filter(session -> session.name().equals(HERE))
                .flatMap(session -> session.steps().stream());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandEndsAsThePageSays(CommandSession.Step step) {
        List<String> words = WORD.matcher(step.run().replace("{directory}", directory.toString()))
                .results()
                .map(word -> word.group().replace("'", ""))
                .toList();
        assertEquals("symposium", words.get(0));
        String[] arguments = words.stream()
                .skip(1)
                .map(word -> word.startsWith("cluster-config/")
                        ? Pages.root().resolve(word).toString()
                        : word)
                .toArray(String[]::new);

        Run run = Commands.of(arguments);

        assertEquals(step.exit(), run.code(), run::toString);
        step.prints()
                .ifPresent(regex ->
                        assertTrue(Pattern.compile(regex).matcher(run.out()).find(), run::toString));
    }
}
