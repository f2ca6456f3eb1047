package symposium.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.torture.TransportCuts.Order;

/**
 * All nodes on loopback. Each end of a link cuts it within its own {@linkplain TransportCuts transport}; an end that is
 * suspended, or not running, does so once it runs.
 */
final class Loopback implements NodeLinks {

    private final int[] ports;
    private final ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    private final Map<Integer, PrintWriter> nodes = new HashMap<>();
    /** By link that is cut: the ends that have received the order, and have not started again since. */
    private final Map<Link, Set<Integer>> cuts = new LinkedHashMap<>();

    /** @throws IOException when no port is free */
    Loopback(int nodes) throws IOException {
        this.ports = freePorts(nodes);
        FencedStore.daemon("cuts of links", () -> FencedStore.accept(server, this::serve));
    }

    /** Ports of this machine that were free. */
    static int[] freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int each = 0; each < count; each++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    /** A node names its number, and is told of cuts from then on. */
    private void serve(Socket socket) {
        try (socket;
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            String line = in.readLine();
            if (line != null) {
                int node = Integer.parseInt(line);
                begins(node, out);
                try {
                    in.readLine();
                } finally {
                    ends(node, out);
                }
            }
        } catch (IOException broken) {
            // The node has ended.
        }
    }

    /**
     * Cuts the links of a node that begins at their other ends: one end that drops both ways is enough. A transport of
     * Akka that has ever dropped anything takes no answer of a node that it has not met, and this node has met none.
     */
    private synchronized void begins(int node, PrintWriter out) {
        // A node that starts again within its virtual machine begins before the end of its former life is noticed.
        forget(node);
        nodes.put(node, out);
        cuts.forEach((link, told) -> {
            if (told.isEmpty() && link.from() == node) {
                tell(link.to(), Order.CUT_FROM, node, told);
            } else if (told.isEmpty() && link.to() == node) {
                tell(link.from(), Order.CUT_TO, node, told);
            }
        });
    }

    private synchronized void ends(int node, PrintWriter out) {
        if (nodes.remove(node, out)) {
            forget(node);
        }
    }

    private void forget(int node) {
        cuts.values().forEach(told -> told.remove(node));
    }

    @Override
    public String host(int node) {
        return storeHost();
    }

    @Override
    public int port(int node) {
        return ports[node];
    }

    @Override
    public String storeHost() {
        return "127.0.0.1";
    }

    @Override
    public List<String> launcher(int node) {
        return List.of();
    }

    @Override
    public List<String> options() {
        return List.of("--cuts", storeHost() + ":" + server.getLocalPort());
    }

    @Override
    public synchronized void cut(Link link) {
        tell(link, Order.CUT_TO, Order.CUT_FROM, cuts.computeIfAbsent(link, any -> new HashSet<>()));
    }

    @Override
    public synchronized void mend(Link link) {
        cuts.remove(link);
        tell(link, Order.MEND_TO, Order.MEND_FROM, new HashSet<>());
    }

    /** The nodes drop messages; no connection of theirs can be told from another. */
    @Override
    public int tear(Link link) {
        return 0;
    }

    /** Tells both ends, as far as they run, and adds them to those that have been told. */
    private void tell(Link link, Order sender, Order recipient, Set<Integer> told) {
        tell(link.from(), sender, link.to(), told);
        tell(link.to(), recipient, link.from(), told);
    }

    private void tell(int node, Order order, int other, Set<Integer> told) {
        Optional.ofNullable(nodes.get(node)).ifPresent(out -> {
            out.println(order + " " + ports[other]);
            told.add(node);
        });
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
