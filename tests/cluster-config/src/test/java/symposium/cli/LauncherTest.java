package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Pages;
import symposium.cli.report.ExitCode;

/** The launcher, copied into a project of its own, with a java and an mvn that only print their arguments. */
class LauncherTest {

    private static final Path LAUNCHER = launcher();
    private static final List<String> TOOLS =
            List.of("bash", "readlink", "sed", "head", "find", "touch", "mkdir", "rm", "mv", "nice", "wc", "flock");

    @TempDir
    private Path directory;

    private Path root;
    private Path bin;
    private Path jar;
    private Path launcher;
    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void makeProjectAndTools() throws IOException {
        makeProject("some where/project");
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
                echo "[INFO] Building Symposium: with $* 1.0.0   [2/3]"
                for file in {1..250}; do echo "Downloaded from central: $file"; done
                echo "[INFO] nothing to tell"
                echo "[ERROR] something to tell"
                mkdir -p cluster-config/cli/target
                : > cluster-config/cli/target/symposium.jar
                """);
    }

    /** Nothing writes to the directory when it is deleted. */
    @AfterEach
    void awaitTheEndOfArchiving() throws Exception {
        if (Files.exists(jar)) {
            for (Path making : making()) {
                // It is gone where the jar was built again meanwhile.
                await(() -> Files.exists(making.resolve("size")) || !Files.exists(making));
            }
        }
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

    @ParameterizedTest
    @MethodSource("filesOfModules")
    void aJarIsRebuiltForWhatItIsMadeOf(String file, boolean rebuilt) throws Exception {
        launch();
        Path newer = root.resolve(file);
        Files.createDirectories(newer.getParent());
        Files.writeString(newer, "");
        Files.setLastModifiedTime(newer, FileTime.from(Instant.now().plus(Duration.ofMinutes(1))));

        assertEquals(rebuilt, !launch().err().isEmpty());
    }

    /** A source and the pom of each module of the checkout, and whether the jar depends on them. */
    static Stream<Arguments> filesOfModules() throws IOException {
        Pattern module = Pattern.compile("<module>(.*)</module>");
        Stream<String> modules = Stream.concat(
                modules(module, "pom.xml", ""), modules(module, "cluster-config/pom.xml", "cluster-config/"));
        return Stream.concat(modules, Stream.of("tests/laboratory"))
                .flatMap(each -> Stream.of(each + "/src/main/A.java", each + "/pom.xml"))
                // An aggregator has no sources; the launcher looks for those of all modules of cluster-config.
                .filter(file -> !file.equals("cluster-config/src/main/A.java"))
                .map(file -> Arguments.of(file, !file.startsWith("actors/examples/") && !file.startsWith("tests/")));
    }

    private static Stream<String> modules(Pattern module, String pom, String folder) throws IOException {
        String text = Files.readString(Pages.root().resolve(pom)).replaceAll("(?s)<profiles>.*", "");
        return module.matcher(text)
                .results()
                .map(found -> folder + found.group(1))
                .filter(each -> !each.equals("tests"));
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
    void whatEndsAtOnceIsNotOptimized() throws Exception {
        for (String command :
                List.of("", "--help", "-V", "algorithms --costs", "check --help", "simulate ewd851 --help")) {
            List<String> words = launch(command.isEmpty() ? new String[0] : command.split(" "))
                    .out();
            assertTrue(words.contains("-XX:TieredStopAtLevel=1"), command);
        }
        for (String command : List.of("check ewd851", "simulate ewd851", "torture", "explore")) {
            assertFalse(launch(command.split(" ")).out().contains("-XX:TieredStopAtLevel=1"), command);
        }
    }

    /** Of several launchers at once, one makes the archive, and those that come later use it. */
    @Test
    void anArchiveOfClassesIsMadeOnceAndThenUsed() throws Exception {
        archivingJava();
        List<Process> launchers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            launchers.add(start(List.of(launcher.toString())));
        }
        for (Process launcher : launchers) {
            assertEquals(0, launcher.waitFor());
        }
        Path archive = archive();

        assertTrue(launch().out().contains("-XX:SharedArchiveFile=" + archive));
        assertEquals(1, Files.readAllLines(directory.resolve("archived")).size());
    }

    @Test
    void anArchiveOfAnOlderJarIsMadeAnew() throws Exception {
        archivingJava();
        launch();
        Path archive = archive();
        Files.setLastModifiedTime(archive, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
        Files.setLastModifiedTime(
                archive.resolveSibling(archive.getFileName() + ".making"),
                FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));

        assertFalse(launch().out().contains("-XX:SharedArchiveFile=" + archive));
        await(() -> Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) >= 0);
        assertTrue(launch().out().contains("-XX:SharedArchiveFile=" + archive));
        assertEquals(2, Files.readAllLines(directory.resolve("archived")).size());
    }

    /** A jar out of a zip has the time that it has there. */
    @Test
    void anArchiveOfANewerJarIsMadeAnew() throws Exception {
        archivingJava();
        launch();
        Path archive = archive();
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));

        assertFalse(launch().out().contains("-XX:SharedArchiveFile=" + archive));
        await(() -> launch().out().contains("-XX:SharedArchiveFile=" + archive));
        assertEquals(2, Files.readAllLines(directory.resolve("archived")).size());
    }

    @Test
    void theLauncherOfTheZipRunsItsJarAndBuildsNothing() throws Exception {
        Files.delete(bin.resolve("mvn"));
        unzipped();
        Path link = Files.createSymbolicLink(directory.resolve("link"), launcher);

        for (Path each : List.of(launcher, link)) {
            Call call = call(List.of(each.toString(), "check", "two words"));
            assertEquals(0, call.code());
            assertEquals(List.of(), call.err());
            List<String> words = call.out();
            assertEquals(
                    List.of("-jar", jar.toString(), "check", "two words"),
                    words.subList(words.size() - 4, words.size()));
        }
    }

    @Test
    void whereTheJarIsTheArchiveIsToo() throws Exception {
        unzipped();
        archivingJava();
        launch();

        assertEquals(jar.resolveSibling("symposium-17.0.15.jsa"), archive());
        assertTrue(launch().out().contains("-XX:SharedArchiveFile=" + archive()));
    }

    @Test
    void whereNothingCanBeWrittenTheArchiveIsInTheCacheOfTheUser() throws Exception {
        unzipped();
        archivingJava();
        Path lib = jar.getParent();
        assertTrue(lib.toFile().setWritable(false));
        try {
            assumeFalse(Files.isWritable(lib), "root can write anywhere");
            for (String variable : List.of("HOME", "XDG_CACHE_HOME")) {
                Path home = directory.resolve(variable);
                environment.put(variable, home.toString());
                Path cache = variable.equals("HOME") ? home.resolve(".cache") : home;
                Path archive = Path.of(cache + "/symposium" + lib, "symposium-17.0.15.jsa");
                assertEquals(List.of(), launch().err());
                await(() -> Files.exists(archive));
                assertTrue(launch().out().contains("-XX:SharedArchiveFile=" + archive));
            }
            assertEquals(List.of(), making());
        } finally {
            assertTrue(lib.toFile().setWritable(true));
        }
    }

    /** What the zip has, in a directory with a blank in its name, older than everything else. */
    private void unzipped() throws IOException {
        Path unzipped = directory.resolve("un zipped/symposium");
        launcher = unzipped.resolve("bin/symposium");
        jar = unzipped.resolve("lib/symposium.jar");
        Files.createDirectories(launcher.getParent());
        executable(launcher, Files.readString(LAUNCHER));
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minus(Duration.ofDays(9))));
    }

    @Test
    void withoutRoomForAnArchiveACommandRunsAllTheSame() throws Exception {
        archivingJava();
        executable(bin.resolve("mkdir"), "#!/usr/bin/env bash\necho there is no room >&2\nexit 1\n");

        for (int i = 0; i < 2; i++) {
            Call call = launch();
            assertEquals(0, call.code());
            assertEquals(List.of(), call.err());
            assertTrue(call.out().stream().noneMatch(word -> word.contains("Archive")), call.toString());
        }
        assertFalse(Files.exists(directory.resolve("archived")));
    }

    /** With a real Java, which archives no class of a path with a blank. */
    @Test
    @Tag("slow")
    void anArchiveThatCannotBeUsedIsIgnoredInSilence() throws Exception {
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        makeProject("project");
        jarThatSays("one");
        assertEquals(List.of("one"), launch().out());
        Path archive = archive();
        byte[] good = Files.readAllBytes(archive);
        environment.put("JAVA_OPTS", "-Xlog:class+load");
        String used = "symposium.cli.Main source: shared objects file (top)";
        Call logged = launch();
        assertTrue(logged.out().stream().anyMatch(line -> line.contains(used)), logged::toString);
        environment.remove("JAVA_OPTS");

        List<byte[]> damaged = List.of(
                new byte[0],
                "no archive".getBytes(StandardCharsets.UTF_8),
                new byte[good.length],
                Arrays.copyOf(good, good.length / 2),
                Arrays.copyOfRange(good, 1, good.length));
        for (byte[] each : damaged) {
            Files.delete(archive);
            Files.write(archive, each);
            assertEquals(new Call(0, List.of("one"), List.of()), launch(), each.length + " bytes");
        }
        Files.delete(archive);
        jarThatSays("another");
        Files.write(archive, good);
        assertEquals(new Call(0, List.of("another"), List.of()), launch());
    }

    private Path archive() throws Exception {
        Path making = making().get(0);
        String name = making.getFileName().toString();
        Path archive = making.resolveSibling(name.substring(0, name.length() - ".making".length()));
        await(() -> Files.exists(archive));
        return archive;
    }

    /** The directories beside the archives, which are there since one launcher has begun to make it. */
    private List<Path> making() throws IOException {
        try (Stream<Path> files = Files.list(jar.getParent())) {
            return files.filter(file -> file.toString().endsWith(".jsa.making")).toList();
        }
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        Instant end = Instant.now().plusSeconds(60);
        while (!condition.call()) {
            assertTrue(Instant.now().isBefore(end), "still not");
            Thread.sleep(20);
        }
    }

    /** A jar that does what the launcher's does: it has a command, and can be archived. */
    private void jarThatSays(String word) throws IOException {
        Files.createDirectories(jar.getParent());
        Path classes = Files.createTempDirectory(directory, "classes");
        List<String> sources = new ArrayList<>();
        for (String name : List.of("Main", "ArchivedClasses")) {
            Path source = classes.resolve(name + ".java");
            Files.writeString(source, """
                    package symposium.cli;
                    public class %s { public static void main(String[] a) { System.out.println(%s); } }
                    """.formatted(name, name.equals("Main") ? '"' + word + '"' : "new Main()"));
            sources.add(source.toString());
        }
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString()));
        arguments.addAll(sources);
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "symposium.cli.Main");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (String name : List.of("symposium/cli/Main.class", "symposium/cli/ArchivedClasses.class")) {
                out.putNextEntry(new ZipEntry(name));
                out.write(Files.readAllBytes(classes.resolve(name)));
                out.closeEntry();
            }
        }
    }

    @Test
    void anOldJavaIsRefusedInOneLine() throws Exception {
        java("11.0.2");

        refused(launch(), " is Java 11; JDK 17 or later is required");
    }

    @Test
    void aVeryOldJavaIsRefusedInOneLine() throws Exception {
        java("1.8.0_392");

        refused(launch(), " is Java 1; JDK 17 or later is required");
    }

    @Test
    void aMissingJavaIsReportedInOneLine() throws Exception {
        environment.remove("JAVA_HOME");

        refused(launch(), "there is no java on the PATH and none in JAVA_HOME; JDK 17 or later is required");
    }

    @Test
    void aMissingMavenIsReportedInOneLineWhenNeeded() throws Exception {
        Files.delete(bin.resolve("mvn"));

        refused(launch(), "there is no mvn on the PATH; Maven 3.8 or later is required");
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

    private void makeProject(String where) throws IOException {
        root = directory.resolve(where);
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
        launcher = root.resolve("cluster-config/bin/symposium");
        executable(launcher, Files.readString(LAUNCHER));
    }

    private void java(String version) throws IOException {
        Path home = directory.resolve("jdk-" + version);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        executable(home.resolve("bin/java"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n");
        environment.put("JAVA_HOME", home.toString());
    }

    /** Prints its arguments, but makes an archive where it is told to; the jar is there. */
    private void archivingJava() throws IOException {
        if (!Files.exists(jar)) {
            Files.createDirectories(jar.getParent());
            Files.writeString(jar, "");
        }
        executable(directory.resolve("jdk-17.0.15/bin/java"), """
                #!/usr/bin/env bash
                for word in "$@"; do
                    case $word in
                        -XX:ArchiveClassesAtExit=*)
                            echo made > "${word#*=}"
                            echo made >> "%s"
                            exit
                            ;;
                    esac
                done
                printf '%%s\\n' "$@"
                """.formatted(directory.resolve("archived")));
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
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        return call(command);
    }

    private Call call(List<String> command) throws Exception {
        Process process = start(command);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the launcher does not end");
        return new Call(
                process.exitValue(),
                Files.readAllLines(directory.resolve("out")),
                Files.readAllLines(directory.resolve("err")));
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
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
