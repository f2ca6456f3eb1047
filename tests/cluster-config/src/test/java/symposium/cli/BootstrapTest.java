package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.ArchivedJar;
import symposium.FreePorts;

/** Nodes in JVMs of their own that find each other by Akka Management, without seeds. */
@Tag("slow")
class BootstrapTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void nodesFindEachOtherAndAreReadyOnceTheySeeAMajority(@TempDir Path directory) throws Exception {
        List<Integer> ports = FreePorts.of(3);
        Path settings = directory.resolve("nodes.conf");
        Files.writeString(settings, """
                akka.discovery {
                  method = config
                  config.services.symposium.endpoints = [%s]
                }
                akka.management.cluster.bootstrap {
                  contact-point-discovery {
                    service-name = "symposium"
                    required-contact-point-nr = 2
                    stable-margin = 1s
                  }
                  # The nodes differ by their ports.
                  contact-point.filter-on-fallback-port = off
                }
                """.formatted(ports.stream()
                .map("{ host = \"127.0.0.1\", port = %d }"::formatted)
                .collect(Collectors.joining(", "))));
        List<Process> nodes = new ArrayList<>();
        try {
            // The first alone finds no second contact point: it is alive, and not ready.
            nodes.add(start(settings, ports.get(0), directory.resolve("node0.log")));
            await(ports.get(0), "/alive", 200);
            assertEquals(500, status(ports.get(0), "/ready"));
            for (int node = 1; node < ports.size(); node++) {
                nodes.add(start(settings, ports.get(node), directory.resolve("node" + node + ".log")));
            }
            for (int port : ports) {
                await(port, "/ready", 200);
            }
            assertTrue(get(ports.get(0), "/symposium/status").body().contains("127.0.0.1"));
            assertEquals(200, status(ports.get(0), "/symposium/locks"));
        } finally {
            nodes.forEach(Process::destroyForcibly);
            for (Process node : nodes) {
                node.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private static Process start(Path settings, int port, Path log) throws IOException {
        List<String> command = ArchivedJar.java(Main.class.getName());
        command.addAll(List.of(
                "node",
                "--algorithm=resources",
                "--processes=3",
                "--port=0",
                "--bootstrap",
                "--management=127.0.0.1:" + port,
                "--config=" + settings));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private void await(int port, String path, int wanted) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        int last = 0;
        while (last != wanted) {
            assertTrue(System.nanoTime() < end, path + " of " + port + " answers " + last);
            last = status(port, path);
        }
    }

    /** The status of the answer; 0 while nobody listens. */
    private int status(int port, String path) throws InterruptedException {
        try {
            return get(port, path).statusCode();
        } catch (IOException nobody) {
            return 0;
        }
    }

    private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(PATIENCE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
