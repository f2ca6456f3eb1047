package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ExtendedActorSystem;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.http.javadsl.ConnectionContext;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.Uri;
import akka.http.javadsl.server.Route;
import akka.management.javadsl.ManagementRouteProviderSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.ConfigFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.Pages;
import symposium.cluster.Traffic;
import symposium.cluster.settings.Hocon;
import symposium.management.ClientRoutes;
import symposium.service.member.InvalidSetting;

/** Clients over HTTP, at two nodes of one virtual machine. */
class ClientRoutesTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final long PATIENCE = 60;
    private static final int THREADS = 2;
    private static final String PASSWORD = "for a test";

    private static final List<ActorTestKit> NODES = new ArrayList<>();
    private static final List<Integer> PORTS = new ArrayList<>();
    private static int sessions;

    @BeforeAll
    static void start() throws Exception {
        for (int process = 0; process < 2; process++) {
            Map<String, Object> said = new HashMap<>();
            said.put("symposium.process", process);
            said.put("symposium.processes", 2);
            said.put("symposium.callbacks-dispatcher.most-threads", THREADS);
            said.put("akka.management.http.hostname", "127.0.0.1");
            said.put("symposium.clients.most-sessions", 20);
            said.put("symposium.clients.most-requests", 3);
            said.put("symposium.clients.most-streams", 2);
            said.put("symposium.clients.most-bytes", "2 KiB");
            ActorTestKit node = ActorTestKit.create("clients", Hocon.quickNode(said));
            NODES.add(node);
            Symposium.get(node.system());
            Cluster.get(node.system())
                    .manager()
                    .tell(Join.create(
                            Cluster.get(NODES.get(0).system()).selfMember().address()));
            PORTS.add(serve(node).localAddress().getPort());
        }
        for (ActorTestKit node : NODES) {
            got(Symposium.get(node.system()).ready());
        }
    }

    private static ServerBinding serve(ActorTestKit node) throws Exception {
        ManagementRouteProviderSettings settings =
                ManagementRouteProviderSettings.create(Uri.create("http://127.0.0.1"));
        return got(Http.get(node.system())
                .newServerAt("127.0.0.1", 0)
                .bind(new ClientRoutes((ExtendedActorSystem) Adapter.toClassic(node.system())).routes(settings)));
    }

    @AfterAll
    static void stop() {
        try {
            assertTrue(Traffic.sent() > 0, "the two nodes have spoken");
            Traffic.awaitSilence();
        } finally {
            NODES.forEach(ActorTestKit::shutdownTestKit);
        }
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
    }

    /** An answer with its status. */
    private record Answer(int status, JsonNode body) {

        String error() {
            return body.path("error").asText();
        }
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/symposium/v1" + path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(PATIENCE));
    }

    private static Answer sent(HttpRequest request) throws Exception {
        return answer(HTTP.send(request, BodyHandlers.ofString()));
    }

    private static Answer answer(HttpResponse<String> response) {
        try {
            boolean json =
                    response.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
            return new Answer(response.statusCode(), json ? JSON.readTree(response.body()) : JSON.createObjectNode());
        } catch (IOException wrong) {
            throw new IllegalStateException(response.body(), wrong);
        }
    }

    private static Answer ask(int node, String method, String path, String body) throws Exception {
        return sent(request(PORTS.get(node), path)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build());
    }

    private static String open(int node, String more) throws Exception {
        String session = "session " + ++sessions;
        Answer opened = ask(node, "POST", "/sessions", "{\"session\": \"" + session + "\"" + more + "}");
        assertEquals(201, opened.status(), opened.toString());
        assertEquals(session, opened.body().path("session").asText());
        return session;
    }

    private static String escaped(String text) {
        return text.replace(" ", "%20");
    }

    private static String of(String session) {
        return "{\"session\": \"" + session + "\"";
    }

    // --- locks

    /** At any node, with a growing fence, and asked again the same. */
    @Test
    void aLockIsGrantedReleasedAndGrantedToTheNext() throws Exception {
        String one = open(0, ", \"label\": \"first\"");
        String two = open(1, "");
        Answer granted = ask(1, "POST", "/locks/till%2F1", of(one) + "}");
        assertEquals(200, granted.status(), granted.toString());
        assertEquals("till/1", granted.body().path("request").asText());
        assertEquals(granted, ask(0, "POST", "/locks/till%2F1", of(one) + "}"), "asked again, elsewhere");
        Answer held = ask(0, "POST", "/locks/till%2F1", of(two) + ", \"limit\": 0.2}");
        assertEquals(409, held.status());
        assertEquals("first", held.body().at("/holders/0/owner").asText());
        assertEquals(
                granted.body().path("fence").asText(),
                held.body().at("/holders/0/fence").asText());
        assertEquals(
                409,
                ask(0, "POST", "/locks/till%2F1", of(two) + ", \"limit\": 0}").status());

        CompletableFuture<HttpResponse<String>> waits = HTTP.sendAsync(
                request(PORTS.get(1), "/locks/till%2F1")
                        .POST(BodyPublishers.ofString(of(two) + ", \"limit\": 50}"))
                        .build(),
                BodyHandlers.ofString());
        while (ask(0, "GET", "/sessions/" + escaped(two), "")
                .body()
                .path("requests")
                .isEmpty()) {
            Thread.onSpinWait();
        }
        assertFalse(waits.isDone());
        Answer released = ask(1, "DELETE", "/locks/till%2F1?session=" + escaped(one), "");
        assertEquals(200, released.status(), released.toString());
        Answer next = answer(got(waits));
        assertEquals(200, next.status(), next.toString());
        assertTrue(number(next) > number(granted));
        assertEquals(
                404,
                ask(1, "DELETE", "/locks/till%2F1?session=" + escaped(one), "").status());
        assertEquals(200, ask(0, "DELETE", "/sessions/" + escaped(two), "").status());
        assertEquals(404, ask(0, "PUT", "/sessions/" + escaped(two), "").status());
    }

    private static long number(Answer granted) {
        return Long.parseLong(granted.body().path("fence").textValue());
    }

    @Test
    void setsSharedAndPermitsAreGrantedSideBySide() throws Exception {
        String one = open(0, "");
        String two = open(1, "");
        String set = ", \"request\": \"r\", \"names\": {\"x\": \"shared\", \"y\": {\"permits\": 1, \"of\": 2}}}";
        Answer first = ask(0, "POST", "/locks", of(one) + set);
        Answer second = ask(0, "POST", "/locks", of(two) + set);
        assertEquals(200, first.status(), first.toString());
        assertEquals(200, second.status(), second.toString());
        assertEquals(2, first.body().path("names").size());
        assertEquals(
                409, ask(1, "POST", "/locks/x", of(two) + ", \"limit\": 0}").status(), "it has it shared");
        assertEquals(
                200,
                ask(1, "DELETE", "/locks?request=r&session=" + escaped(two), "").status());
        assertEquals(
                200,
                ask(1, "POST", "/locks/y", of(two) + ", \"limit\": 5, \"mode\": {\"permits\": 1, \"of\": 2}}")
                        .status());
        ask(0, "DELETE", "/sessions/" + escaped(one), "");
        ask(0, "DELETE", "/sessions/" + escaped(two), "");
    }

    @Test
    void anElectionHasALeaderUntilItsSessionEnds() throws Exception {
        String one = open(0, ", \"life\": 1");
        Answer leads = ask(1, "POST", "/elections/boss", of(one) + ", \"value\": \"10.0.0.1\"}");
        assertEquals(200, leads.status(), leads.toString());
        Answer leader = ask(0, "GET", "/elections/boss", "");
        while (leader.status() == 404) {
            leader = ask(0, "GET", "/elections/boss", "");
        }
        assertEquals("10.0.0.1", leader.body().path("value").asText());
        assertEquals(leads.body().path("fence"), leader.body().path("fence"));
        String two = open(1, "");
        Answer next = ask(1, "POST", "/elections/boss", of(two) + ", \"value\": \"10.0.0.2\", \"limit\": 50}");
        assertEquals(200, next.status(), "the first one has not been renewed: " + next);
        assertTrue(number(next) > number(leads));
        assertEquals(404, ask(0, "GET", "/sessions/" + escaped(one), "").status());
        ask(0, "DELETE", "/sessions/" + escaped(two), "");
    }

    /** Not even when the lock is free at once afterwards. */
    @Test
    void whatWaitsEndsWithItsSession() throws Exception {
        String one = open(0, "");
        String two = open(0, ", \"life\": 1");
        assertEquals(200, ask(0, "POST", "/locks/scarce", of(one) + "}").status());
        Answer waiting = ask(1, "POST", "/locks/scarce", of(two) + ", \"limit\": 60}");
        assertEquals(202, waiting.status(), "its client can renew it before it expires: " + waiting);
        while (ask(0, "GET", "/sessions/" + escaped(two), "").status() != 404) {
            assertEquals(202, waiting.status());
        }
        assertEquals(200, ask(0, "DELETE", "/sessions/" + escaped(one), "").status());
        String three = open(1, "");
        assertEquals(
                200,
                ask(1, "POST", "/locks/scarce", of(three) + ", \"limit\": 50}").status());
        ask(0, "DELETE", "/sessions/" + escaped(three), "");
    }

    /** Both threads for functions of the application are blocked: the endpoints need none of them. */
    @Test
    void functionsOfTheApplicationDoNotHoldUpTheEndpoints() throws Exception {
        CountDownLatch ending = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(THREADS);
        List<CompletableFuture<Void>> blocking = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            blocking.add(Symposium.get(NODES.get(0).system())
                    .locks()
                    .acquire("blocks " + thread)
                    .thenAccept(lease -> {
                        blocked.countDown();
                        try (lease) {
                            ending.await();
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        }
                    }));
        }
        blocked.await();
        try {
            assertEquals(404, ask(0, "GET", "/elections/nobody", "").status());
            String one = open(0, "");
            assertEquals(200, ask(0, "POST", "/locks/unblocked", of(one) + "}").status());
            assertEquals(200, ask(0, "DELETE", "/sessions/" + escaped(one), "").status());
        } finally {
            ending.countDown();
        }
        for (CompletableFuture<Void> each : blocking) {
            got(each);
        }
    }

    /** What happens to a session is told, at another node than its own. */
    @Test
    void theEndOfASessionIsTold() throws Exception {
        String one = open(0, ", \"life\": 1");
        assertEquals(200, ask(0, "POST", "/locks/brief", of(one) + "}").status());
        HttpResponse<InputStream> stream = HTTP.send(
                request(PORTS.get(1), "/sessions/" + escaped(one) + "/events").build(), BodyHandlers.ofInputStream());
        assertEquals(200, stream.statusCode());
        StringBuilder told = new StringBuilder();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> line.startsWith("event:")).forEach(line -> told.append(line)
                    .append(' '));
        }
        assertEquals("event:watched event:ended ", told.toString());
    }

    // --- what is wrong

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST   | /sessions        | {\"life\": 0.5}            | 400 | a session lives from 1 to 86400 seconds",
                "POST   | /sessions        | {\"lives\": 5}             | 400 | there is no field 'lives'; there are",
                "POST   | /sessions        | {\"session\": \"\\u0000\"} | 400 | cannot be an id",
                "POST   | /sessions        | [                          | 400 | the body must be JSON",
                "POST   | /sessions        | []                         | 400 | the body must be a JSON object",
                "POST   | /locks/a         | {}                         | 400 | session is missing",
                "POST   | /locks/a         | {\"session\": 5}           | 400 | session is 5: must be a text",
                "POST   | /locks/a         | {\"session\": \"nobody\"}  | 404 | there is no such session",
                "POST   | /locks/a         | {\"session\": \"x\", \"mode\": \"some\"}  | 400 | the mode of a name is",
                "POST   | /locks/a         | {\"session\": \"x\", \"limit\": -1}       | 400 | limit is -1: must be seconds",
                "POST   | /locks/%01       | {\"session\": \"x\"}       | 400 | is not a name",
                "POST   | /locks           | {\"session\": \"x\", \"request\": \"r\"}  | 400 | names is missing",
                "POST   | /elections/e     | {\"session\": \"x\"}       | 400 | value is missing",
                "DELETE | /locks?session=x |                            | 400 | the parameter request is missing",
                "PUT    | /sessions/nobody |                            | 404 | there is no such session",
            })
    void badInputIsRefusedInOneLine(String method, String path, String body, int status, String line) throws Exception {
        Answer answer = ask(0, method, path, body == null ? "" : body);
        assertEquals(status, answer.status(), answer.toString());
        assertTrue(answer.error().contains(line), answer.toString());
    }

    @Test
    void anIdIsThatOfOneRequest() throws Exception {
        String one = open(0, "");
        assertEquals(
                200,
                ask(0, "POST", "/locks/p", of(one) + ", \"request\": \"r\"}").status());
        Answer other = ask(1, "POST", "/locks/q", of(one) + ", \"request\": \"r\"}");
        assertEquals(409, other.status());
        assertTrue(other.error().contains("needs another id"), other.toString());
        Answer again = ask(0, "POST", "/locks/p", of(one) + ", \"request\": \"s\"}");
        assertEquals(409, again.status(), "it would wait for itself: " + again);
        ask(0, "DELETE", "/sessions/" + escaped(one), "");
    }

    @Test
    void whatIsBeyondTheLimitsIsRefused() throws Exception {
        String one = open(0, "");
        for (String name : List.of("l1", "l2", "l3")) {
            assertEquals(200, ask(0, "POST", "/locks/" + name, of(one) + "}").status());
        }
        assertEquals(429, ask(0, "POST", "/locks/l4", of(one) + "}").status());
        assertEquals(
                413,
                ask(0, "POST", "/locks/l5", "{\"x\": \"" + "y".repeat(3000) + "\"}")
                        .status());
        List<HttpResponse<InputStream>> streams = new ArrayList<>();
        HttpRequest events =
                request(PORTS.get(0), "/sessions/" + escaped(one) + "/events").build();
        for (int stream = 0; stream < 2; stream++) {
            streams.add(HTTP.send(events, BodyHandlers.ofInputStream()));
        }
        assertEquals(429, HTTP.send(events, BodyHandlers.ofString()).statusCode());
        for (HttpResponse<InputStream> stream : streams) {
            assertEquals(200, stream.statusCode());
            stream.body().close();
        }
        List<String> opened = new ArrayList<>(List.of(one));
        Answer last = new Answer(201, JSON.createObjectNode());
        while (last.status() == 201) {
            String session = "many " + opened.size();
            last = ask(0, "POST", "/sessions", "{\"session\": \"" + session + "\"}");
            opened.add(session);
        }
        assertEquals(429, last.status(), last.toString());
        for (String session : opened) {
            ask(0, "DELETE", "/sessions/" + escaped(session), "");
        }
    }

    // --- who may

    @Test
    void withoutItsTokenARequestChangesNothing(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "\uFEFF0123456789abcdef0123\r\n");
        ActorTestKit guarded = alone(Map.of(
                "symposium.clients.authentication",
                "token",
                "symposium.clients.token-file",
                file.toString(),
                "akka.management.http.bind-hostname",
                "0.0.0.0"));
        try {
            int port = serve(guarded).localAddress().getPort();
            HttpRequest.BodyPublisher body = BodyPublishers.ofString("{\"session\": \"s\"}");
            for (String shown : List.of("", "Bearer", "Bearer 0123456789abcdef012", "Basic 0123456789abcdef0123")) {
                HttpRequest.Builder asked = request(port, "/sessions").POST(body);
                assertEquals(
                        401,
                        sent((shown.isEmpty() ? asked : asked.header("Authorization", shown)).build())
                                .status(),
                        shown);
            }
            String right = "Bearer 0123456789abcdef0123";
            assertEquals(
                    404,
                    sent(request(port, "/sessions/s")
                                    .header("Authorization", right)
                                    .build())
                            .status(),
                    "nothing has been opened");
            assertEquals(
                    201,
                    sent(request(port, "/sessions")
                                    .POST(body)
                                    .header("Authorization", right)
                                    .build())
                            .status());
        } finally {
            guarded.shutdownTestKit();
        }
    }

    /** By HTTPS: who has a certificate that the server trusts is served, and who has none is not. */
    @Test
    void withoutItsCertificateARequestChangesNothing(@TempDir Path directory) throws Exception {
        Path script = Pages.root().resolve("cluster-config/deploy/certificates.sh");
        ProcessBuilder making = new ProcessBuilder(
                        script.toAbsolutePath().normalize().toString(), directory.toString(), "127.0.0.1")
                .inheritIO();
        making.environment().put("SYMPOSIUM_STORE_PASSWORD", PASSWORD);
        // Eight virtual machines, one after the other: they are too short-lived to be optimized.
        making.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        making.environment().merge("PATH", System.getProperty("java.home") + "/bin", (path, java) -> java + ":" + path);
        assertEquals(0, making.start().waitFor());
        ActorTestKit guarded = alone(Map.of(
                "symposium.clients.authentication", "mutual-tls",
                "akka.http.server.parsing.tls-session-info-header", "on"));
        try {
            Route routes = new ClientRoutes((ExtendedActorSystem) Adapter.toClassic(guarded.system()))
                    .routes(ManagementRouteProviderSettings.create(Uri.create("https://127.0.0.1")));
            int port = got(Http.get(guarded.system())
                            .newServerAt("127.0.0.1", 0)
                            .enableHttps(ConnectionContext.httpsServer(() -> {
                                SSLEngine engine = tls(directory, true).createSSLEngine();
                                engine.setUseClientMode(false);
                                engine.setWantClientAuth(true);
                                return engine;
                            }))
                            .bind(routes))
                    .localAddress()
                    .getPort();
            assertEquals(401, opened(port, tls(directory, false)));
            assertEquals(201, opened(port, tls(directory, true)));
        } finally {
            guarded.shutdownTestKit();
        }
    }

    private static int opened(int port, SSLContext context) throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
        return client.send(
                        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/symposium/v1/sessions"))
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    /** @param identified whether it has a certificate of its own */
    private static SSLContext tls(Path directory, boolean identified) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(KeyStore.getInstance(directory.resolve("trust-store.p12").toFile(), PASSWORD.toCharArray()));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(
                    KeyStore.getInstance(directory.resolve("127.0.0.1.p12").toFile(), PASSWORD.toCharArray()),
                    PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identified ? keys.getKeyManagers() : null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private static ActorTestKit alone(Map<String, Object> more) throws Exception {
        Map<String, Object> said = new HashMap<>(Map.of("akka.management.http.hostname", "127.0.0.1"));
        said.putAll(more);
        said.put("symposium.process", 0);
        said.put("symposium.processes", 1);
        ActorTestKit node = ActorTestKit.create("guarded", Hocon.quickNode(said));
        Symposium symposium = Symposium.get(node.system());
        Cluster.get(node.system())
                .manager()
                .tell(Join.create(Cluster.get(node.system()).selfMember().address()));
        got(symposium.ready());
        return node;
    }

    @Test
    void settingsThatWouldLetAnybodyInAreRefused(@TempDir Path directory) throws Exception {
        Path brief = Files.writeString(directory.resolve("brief"), "secret");
        Map<Map<String, Object>, String> wrong = Map.of(
                Map.of("akka.management.http.bind-hostname", "0.0.0.0"),
                "symposium.clients.authentication is none, and Akka Management is bound to 0.0.0.0",
                Map.of("symposium.clients.authentication", "token"),
                "symposium.clients.token-file is off",
                Map.of("symposium.clients.authentication", "token", "symposium.clients.token-file", brief.toString()),
                "of at least 16",
                Map.of("symposium.clients.authentication", "password"),
                "must be none, token or mutual-tls");
        for (Map.Entry<Map<String, Object>, String> each : wrong.entrySet()) {
            ActorTestKit node = ActorTestKit.create(
                    "wrong", ConfigFactory.parseMap(each.getKey()).withFallback(ConfigFactory.load()));
            try {
                InvalidSetting refused = assertThrows(InvalidSetting.class, () -> serve(node));
                assertTrue(refused.getMessage().contains(each.getValue()), refused.getMessage());
            } finally {
                node.shutdownTestKit();
            }
        }
    }

    // --- the description

    /** Each path and method that is described is served, and no other method of these paths. */
    @Test
    void whatIsDescribedIsServed() throws Exception {
        JsonNode described = ask(0, "GET", "/openapi.json", "").body();
        Set<String> methods = Set.of("get", "post", "put", "delete");
        assertEquals("/symposium/v1", described.at("/servers/0/url").asText());
        for (String path : names(described.path("paths"))) {
            JsonNode operations = described.path("paths").path(path);
            String asked = path.replaceAll("\\{[a-z]+}", "nobody");
            for (String method : methods) {
                Answer answer = path.endsWith("/events") && method.equals("get")
                        ? new Answer(events(asked), JSON.createObjectNode())
                        : ask(0, method.toUpperCase(java.util.Locale.ROOT), asked + "?session=x&request=y", "");
                String seen = method + " " + path + ": " + answer;
                if (operations.has(method)) {
                    JsonNode responses = operations.path(method).path("responses");
                    assertTrue(responses.has(Integer.toString(answer.status())), seen);
                    assertAsDescribed(described, responses.path(Integer.toString(answer.status())), answer.body());
                } else {
                    assertEquals(405, answer.status(), seen);
                }
            }
        }
        assertEquals(404, ask(0, "GET", "/other", "").status());
    }

    private static int events(String path) throws Exception {
        HttpResponse<InputStream> stream = HTTP.send(request(PORTS.get(0), path).build(), BodyHandlers.ofInputStream());
        stream.body().close();
        return stream.statusCode();
    }

    private static void assertAsDescribed(JsonNode described, JsonNode response, JsonNode body) {
        String reference = response.at("/content/application~1json/schema/$ref").asText();
        if (!reference.isEmpty()) {
            JsonNode schema = described.at(reference.substring(1));
            assertFalse(schema.isMissingNode(), reference);
            schema.path("required").forEach(field -> assertTrue(body.has(field.asText()), field + " of " + body));
            assertTrue(names(schema.path("properties")).containsAll(names(body)), reference + ": " + body);
        }
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** What is granted is as described, too. */
    @Test
    void answersAreAsDescribed() throws Exception {
        JsonNode described = ask(0, "GET", "/openapi.json", "").body();
        String one = open(1, "");
        Answer granted = ask(0, "POST", "/locks/described", of(one) + "}");
        assertAsDescribed(described, described.at("/paths/~1locks~1{name}/post/responses/200"), granted.body());
        assertAsDescribed(
                described,
                described.at("/paths/~1sessions~1{session}/get/responses/200"),
                ask(0, "GET", "/sessions/" + escaped(one), "").body());
        assertAsDescribed(
                described,
                described.at("/paths/~1sessions~1{session}/delete/responses/200"),
                ask(0, "DELETE", "/sessions/" + escaped(one), "").body());
    }
}
