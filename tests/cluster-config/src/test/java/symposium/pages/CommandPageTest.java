package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.Pages;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.program.Laboratory;

/**
 * The pages of the command line have the help of each command, those of the laboratory on a page of their own: {@code
 * mvn test -Dtest=CommandPageTest -Dsymposium.golden=write} writes them again.
 */
@Tag("fast")
class CommandPageTest {

    private static final Set<String> OF_THE_LABORATORY =
            Laboratory.program().commandLine().getSubcommands().keySet();

    @Test
    void aPageHasTheHelpOfEachCommandForClusters() throws IOException {
        assertHelp("cluster-config/docs/cli.md", command -> !OF_THE_LABORATORY.contains(command), """
                # Commands for clusters

                Look up the commands that run nodes, and their options. `symposium COMMAND --help` prints
                the same text.

                `symposium` means `cluster-config/bin/symposium`. The commands of the laboratory have [their
                page](../../actors/docs/cli.md).
                """);
    }

    @Test
    void aPageHasTheHelpOfEachCommandOfTheLaboratory() throws IOException {
        assertHelp("actors/docs/cli.md", OF_THE_LABORATORY::contains, """
                # Commands of the laboratory

                Look up the commands that check, simulate, explore and draw algorithms, and their options.
                `symposium COMMAND --help` prints the same text.

                `symposium` means `cluster-config/bin/symposium`. The commands for clusters have [their
                page](../../cluster-config/docs/cli.md).
                """);
    }

    private static void assertHelp(String file, Predicate<String> names, String introduction) throws IOException {
        StringBuilder page = new StringBuilder(introduction);
        for (List<String> command : commands(List.of())) {
            if (names.test(command.get(0))) {
                page.append("\n## symposium ").append(String.join(" ", command)).append("\n\n```\n");
                page.append(help(command).strip()).append("\n```\n");
            }
        }
        Path path = Pages.root().resolve(file);
        if (Golden.isWritten()) {
            Files.writeString(path, page);
        }
        assertEquals(Files.readString(path), page.toString());
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
