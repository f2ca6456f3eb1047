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
    /** By link that is cut: the nodes that have been told, and that run on. */
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
     * One end that drops both ways is enough. A node that begins is told of a cut only where the other end is not:
     * Akka's transport that has ever dropped anything takes no answer of a node that it has not met.
     */
    private synchronized void begins(int node, PrintWriter out) {
        nodes.put(node, out);
        cuts.forEach((link, told) -> {
            if (told.isEmpty()) {
                tell(link, Order.CUT_TO, Order.CUT_FROM, told);
            }
        });
    }

    private synchronized void ends(int node, PrintWriter out) {
        if (nodes.remove(node, out)) {
            cuts.values().forEach(told -> told.remove(node));
        }
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
        tell(link.from(), sender + " " + ports[link.to()], told);
        tell(link.to(), recipient + " " + ports[link.from()], told);
    }

    private void tell(int node, String order, Set<Integer> told) {
        Optional.ofNullable(nodes.get(node)).ifPresent(out -> {
            out.println(order);
            told.add(node);
        });
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
