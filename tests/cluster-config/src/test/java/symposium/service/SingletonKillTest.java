package symposium.service;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.ArchivedJar;
import symposium.FreePorts;

/** A cluster singleton under Akka's lease on three virtual machines; that of the singleton is ended by SIGKILL. */
@Tag("slow")
class SingletonKillTest {

    private static final int NODES = 3;

    /** The file of settings that detect the crash; none for Akka's own. */
    private static final String DETECTION = System.getProperty("singleton.detection", "symposium-quick.conf");

    /** That the singleton has started at a node, under this fence. */
    private record Started(int node, long fence) {}

    private final List<Process> nodes = new ArrayList<>();
    private final CountDownLatch allUp = new CountDownLatch(NODES);
    private final BlockingQueue<Started> started = new LinkedBlockingQueue<>();

    @AfterEach
    void end() throws InterruptedException {
        nodes.forEach(Process::destroyForcibly);
        for (Process node : nodes) {
            assertTrue(node.waitFor(1, TimeUnit.MINUTES));
        }
    }

    @Test
    void aSingletonWhoseNodeIsKilledStartsElsewhereUnderAGreaterFence() throws Exception {
        List<Integer> ports = FreePorts.of(NODES);
        for (int node = 0; node < NODES; node++) {
            start(node, ports);
        }
        Started first = next();
        // Of two that are up, one is no majority.
        assertTrue(allUp.await(2, TimeUnit.MINUTES), "not all nodes are up");
        long killed = System.nanoTime();
        nodes.get(first.node()).destroyForcibly();
        Started second = next();
        System.out.printf(
                "%s: the next singleton %.1f s after the kill%n", DETECTION, (System.nanoTime() - killed) / 1e9);
        assertNotEquals(first.node(), second.node());
        assertTrue(second.fence() > first.fence(), second + " after " + first);
    }

    private Started next() throws InterruptedException {
        return Objects.requireNonNull(started.poll(2, TimeUnit.MINUTES), "no singleton has started");
    }

    private void start(int node, List<Integer> ports) throws IOException {
        List<String> command = ArchivedJar.java(SingletonNode.class.getName());
        command.add(Integer.toString(node));
        command.add(ports.stream().map(Object::toString).collect(Collectors.joining(",")));
        if (!DETECTION.isEmpty()) {
            command.add(DETECTION);
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        nodes.add(process);
        Thread reader = new Thread(() -> read(node, process), "node " + node);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(int node, Process process) {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("all up")) {
                    allUp.countDown();
                } else if (line.startsWith("only ")) {
                    started.add(new Started(node, Long.parseLong(line.substring("only ".length()))));
                }
            }
        } catch (IOException over) {
            // The node has been killed.
        }
    }
}
