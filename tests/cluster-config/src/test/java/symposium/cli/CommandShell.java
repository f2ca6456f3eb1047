package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import symposium.ArchivedJar;
import symposium.FreePorts;
import symposium.Pages;

/** A copy of this checkout with what has been packaged, in which bash runs the commands of a session. */
final class CommandShell {

    private static final long PATIENCE_SECONDS = 600;

    /** Directories, below the root, of which the commands of the pages need nothing. */
    private static final Set<String> LEFT_OUT = Set.of(
            ".git",
            "tests/actors/target/pit",
            "tests/actors/target/surefire-reports",
            "tests/cluster-config/target/archived",
            "tests/cluster-config/target/consumers",
            "tests/cluster-config/target/pit",
            "tests/cluster-config/target/repository",
            "tests/cluster-config/target/surefire-reports");

    /** The ports that the pages name. */
    private static final List<String> PORTS = List.of("2551", "2552", "2553", "8558");

    private static final String BEFORE = """
            set -u -m
            last=
            symposium() { cluster-config/bin/symposium "$@"; }
            failed() { echo "$1" >&2; exit 1; }
            stop() { for job in $(jobs -p); do kill -KILL -- "-$job"; done; wait; } 2> /dev/null
            trap stop EXIT
            running() { [ "$(jobs -p | wc -l)" -eq "$(jobs -pr | wc -l)" ] || failed "a command has ended that was to run on"; }
            awaited() { until grep -Eq -e "$2" "$1"; do running; sleep 0.1; done; }
            printed() { grep -Eq -e "$2" "$1" || failed "$1 has not: $2"; }
            """;

    private final Path directory;
    private final Path checkout;

    /** @param directory which is empty, and has a blank in its name where the commands must not mind it */
    CommandShell(Path directory) throws IOException {
        this.directory = directory;
        checkout = directory.resolve("the checkout");
        copy(Pages.root(), checkout);
        link(ArchivedJar.directory().resolve(ArchivedJar.TARGET), checkout.resolve(ArchivedJar.TARGET));
    }

    private static void link(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path link = to.resolve(from.relativize(file));
                Files.createDirectories(link.getParent());
                Files.deleteIfExists(link);
                Files.createLink(link, file);
            }
        }
    }

    /** What Maven is told besides, in this copy. */
    void maven(List<String> options) throws IOException {
        Files.createDirectories(checkout.resolve(".mvn"));
        Files.write(checkout.resolve(".mvn/maven.config"), options);
    }

    /** Runs the commands of a session one after the other, and ends those that run on. */
    void run(CommandSession session) throws IOException, InterruptedException {
        Path script = Files.writeString(directory.resolve("session.sh"), script(session));
        Path told = directory.resolve("session.err");
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString())
                .directory(checkout.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(told.toFile());
        String java = System.getProperty("java.home");
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_") && !name.equals("MAVEN_OPTS"));
        builder.environment().put("JAVA_HOME", java);
        builder.environment().merge("PATH", java + "/bin", (path, bin) -> bin + File.pathSeparator + path);
        // Short runs: what the second compiler compiles is not used any more.
        builder.environment()
                .merge(
                        "JAVA_TOOL_OPTIONS",
                        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                        (given, ours) -> given + " " + ours);
        Process bash = builder.start();
        try {
            if (!bash.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                fail("not ended after " + PATIENCE_SECONDS + " s\n" + transcript());
            }
            assertEquals(0, bash.exitValue(), this::transcript);
        } finally {
            bash.descendants().toList().forEach(ProcessHandle::destroyForcibly);
            bash.destroyForcibly().waitFor();
        }
    }

    private static String script(CommandSession session) throws IOException {
        Map<String, String> ports = freePorts();
        StringBuilder script = new StringBuilder(BEFORE);
        int number = 0;
        for (CommandSession.Step step : session.steps()) {
            String line = step.run();
            for (Map.Entry<String, String> port : ports.entrySet()) {
                line = line.replaceAll("\\b" + port.getKey() + "\\b", port.getValue());
            }
            String out = "../%02d.out".formatted(++number);
            script.append("echo ")
                    .append(quoted(line))
                    .append(" > ")
                    .append(out)
                    .append('\n');
            script.append("{ ")
                    .append(line.endsWith(";") ? line : line + ";")
                    .append(" } >> ")
                    .append(out)
                    .append(" 2>&1");
            if (step.runsOn()) {
                script.append(" < /dev/null &\n");
            } else {
                script.append(
                        "\nlast=$?\n[ $last -eq %d ] || failed \"%s ended with $last\"\n".formatted(step.exit(), out));
            }
            step.prints().ifPresent(regex -> script.append(step.runsOn() ? "awaited " : "printed ")
                    .append(out)
                    .append(' ')
                    .append(quoted(regex))
                    .append('\n'));
        }
        return script.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** What the shell and every command have printed. */
    private String transcript() {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                all.append("--- ").append(file.getFileName()).append('\n').append(Files.readString(file));
            }
        } catch (IOException unreadable) {
            all.append(unreadable);
        }
        return all.toString();
    }

    private static Map<String, String> freePorts() {
        List<Integer> free = FreePorts.of(PORTS.size());
        Map<String, String> ports = new TreeMap<>();
        for (int at = 0; at < PORTS.size(); at++) {
            ports.put(PORTS.get(at), Integer.toString(free.get(at)));
        }
        return ports;
    }

    /** A tool that attaches to a JVM creates such a file, which the JVM removes at once. */
    private static boolean isOfAttaching(Path file) {
        return file.getFileName().toString().startsWith(".attach_pid");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Path relative = from.relativize(directory);
                if (LEFT_OUT.contains(relative.toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(relative));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(file));
                if (attributes.isRegularFile() && !file.toString().endsWith(".jsa") && !isOfAttaching(file)) {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }

            /** A directory that is newer than the jar would have the launcher build it. */
            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException none) throws IOException {
                Path copy = to.resolve(from.relativize(directory));
                Files.setLastModifiedTime(copy, Files.getLastModifiedTime(directory));
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
