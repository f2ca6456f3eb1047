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
import akka.http.javadsl.Http;
import akka.http.javadsl.model.Uri;
import akka.http.javadsl.server.Directives;
import akka.http.javadsl.server.Route;
import akka.management.javadsl.ManagementRouteProviderSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cluster.settings.Hocon;
import symposium.management.ClientRoutes;
import symposium.management.StatusRoutes;
import symposium.service.member.InvalidSetting;

/** Requests byte by byte, such as other programs than a client of these endpoints send them. */
class ClientRoutesRefusalsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE = 60;
    private static final String TYPE = "Content-Type: application/json";
    private static final Map<String, Object> SMALL = Map.of(
            "symposium.clients.most-streams", 3,
            "symposium.clients.most-waiting", 2,
            "symposium.clients.most-bytes", "2 KiB");

    @AutoClose("shutdownTestKit")
    private static ActorTestKit node;

    private static int port;
    private static int sessions;

    @BeforeAll
    static void start() throws Exception {
        Map<String, Object> said = new HashMap<>(SMALL);
        said.put("symposium.process", 0);
        said.put("symposium.processes", 1);
        said.put("akka.management.http.hostname", "127.0.0.1");
        // The fewer there are, the sooner connections that are left behind take them all.
        said.put("akka.http.server.max-connections", 128);
        node = ActorTestKit.create("refusals", Hocon.quickNode(said));
        Symposium symposium = Symposium.get(node.system());
        Cluster.get(node.system())
                .manager()
                .tell(Join.create(Cluster.get(node.system()).selfMember().address()));
        got(symposium.ready());
        port = got(Http.get(node.system()).newServerAt("127.0.0.1", 0).bind(routes()))
                .localAddress()
                .getPort();
    }

    private static Route routes() {
        ExtendedActorSystem system = (ExtendedActorSystem) Adapter.toClassic(node.system());
        ManagementRouteProviderSettings settings =
                ManagementRouteProviderSettings.create(Uri.create("http://127.0.0.1"));
        return Directives.concat(
                new StatusRoutes(system).routes(settings),
                new ClientRoutes(system).routes(settings),
                Directives.path("ready", () -> Directives.complete("OK")));
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
    }

    private record Answer(int status, String head, String text) {

        JsonNode json() throws IOException {
            assertTrue(head.contains("Content-Type: application/json"), this::toString);
            return JSON.readTree(text);
        }

        String error() throws IOException {
            return json().path("error").textValue();
        }
    }

    private static Answer send(String method, String path, byte[] body, String... headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE));
            write(socket, method, path, body, headers);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf("\r\n\r\n");
            return new Answer(
                    Integer.parseInt(answer.substring(9, 12)), answer.substring(0, end), answer.substring(end + 4));
        }
    }

    private static void write(Socket socket, String method, String path, byte[] body, String... headers)
            throws IOException {
        List<String> head = new ArrayList<>(List.of(method + " " + path + " HTTP/1.1", "Connection: close"));
        if (Arrays.stream(headers).noneMatch(header -> header.startsWith("Host:"))) {
            head.add("Host: 127.0.0.1:" + port);
        }
        head.addAll(List.of(headers));
        if (body.length > 0 || method.equals("POST")) {
            head.add("Content-Length: " + body.length);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes((String.join("\r\n", head) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        all.writeBytes(body);
        socket.getOutputStream().write(all.toByteArray());
    }

    private static Answer post(String path, String body) throws IOException {
        return send("POST", "/symposium/v1" + path, body.getBytes(StandardCharsets.UTF_8), TYPE);
    }

    private static Answer send(String method, String path) throws IOException {
        return send(method, "/symposium/v1" + path, new byte[0]);
    }

    private static String open() throws IOException {
        String session = "s" + ++sessions;
        assertEquals(
                201, post("/sessions", "{\"session\": \"" + session + "\"}").status());
        return session;
    }

    private static String of(String session, String more) {
        return "{\"session\": \"" + session + "\"" + more + "}";
    }

    // --- pages of other sites

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/symposium/v1/sessions/x",
                "/symposium/v1/openapi.json",
                "/symposium/v1/sessions/x/events",
                "/symposium/v1/elections/x",
                "/symposium/v1/unknown",
                "/symposium/status",
                "/symposium/locks",
                "/symposium/page",
            })
    void anotherHostOrOriginIsAnsweredByNoEndpoint(String path) throws Exception {
        String here = "Host: 127.0.0.1:" + port;
        for (String[] headers : new String[][] {
            {"Host: evil.example"},
            {"Host: evil.example:" + port, "Origin: http://evil.example:" + port},
            {"Host: 127.0.0.1.evil.example"},
            {"Host: localhost.evil.example"},
            {"Host: 192.0.2.1"},
            {"Host: 0.0.0.0"},
            {"Host: 2130706433"},
            {here, "Origin: http://evil.example"},
            {"Host: evil.example", "Origin: http://127.0.0.1:" + port},
            {here, "Origin: null"},
            {here, "Origin: http://127.0.0.1"},
            {here, "Origin: http://localhost:" + port},
            {here, "Origin: http://127.0.0.1:" + port + " http://evil.example"},
            {here, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"},
        }) {
            for (String method : List.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "POST")) {
                Answer answer = send(method, path, new byte[0], headers);
                assertEquals(403, answer.status(), () -> method + " " + Arrays.toString(headers) + answer);
                assertTrue(
                        method.equals("HEAD") || answer.text().contains("must be"),
                        () -> method + " " + Arrays.toString(headers) + answer);
            }
        }
        for (String host : List.of("localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "[::1]")) {
            Answer answer = send(
                    "DELETE", path, new byte[0], "Host: " + host + ":" + port, "Origin: http://" + host + ":" + port);
            assertFalse(answer.status() == 403, answer::toString);
        }
    }

    /** What a form or a script of another page can send without asking before. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "text/plain; charset=utf-8; application/json",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/jsonp",
                "text/json",
                ""
            })
    void aBodyOfAnotherTypeTakesNoLock(String type) throws Exception {
        String session = open();
        for (String path : List.of("/sessions", "/locks", "/locks/type", "/elections/type")) {
            byte[] body = of(session, ", \"value\": \"v\"").getBytes(StandardCharsets.UTF_8);
            Answer answer = type.isEmpty()
                    ? send("POST", "/symposium/v1" + path, body)
                    : send("POST", "/symposium/v1" + path, body, "Content-Type: " + type);
            assertEquals(415, answer.status(), answer::toString);
            assertTrue(answer.error().startsWith("the header Content-Type must be application/json"), answer::toString);
        }
        assertEquals(
                0, send("GET", "/sessions/" + session).json().path("requests").size());
        assertEquals(
                200,
                send(
                                "POST",
                                "/symposium/v1/locks/type",
                                of(session, "").getBytes(StandardCharsets.UTF_8),
                                "Content-Type: application/json; charset=UTF-8")
                        .status());
        send("DELETE", "/sessions/" + session);
    }

    @Test
    void theIdOfASessionIsNotShownToOthers() throws Exception {
        String secret = "3f0c5c9e-secret";
        assertEquals(201, post("/sessions", of(secret, "")).status());
        assertEquals(200, post("/locks/shown", of(secret, "")).status());
        String other = open();
        Answer refused = post("/locks/shown", of(other, ", \"limit\": 0.3"));
        assertEquals(409, refused.status());
        assertTrue(refused.json().at("/holders/0/owner").textValue().matches("client [0-9a-f]{8}"), refused::toString);
        for (String path : List.of("/symposium/status", "/symposium/locks")) {
            Answer status = send("GET", path, new byte[0]);
            assertEquals(200, status.status(), status::toString);
            assertFalse(status.text().contains(secret), status::toString);
        }
        send("DELETE", "/sessions/" + secret);
        send("DELETE", "/sessions/" + other);
    }

    // --- text that cannot be decoded

    @ParameterizedTest
    @CsvSource({
        "POST, /locks/%E4l",
        "POST, /locks/%F6l",
        "POST, /locks/%C0%AFl",
        "POST, /locks/%ED%A0%80",
        "POST, /elections/%E4l",
        "DELETE, /locks/%E4l?session=SESSION",
        "DELETE, /locks/a?session=%E4l",
        "DELETE, /locks?session=SESSION&request=%F6",
        "DELETE, /locks?session=SESSION&session=x&request=y",
        "DELETE, /elections/%E4?session=SESSION",
        "GET, /elections/%E4",
        "GET, /sessions/%E4",
        "PUT, /sessions/%E4",
        "DELETE, /sessions/%E4",
        "GET, /sessions/%E4/events",
        "GET, /elections/%EF%BF%BD"
    })
    void aPathThatIsNotUtf8IsRefused(String method, String path) throws Exception {
        String session = open();
        byte[] body = method.equals("POST")
                ? of(session, ", \"value\": \"v\"")
                        .replace(path.contains("elections") ? "" : ", \"value\": \"v\"", "")
                        .getBytes(StandardCharsets.UTF_8)
                : new byte[0];
        Answer answer = send(method, "/symposium/v1" + path.replace("SESSION", session), body, TYPE);
        assertEquals(400, answer.status(), answer::toString);
        assertTrue(answer.error().contains("must "), answer::toString);
        send("DELETE", "/sessions/" + session);
    }

    @Test
    void aBodyThatIsNotUtf8IsRefused() throws Exception {
        String session = open();
        for (Charset charset :
                List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16, StandardCharsets.UTF_16LE)) {
            for (String path : List.of("/locks", "/sessions")) {
                byte[] body = of(session, ", \"request\": \"r\", \"names\": {\"öl\": \"shared\"}")
                        .getBytes(charset);
                Answer answer = send("POST", "/symposium/v1" + path, body, TYPE);
                assertEquals(400, answer.status(), answer::toString);
            }
        }
        for (String body : List.of(
                of(session, ", \"request\": \"\uFFFD\", \"names\": {\"a\": \"shared\"}"),
                of(session, ", \"request\": \"r\", \"names\": {\"\\uFFFDl\": \"shared\"}"),
                of(session, ", \"request\": \"r\", \"request\": \"q\", \"names\": {\"a\": \"shared\"}"))) {
            Answer answer = post("/locks", body);
            assertEquals(400, answer.status(), answer::toString);
        }
        assertEquals(200, post("/locks/%C3%B6l", of(session, "")).status());
        Answer released = send("DELETE", "/locks/%C3%B6l?session=" + session);
        assertEquals("öl", released.json().path("released").textValue(), released::toString);
        assertEquals(400, send("GET", "/symposium/locks?name=%E4l", new byte[0]).status());
        assertEquals(
                200, send("GET", "/symposium/locks?name=%C3%A4+l", new byte[0]).status());
        send("DELETE", "/sessions/" + session);
    }

    // --- ids

    @Test
    void noUsualIdIsThatOfAnother() throws Exception {
        String session = open();
        List<String> paths = List.of(
                "/elections/boss",
                "/locks/election%20boss",
                "/locks/lock%20election%20boss",
                "/locks/boss",
                "/elections/election%20boss",
                "/locks/lock%20boss");
        for (String path : paths) {
            String value = path.startsWith("/elections") ? ", \"value\": \"v\"" : "";
            Answer granted = post(path, of(session, value));
            assertEquals(200, granted.status(), granted::toString);
            assertEquals(granted.text(), post(path, of(session, value)).text(), "asked again");
            String shown = granted.json().path("request").textValue();
            assertEquals(
                    granted.text(),
                    post(path, of(session, value + ", \"request\": \"" + shown + "\""))
                            .text());
        }
        for (int at = 0; at < paths.size(); at++) {
            assertEquals(
                    200, send("DELETE", paths.get(at) + "?session=" + session).status());
            assertEquals(
                    404, send("DELETE", paths.get(at) + "?session=" + session).status());
            assertEquals(
                    paths.size() - at - 1,
                    send("GET", "/sessions/" + session).json().path("requests").size());
        }
        send("DELETE", "/sessions/" + session);
    }

    @Test
    void aPathReleasesOnlyWhatItNames() throws Exception {
        String session = open();
        assertEquals(200, post("/locks/a", of(session, ", \"request\": \"b\"")).status());
        assertEquals(
                200,
                post("/locks", of(session, ", \"request\": \"c\", \"names\": {\"c\": \"shared\", \"d\": \"shared\"}"))
                        .status());
        assertEquals(
                200,
                post("/elections/e", of(session, ", \"request\": \"f\", \"value\": \"v\""))
                        .status());
        for (String path : List.of(
                "/locks/b?session=",
                "/locks/c?session=",
                "/locks/f?session=",
                "/elections/b?request=b&session=",
                "/elections/x?request=f&session=",
                "/locks?request=f&session=",
                "/locks/x?request=c&session=")) {
            Answer answer = send("DELETE", path + session);
            assertEquals(404, answer.status(), answer::toString);
            assertTrue(answer.error().contains("nothing has been released"), answer::toString);
        }
        assertEquals(
                3, send("GET", "/sessions/" + session).json().path("requests").size());
        for (String path : List.of(
                "/locks/a?request=b&session=", "/locks?request=c&session=", "/elections/e?request=f&session=")) {
            assertEquals(200, send("DELETE", path + session).status());
        }
        for (String reserved : List.of("election boss", "lock election boss")) {
            Answer answer = post("/locks/a", of(session, ", \"request\": \"" + reserved + "\""));
            assertEquals(400, answer.status(), answer::toString);
        }
        send("DELETE", "/sessions/" + session);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101, 246, 255})
    void aLongNameNeedsNoOtherId(int length) throws Exception {
        String session = open();
        for (String name : List.of("n".repeat(length), ("election " + "n".repeat(length)).substring(0, length))) {
            for (String path : List.of("/locks/", "/elections/")) {
                String at = path + name.replace(" ", "%20");
                Answer granted = post(at, of(session, path.equals("/locks/") ? "" : ", \"value\": \"v\""));
                assertEquals(200, granted.status(), granted::toString);
                String shown = granted.json().path("request").textValue().replace(" ", "%20");
                assertEquals(
                        200,
                        (path.equals("/locks/")
                                        ? send("DELETE", "/locks?session=" + session + "&request=" + shown)
                                        : send("DELETE", at + "?session=" + session + "&request=" + shown))
                                .status());
                assertEquals(404, send("DELETE", at + "?session=" + session).status());
            }
        }
        assertEquals(400, post("/locks/" + "n".repeat(256), of(session, "")).status());
        assertEquals(
                400,
                post("/locks/a", of(session, ", \"request\": \"" + "i".repeat(101) + "\""))
                        .status());
        send("DELETE", "/sessions/" + session);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void anIdThatVanishesFromAPathIsRefused(String dots) throws Exception {
        Answer opened = post("/sessions", of(dots, ""));
        assertEquals(400, opened.status(), opened::toString);
        assertTrue(opened.error().contains("cannot be an id"), opened::toString);
        String session = open();
        String escaped = dots.replace(".", "%2E");
        for (Answer answer : List.of(
                post("/locks/a", of(session, ", \"request\": \"" + dots + "\"")),
                post("/locks/" + dots, of(session, "")),
                post("/locks/" + escaped, of(session, "")),
                post("/elections/" + escaped, of(session, ", \"value\": \"v\"")),
                send("DELETE", "/locks?session=" + session + "&request=" + dots),
                send("DELETE", "/locks/" + escaped + "?session=" + session),
                send("PUT", "/sessions/" + escaped),
                send("DELETE", "/sessions/" + dots))) {
            assertTrue(List.of(400, 404, 405).contains(answer.status()), answer::toString);
            assertFalse(answer.error().isEmpty());
        }
        assertEquals(200, send("DELETE", "/sessions/" + session).status());
    }

    // --- errors of routing

    @ParameterizedTest
    @CsvSource({
        "GET, /unknown, 404", "GET, '', 404", "GET, /sessions/a/b, 404", "GET, /locks/a/b, 404",
        "PATCH, /sessions/a, 405", "GET, /locks/a, 405", "GET, /sessions, 405", "OPTIONS, /locks, 405",
        "POST, /openapi.json, 405", "DELETE, /locks/a, 400", "DELETE, /elections/a, 400", "DELETE, /locks, 400",
        "DELETE, /locks/a?session=, 400"
    })
    void errorsOfRoutingAreJson(String method, String path, int status) throws Exception {
        Answer answer = send(method, path);
        assertEquals(status, answer.status(), answer::toString);
        assertFalse(answer.error().isEmpty(), answer::toString);
        if (status == 405) {
            assertTrue(answer.head().contains("Allow: "), answer::toString);
        }
    }

    @Test
    void theErrorsOfBodiesAndTypesAreJson() throws Exception {
        Answer large = post("/sessions", of("x".repeat(3000), ""));
        assertEquals(413, large.status());
        assertTrue(large.error().contains("symposium.clients.most-bytes"), large::toString);
        Answer accepted = send("GET", "/symposium/v1/sessions/a/events", new byte[0], "Accept: application/json");
        assertEquals(406, accepted.status());
        assertTrue(accepted.error().contains("text/event-stream"), accepted::toString);
        assertEquals(404, send("GET", "/symposium/v1x/sessions/a", new byte[0]).status());
        // Akka HTTP answers these in plain text, before any route.
        assertEquals(400, send("DELETE", "/locks/a?session=%zz").status());
        assertEquals(400, send("DELETE", "/locks/%a?session=x").status());
    }

    // --- streams and requests that wait

    @Test
    void aStreamThatIsNotSentIsNotCounted() throws Exception {
        String session = open();
        String events = "/symposium/v1/sessions/" + session + "/events";
        for (int time = 0; time < 20; time++) {
            assertEquals(
                    406,
                    send("GET", events, new byte[0], "Accept: application/json").status());
            assertEquals(400, send("GET", "/sessions/%E4/events").status());
            assertEquals(
                    403, send("GET", events, new byte[0], "Host: evil.example").status());
        }
        for (int time = 0; time < 20; time++) {
            try (Socket gone = new Socket("127.0.0.1", port)) {
                write(gone, "GET", events, new byte[0]);
            }
        }
        // The second round has the places of the first, once they are known to be free: at the next heartbeat.
        for (int round = 0; round < 2; round++) {
            List<Socket> streams = new ArrayList<>();
            try {
                while (streams.size() < 3) {
                    streams.add(stream(events));
                }
                Answer full = send("GET", events, new byte[0]);
                assertEquals(429, full.status(), full::toString);
                assertTrue(full.error().startsWith("symposium.clients.most-streams is 3"), full::toString);
            } finally {
                for (Socket stream : streams) {
                    stream.close();
                }
            }
        }
        send("DELETE", "/sessions/" + session);
    }

    /** A stream, once there is room for it. */
    private static Socket stream(String events) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (System.nanoTime() < end) {
            Socket socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE));
            write(socket, "GET", events, new byte[0]);
            StringBuilder text = new StringBuilder();
            for (int next = socket.getInputStream().read();
                    next >= 0 && text.indexOf("event:watched") < 0;
                    next = socket.getInputStream().read()) {
                text.append((char) next);
            }
            if (text.indexOf("event:watched") >= 0) {
                return socket;
            }
            socket.close();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new IOException("there is no room for a stream any more");
    }

    @Test
    void aRequestTooManyThatWaitsIsRefusedAtOnce() throws Exception {
        String holder = open();
        List<String> waiters = List.of(open(), open());
        assertEquals(200, post("/locks/busy", of(holder, "")).status());
        List<Socket> waiting = new ArrayList<>();
        try {
            for (String waiter : waiters) {
                Socket socket = new Socket("127.0.0.1", port);
                waiting.add(socket);
                write(
                        socket,
                        "POST",
                        "/symposium/v1/locks/busy",
                        of(waiter, ", \"limit\": 60").getBytes(StandardCharsets.UTF_8),
                        TYPE);
            }
            for (String waiter : waiters) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
                while (send("GET", "/sessions/" + waiter)
                                .json()
                                .path("requests")
                                .isEmpty()
                        && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
            Answer full = post("/locks/free", of(holder, ""));
            assertEquals(429, full.status(), full.toString());
            assertTrue(full.head().contains("Retry-After: 1"), full.toString());
            assertTrue(full.error().startsWith("symposium.clients.most-waiting is 2"), full.toString());
            assertEquals(200, send("PUT", "/sessions/" + waiters.get(0)).status(), "renewals are answered");
            assertEquals(200, send("GET", "/ready", new byte[0]).status(), "probes are answered");
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
        for (String waiter : waiters) {
            send("DELETE", "/sessions/" + waiter);
        }
        Answer after = post("/locks/free", of(holder, ""));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (after.status() == 429 && System.nanoTime() < end) {
            after = post("/locks/free", of(holder, ""));
        }
        assertEquals(200, after.status(), after.toString());
        send("DELETE", "/sessions/" + holder);
    }

    @Test
    void limitsThatLeaveNoRoomForProbesAreRefused() {
        Config usual = ConfigFactory.load();
        int connections = usual.getInt("akka.http.server.max-connections");
        assertTrue(usual.getInt("symposium.clients.most-streams") + usual.getInt("symposium.clients.most-waiting")
                <= connections - 100);
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("symposium.clients.most-streams", 990, "symposium.clients.most-waiting", 50),
                Map.of("symposium.clients.most-streams", Integer.MAX_VALUE, "symposium.clients.most-waiting", 50),
                Map.of("akka.http.server.max-connections", 500),
                Map.of("symposium.clients.most-streams", -1),
                Map.of("symposium.clients.most-waiting", 0))) {
            ActorTestKit other = ActorTestKit.create(
                    "limits",
                    ConfigFactory.parseMap(wrong)
                            .withFallback(ConfigFactory.parseString("akka.management.http.hostname = 127.0.0.1"))
                            .withFallback(usual));
            try {
                ExtendedActorSystem system = (ExtendedActorSystem) Adapter.toClassic(other.system());
                InvalidSetting refused = assertThrows(InvalidSetting.class, () -> new ClientRoutes(system)
                        .routes(ManagementRouteProviderSettings.create(Uri.create("http://127.0.0.1"))));
                assertTrue(refused.getMessage().startsWith("symposium.clients.most-"), refused.getMessage());
                assertTrue(refused.getMessage().contains("must "), refused.getMessage());
            } finally {
                other.shutdownTestKit();
            }
        }
    }

    // --- what has been reported about others

    /** Akka 20391: connections with something else than HTTP counted forever. */
    @Test
    void whatIsNotHttpLeavesNoConnectionBehind() throws Exception {
        int connections = node.system().settings().config().getInt("akka.http.server.max-connections");
        for (int junk = 0; junk < connections + 50; junk++) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.getOutputStream().write("HELLO\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        assertEquals(200, send("GET", "/ready", new byte[0]).status());
    }

    /** Consul 1409 and 3476: names with slashes are other names, or none. */
    @Test
    void slashesInNamesAreKept() throws Exception {
        String session = open();
        for (String name : List.of("%2Fv9%2F", "%252Fv9%252F", "a%2F%2Fb", "a%2Fb")) {
            Answer granted = post("/locks/" + name, of(session, ""));
            assertEquals(200, granted.status(), granted::toString);
            assertEquals(
                    URLDecoder.decode(name, StandardCharsets.UTF_8),
                    granted.json().at("/names/0").textValue());
        }
        assertEquals(
                4, send("GET", "/sessions/" + session).json().path("requests").size());
        assertEquals(404, post("/locks/a//b", of(session, "")).status());
        send("DELETE", "/sessions/" + session);
    }
}
