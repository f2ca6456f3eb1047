package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import symposium.Pages;
import symposium.cli.report.ExitCode;

/** What {@code symposium} says of itself. */
class MainTest {

    @ParameterizedTest(name = "symposium {0}")
    @ValueSource(strings = {"--version", "-V", "check --version", "table plan -V", "--debug trace list --version"})
    void theVersionIsOneLine(String command) throws IOException {
        String pom = Files.readString(Pages.root().resolve("pom.xml"));
        String version = pom.replaceFirst("(?s).*?<version>(.*?)</version>.*", "$1");

        assertEquals(
                new Run(0, "symposium " + version + " (Java " + System.getProperty("java.version") + ")\n", ""),
                Run.line(command));
    }

    /** The help names subcommands whose options have not been read. */
    @Test
    void theHelpIsThatOfAllCommands() {
        CommandLine all = Main.program().commandLine();

        assertEquals(all.getUsageMessage(), Run.line("--help").out());
        all.getSubcommands().forEach((name, command) -> {
            assertEquals(command.getUsageMessage(), Run.of(name, "--help").out());
            assertEquals(
                    command.getUsageMessage(), Run.of("--debug", name, "--help").out());
        });
        assertTrue(all.getSubcommands().size() > 10, all.getSubcommands()::toString);
    }

    @Test
    void aWordBeforeACommandIsNoCommand() {
        Run run = Run.line("chekc check ewd851 -n 2");

        assertEquals(ExitCode.USAGE, run.code());
        assertTrue(
                run.err()
                        .startsWith("symposium: command 'chekc' is none of "
                                + String.join(
                                        ", ",
                                        Main.program()
                                                .commandLine()
                                                .getSubcommands()
                                                .keySet())),
                run.err());
    }
}
