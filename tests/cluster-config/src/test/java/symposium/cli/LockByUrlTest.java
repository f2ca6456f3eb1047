package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.Uri;
import akka.management.javadsl.ManagementRouteProviderSettings;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.FreePorts;
import symposium.cli.report.ExitCode;
import symposium.client.HttpSession;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;
import symposium.management.ClientRoutes;
import symposium.service.Symposium;
import symposium.service.status.ClusterStatus;

/** Commands that run under named locks, with nothing but the URL of a node in this virtual machine. */
@Tag("slow")
class LockByUrlTest {

    private static final long PATIENCE = 120;

    private static SymposiumNode host;
    private static int port;

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "0123456789abcdef");
        host = SymposiumNode.start(
                Hocon.quickNode(Map.of(
                        "symposium.process",
                        0,
                        "symposium.processes",
                        1,
                        "akka.management.http.hostname",
                        "127.0.0.1",
                        "symposium.clients.authentication",
                        "token",
                        "symposium.clients.token-file",
                        token.toString())),
                Observers.none());
        host.joinItself();
        Symposium.get(host.system()).ready().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
        ServerBinding server = Http.get(host.system())
                .newServerAt("127.0.0.1", 0)
                .bind(new ClientRoutes((ExtendedActorSystem) Adapter.toClassic(host.system()))
                        .routes(ManagementRouteProviderSettings.create(Uri.create("http://127.0.0.1"))))
                .toCompletableFuture()
                .get(PATIENCE, TimeUnit.SECONDS);
        port = server.localAddress().getPort();
    }

    @AfterAll
    static void stop() throws Exception {
        host.kill().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
    }

    @AfterEach
    void end() {
        threads.shutdown();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --clients                                        | --clients and --token-file need --management HOST:PORT, where clients are served
            --clients --management 0.0.0.0:0                 | symposium.clients.authentication is none, and Akka Management is bound to 0.0.0.0, which others can reach: it must be token or mutual-tls there
            --token-file none --management 127.0.0.1:0       | symposium.clients.token-file (none): there is no such file
            """)
    void aNodeThatCannotServeClientsSaysWhy(String options, String line) throws IOException {
        int node = FreePorts.one();
        Run run = Commands.line("node --algorithm resources --process 0 --processes 1 --port " + node
                + " --seeds 127.0.0.1:" + node + " " + options.strip());
        assertEquals("symposium node: " + line + "\n", run.err());
        assertEquals(ExitCode.USAGE, run.code());
    }

    @Test
    void aNodeWithoutLocksServesNoClients() {
        Run run =
                Commands.line("node --algorithm ewd851-misra --process 0 --processes 1 --port 0 --seeds 127.0.0.1:2551"
                        + " --clients --management 127.0.0.1:0");
        assertEquals(
                "symposium node: --clients and --token-file need --algorithm resources: clients ask for locks, and a node"
                        + " with ewd851-misra has none\n",
                run.err());
        assertEquals(ExitCode.USAGE, run.code());
    }

    private CompletableFuture<Run> lock(String script, String... options) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Path token = Files.writeString(directory.resolve("shown"), "0123456789abcdef\n");
                        List<String> line = new ArrayList<>(List.of(
                                "lock",
                                // The first one does not answer.
                                "--url",
                                "http://127.0.0.1:" + FreePorts.one() + ",http://127.0.0.1:" + port,
                                "--token-file",
                                token.toString()));
                        line.addAll(Arrays.asList(options));
                        line.addAll(List.of("--", "sh", "-c", "cd " + directory + "; " + script));
                        return Commands.of(line.toArray(String[]::new));
                    } catch (IOException failed) {
                        throw new IllegalStateException(failed);
                    }
                },
                threads);
    }

    private List<String> told() throws IOException {
        return new ToldFile(directory).lines();
    }

    private void awaitLines(int count) throws Exception {
        new ToldFile(directory).await(count);
    }

    @Test
    void commandsExcludeEachOtherUnderGrowingFences() throws Exception {
        CompletableFuture<Run> one =
                lock("echo $SYMPOSIUM_FENCE >> told; until [ -e go ]; do sleep 0.1; done; exit 7", "till,stock");
        awaitLines(1);
        Run refused = lock("echo try >> told", "till", "--try").get(PATIENCE, TimeUnit.SECONDS);
        assertEquals("symposium lock: till: not free\n", refused.err());
        assertEquals(ExitCode.UNDECIDED, refused.code());
        Run late = lock("echo late >> told", "till", "--limit", "0.2").get(PATIENCE, TimeUnit.SECONDS);
        assertTrue(
                late.err().startsWith("symposium lock: till: till is held by symposium lock by process"), late.err());
        assertEquals(ExitCode.UNDECIDED, late.code());
        CompletableFuture<Run> next = lock("echo $SYMPOSIUM_FENCE >> told", "stock,door", "--limit", "100");
        Files.createFile(directory.resolve("go"));
        assertEquals(new Run(7, "", ""), one.get(PATIENCE, TimeUnit.SECONDS));
        assertEquals(new Run(0, "", ""), next.get(PATIENCE, TimeUnit.SECONDS));
        assertEquals(2, told().size());
        assertTrue(Long.parseLong(told().get(1)) > Long.parseLong(told().get(0)), told().toString());
    }

    /** As when it is lost in the cluster: the session is gone that the command has been granted it by. */
    @Test
    void aLockThatIsLostEndsTheCommand() throws Exception {
        CompletableFuture<Run> run = lock(
                "exec 2> /dev/null; trap 'echo ended >> told; exit 5' TERM; echo begin >> told;"
                        + " while :; do sleep 0.1; done",
                "vault",
                // So long that it is not renewed meanwhile: the command is told.
                "--life",
                "7200");
        awaitLines(1);
        Symposium symposium = Symposium.get(host.system());
        String session = symposium.status().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS).locks().stream()
                .map(ClusterStatus.NamedLock::name)
                .filter(name -> name.startsWith("session "))
                .findFirst()
                .orElseThrow()
                .substring("session ".length());
        HttpClient.newHttpClient().send(asked("/sessions/" + session).DELETE().build(), BodyHandlers.discarding());

        Run lost = run.get(PATIENCE, TimeUnit.SECONDS);
        assertEquals(ExitCode.LOST, lost.code());
        // Whoever asks while the session ends is told the second, and afterwards the first.
        assertTrue(
                Stream.of("there is no such session", "the session has ended").anyMatch(why -> lost.err()
                        .startsWith("symposium lock: vault: lost, and the command ended: " + why)),
                lost.err());
        assertEquals(1, lost.err().lines().count(), lost.err());
        assertEquals(List.of("begin", "ended"), told());
    }

    private static HttpRequest.Builder asked(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/symposium/v1" + path))
                .header("Authorization", "Bearer 0123456789abcdef");
    }

    @Test
    void aNodeThatDoesNotAnswerIsReported() throws Exception {
        int nobody = FreePorts.one();
        Run run = Commands.line("lock till --life 1 --url http://127.0.0.1:" + nobody + " -- true");
        assertTrue(
                run.err()
                        .startsWith("symposium lock: till: no node has served it for 1 s; the last answer was"
                                + " http://127.0.0.1:" + nobody + ": "),
                run.err());
        assertEquals(ExitCode.UNDECIDED, run.code());
        Run stranger = Commands.line("lock till --url http://127.0.0.1:" + port + " -- true");
        assertTrue(stranger.err().startsWith("symposium lock: till: this needs the token"), stranger.err());
        assertEquals(ExitCode.UNDECIDED, stranger.code());
    }

    @Test
    void aNodeThatDoesNotServeClientsIsReported() throws Exception {
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        node.start();
        try {
            String url = "http://127.0.0.1:" + node.getAddress().getPort();
            Run run = Commands.line("lock till --life 1 --url " + url + " -- true");
            assertEquals(
                    "symposium lock: till: no node has served it for 1 s; the last answer was " + url
                            + ": HTTP status 404 without JSON, as from a node that does not serve clients"
                            + " (symposium node --clients)\n",
                    run.err());
        } finally {
            node.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            till -- ls                                            | one of --seeds and --url must be given: HOST:PORT of a node of the cluster, or the address where one serves clients; several separated by commas
            till --url http://x --seeds 127.0.0.1:1 -- ls         | one of --seeds and --url must be given: HOST:PORT of a node of the cluster, or the address where one serves clients; several separated by commas
            till --url ftp://x -- ls                              | --url 'ftp://x': must be http://HOST:PORT or https://HOST:PORT
            till --url http://x, -- ls                            | --url '': must be http://HOST:PORT or https://HOST:PORT
            till --seeds 127.0.0.1:1 --life 5 -- ls               | --token-file and --life are for --url
            till --url http://127.0.0.1:1 --token-file none -- ls | --token-file 'none': there is no such file
            till --url http://127.0.0.1:1 --token-file . -- ls    | --token-file '.' cannot be read: Is a directory
            till --url http://127.0.0.1:99999 -- ls               | --url 'http://127.0.0.1:99999': must be http://HOST:PORT or https://HOST:PORT
            till --url http://127.0.0.1:0 -- ls                   | --url 'http://127.0.0.1:0': must be http://HOST:PORT or https://HOST:PORT
            till --url http://me:secret@127.0.0.1:1 -- ls         | --url: must be http://HOST:PORT or https://HOST:PORT, without a user
            till --url htp://me:p@ss@127.0.0.1:1 -- ls            | --url: must be http://HOST:PORT or https://HOST:PORT, without a user
            till --url http://me:%zz@127.0.0.1:1 -- ls            | --url: must be http://HOST:PORT or https://HOST:PORT, without a user
            till --url http://127.0.0.1:1?a=b -- ls               | --url 'http://127.0.0.1:1?a=b': must be http://HOST:PORT or https://HOST:PORT
            till --url http://127.0.0.1:1 --join-timeout 3 -- ls  | --host, --config, --system and --join-timeout are for --seeds
            till --url http://127.0.0.1:1 --host 10.0.0.1 -- ls   | --host, --config, --system and --join-timeout are for --seeds
            till --url http://127.0.0.1:1 --system shop -- ls     | --host, --config, --system and --join-timeout are for --seeds
            till --url http://127.0.0.1:1 --config a.conf -- ls   | --host, --config, --system and --join-timeout are for --seeds
            """)
    void aWrongInputIsReportedInOneLine(String options, String line) {
        Run run = Commands.line("lock " + options);
        assertEquals("symposium lock: " + line + "\n", run.err());
        assertEquals(ExitCode.USAGE, run.code());
    }

    /** It is a secret, which an error message would show to others. */
    @ParameterizedTest
    @ValueSource(strings = {"secret\nof two lines", "secret of words", "secret\u0007", "s\u00e9cret", "", "\n"})
    void aTokenThatIsNoneIsReportedWithoutIt(String token, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), token);
        Run run =
                Commands.of("lock", "till", "--url", "http://127.0.0.1:1", "--token-file", file.toString(), "--", "ls");
        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(
                "symposium lock: --token-file '" + file
                        + "': must have one line, the token, of letters, digits and signs without blanks\n",
                run.err());
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new HttpSession(
                        List.of(URI.create("http://127.0.0.1:1")), Optional.of(token), Duration.ofSeconds(1)));
        assertEquals("the token must be letters, digits and signs, without blanks", refused.getMessage());
    }
}
