package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import symposium.Pages;

/** Three nodes in virtual machines of their own, and clients over HTTP that go on when a node is killed. */
class ClientSessionsKillTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Holds a lock, waits for a line, and goes on. */
    private static final String PROGRAM = """
            import sys
            from symposium import NotGranted, Session
            urls = sys.argv[1:]
            with Session(urls, label="first") as first, Session(urls[::-1], label="second") as second:
                with first.lock("a/b") as fence:
                    print("has it", flush=True)
                    sys.stdin.readline()
                    try:
                        with second.lock("a/b", limit=0):
                            print("both have it", flush=True)
                    except NotGranted as refused:
                        print(refused, flush=True)
                    print("alive" if first.alive() else "lost", flush=True)
                with second.lock("a/b", limit=30) as later:
                    print("grows" if later > fence else "shrinks", flush=True)
                with second.leadership("boss", "me") as term:
                    print("leads", flush=True)
            """;

    private final List<Terminal> nodes = new ArrayList<>();
    private List<Integer> served;

    @BeforeEach
    void start() throws Exception {
        List<Integer> ports = Terminal.freePorts(6);
        served = ports.subList(3, 6);
        for (int number = 0; number < 3; number++) {
            nodes.add(Terminal.open(
                    number,
                    Integer.toString(number),
                    ports.subList(0, 3),
                    List.of(
                            "--algorithm",
                            "resources",
                            "--management",
                            "127.0.0.1:" + served.get(number),
                            "--clients")));
        }
        for (int node = 0; node < 3; node++) {
            while (!isReady(node)) {
                Thread.sleep(50);
            }
        }
    }

    private boolean isReady(int node) throws InterruptedException {
        try {
            return HTTP.send(
                                    HttpRequest.newBuilder(
                                                    URI.create("http://127.0.0.1:" + served.get(node) + "/ready"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(Terminal::kill);
        nodes.forEach(Terminal::awaitExit);
    }

    private HttpRequest request(int node, String method, String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + served.get(node) + "/symposium/v1" + path))
                .header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .method(method, BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<String> ask(int node, String method, String path, String body) throws Exception {
        return HTTP.send(request(node, method, path, body), BodyHandlers.ofString());
    }

    /** Asks until the answer is another than that it may be asked again. */
    private JsonNode granted(int node, String path, String body) throws Exception {
        HttpResponse<String> answer = ask(node, "POST", path, body);
        while (answer.statusCode() == 503 || answer.statusCode() == 202) {
            answer = ask(node, "POST", path, body);
        }
        assertTrue(answer.statusCode() / 100 == 2, answer + answer.body());
        return JSON.readTree(answer.body());
    }

    /**
     * What a session holds stays its own when its node is killed, also against one that has waited all the time at
     * another node. So does what a client in Python holds, as it is documented, which has asked the same node.
     */
    @Test
    void sessionsOutliveTheNodeThatHasThem() throws Exception {
        granted(0, "/sessions", "{\"session\": \"one\", \"life\": 60}");
        granted(2, "/sessions", "{\"session\": \"two\", \"life\": 60}");
        JsonNode held = granted(0, "/locks/till", "{\"session\": \"one\"}");
        CompletableFuture<HttpResponse<String>> waits =
                HTTP.sendAsync(request(2, "POST", "/locks/till", "{\"session\": \"two\"}"), BodyHandlers.ofString());
        Optional<Process> python = python();
        try {
            nodes.get(0).kill();
            assertEquals(held, granted(2, "/locks/till", "{\"session\": \"one\"}"), "it has gone on, with its fence");
            HttpResponse<String> waiting = waits.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertEquals(202, waiting.statusCode(), "it has not been granted in between: " + waiting.body());
            assertEquals(
                    200,
                    ask(1, "DELETE", "/locks/till?session=one", "").statusCode(),
                    "at a node that the session has never been at, or is now");
            JsonNode next = granted(2, "/locks/till", "{\"session\": \"two\"}");
            assertTrue(Long.parseLong(next.path("fence").textValue())
                    > Long.parseLong(held.path("fence").textValue()));
            assertEquals(200, ask(1, "DELETE", "/sessions/one", "").statusCode());

            Assumptions.assumeTrue(python.isPresent(), "python3 is not installed");
            goesOn(python.get());
        } finally {
            python.ifPresent(Process::destroyForcibly);
        }
    }

    /** A client in Python that holds a lock, if there is Python; it says so before it waits for a line. */
    private Optional<Process> python() throws IOException {
        List<String> command = new ArrayList<>(List.of("python3", "-c", PROGRAM));
        served.forEach(port -> command.add("http://127.0.0.1:" + port));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .put(
                        "PYTHONPATH",
                        Pages.root().resolve("cluster-config/examples").toString());
        try {
            Process python = builder.start();
            assertEquals("has it", python.inputReader(StandardCharsets.UTF_8).readLine());
            return Optional.of(python);
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    private static void goesOn(Process python) throws Exception {
        try (var lines = python.inputReader(StandardCharsets.UTF_8);
                var typed = python.outputWriter(StandardCharsets.UTF_8)) {
            typed.write("\n");
            typed.flush();
            assertEquals(
                    List.of("not free", "alive", "grows", "leads"),
                    lines.lines().toList());
            assertTrue(python.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            assertEquals(0, python.exitValue());
        }
    }
}
