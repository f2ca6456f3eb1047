package symposium.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.Pages;
import symposium.cli.Commands;
import symposium.cli.Main;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** Names and arguments of other letters than English ones, from the shell to the guarded command, in every locale. */
@Timeout(60)
class LockArgumentsTest {

    /** The guarded command prints the bytes of an argument and of a variable, and its locale. */
    private static final String COMMAND =
            "printf %s \"$1\" | od -An -tx1; printf %s \"$SYMPOSIUM_NAMES\" | od -An -tx1;"
                    + " echo \"${LC_ALL-unset}\"";

    @TempDir
    private Path directory;

    @AutoClose
    private final FakeNode node = new FakeNode();

    /** The launcher as in the zip, and a java that runs the program from the class path of this test. */
    private Path launcher() throws IOException {
        Path launcher = directory.resolve("symposium/bin/symposium");
        executable(launcher, Files.readString(Pages.root().resolve("cluster-config/bin/symposium")));
        Files.createDirectories(directory.resolve("symposium/lib"));
        Files.writeString(directory.resolve("symposium/lib/symposium.jar"), "");
        Path home = directory.resolve("jdk");
        executable(home.resolve("bin/java"), """
                #!/usr/bin/env bash
                flags=()
                while [ "$1" != -jar ]; do
                    case $1 in
                        -XX:ArchiveClassesAtExit=*) exit 1 ;;
                        -D*) flags+=("$1") ;;
                    esac
                    shift
                done
                shift 2
                exec "%s/bin/java" -XX:TieredStopAtLevel=1 "${flags[@]}" -cp "%s" %s "$@"
                """.formatted(
                        System.getProperty("java.home"), System.getProperty("java.class.path"), Main.class.getName()));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        return launcher;
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    private record Call(int code, String out, String err) {}

    /** @param bytes in the notation of printf, which are the name and an argument of the command */
    private Call lock(Path launcher, Map<String, String> locale, String bytes) throws Exception {
        List<String> line = List.of(
                "bash",
                "-c",
                "word=$(printf '" + bytes + "'); exec \"$0\" lock \"$word\" --url \"$1\" -- sh -c \"$2\" sh \"$word\"",
                launcher.toString(),
                node.url(),
                COMMAND);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("LC_") || name.equals("LANG") || name.startsWith("JAVA_"));
        builder.environment().putAll(locale);
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(50, TimeUnit.SECONDS));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        // The shells complain of a locale that is not installed.
        return new Call(
                process.exitValue(),
                Files.readString(out),
                Files.readAllLines(err, StandardCharsets.ISO_8859_1).stream()
                        .filter(each -> each.startsWith("symposium"))
                        .reduce("", (all, each) -> all + each + "\n"));
    }

    private static boolean hasUtf8() {
        try {
            return new ProcessBuilder("bash", "-c", "LC_ALL=C.UTF-8 locale charmap | grep -q UTF-8")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException failed) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LC_ALL | C
            LC_ALL | C.UTF-8
            LC_ALL | not-installed
            LANG   | C
            """)
    void nameAndArgumentsReachNodeAndCommandAsTheyWereTyped(String variable, String locale) throws Exception {
        assumeTrue(hasUtf8(), "there is no locale C.UTF-8");
        Call call = lock(launcher(), Map.of(variable, locale), "\\303\\266l");
        assertEquals(
                new Call(0, " c3 b6 6c\n c3 b6 6c\n" + (variable.equals("LC_ALL") ? locale : "unset") + "\n", ""),
                call);
        assertEquals(Set.of("\u00f6l"), node.names());
    }

    /** In Latin-1, while the locale has UTF-8 or another can be set. */
    @ParameterizedTest
    @CsvSource({"C", "C.UTF-8"})
    void bytesThatAreNotUtf8AreRefused(String locale) throws Exception {
        assumeTrue(hasUtf8(), "there is no locale C.UTF-8");
        Call call = lock(launcher(), Map.of("LC_ALL", locale), "\\366l");
        assertEquals(
                new Call(
                        ExitCode.USAGE,
                        "",
                        "symposium: argument 2 '?l': must be text in the character set of the locale, UTF-8; the bytes"
                                + " shown as ? are not\n"),
                call);
        assertEquals(Set.of(), node.names());
    }

    /** The jar by itself, in a locale without other letters. */
    @Test
    void withoutTheLauncherTheyAreRefused() throws Exception {
        Path launcher = launcher();
        executable(launcher, """
                #!/usr/bin/env bash
                exec "$JAVA_HOME/bin/java" -jar none "$@"
                """);
        Call call = lock(launcher, Map.of("LC_ALL", "C"), "\\303\\266l");
        assertEquals(ExitCode.USAGE, call.code());
        assertTrue(
                call.err().startsWith("symposium: argument 2 '??l': must be text in the character set of the locale, ")
                        && call.err().endsWith("; LC_ALL=C.UTF-8 sets a locale for text in UTF-8\n"),
                call.err());
        assertEquals(Set.of(), node.names());
    }

    @Test
    void argumentsOfEveryCommandAreRefusedThatWereNotDecoded() {
        for (String wrong : List.of("\uFFFDl", "a\uD800", "\uDC00")) {
            for (List<String> line : List.of(
                    List.of("lock", wrong, "--url", node.url(), "--", "true"),
                    List.of("lock", "till", "--url", node.url(), "--", "echo", wrong),
                    List.of("node", "--elect", wrong),
                    List.of("check", "lamport", "--output", wrong))) {
                Run run = Commands.of(line.toArray(String[]::new));
                assertEquals(ExitCode.USAGE, run.code());
                assertTrue(
                        run.err().startsWith("symposium: argument " + (line.indexOf(wrong) + 1) + " '")
                                && run.err().lines().count() == 1,
                        run.err());
            }
        }
        assertEquals(Set.of(), node.names());
        // A pair of surrogates is one character.
        assertEquals(new Run(0, "", ""), Commands.of("lock", "\uD83D\uDD12", "--url", node.url(), "--", "true"));
    }
}
