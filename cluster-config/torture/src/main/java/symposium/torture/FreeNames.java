package symposium.torture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.Mode;
import symposium.client.HttpExchange;
import symposium.client.HttpSession;
import symposium.client.HttpSession.Answer;
import symposium.client.HttpSession.Unserved;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Client;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;

/**
 * Finds names that are lost: no client has them, and no client can get them. While all clients rest, no node may show a
 * holder or a waiter, and a new client is granted each name.
 */
final class FreeNames {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LOCKS = "/symposium/locks?limit=1000";
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration READ = Duration.ofSeconds(10);
    private static final int PAUSE = 200;

    private final History history;
    private final List<URI> urls;
    private final String token;
    private final int client;
    private final List<String> names;
    private final Duration limit;
    private int first;

    /**
     * @param urls of all nodes
     * @param client the number of the node as which the new clients count
     * @param names that clients of the run ask for
     * @param limit the longest time until a name is granted
     */
    FreeNames(History history, List<URI> urls, String token, int client, List<String> names, Duration limit) {
        this.history = history;
        this.urls = List.copyOf(urls);
        this.token = token;
        this.client = client;
        this.names = List.copyOf(names);
        this.limit = limit;
    }

    /** Records which names are lost, or that all are free; clients ask for nothing meanwhile. Says it in words. */
    String check() throws InterruptedException {
        long begin = System.nanoTime();
        // A session that its client has given up holds what it has until it expires.
        Duration patience = limit.plus(SessionClients.LIFE);
        Optional<String> taken = taken();
        while (taken.isPresent() && System.nanoTime() - begin < patience.toNanos()) {
            Thread.sleep(PAUSE);
            taken = taken();
        }
        List<String> lost = new ArrayList<>();
        taken.ifPresent(what -> lost.add(String.format(Locale.ROOT, "after %d s %s", patience.toSeconds(), what)));
        List<URI> nodes = new ArrayList<>(urls);
        Collections.rotate(nodes, first++);
        HttpSession session = new HttpSession(nodes, Optional.of(token), SessionClients.LIFE, exchange -> {});
        try {
            session.open("new client");
            for (String name : names) {
                granted(name, session).ifPresent(lost::add);
            }
            session.close().ifPresent(lost::add);
        } catch (Unserved unserved) {
            lost.add("a new client is not served: " + unserved.getMessage());
        }
        lost.forEach(what -> history.add(HistoryEvent.of(Kind.LOST_NAME).withNote(Optional.of(what))));
        if (lost.isEmpty()) {
            history.add(HistoryEvent.of(Kind.ALL_FREE));
        }
        return lost.isEmpty()
                ? String.format(
                        Locale.ROOT,
                        "all names free after %.1f s",
                        Duration.ofNanos(System.nanoTime() - begin).toMillis() / 1e3)
                : "LOST: " + lost;
    }

    /** Why the name is not granted to a client that has not asked for it before, if so. */
    private Optional<String> granted(String name, HttpSession session) throws Unserved {
        HistoryEvent about =
                HistoryEvent.of(Kind.ASKS, client).withFences(StoreConnection.named(Set.of(name), Fence.NONE));
        history.add(about);
        Answer answer =
                session.acquire(name, new TreeMap<>(java.util.Map.of(name, Mode.EXCLUSIVE)), Optional.of(limit));
        if (answer.status() != HttpURLConnection.HTTP_OK) {
            history.add(about.withKind(Kind.GIVEN_UP));
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s is not granted to a new client in %d s: %s",
                    name,
                    limit.toSeconds(),
                    answer.error()));
        }
        Fence fence = Fence.ofNumber(Long.parseLong(answer.fields().get("fence")));
        history.add(about.withKind(Kind.GRANTED).withFences(StoreConnection.named(Set.of(name), fence)));
        history.add(HistoryEvent.of(Kind.RELEASED, client));
        session.release(name);
        return Optional.empty();
    }

    /** Who has a name or waits for one, if anybody does. */
    private Optional<String> taken() {
        Set<Client> busy = history.now(HistoryIndex::busy);
        if (!busy.isEmpty()) {
            return Optional.of("these clients have not ended what they do: " + busy
                    + taken(urls.get(0)).map(what -> "; " + what).orElse(""));
        }
        return urls.stream().flatMap(node -> taken(node).stream()).findFirst();
    }

    private Optional<String> taken(URI node) {
        HttpExchange exchange = HttpExchange.of(node, "GET", LOCKS, "", Optional.empty(), CONNECT, READ);
        if (exchange.status() != HttpURLConnection.HTTP_OK) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s answers %d (%s)",
                    node,
                    exchange.status(),
                    exchange.answer().strip()));
        }
        try {
            JsonNode status = JSON.readTree(exchange.answer());
            if (!status.path("silent").isEmpty()) {
                return Optional.of(node + " has no status of " + status.path("silent"));
            }
            Set<String> shown = new TreeSet<>();
            status.path("locks").forEach(lock -> {
                if (!lock.path("holders").isEmpty() || !lock.path("waiters").isEmpty()) {
                    shown.add(lock.toString());
                }
            });
            return shown.isEmpty() ? Optional.empty() : Optional.of(node + " shows " + shown);
        } catch (JsonProcessingException unreadable) {
            return Optional.of(node + " answers no JSON: " + exchange.answer());
        }
    }
}
