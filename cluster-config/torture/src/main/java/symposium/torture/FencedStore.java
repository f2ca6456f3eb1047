package symposium.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.arbitration.resources.FenceMarks;
import symposium.arbitration.resources.Mode;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.InvalidHistory;
import symposium.mutex.Fence;

/**
 * The resource that the locks of a run protect: a value for each name, and the fences by which it refuses accesses, as
 * {@link FenceMarks} defines it. Clients report to it over TCP each thing before they do it: an event in a line of
 * JSON, answered by a line with the value, or by {@link #DONE}.
 */
final class FencedStore implements AutoCloseable {

    /** The answer to an event that is no access, and to an access that is refused. */
    static final String DONE = "-";

    /** The answer to a client that is about to ask while all clients rest: it is to tell that again, later. */
    static final String RESTS = "rests";

    private record Register(FenceMarks marks, long value) {}

    private final History history;
    private final ServerSocket server;
    private final Map<String, Register> registers = new HashMap<>();
    private boolean rests;

    /** @throws IOException when it cannot listen at that address */
    FencedStore(String host, History history) throws IOException {
        this.history = history;
        this.server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getByName(host), 0));
        daemon("store", () -> accept(server, this::serve));
    }

    /** Where it listens: a host and a port. */
    String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    /** Serves every client that connects, each on a thread of its own, until the server is closed. */
    static void accept(ServerSocket server, Consumer<Socket> serving) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                daemon(Thread.currentThread().getName() + ": a client", () -> serving.accept(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** The first event of a client names its node; when the connection ends, the process of the node has ended. */
    private void serve(Socket socket) {
        Optional<Integer> node = Optional.empty();
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                HistoryEvent event = History.event("a client of the store: ", line);
                node = node.or(event::node);
                out.println(take(event.withNode(node)));
            }
        } catch (IOException | InvalidHistory broken) {
            // The client has gone, or its last line was cut.
        } finally {
            node.ifPresent(known -> history.add(HistoryEvent.of(Kind.ENDED, known)));
        }
    }

    /** Clients ask for nothing from now on, or ask again. Those that are told by an event of their own never rest. */
    synchronized void rest(boolean begins) {
        rests = begins;
    }

    private synchronized String take(HistoryEvent event) {
        if (rests && event.kind() == Kind.ASKS) {
            return RESTS;
        }
        if (event.kind() != Kind.READ && event.kind() != Kind.WRITTEN) {
            history.add(event);
            return DONE;
        }
        String name = event.fences().firstKey();
        Fence fence = event.fences().get(name);
        Mode mode = event.mode(name);
        Register register = registers.getOrDefault(name, new Register(FenceMarks.NONE, 0));
        if (!register.marks().admits(mode, fence)) {
            history.add(event.withKind(Kind.REFUSED));
            return DONE;
        }
        long value = event.value().orElse(register.value());
        registers.put(name, new Register(register.marks().with(mode, fence), value));
        history.add(event.withValue(Optional.of(value)));
        return Long.toString(value);
    }

    static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
