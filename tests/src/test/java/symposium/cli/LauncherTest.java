package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, copied into a project of its own, with a java and an mvn that only print their arguments. */
class LauncherTest {

    private static final Path LAUNCHER = launcher();
    private static final List<String> TOOLS =
            List.of("bash", "dirname", "readlink", "sed", "head", "find", "touch", "mkdir", "flock");

    @TempDir
    private Path directory;

    private Path root;
    private Path bin;
    private Path jar;
    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void makeProject() throws IOException {
        root = directory.resolve("some where").resolve("project");
        jar = root.resolve("cluster-config/cli/target/symposium.jar");
        for (String each : List.of("actors/src/main", "cluster-config/cli/src/main", "cluster-config/bin")) {
            Files.createDirectories(root.resolve(each));
        }
        for (String each : List.of(
                "pom.xml",
                "actors/pom.xml",
                "cluster-config/pom.xml",
                "cluster-config/cli/pom.xml",
                "actors/src/main/A.java")) {
            Files.writeString(root.resolve(each), "");
        }
        executable(root.resolve("cluster-config/bin/symposium"), Files.readString(LAUNCHER));
        bin = Files.createDirectory(directory.resolve("bin"));
        String bash = where("bash").orElseThrow().toString();
        for (String tool : TOOLS) {
            if (where(tool).isPresent()) {
                executable(
                        bin.resolve(tool), "#!" + bash + "\nexec " + where(tool).orElseThrow() + " \"$@\"\n");
            }
        }
        environment.put("PATH", bin.toString());
        java("17.0.15");
        executable(bin.resolve("mvn"), """
                #!/usr/bin/env bash
                echo "[INFO] Building Symposium: with $* 0.1.0-SNAPSHOT   [2/3]"
                for file in {1..250}; do echo "Downloaded from central: $file"; done
                echo "[INFO] nothing to tell"
                echo "[ERROR] something to tell"
                mkdir -p cluster-config/cli/target
                : > cluster-config/cli/target/symposium.jar
                """);
    }

    @Test
    void aMissingJarIsBuiltAndThenRun() throws Exception {
        Call call = launch("check", "two words");

        assertEquals(0, call.code());
        assertEquals("-XX:+UseSerialGC", call.out().get(0));
        assertEquals(
                List.of("-jar", jar.toString(), "check", "two words"),
                call.out().subList(call.out().size() - 4, call.out().size()));
        assertTrue(
                call.err().get(0).startsWith("symposium: building "), call.err().toString());
        assertEquals(
                List.of(
                        "symposium: building with -B -Dstyle.color=never -pl cluster-config/cli -am package -DskipTests",
                        "symposium: 100 files downloaded",
                        "symposium: 200 files downloaded",
                        "[ERROR] something to tell"),
                call.err().subList(1, call.err().size()));
    }

    @Test
    void aJarThatIsNewerThanItsSourcesIsRunAsItIs() throws Exception {
        launch();

        assertEquals(List.of(), launch().err());
    }

    @Test
    void aJarThatIsOlderThanASourceIsRebuilt() throws Exception {
        launch();
        Files.setLastModifiedTime(
                root.resolve("actors/src/main/A.java"),
                FileTime.from(Instant.now().plus(Duration.ofMinutes(1))));

        assertFalse(launch().err().isEmpty());
    }

    @Test
    void aJarIsRebuiltWhenASourceIsDeleted() throws Exception {
        launch();
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minus(Duration.ofMinutes(1))));
        Files.delete(root.resolve("actors/src/main/A.java"));

        assertFalse(launch().err().isEmpty());
    }

    @Test
    void theLauncherRunsThroughASymbolicLink() throws Exception {
        Path links = Files.createDirectory(directory.resolve("links"));
        Files.createSymbolicLink(links.resolve("absolute"), root.resolve("cluster-config/bin/symposium"));
        Files.createSymbolicLink(links.resolve("relative"), Path.of("absolute"));

        Call call = call(List.of(links.resolve("relative").toString(), "algorithms"));

        assertEquals(0, call.code());
        assertTrue(call.out().contains(jar.toString()), call.toString());
    }

    @Test
    void newerJavasAreAskedToLeaveUnsafeAlone() throws Exception {
        java("25.0.1");

        assertTrue(launch().out().contains("--sun-misc-unsafe-memory-access=allow"));
    }

    @Test
    void commandsThatWaitMostOfTheTimeHaveASmallHeap() throws Exception {
        for (String command : List.of("demo", "node", "lock")) {
            assertTrue(launch(command).out().contains("-Xmx256m"), command);
        }
    }

    /** The size of a heap is given to java when it starts. */
    @Test
    void theMemoryOfACheckIsThatOfTheHeap() throws Exception {
        assertTrue(launch("check", "ewd851", "--memory", "3g").out().contains("-Xmx3g"));
        assertTrue(launch("check", "--memory=512M", "ewd851").out().contains("-Xmx512M"));
        for (String other : List.of("check ewd851 --memory much", "check ewd851 3g", "simulate --memory 3g")) {
            List<String> words = launch(other.split(" ")).out();
            assertTrue(words.stream().noneMatch(word -> word.startsWith("-Xmx")), words.toString());
        }
    }

    @Test
    void optionsForJavaAreWords() throws Exception {
        environment.put("JAVA_OPTS", "-Xmx2g -ea");

        List<String> words = launch().out();
        int at = words.indexOf("-Xmx2g");
        assertEquals(List.of("-Xmx2g", "-ea", "-jar"), words.subList(at, at + 3));
    }

    @Test
    void anOldJavaIsRefusedInOneLine() throws Exception {
        java("11.0.2");

        refused(launch(), " is Java 11; a JDK 17 or later is wanted");
    }

    @Test
    void aVeryOldJavaIsRefusedInOneLine() throws Exception {
        java("1.8.0_392");

        refused(launch(), " is Java 1; a JDK 17 or later is wanted");
    }

    @Test
    void aMissingJavaIsReportedInOneLine() throws Exception {
        environment.remove("JAVA_HOME");

        refused(launch(), "there is no java on the PATH and none in JAVA_HOME; a JDK 17 or later is wanted");
    }

    @Test
    void aMissingMavenIsReportedInOneLineWhenNeeded() throws Exception {
        Files.delete(bin.resolve("mvn"));

        refused(launch(), "there is no mvn on the PATH; Maven 3.8 or later is wanted");
    }

    @Test
    void aFailedBuildEndsTheLauncher() throws Exception {
        executable(bin.resolve("mvn"), "#!/usr/bin/env bash\nexit 1\n");

        Call call = launch();

        assertEquals(ExitCode.USAGE, call.code());
        assertEquals(List.of(), call.out());
    }

    private static void refused(Call call, String why) {
        assertEquals(ExitCode.USAGE, call.code());
        assertEquals(1, call.err().size(), call.toString());
        assertTrue(
                call.err().get(0).startsWith("symposium: ") && call.err().get(0).endsWith(why), call.toString());
    }

    private void java(String version) throws IOException {
        Path home = directory.resolve("jdk-" + version);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        executable(home.resolve("bin/java"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n");
        environment.put("JAVA_HOME", home.toString());
    }

    private static Optional<Path> where(String tool) {
        return Stream.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    private record Call(int code, List<String> out, List<String> err) {}

    private Call launch(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(root.resolve("cluster-config/bin/symposium").toString()));
        command.addAll(List.of(arguments));
        return call(command);
    }

    private Call call(List<String> command) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the launcher does not end");
        return new Call(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
    }

    /** The launcher of this checkout, wherever below it the tests run. */
    private static Path launcher() {
        Path at = Path.of("").toAbsolutePath();
        while (at != null) {
            Path found = at.resolve("cluster-config/bin/symposium");
            if (Files.exists(found)) {
                return found;
            }
            at = at.getParent();
        }
        throw new IllegalStateException("no launcher above " + Path.of("").toAbsolutePath());
    }
}
