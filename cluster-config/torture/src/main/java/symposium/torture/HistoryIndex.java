package symposium.torture;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Client;
import symposium.judge.HistoryEvent.Kind;

/** What the events of a run so far say of each node; it takes them one by one, so nothing is read twice. */
final class HistoryIndex {

    private final Map<Integer, Kind> last = new HashMap<>();
    private final Map<Integer, Long> clients = new HashMap<>();
    private final Set<Integer> entering = new TreeSet<>();
    private final Set<Client> asked = new HashSet<>();
    private final Set<Client> served = new HashSet<>();
    private final Set<Client> busy = new HashSet<>();

    /** Takes the next event. */
    void add(HistoryEvent event) {
        if (event.node().isEmpty()) {
            return;
        }
        int node = event.node().get();
        if (event.kind() != Kind.READ && event.kind() != Kind.WRITTEN && event.kind() != Kind.ANSWERED) {
            last.put(node, event.kind());
        }
        switch (event.kind()) {
            case ASKS -> busy.add(event.actor());
            case RELEASED, STALE, LOST, GIVEN_UP, UNAVAILABLE -> busy.remove(event.actor());
            case STARTED, ENDED -> busy.removeIf(client -> client.node() == node);
            default -> {}
        }
        if (event.kind() == Kind.STARTED) {
            clients.put(node, event.value().orElse(1L));
            entering.add(node);
        } else if (event.kind() == Kind.READY) {
            entering.remove(node);
        } else if (event.kind() == Kind.ASKS) {
            asked.add(event.actor());
        } else if (event.kind() == Kind.FOLLOWS || event.kind() == Kind.GRANTED && asked.contains(event.actor())) {
            served.add(event.actor());
        }
    }

    /** From now on a client counts as served only if it asks and is granted, or knows a leader, again. */
    void expect() {
        asked.clear();
        served.clear();
    }

    /** Those nodes below a number all clients of which have been served since the last {@link #expect}. */
    Set<Integer> served(int nodes) {
        Map<Integer, Long> counts = served.stream().collect(Collectors.groupingBy(Client::node, Collectors.counting()));
        return IntStream.range(0, nodes)
                .filter(node -> counts.getOrDefault(node, 0L) >= clients.getOrDefault(node, 1L))
                .boxed()
                .collect(Collectors.toSet());
    }

    /** The clients that have asked, and have not ended what they do with it. */
    Set<Client> busy() {
        return Set.copyOf(busy);
    }

    /** The nodes that have started and do not take part in full yet. */
    Set<Integer> entering() {
        return new TreeSet<>(entering);
    }

    /** The first node below a number of which the last event is of this kind; reads and writes do not count. */
    Optional<Integer> lastTo(Kind kind, int nodes) {
        return IntStream.range(0, nodes)
                .filter(node -> last.get(node) == kind)
                .boxed()
                .findFirst();
    }
}
