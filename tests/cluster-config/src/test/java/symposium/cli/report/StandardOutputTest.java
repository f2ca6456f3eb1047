package symposium.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.ArchivedJar;
import symposium.cli.Commands;
import symposium.cli.Main;

/** Commands, each in a virtual machine of its own, whose standard output is closed or full. */
@Tag("slow")
class StandardOutputTest {

    private static final String[] ALGORITHMS = {"algorithms"};

    /** The reader has ended before the first line is written: the shell starts java after it. */
    @ParameterizedTest(name = "symposium {0} | nobody")
    @ValueSource(strings = {"algorithms", "algorithms --json", "--help", "check lelann -n 2", "demo ewd851"})
    void aClosedPipeEndsTheProgramQuietly(String line) throws Exception {
        Process process = shell("read go && exec \"$@\"", line.split(" ")).start();
        process.getInputStream().close();
        process.getOutputStream().write('\n');
        process.getOutputStream().close();

        assertEquals("", told(process));
        assertEquals(ExitCode.CLOSED, process.exitValue());
    }

    @Test
    void aReaderThatStaysGetsTheWholeOutput() throws Exception {
        Process process = shell("\"$@\" | { cat && echo end; }", ALGORITHMS).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals("", told(process));
        assertEquals(Commands.of(ALGORITHMS).out() + "end\n", out);
    }

    @Test
    void aFullDiskIsReported() throws Exception {
        Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/full")), "this system has no /dev/full");
        Process process = shell("exec \"$@\" > /dev/full", ALGORITHMS).start();

        assertEquals(
                "symposium: standard output cannot be written to the end; use a place with enough space\n",
                told(process));
        assertEquals(ExitCode.USAGE, process.exitValue());
    }

    /** Its standard error, when it has ended. */
    private static String told(Process process) throws IOException, InterruptedException {
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), err);
        return err;
    }

    /** @param script what the shell does with the command, which is its arguments */
    private static ProcessBuilder shell(String script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.addAll(ArchivedJar.java(Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
