package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.FreePorts;
import symposium.cli.report.ExitCode;

/** Commands in JVMs whose languages have digits of their own: output, files and addresses are the same everywhere. */
class LocaleTest {

    private static final long PATIENCE = 120;

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Otherwise these tests could not fail. */
    @Test
    void theLanguageOfTheTestsHasOtherDigits() {
        assertEquals("\u0667", String.format(Locale.forLanguageTag("ar-EG"), "%d", 7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate ewd851 -n 5 --seed 7", "check ewd851 -n 5000"})
    void textsHaveTheSameDigits(String command) throws Exception {
        Run english = Commands.line(command);

        assertEquals(english.code(), run("ar-EG", command));
        assertEquals(withoutSpeed(english.out()), withoutSpeed(Files.readString(directory.resolve("out"))));
        assertEquals(english.err(), Files.readString(directory.resolve("out.err")));
    }

    @Test
    @Tag("slow")
    void aCheckIsResumedInAnotherLanguage() throws Exception {
        String check = "check ewd851-misra -n 3 --dir states --json --max-states ";
        assertEquals(ExitCode.UNDECIDED, run("ar-EG", check + 1500));
        assertEquals(ExitCode.DONE, run("bn-BD", check + 100000));
        JsonNode english = Commands.line("check ewd851-misra -n 3 --json").json();
        JsonNode other = new ObjectMapper().readTree(directory.resolve("out").toFile());

        for (String field : List.of("states", "transitions", "depth", "verdict", "rules", "overtaking")) {
            assertEquals(english.get(field).toString(), other.get(field).toString(), field);
        }
    }

    @Test
    @Tag("slow")
    void aNodeStartsAndGrantsALock() throws Exception {
        int port = FreePorts.one();
        String address = "127.0.0.1:" + port;
        start(
                "fa-IR",
                "node",
                "node --process 0 --processes 1 --algorithm resources --host 127.0.0.1 --port " + port + " --seeds "
                        + address);
        assertEquals(
                ExitCode.DONE,
                run("my-MM", "lock till --host 127.0.0.1 --seeds " + address + " -- echo granted"),
                () -> "see " + directory);
        assertTrue(Files.readString(directory.resolve("out")).contains("granted"));
    }

    private static String withoutSpeed(String text) {
        return text.replaceAll("(?m)^speed .*$", "");
    }

    private int run(String language, String command) throws Exception {
        Process process = start(language, "out", command);
        assertTrue(process.waitFor(PATIENCE, TimeUnit.SECONDS), command);
        return process.exitValue();
    }

    private Process start(String language, String out, String command) throws IOException {
        Locale locale = Locale.forLanguageTag(language);
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.language=" + locale.getLanguage(),
                "-Duser.country=" + locale.getCountry(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(List.of(command.split(" ")));
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve(out).toFile())
                .redirectError(directory.resolve(out + ".err").toFile())
                .start();
        started.add(process);
        return process;
    }
}
