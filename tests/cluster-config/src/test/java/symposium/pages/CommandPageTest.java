package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.Pages;
import symposium.cli.Commands;
import symposium.cli.Run;

/**
 * The page of the command line has the help of each command: {@code mvn test -Dtest=CommandPageTest
 * -Dsymposium.golden=write} writes it again.
 */
@Tag("fast")
class CommandPageTest {

    private static final Path PAGE = Pages.root().resolve("cluster-config/docs/cli.md");

    @Test
    void thePageHasTheHelpOfEachCommand() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Command line

                Look up every command and option. `symposium COMMAND --help` prints the same text.

                `symposium` means `cluster-config/bin/symposium`.
                """);
        for (List<String> command : commands(List.of())) {
            page.append("\n## symposium ").append(String.join(" ", command)).append("\n\n```\n");
            page.append(help(command).strip()).append("\n```\n");
        }
        if (Golden.isWritten()) {
            Files.writeString(PAGE, page);
        }
        assertEquals(Files.readString(PAGE), page.toString());
    }

    /** The commands of a command, and theirs, as its help lists them. */
    private static List<List<String>> commands(List<String> parent) {
        List<List<String>> all = new ArrayList<>();
        boolean listed = false;
        for (String line : help(parent).lines().toList()) {
            listed = line.equals("Commands:") || listed && !line.isEmpty();
            if (listed && line.matches("  \\S.*")) {
                List<String> command = new ArrayList<>(parent);
                command.add(line.strip().split("[ ,]")[0]);
                all.add(command);
                all.addAll(commands(command));
            }
        }
        return all;
    }

    private static String help(List<String> command) {
        List<String> words = new ArrayList<>(command);
        words.add("--help");
        Run run = Commands.of(words.toArray(String[]::new));
        assertEquals(0, run.code(), run.err());
        return run.out();
    }
}
