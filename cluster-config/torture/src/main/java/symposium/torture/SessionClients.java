package symposium.torture;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
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

    /** How long a session lives without being renewed: longer than the others take to remove a node. */
    private static final Duration LIFE = Duration.ofSeconds(40);

    /** About how long one of several grants is held, in milliseconds. */
    private static final int LONG = 4_000;

    private static final int SELDOM = 4;

    private final int number;
    private final List<URI> urls;
    private final String token;
    private final StoreConnection store;
    private final LockMix mix;
    private final SplittableRandom random = new SplittableRandom();
    private Optional<HttpSession> session = Optional.empty();
    private int requests;

    private SessionClients(int number, List<URI> urls, String token, StoreConnection store, long seed) {
        this.number = number;
        this.urls = urls;
        this.token = token;
        this.store = store;
        this.mix = new LockMix(seed);
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
                try {
                    use(session());
                } catch (Unserved unserved) {
                    tell(HistoryEvent.of(Kind.UNAVAILABLE).withNote(Optional.of(unserved.getMessage())));
                    session = Optional.empty();
                }
            }
        } catch (IOException | InterruptedException over) {
            // The run is over.
        }
    }

    private HttpSession session() throws Unserved {
        if (session.isEmpty()) {
            HttpSession fresh = new HttpSession(urls, Optional.of(token), LIFE);
            fresh.open("client " + number);
            session = Optional.of(fresh);
        }
        return session.get();
    }

    private void use(HttpSession session) throws Unserved, IOException, InterruptedException {
        Wish wish = mix.next();
        String request = "r" + ++requests;
        tell(LockClients.about(Kind.ASKS, wish.claims(), Fence.NONE));
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
        int time = mix.about(random.nextInt(SELDOM) == 0 ? LONG : StoreConnection.HOLD);
        boolean held = store.updated(granted, () -> {
            Thread.sleep(time);
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

    private void tell(HistoryEvent event) throws IOException {
        store.tell(event.withClient(Optional.of(number)));
    }
}
