package symposium.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.BufferedReader;
import java.io.IOException;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import symposium.arbitration.resources.Mode;

/**
 * A session of a client that knows nothing of the cluster but the addresses of some nodes: see {@code
 * symposium.management.ClientRoutes}. When one does not answer, the next is asked. One thread renews the session, one
 * reads its events, and one measures its time to live.
 *
 * <p>Between a client and a node there may be proxies, which answer for themselves. A complete JSON answer of a node
 * that has the session proves that it lives. Only such a 404, or a state without the request, proves a loss. After
 * every other answer the nodes are asked again, until the session has certainly not been renewed for as long as it
 * lives.
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
     * @param json whether the body is one complete JSON object
     * @param fields the texts of the outermost object; an array is empty
     * @param granted the requests of a session that have a fence
     */
    public record Answer(int status, boolean json, Map<String, String> fields, Set<String> granted) {

        /** Whether a node has answered with this status, and with this text in this field. */
        boolean has(int expected, String field, String text) {
            return status == expected && json && text.equals(fields.get(field));
        }

        /** Whether a node has answered that what is asked for is not there, or not possible. */
        boolean refuses(Set<Integer> refusals) {
            return json && refusals.contains(status) && fields.containsKey("error");
        }

        /** What is wrong, in one line. */
        public String error() {
            return fields.getOrDefault("error", "the answer has status " + status);
        }
    }

    /** With this the paths of all questions begin. */
    public static final String PREFIX = "/symposium/v1";

    /** How often it is renewed while it would live. */
    private static final int RENEWALS = 6;

    private static final JsonFactory JSON = new JsonFactory();
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration CONNECT = Duration.ofSeconds(3);
    /** Longer than a node takes to answer that a request waits, or between two signs of life of a stream. */
    private static final Duration READ = Duration.ofSeconds(20);
    /** The longest time for the end of a session: all nodes are asked within it. */
    private static final Duration GOODBYE = Duration.ofSeconds(4);

    private static final int TOO_LARGE = 413;
    private static final int NOT_JSON = 415;
    private static final int TOO_MANY = 429;
    /** What no other attempt would change. */
    private static final Set<Integer> REFUSED = Set.of(
            HttpURLConnection.HTTP_BAD_REQUEST,
            HttpURLConnection.HTTP_UNAUTHORIZED,
            HttpURLConnection.HTTP_FORBIDDEN,
            TOO_LARGE,
            NOT_JSON);

    private static final Set<Integer> NOT_GRANTED = Set.of(HttpURLConnection.HTTP_CONFLICT);
    private static final Set<Integer> NOT_THERE = Set.of(HttpURLConnection.HTTP_NOT_FOUND);
    private static final Set<Integer> FULL = Set.of(TOO_MANY);

    private final List<URI> urls;
    private final Optional<String> token;
    private final Duration life;
    private final Consumer<HttpExchange> exchanges;
    private final String id = UUID.randomUUID().toString();
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    /** When the latest request was sent that is known to have renewed it, in the time of {@link System#nanoTime()}. */
    private final AtomicLong renewed = new AtomicLong(System.nanoTime());

    private volatile Optional<String> watched = Optional.empty();
    private volatile String lastAnswer = "none";
    private volatile boolean closed;

    /** Returns whether a text can be the token of a request: visible characters of ASCII, and no blanks. */
    public static boolean isToken(String text) {
        return text.matches("[!-~]+");
    }

    /**
     * A session, which is not open yet.
     *
     * @param life how long it lives without being renewed
     * @throws IllegalArgumentException if the token cannot be one
     */
    public HttpSession(List<URI> urls, Optional<String> token, Duration life) {
        this(urls, token, life, exchange -> {});
    }

    /**
     * A session of which each exchange is recorded.
     *
     * @param life how long it lives without being renewed
     * @param exchanges hears of every question and its answer, but for the stream of events
     * @throws IllegalArgumentException if the token cannot be one
     */
    public HttpSession(List<URI> urls, Optional<String> token, Duration life, Consumer<HttpExchange> exchanges) {
        if (!token.map(HttpSession::isToken).orElse(true)) {
            throw new IllegalArgumentException("the token must be letters, digits and signs, without blanks");
        }
        this.exchanges = exchanges;
        this.urls = new CopyOnWriteArrayList<>(urls);
        this.token = token;
        this.life = life;
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /**
     * Opens it.
     *
     * @param label who it is, for people
     */
    public void open(String label) throws Unserved {
        renewed.set(System.nanoTime());
        Question opening = new Question("POST", "/sessions", json(body -> {
            body.writeStringField("session", id);
            body.writeNumberField("life", seconds(life));
            body.writeStringField("label", label);
        }));
        Answer answer = ask(
                opening,
                answerTime(),
                each -> each.has(HttpURLConnection.HTTP_CREATED, "session", id) ? Meaning.ALIVE : refused(each),
                life);
        if (answer.status() != HttpURLConnection.HTTP_CREATED) {
            throw new Unserved(answer.error());
        }
    }

    /**
     * Asks for names, and waits as long as the request does. A request that waits for longer than the session lives
     * needs {@link #keepAlive()} before.
     *
     * @param request its id
     * @param modes by the names
     * @param limit the longest time to wait; zero not to wait
     */
    public Answer acquire(String request, SortedMap<String, Mode> modes, Optional<Duration> limit) throws Unserved {
        Question asking = new Question("POST", "/locks", json(all -> {
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
        }));
        Function<Answer, Meaning> meaning = answer -> {
            if (answer.has(HttpURLConnection.HTTP_OK, "request", request)
                    && answer.granted().contains(request)
                    && answer.fields().containsKey("generation")) {
                return Meaning.ALIVE;
            }
            if (answer.has(HttpURLConnection.HTTP_ACCEPTED, "request", request) || answer.refuses(NOT_GRANTED)) {
                return Meaning.ALIVE;
            }
            return answer.refuses(NOT_THERE) ? Meaning.KNOWN : refused(answer);
        };
        Answer answer;
        do {
            answer = ask(asking, READ, meaning, limit.orElse(life));
        } while (answer.status() == HttpURLConnection.HTTP_ACCEPTED);
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

    /** Renews it from now on, until it is closed or lost. */
    public void keepAlive() {
        daemon("renews the session", this::renew);
        daemon("measures the life of the session", this::expire);
    }

    /** Notices from now on, while it is kept alive, when it no longer holds what this request has been granted. */
    public void watch(String request) {
        watched = Optional.of(request);
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

    private void renew() {
        try {
            while (!closed && !lost.isDone()) {
                TimeUnit.MILLISECONDS.sleep(life.toMillis() / RENEWALS);
                // The answer to a renewal that was sent before a grant may come after it, and need not have it.
                Optional<String> before = watched;
                why(renewal(), before).ifPresent(lost::complete);
            }
        } catch (Unserved unserved) {
            lost.complete(unserved.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** However slowly an answer comes: one may come byte by byte. */
    private void expire() {
        try {
            while (!closed && !lost.isDone()) {
                long left = left().toMillis();
                if (left <= 0) {
                    lost.complete(unserved());
                } else {
                    TimeUnit.MILLISECONDS.sleep(left);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** How long it lives at least, as far as is known here. */
    private Duration left() {
        return life.minusNanos(System.nanoTime() - renewed.get());
    }

    private String unserved() {
        return String.format(
                Locale.ROOT,
                "no node has served it for %s s; the last answer was %s",
                BigDecimal.valueOf(life.toMillis(), 3).stripTrailingZeros().toPlainString(),
                lastAnswer);
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
            HttpURLConnection connection =
                    HttpExchange.connection(url, "GET", PREFIX + "/sessions/" + id + "/events", token, CONNECT, READ);
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
        return why(renewal(), Optional.of(request));
    }

    private Answer renewal() throws Unserved {
        return ask(
                new Question("PUT", "/sessions/" + id, ""),
                answerTime(),
                answer -> answer.has(HttpURLConnection.HTTP_OK, "session", id)
                                && answer.fields().containsKey("requests")
                        ? Meaning.ALIVE
                        : answer.refuses(NOT_THERE) ? Meaning.KNOWN : Meaning.UNKNOWN,
                life);
    }

    private static Optional<String> why(Answer renewal, Optional<String> request) {
        if (renewal.status() != HttpURLConnection.HTTP_OK) {
            return Optional.of(renewal.error());
        }
        return request.filter(held -> !renewal.granted().contains(held))
                .map(held -> "the session does not hold it any more");
    }

    /** Releases what a request has been granted. */
    public void release(String request) throws Unserved {
        ask(
                new Question("DELETE", "/locks?session=" + id + "&request=" + request, ""),
                answerTime(),
                answer -> answer.has(HttpURLConnection.HTTP_OK, "released", request)
                        ? Meaning.ALIVE
                        : answer.refuses(NOT_THERE) ? Meaning.KNOWN : refused(answer),
                life);
    }

    /**
     * Ends it, and releases all that it holds; takes a few seconds at most. Why that is not known to have happened, if
     * so.
     */
    public Optional<String> close() {
        closed = true;
        long begin = System.nanoTime();
        Question ending = new Question("DELETE", "/sessions/" + id, "");
        Duration each = least(answerTime(), GOODBYE.dividedBy(2L * urls.size()));
        while (true) {
            for (URI url : List.copyOf(urls)) {
                try {
                    Answer answer = send(url, ending, each, each);
                    if (answer.has(HttpURLConnection.HTTP_OK, "released", id) || answer.refuses(NOT_THERE)) {
                        return Optional.empty();
                    }
                    lastAnswer = url + ": " + answer.error();
                } catch (IOException unreachable) {
                    lastAnswer = url + ": " + HttpExchange.reason(unreachable);
                }
            }
            boolean over = System.nanoTime() - begin > GOODBYE.dividedBy(2).toNanos();
            if (over || left().isNegative() || !paused()) {
                return Optional.of("no node has confirmed it; the last answer was " + lastAnswer);
            }
        }
    }

    /** What an answer says of the session and of what is asked. */
    private enum Meaning {
        /** It is an answer, and the session lives. */
        ALIVE,
        /** It is an answer. */
        KNOWN,
        /** It is one unless another node has a better one. */
        REFUSED,
        /** As before, once asking again has not helped for some time. */
        FULL,
        /** It is none: something else has answered, or the node cannot. */
        UNKNOWN
    }

    private static Meaning refused(Answer answer) {
        return answer.refuses(REFUSED) ? Meaning.REFUSED : answer.refuses(FULL) ? Meaning.FULL : Meaning.UNKNOWN;
    }

    /** @param body empty for none */
    private record Question(String method, String path, String body) {}

    /** The time in which a node answers that has nothing to wait for: several fit into the life of the session. */
    private Duration answerTime() {
        return least(READ, life.dividedBy(RENEWALS / 2));
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * Asks one node after the other until one answers.
     *
     * @param read the longest time without a byte of an answer
     * @param patience for how long it is asked again while a node is {@link Meaning#FULL}
     */
    private Answer ask(Question question, Duration read, Function<Answer, Meaning> meaning, Duration patience)
            throws Unserved {
        long begin = System.nanoTime();
        Duration connect = least(CONNECT, life.dividedBy(RENEWALS));
        while (true) {
            Optional<Answer> refusal = Optional.empty();
            for (URI url : List.copyOf(urls)) {
                if (closed) {
                    throw new Unserved("the session is closed");
                }
                long asked = System.nanoTime();
                try {
                    Answer answer = send(url, question, connect, read);
                    switch (meaning.apply(answer)) {
                        case ALIVE -> {
                            renewed.accumulateAndGet(asked, (one, other) -> one - other > 0 ? one : other);
                            prefer(url);
                            return answer;
                        }
                        case KNOWN -> {
                            prefer(url);
                            return answer;
                        }
                        case REFUSED -> refusal = Optional.of(answer);
                        case FULL -> {
                            if (System.nanoTime() - begin >= patience.toNanos()) {
                                refusal = Optional.of(answer);
                            }
                        }
                        case UNKNOWN -> {
                            // The next one is asked.
                        }
                    }
                    lastAnswer = url + ": " + answer.error();
                } catch (IOException unreachable) {
                    lastAnswer = url + ": " + HttpExchange.reason(unreachable);
                }
            }
            if (refusal.isPresent()) {
                return refusal.get();
            }
            if (lost.isDone()) {
                throw new Unserved(lost.join());
            }
            if (left().isNegative()) {
                lost.complete(unserved());
                throw new Unserved(unserved());
            }
            // Else a proxy that answers this kind of request by itself would be asked for as long as the session lives.
            if (System.nanoTime() - begin > patience.plus(life).plus(READ).toNanos()) {
                throw new Unserved("no node has answered; the last answer was " + lastAnswer);
            }
            if (!paused()) {
                throw new Unserved("interrupted");
            }
        }
    }

    /** Who has answered is asked first from now on. */
    private synchronized void prefer(URI url) {
        if (!urls.get(0).equals(url)) {
            urls.remove(url);
            urls.add(0, url);
        }
    }

    /** Whether it has not been interrupted. */
    private static boolean paused() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Answer send(URI url, Question question, Duration connect, Duration read) throws IOException {
        HttpExchange exchange = HttpExchange.of(
                url, question.method(), PREFIX + question.path(), question.body(), token, connect, read);
        exchanges.accept(exchange);
        if (exchange.status() == HttpExchange.UNANSWERED) {
            throw new IOException(exchange.answer());
        }
        return exchange.json()
                ? read(exchange.status(), exchange.answer())
                : new Answer(exchange.status(), false, Map.of("error", withoutJson(exchange.status())), Set.of());
    }

    private static String withoutJson(int status) {
        String answer = "HTTP status " + status + " without JSON";
        return status == HttpURLConnection.HTTP_NOT_FOUND
                ? answer + ", as from a node that does not serve clients (symposium node --clients)"
                : answer;
    }

    /** @throws IOException when this is not one complete JSON object */
    private static Answer read(int status, String body) throws IOException {
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                Answer answer = object(status, parser);
                if (parser.nextToken() == null) {
                    return answer;
                }
            }
        } catch (JsonProcessingException wrong) {
            // Like what is JSON, but not an object.
        }
        throw new IOException("the answer with HTTP status " + status + " is not one complete JSON object");
    }

    private static Answer object(int status, JsonParser parser) throws IOException {
        Map<String, String> fields = new HashMap<>();
        Set<String> granted = new HashSet<>();
        String request = "";
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw new JsonEOFException(parser, JsonToken.NOT_AVAILABLE, "cut off");
            }
            if (token == JsonToken.START_ARRAY && depth == 1) {
                fields.put(parser.currentName(), "");
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token == JsonToken.VALUE_STRING && "request".equals(parser.currentName())) {
                request = parser.getText();
            } else if (token == JsonToken.VALUE_STRING && "fence".equals(parser.currentName())) {
                granted.add(request);
            }
            if (token == JsonToken.VALUE_STRING && depth == 1) {
                fields.put(parser.currentName(), parser.getText());
            }
        }
        return new Answer(status, true, fields, granted);
    }
}
