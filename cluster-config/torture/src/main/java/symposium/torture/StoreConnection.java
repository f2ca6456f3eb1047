package symposium.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.arbitration.resources.Mode;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;

/** The connection of a node's clients with the store. Safe for use by several threads. */
final class StoreConnection implements AutoCloseable {

    /** About how long a client thinks, in milliseconds. */
    static final int THINK = 100;

    /** About how long it has a grant, in milliseconds. */
    static final int HOLD = 60;

    /** The exit code of a node without a store. */
    static final int GONE = 3;

    private final Socket socket;
    private final BufferedReader in;
    private final PrintWriter out;
    private volatile boolean refused;

    /** @param store where the store listens: a host and a port */
    StoreConnection(String store) throws IOException {
        int colon = store.lastIndexOf(':');
        socket = new Socket(store.substring(0, colon), Integer.parseInt(store.substring(colon + 1)));
        socket.setTcpNoDelay(true);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** Each of these names with a fence. */
    static SortedMap<String, Fence> named(Iterable<String> names, Fence fence) {
        SortedMap<String, Fence> fences = new TreeMap<>();
        names.forEach(name -> fences.put(name, fence));
        return fences;
    }

    /** Tells the store an event, and returns its answer. */
    synchronized String tell(HistoryEvent event) throws IOException {
        out.println(History.line(event));
        String answer = in.readLine();
        if (answer == null) {
            throw new IOException("the store has gone");
        }
        return answer;
    }

    /** Whether the last {@link #updated} has been refused something; of a connection of a single thread. */
    boolean refused() {
        return refused;
    }

    /** What a holder may be told while it waits. */
    @FunctionalInterface
    interface News {
        Optional<?> within() throws InterruptedException;
    }

    /**
     * Reads, waits and writes, for each name that has a fence; who does not exclude all others reads again instead of
     * writing. Whether the grant was not lost meanwhile.
     *
     * @param grant the event of the grant
     */
    boolean updated(HistoryEvent grant, News news) throws IOException, InterruptedException {
        SortedMap<String, Long> values = new TreeMap<>();
        refused = false;
        for (Map.Entry<String, Fence> each : grant.fences().entrySet()) {
            if (!each.getValue().equals(Fence.NONE)) {
                access(Kind.READ, each.getKey(), grant, Optional.empty())
                        .ifPresent(value -> values.put(each.getKey(), value));
            }
        }
        if (news.within().isPresent()) {
            return false;
        }
        for (String name : values.keySet()) {
            if (HistoryEvent.reads(grant.mode(name))) {
                access(Kind.READ, name, grant, Optional.empty());
            } else {
                access(Kind.WRITTEN, name, grant, Optional.of(values.get(name) + 1));
            }
        }
        return true;
    }

    private Optional<Long> access(Kind kind, String name, HistoryEvent grant, Optional<Long> value) throws IOException {
        Mode mode = grant.mode(name);
        String answer = tell(
                HistoryEvent.of(kind, new TreeMap<>(Map.of(name, grant.fences().get(name))))
                        .withClient(grant.client())
                        .withModes(mode.equals(Mode.EXCLUSIVE) ? new TreeMap<>() : new TreeMap<>(Map.of(name, mode)))
                        .withValue(value));
        refused |= answer.equals(FencedStore.DONE);
        return answer.equals(FencedStore.DONE) ? Optional.empty() : Optional.of(Long.valueOf(answer));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
