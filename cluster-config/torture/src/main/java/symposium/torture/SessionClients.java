package symposium.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import symposium.client.HttpExchange;
import symposium.client.HttpSession;
import symposium.client.HttpSession.Answer;
import symposium.client.HttpSession.Unserved;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;
import symposium.torture.LockMix.Wish;

/**
 * Clients of the named locks that are no members of the cluster: each has a session over HTTP, and holds what it is
 * granted for long enough that the node of its session is killed meanwhile. They count as those of one more node, which
 * no fault concerns.
 */
final class SessionClients {

    /** How long every second session lives without being renewed: longer than the others take to remove a node. */
    static final Duration LIFE = Duration.ofSeconds(40);

    /** How long the others live: shorter than some nodes are suspended. */
    private static final Duration SHORT_LIFE = Duration.ofSeconds(15);

    /** About how long one of several grants is held, in milliseconds. */
    private static final int LONG = 4_000;

    private static final int SELDOM = 4;
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration READ = Duration.ofSeconds(2);

    private final int number;
    private final List<URI> urls;
    private final String token;
    private final StoreConnection store;
    private final LockMix mix;
    private final SplittableRandom random = new SplittableRandom();
    private final Duration life;
    private final SessionRecorder recorder;
    private final Executor threads = task -> FencedStore.daemon("looks at a session", task);
    private Optional<HttpSession> session = Optional.empty();
    private volatile Optional<String> acquiring = Optional.empty();
    private boolean openedTwice;
    private int requests;

    private SessionClients(int number, List<URI> urls, String token, StoreConnection store, long seed) {
        this.number = number;
        this.urls = urls;
        this.token = token;
        this.store = store;
        this.mix = new LockMix(seed);
        this.life = number % 2 == 1 ? SHORT_LIFE : LIFE;
        this.recorder = new SessionRecorder(urls, life);
    }

    /**
     * Starts them.
     *
     * @param node as which they count
     * @param urls of all nodes
     * @param store where the store listens: a host and a port
     * @param seed determines the mix of requests
     */
    static void start(int node, int count, List<URI> urls, String token, String store, long seed) throws IOException {
        List<SessionClients> clients = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            StoreConnection connection = new StoreConnection(store);
            connection.tell(HistoryEvent.of(Kind.STARTED, node).withValue(Optional.of((long) count)));
            clients.add(new SessionClients(number, urls, token, connection, seed));
        }
        clients.forEach(client -> FencedStore.daemon("session client " + client.number, client::run));
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(mix.about(StoreConnection.THINK));
                Wish wish = mix.next();
                if (tell(LockClients.about(Kind.ASKS, wish.claims(), Fence.NONE))
                        .equals(FencedStore.RESTS)) {
                    session.ifPresent(HttpSession::close);
                    session = Optional.empty();
                } else {
                    use(wish);
                }
            }
        } catch (IOException | UncheckedIOException | CompletionException | InterruptedException over) {
            // The run is over.
        }
    }

    private void use(Wish wish) throws IOException, InterruptedException {
        try {
            use(session(), wish);
        } catch (Unserved unserved) {
            tell(HistoryEvent.of(Kind.UNAVAILABLE).withNote(Optional.of(unserved.getMessage())));
            session = Optional.empty();
        }
    }

    /** A new session is often opened at two nodes at once, as by a client that does not await the first answer. */
    private HttpSession session() throws Unserved {
        if (session.isEmpty()) {
            List<URI> order = new ArrayList<>(urls);
            Collections.shuffle(order);
            HttpSession fresh = new HttpSession(order, Optional.of(token), life, this::heard);
            openedTwice = random.nextBoolean();
            CompletableFuture<Void> second = openedTwice
                    ? CompletableFuture.runAsync(() -> open(fresh.id(), order.get(1)), threads)
                    : CompletableFuture.completedFuture(null);
            try {
                fresh.open(label());
            } finally {
                second.join();
            }
            session = Optional.of(fresh);
        }
        return session.get();
    }

    private void open(String id, URI node) {
        String body = "{\"session\": \"%s\", \"life\": %d, \"label\": \"%s\"}";
        raw(node, "POST", "/sessions", String.format(Locale.ROOT, body, id, life.toSeconds(), label()));
    }

    private String label() {
        return "client " + number;
    }

    private URI any() {
        return urls.get(ThreadLocalRandom.current().nextInt(urls.size()));
    }

    private void raw(URI node, String method, String path, String body) {
        heard(HttpExchange.of(node, method, HttpSession.PREFIX + path, body, Optional.of(token), CONNECT, READ));
    }

    /** Each exchange is recorded, also those that tell the client nothing. */
    private void heard(HttpExchange exchange) {
        if (exchange.method().equals("POST") && exchange.path().endsWith("/locks")) {
            acquiring = Optional.of(exchange.body());
        }
        try {
            tell(recorder.event(exchange));
        } catch (IOException over) {
            throw new UncheckedIOException(over);
        }
    }

    private void use(HttpSession session, Wish wish) throws Unserved, IOException, InterruptedException {
        String request = "r" + ++requests;
        Answer answer = session.acquire(request, wish.claims().modes(), limit(wish));
        if (answer.status() == HttpURLConnection.HTTP_OK) {
            hold(
                    session,
                    wish,
                    request,
                    Fence.ofNumber(Long.parseLong(answer.fields().get("fence"))));
        } else {
            tell(HistoryEvent.of(Kind.GIVEN_UP).withNote(Optional.of(answer.error())));
            if (answer.status() == HttpURLConnection.HTTP_NOT_FOUND) {
                this.session = Optional.empty();
            }
        }
    }

    /**
     * Asks every node for the state, and one of them to renew the session and for what it holds already. All are asked
     * at once, since others wait for what it holds, and a node may be suspended.
     */
    private void look(HttpSession session) {
        String path = "/sessions/" + session.id();
        List<Runnable> looks = new ArrayList<>();
        urls.forEach(node -> looks.add(() -> raw(node, "GET", path, "")));
        looks.add(() -> raw(any(), "PUT", path, ""));
        acquiring.ifPresent(body -> looks.add(() -> raw(any(), "POST", "/locks", body)));
        looks.stream()
                .map(each -> CompletableFuture.runAsync(each, threads))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static Optional<Duration> limit(Wish wish) {
        return switch (wish.patience()) {
            case UNLIMITED -> Optional.empty();
            case NONE -> Optional.of(Duration.ZERO);
            case LIMITED, CANCELS -> Optional.of(Duration.ofMillis(LockMix.LIMIT));
        };
    }

    private void hold(HttpSession session, Wish wish, String request, Fence fence)
            throws Unserved, IOException, InterruptedException {
        HistoryEvent granted =
                LockClients.about(Kind.GRANTED, wish.claims(), fence).withClient(Optional.of(number));
        tell(granted);
        boolean isLong = random.nextInt(SELDOM) == 0;
        int time = mix.about(isLong ? LONG : StoreConnection.HOLD);
        boolean looks = isLong || openedTwice || life.equals(SHORT_LIFE);
        openedTwice = false;
        boolean held = store.updated(granted, () -> {
            if (looks) {
                look(session);
            }
            Thread.sleep(time);
            if (isLong) {
                look(session);
            }
            try {
                return session.holdsNoMore(request);
            } catch (Unserved unserved) {
                return Optional.of(unserved.getMessage());
            }
        });
        if (!held) {
            tell(HistoryEvent.of(Kind.LOST));
        } else if (store.refused() && session.holdsNoMore(request).isEmpty()) {
            tell(HistoryEvent.of(Kind.STALE));
        } else {
            tell(HistoryEvent.of(Kind.RELEASED));
        }
        session.release(request);
    }

    private String tell(HistoryEvent event) throws IOException {
        return store.tell(event.withClient(Optional.of(number)));
    }
}
