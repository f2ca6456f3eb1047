package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bash and zsh make of the script that {@code symposium completion} prints. */
class CompletionTest {

    @TempDir
    private Path directory;

    private Path script;

    @BeforeEach
    void printTheScript() throws IOException {
        Run run = Commands.of("completion");
        assertEquals(0, run.code(), run.err());
        script = Files.writeString(directory.resolve("symposium"), run.out());
    }

    @Test
    void theScriptIsOneOfBash() throws Exception {
        assertEquals(List.of(), shell("bash", "-n", script.toString()));
    }

    @ParameterizedTest(name = "symposium {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    che                     | check check-worker
                    algo                    | algorithms
                    "table "                | analyse plan compare dine
                    trace ver               | verify
                    check --tim             | --timestamps
                    "simulate --schedule "  | synchronous random
                    simulate ewd851 --req   | --requester --requests
                    nothing-like-it         | ""
                    demo --mea              | ""
                    """)
    void bashCompletesCommandsOptionsAndValues(String typed, String completed) throws Exception {
        assertEquals(
                completed,
                String.join(" ", shell("bash", "-c", """
                        source "$1"
                        COMP_LINE="symposium $2"
                        COMP_POINT=${#COMP_LINE}
                        read -r -a COMP_WORDS <<<"$COMP_LINE"
                        [ "${COMP_LINE% }" = "$COMP_LINE" ] || COMP_WORDS+=("")
                        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                        # It is known to a shell with an editor alone.
                        compopt() { :; }
                        _complete_symposium
                        printf '%s\\n' "${COMPREPLY[@]}"
                        """, "bash", script.toString(), typed))
                        .strip());
    }

    /** With a terminal of its own, where somebody types a word and the tabulator. */
    @Test
    void zshCompletesCommands() throws Exception {
        assumeTrue(isThere("zsh"), "there is no zsh");
        List<String> shown = shell("zsh", "-f", "-c", """
                zmodload zsh/zpty
                zpty shell 'TERM=dumb zsh -f -i'
                zpty -w shell "autoload -Uz compinit; compinit -D; source ${(q)1}; echo sour''ced"
                zpty -r shell shown '*sourced*'
                zpty -w -n shell $'symposium algo\\t'
                zpty -r shell shown '*algorithms*'
                print -r -- "$shown"
                zpty -d shell
                """, "zsh", script.toString());

        assertTrue(shown.stream().anyMatch(line -> line.contains("symposium algorithms")), shown.toString());
    }

    private List<String> shell(String... command) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> command[0] + " does not end");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(out);
        assertEquals(0, process.exitValue(), lines::toString);
        return lines;
    }

    private static boolean isThere(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, tool)));
    }
}
