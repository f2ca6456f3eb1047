package symposium.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers as a node with one session does, whose every request is granted, or as something between a client and a node
 * does.
 */
final class FakeNode implements AutoCloseable {

    /** What a proxy answers in place of a node. */
    enum Wrong {
        INTERNAL(500, "text/html", "<html>500</html>"),
        BAD_GATEWAY(502, "text/html", "<html>502</html>"),
        UNAVAILABLE(503, "text/html", "<html>503</html>"),
        TIMEOUT(504, "text/html", "<html>504</html>"),
        TOO_MANY(429, "text/plain", "slow down"),
        TOO_MANY_IN_JSON(429, "application/json", "{\"error\":\"slow down\"}"),
        NOT_FOUND_IN_HTML(404, "text/html", "<html>404</html>"),
        NOT_FOUND_WITHOUT_ERROR(404, "application/json", "{\"message\":\"no route\"}"),
        OTHER_PAGE(200, "text/html", "<html>please log in</html>"),
        HTML_AS_JSON(200, "application/json", "<html>please log in</html>"),
        EMPTY(200, "application/json", ""),
        CUT_OFF(200, "application/json", "{\"session\":"),
        NOT_AN_OBJECT(200, "application/json", "[]"),
        OTHER_OBJECT(200, "application/json", "{\"status\":\"up\"}"),
        ELSEWHERE(302, "text/html", "<html>moved</html>");

        private final int status;
        private final String type;
        private final String body;

        Wrong(int status, String type, String body) {
            this.status = status;
            this.type = type;
            this.body = body;
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, String> granted = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final CountDownLatch answering = new CountDownLatch(1);
    private final AtomicInteger wrongs = new AtomicInteger();

    /** What is answered, instead, to requests with one of these methods. */
    volatile Optional<Wrong> instead = Optional.empty();

    volatile String methods = "POST PUT DELETE";

    /** Whether every request is answered wrongly in every way before it is answered well. */
    volatile boolean troubled;

    /** Whether there is no session, and a node says so. */
    volatile boolean gone;

    /** Whether the session holds nothing. */
    volatile boolean holdsNothing;

    /** How many requests that renew the session come before a grant. */
    volatile int renewalsBeforeGrant;

    FakeNode() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
        server.setExecutor(threads);
        server.createContext("/symposium/v1/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The names that have been asked for. */
    Set<String> names() {
        return Set.copyOf(names);
    }

    int count(String method) {
        return counts.computeIfAbsent(method, any -> new AtomicInteger()).get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            byte[] body = exchange.getRequestBody().readAllBytes();
            int number =
                    counts.computeIfAbsent(method, any -> new AtomicInteger()).incrementAndGet();
            Optional<Wrong> wrong = wrong(method, exchange.getRequestURI().getPath());
            if (wrong.isPresent()) {
                send(exchange, wrong.get().status, wrong.get().type, wrong.get().body);
            } else if (method.equals("GET")) {
                send(exchange, 404, "text/html", "");
            } else {
                answer(exchange, method, body, number);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Wrong> wrong(String method, String path) {
        if (troubled && !method.equals("GET")) {
            int number = wrongs.getAndIncrement() % (Wrong.values().length + 1);
            return number < Wrong.values().length ? Optional.of(Wrong.values()[number]) : Optional.empty();
        }
        return methods.contains(method) ? instead : Optional.empty();
    }

    private void answer(HttpExchange exchange, String method, byte[] body, int number)
            throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath().substring("/symposium/v1".length());
        if (gone) {
            json(exchange, 404, "{\"error\":\"there is no such session\"}");
        } else if (method.equals("POST") && path.equals("/sessions")) {
            json(exchange, 201, state(JSON.readTree(body).path("session").textValue()));
        } else if (method.equals("POST")) {
            while (count("PUT") < renewalsBeforeGrant && !answering.await(10, TimeUnit.MILLISECONDS)) {
                // It waits.
            }
            JsonNode asked = JSON.readTree(body);
            String request = asked.path("request").textValue();
            asked.path("names").fieldNames().forEachRemaining(names::add);
            granted.put(request, "{\"request\":\"" + request + "\",\"names\":[],\"fence\":\"7\",\"generation\":\"1\"}");
            json(exchange, 200, granted.get(request));
        } else if (method.equals("PUT")) {
            json(exchange, 200, state(path.substring("/sessions/".length())));
        } else if (path.startsWith("/sessions/")) {
            json(exchange, 200, "{\"released\":\"" + path.substring("/sessions/".length()) + "\"}");
        } else {
            String request = exchange.getRequestURI().getQuery().replaceAll(".*request=", "");
            granted.remove(request);
            json(exchange, 200, "{\"released\":\"" + request + "\"}");
        }
    }

    private String state(String session) {
        return "{\"session\":\"" + session + "\",\"life\":5.0,\"requests\":["
                + (holdsNothing ? "" : String.join(",", granted.values())) + "]}";
    }

    private static void json(HttpExchange exchange, int status, String body) throws IOException {
        send(exchange, status, "application/json", body + "\n");
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        answering.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
