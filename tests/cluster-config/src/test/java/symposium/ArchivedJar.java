package symposium;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A copy of the command line's jar, with the archive of its classes that its launcher has made: virtual machines that
 * tests start are there in half the time with it. All test JVMs of a build share one.
 */
public final class ArchivedJar {

    /** The jar's directory, below that of the checkout. */
    public static final String TARGET = "cluster-config/cli/target";

    private static final String LAUNCHER = "cluster-config/bin/symposium";
    private static final String JAR = TARGET + "/symposium.jar";
    private static final long PATIENCE_SECONDS = 240;

    private static final AtomicReference<Path> MADE = new AtomicReference<>();

    private ArchivedJar() {}

    /**
     * A command that runs a class in a small virtual machine of its own, which is to live for seconds. It finds the
     * classes of the tests, and those of the jar, or where nothing is packaged those of this virtual machine.
     *
     * @param main the class, whose arguments may follow
     */
    public static List<String> java(String main) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m"));
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        String classes = System.getProperty("java.class.path");
        if (Build.packages()) {
            Path jar = directory().resolve(JAR);
            archive(jar.getParent())
                    .ifPresent(
                            archive -> command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off")));
            classes = Stream.of(
                            jar,
                            Path.of("target/test-classes").toAbsolutePath(),
                            Pages.root().resolve("actors/examples/target/classes"))
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        command.addAll(List.of("-cp", classes, main));
        return command;
    }

    private static Optional<Path> archive(Path target) throws IOException {
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(target, "*.jsa")) {
            for (Path archive : archives) {
                return Optional.of(archive);
            }
        }
        return Optional.empty();
    }

    /** The directory that has launcher, jar and archive where a checkout has them, and nothing else. */
    public static Path directory() throws IOException {
        Path packaged = Build.packaged(Pages.root().resolve(JAR));
        synchronized (MADE) {
            if (MADE.get() == null) {
                Path all = Files.createDirectories(Pages.root().resolve("tests/cluster-config/target/archived"));
                // One of this build, by this Java.
                Path directory = all.resolve(
                        Files.getLastModifiedTime(packaged).toMillis() + "-" + System.getProperty("java.version"));
                try (FileChannel channel = FileChannel.open(
                                all.resolveSibling("archived.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                        FileLock lock = channel.lock()) {
                    assertTrue(lock.isValid());
                    if (!isTried(directory.resolve(TARGET))) {
                        delete(all);
                        make(directory);
                    }
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException("interrupted while the archive of classes is made", interrupted);
                }
                MADE.set(directory);
            }
            return MADE.get();
        }
    }

    /** Has the launcher make its archive. To java, links to the jar and the archive are the same as these. */
    private static void make(Path directory) throws IOException, InterruptedException {
        for (String each : List.of(LAUNCHER, JAR)) {
            Files.createDirectories(directory.resolve(each).getParent());
            Files.copy(Pages.root().resolve(each), directory.resolve(each), StandardCopyOption.COPY_ATTRIBUTES);
        }
        // Else the launcher builds it where the build has found that nothing has changed in a file that is newer.
        Files.setLastModifiedTime(directory.resolve(JAR), FileTime.from(Instant.now()));
        ProcessBuilder builder = new ProcessBuilder(directory.resolve(LAUNCHER).toString(), "--version")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        assertEquals(0, builder.start().waitFor());
        Instant end = Instant.now().plusSeconds(PATIENCE_SECONDS);
        while (!isTried(directory.resolve(TARGET))) {
            assertTrue(Instant.now().isBefore(end), "the launcher makes no archive of classes");
            Thread.sleep(100);
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    /** Whether the launcher has made its archive, if java makes any. */
    private static boolean isTried(Path target) throws IOException {
        if (!Files.isDirectory(target)) {
            return false;
        }
        try (DirectoryStream<Path> making = Files.newDirectoryStream(target, "*.making")) {
            for (Path each : making) {
                return Files.exists(each.resolve("size"));
            }
        }
        return false;
    }
}
