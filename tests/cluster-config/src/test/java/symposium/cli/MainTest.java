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
                Commands.line(command));
    }

    /** The help names subcommands whose options have not been read. */
    @Test
    void theHelpIsThatOfAllCommands() {
        CommandLine all = Main.program().commandLine();

        assertEquals(all.getUsageMessage(), Commands.line("--help").out());
        all.getSubcommands().forEach((name, command) -> {
            assertEquals(command.getUsageMessage(), Commands.of(name, "--help").out());
            assertEquals(
                    command.getUsageMessage(),
                    Commands.of("--debug", name, "--help").out());
        });
        assertTrue(all.getSubcommands().size() > 10, all.getSubcommands()::toString);
    }

    @Test
    void withoutACommandAllAreListed() {
        Run run = Commands.line("");

        assertEquals(ExitCode.USAGE, run.code());
        assertTrue(
                run.err().startsWith("symposium: which command? There are: demo, node, lock, torture, check, "),
                run.err());
    }

    @Test
    void aWordBeforeACommandIsNoCommand() {
        Run run = Commands.line("chekc check ewd851 -n 2");

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
