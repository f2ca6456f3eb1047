package symposium.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import symposium.arbitration.resources.Mode;

/**
 * A session of a client that knows nothing of the cluster but the addresses of some nodes: see {@code
 * symposium.management.ClientRoutes}. When one does not answer, the next is asked. One thread renews the session, and
 * one hears of it.
 *
 * <p>One thread may ask beside these. It uses what starts fastest: the old HTTP client of the JDK, and no binding of
 * JSON to objects.
 */
public final class HttpSession {

    /** No node has answered for as long as the session lives, or one has refused what it was asked. */
    public static final class Unserved extends Exception {

        private static final long serialVersionUID = 1;

        Unserved(String why) {
            super(why);
        }
    }

    /**
     * The answer of a node.
     *
     * @param fields the texts of the outermost object
     * @param granted the requests of a session that have a fence
     */
    public record Answer(int status, Map<String, String> fields, Set<String> granted) {

        /** What is wrong, in one line. */
        public String error() {
            return fields.getOrDefault("error", "the answer has status " + status);
        }
    }

    /** How often it is renewed while it would live. */
    private static final int RENEWALS = 6;

    private static final JsonFactory JSON = new JsonFactory();
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration CONNECT = Duration.ofSeconds(3);
    /** Longer than a node takes to answer that a request waits, or between two signs of life of a stream. */
    private static final Duration READ = Duration.ofSeconds(20);

    private final List<URI> urls;
    private final Optional<String> token;
    private final Duration life;
    private final String id = UUID.randomUUID().toString();
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private volatile long renewed = System.nanoTime();
    private volatile boolean closed;

    /** @param life how long it lives without being renewed */
    public HttpSession(List<URI> urls, Optional<String> token, Duration life) {
        this.urls = new CopyOnWriteArrayList<>(urls);
        this.token = token;
        this.life = life;
    }

    /**
     * Opens it.
     *
     * @param label who it is, for people
     */
    public void open(String label) throws Unserved {
        Answer answer = ask("POST", "/sessions", json(body -> {
            body.writeStringField("session", id);
            body.writeNumberField("life", seconds(life));
            body.writeStringField("label", label);
        }));
        if (answer.status() != HttpURLConnection.HTTP_CREATED) {
            throw new Unserved(answer.error());
        }
    }

    /**
     * Asks for names, and waits as long as the request does.
     *
     * @param request its id
     * @param modes by the names
     * @param limit the longest time to wait; zero not to wait
     */
    public Answer acquire(String request, SortedMap<String, Mode> modes, Optional<Duration> limit) throws Unserved {
        String body = json(all -> {
            all.writeStringField("session", id);
            all.writeStringField("request", request);
            all.writeObjectFieldStart("names");
            for (Map.Entry<String, Mode> each : modes.entrySet()) {
                all.writeFieldName(each.getKey());
                write(each.getValue(), all);
            }
            all.writeEndObject();
            if (limit.isPresent()) {
                all.writeNumberField("limit", seconds(limit.get()));
            }
        });
        Answer answer = ask("POST", "/locks", body);
        while (answer.status() == HttpURLConnection.HTTP_ACCEPTED) {
            answer = ask("POST", "/locks", body);
        }
        return answer;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }

    private static void write(Mode mode, JsonGenerator to) throws IOException {
        if (mode.equals(Mode.EXCLUSIVE) || mode.equals(Mode.SHARED)) {
            to.writeString(mode.equals(Mode.SHARED) ? "shared" : "exclusive");
        } else {
            to.writeStartObject();
            to.writeNumberField("permits", mode.units());
            to.writeNumberField("of", mode.capacity());
            to.writeEndObject();
        }
    }

    /** What writes the fields of an object. */
    private interface Fields {
        void write(JsonGenerator to) throws IOException;
    }

    private static String json(Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.writeStartObject();
            fields.write(generator);
            generator.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /** Renews it from now on, and listens, until it no longer holds what this request has been granted. */
    public void keepAlive(String request) {
        daemon("renews the session", () -> renew(request));
        daemon("hears of the session", () -> listen(request));
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Completed by the reason when the session no longer holds what it has been granted. */
    public CompletableFuture<String> lost() {
        return lost;
    }

    private void renew(String request) {
        try {
            while (!closed) {
                TimeUnit.MILLISECONDS.sleep(life.toMillis() / RENEWALS);
                holdsNoMore(request).ifPresent(lost::complete);
            }
        } catch (Unserved unserved) {
            lost.complete(unserved.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What nodes tell of the session; where they tell of a loss, it is asked what is lost. */
    private void listen(String request) {
        try {
            while (!closed && !lost.isDone()) {
                for (URI url : List.copyOf(urls)) {
                    listen(url, request);
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            }
        } catch (Unserved unserved) {
            lost.complete(unserved.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen(URI url, String request) throws Unserved {
        try {
            HttpURLConnection connection = connection(url, "GET", "/sessions/" + id + "/events");
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
                    if (line.equals("event:lost") || line.equals("event:ended")) {
                        holdsNoMore(request).ifPresent(lost::complete);
                    }
                }
            }
        } catch (IOException gone) {
            // The next one is asked.
        }
    }

    /** Renews it; why it does not hold what this request has been granted, if so. */
    public Optional<String> holdsNoMore(String request) throws Unserved {
        Answer answer = ask("PUT", "/sessions/" + id, "");
        if (answer.status() != HttpURLConnection.HTTP_OK) {
            return Optional.of(answer.error());
        }
        return answer.granted().contains(request)
                ? Optional.empty()
                : Optional.of("the session does not hold it any more");
    }

    /** Releases what a request has been granted. */
    public void release(String request) throws Unserved {
        ask("DELETE", "/locks?session=" + id + "&request=" + request, "");
    }

    /** Ends it, and releases all that it holds. Why that is not known to have happened, if so. */
    public Optional<String> close() {
        closed = true;
        try {
            Answer answer = ask("DELETE", "/sessions/" + id, "");
            return answer.status() == HttpURLConnection.HTTP_OK || answer.status() == HttpURLConnection.HTTP_NOT_FOUND
                    ? Optional.empty()
                    : Optional.of(answer.error());
        } catch (Unserved unserved) {
            return Optional.of(unserved.getMessage());
        }
    }

    private Answer ask(String method, String path, String body) throws Unserved {
        String why = "";
        while (true) {
            long asked = System.nanoTime();
            for (URI url : List.copyOf(urls)) {
                try {
                    Answer answer = send(url, method, path, body);
                    if (answer.status() != HttpURLConnection.HTTP_UNAVAILABLE) {
                        prefer(url);
                        renewed = asked;
                        return answer;
                    }
                    why = url + ": " + answer.error();
                } catch (IOException unreachable) {
                    why = url + ": " + unreachable.getMessage();
                }
            }
            if (System.nanoTime() - renewed > life.toNanos()) {
                throw new Unserved("no node has served it for %s s; the last answer was %s"
                        .formatted(
                                BigDecimal.valueOf(life.toMillis(), 3)
                                        .stripTrailingZeros()
                                        .toPlainString(),
                                why));
            }
            pause();
        }
    }

    /** Who has answered is asked first from now on. */
    private synchronized void prefer(URI url) {
        if (!urls.get(0).equals(url)) {
            urls.remove(url);
            urls.add(0, url);
        }
    }

    private static void pause() throws Unserved {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Unserved("interrupted");
        }
    }

    private HttpURLConnection connection(URI url, String method, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(url + "/symposium/v1" + path).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) READ.toMillis());
        token.ifPresent(shown -> connection.setRequestProperty("Authorization", "Bearer " + shown));
        return connection;
    }

    private Answer send(URI url, String method, String path, String body) throws IOException {
        HttpURLConnection connection = connection(url, method, path);
        if (!body.isEmpty()) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        try (InputStream text = status < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream()
                : connection.getErrorStream()) {
            boolean json = String.valueOf(connection.getContentType()).startsWith("application/json");
            return json && text != null
                    ? read(status, text)
                    : new Answer(status, Map.of("error", "HTTP status " + status), Set.of());
        }
    }

    private static Answer read(int status, InputStream text) throws IOException {
        Map<String, String> fields = new HashMap<>();
        Set<String> granted = new HashSet<>();
        String request = "";
        int depth = 0;
        try (JsonParser parser = JSON.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token == JsonToken.VALUE_STRING && depth == 1) {
                    fields.put(parser.currentName(), parser.getText());
                } else if (token == JsonToken.VALUE_STRING && "request".equals(parser.currentName())) {
                    request = parser.getText();
                } else if (token == JsonToken.VALUE_STRING && "fence".equals(parser.currentName())) {
                    granted.add(request);
                }
            }
        }
        return new Answer(status, fields, granted);
    }
}
