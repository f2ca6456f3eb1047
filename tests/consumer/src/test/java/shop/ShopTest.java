package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Four JVMs of the application, each with another way to log; a fifth finds no place. They serve, and leave in good
 * order.
 */
class ShopTest {

    private static final long PATIENCE_SECONDS = 120;

    /** With what a JVM logs: the slf4j that Akka brings, 1.7 or 2.0, with Logback or with nothing. */
    private enum Logging {
        AS_RESOLVED,
        LOGBACK_1_2("slf4j-api-1.7.36.jar", "logback-classic-1.2.13.jar", "logback-core-1.2.13.jar"),
        SLF4J_2("slf4j-api-2.0.17.jar"),
        LOGBACK_1_5("slf4j-api-2.0.17.jar", "logback-classic-1.5.21.jar", "logback-core-1.5.21.jar");

        private final List<String> jars;

        Logging(String... jars) {
            this.jars = List.of(jars);
        }

        String classPath() {
            boolean replaced = jars.stream().anyMatch(jar -> jar.startsWith("slf4j-api"));
            String resolved = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            return Stream.concat(
                            jars.stream().map(jar -> Path.of("target", "logging", jar)
                                    .toString()),
                            Stream.of(resolved.split(File.pathSeparator))
                                    .filter(jar -> !replaced || !jar.contains("slf4j-api-")))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void withEveryWayToLogAJvmServesAndLeavesInGoodOrder() throws Exception {
        int seed = freePort();
        List<Jvm> jvms = new ArrayList<>();
        try {
            for (Logging logging : Logging.values()) {
                int port = jvms.isEmpty() ? seed : freePort();
                jvms.add(new Jvm(logging.name(), logging.classPath(), port, seed));
            }
            long fence = 0;
            for (Jvm jvm : jvms) {
                jvm.await("ready"::equals);
                fence = jvm.acquire("order 17", fence);
            }
            for (Jvm jvm : jvms) {
                jvm.ask(Shop.SAMPLES);
            }
            for (Jvm jvm : jvms) {
                jvm.await("samples have run"::equals);
            }
            Jvm fifth = new Jvm("fifth", Logging.AS_RESOLVED.classPath(), freePort(), seed);
            jvms.add(fifth);
            fifth.await(
                    line -> line.contains("NodeEnded") && line.contains("4 processes (symposium.processes) take part"));
            fifth.ask("order 17");
            assertTrue(fifth.await(line -> line.startsWith("not granted")).contains("take part already"));
            Jvm first = jvms.get(0);
            for (int last = jvms.size() - 1; last > 2; last--) {
                jvms.get(last).leave();
                jvms.get(last).hasLeft();
                fence = first.acquire("order 17", fence);
            }
            List<Jvm> others = jvms.subList(0, 3);
            others.forEach(Jvm::leave);
            for (Jvm other : others) {
                other.hasLeft();
            }
        } finally {
            jvms.forEach(Jvm::kill);
        }
    }

    /** A JVM and what it says, on both its outputs. */
    private static final class Jvm {

        private final String name;
        private final Process process;
        private final List<String> said = new ArrayList<>();
        private int seen;

        Jvm(String name, String classPath, int port, int seed) throws IOException {
            this.name = name;
            this.process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx256m",
                            "-cp",
                            classPath,
                            Shop.class.getName(),
                            Integer.toString(port),
                            Integer.toString(seed))
                    .redirectErrorStream(true)
                    .start();
            Thread reader = new Thread(this::read, name);
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (var lines = process.inputReader()) {
                lines.lines().forEach(this::add);
            } catch (IOException ended) {
                add(ended.toString());
            }
        }

        private synchronized void add(String line) {
            said.add(line);
            notifyAll();
        }

        /** The next line that satisfies the condition. */
        synchronized String await(Predicate<String> condition) throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (true) {
                while (seen < said.size()) {
                    String line = said.get(seen++);
                    if (condition.test(line)) {
                        return line;
                    }
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return fail(name + " has said\n" + String.join("\n", said));
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }

        void ask(String lock) throws IOException {
            process.getOutputStream().write((lock + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }

        /** Takes the lock, under a fence that is greater than the former. */
        long acquire(String lock, long former) throws IOException, InterruptedException {
            ask(lock);
            String granted = await(line -> line.contains("granted " + lock));
            assertTrue(granted.startsWith("granted"), name + ": " + granted);
            long fence = Long.parseLong(granted.substring(granted.lastIndexOf(' ') + 1));
            assertTrue(fence > former, fence + " after " + former);
            return fence;
        }

        void leave() {
            // Process.destroy() closes the streams, too.
            process.toHandle().destroy();
        }

        /** On SIGTERM, whose exit code is 143; a JVM that is halted on an error has another. */
        void hasLeft() throws InterruptedException {
            await("has left in good order"::equals);
            assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), name + " does not end");
            synchronized (this) {
                String all = String.join("\n", said);
                assertEquals(143, process.exitValue(), name + " has said\n" + all);
                assertTrue(!all.contains("NoSuchMethodError") && !all.contains("NoClassDefFoundError"), all);
            }
        }

        void kill() {
            process.destroyForcibly();
        }
    }
}
