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
import java.util.LinkedHashSet;
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
    private final Set<Link> cuts = new LinkedHashSet<>();

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

    /** A node names its number, and is told of all cuts from then on. */
    private void serve(Socket socket) {
        Optional<Integer> node = Optional.empty();
        try (socket;
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            String line = in.readLine();
            if (line != null) {
                node = Optional.of(Integer.valueOf(line));
                begins(node.get(), out);
                in.readLine();
            }
        } catch (IOException broken) {
            // The node has ended.
        }
        node.ifPresent(this::ends);
    }

    private synchronized void begins(int node, PrintWriter out) {
        nodes.put(node, out);
        cuts.forEach(link -> tell(link, Order.CUT_TO, Order.CUT_FROM));
    }

    private synchronized void ends(int node) {
        nodes.remove(node);
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
        cuts.add(link);
        tell(link, Order.CUT_TO, Order.CUT_FROM);
    }

    @Override
    public synchronized void mend(Link link) {
        cuts.remove(link);
        tell(link, Order.MEND_TO, Order.MEND_FROM);
    }

    /** The nodes drop messages; no connection of theirs can be told from another. */
    @Override
    public int tear(Link link) {
        return 0;
    }

    private void tell(Link link, Order sender, Order recipient) {
        Optional.ofNullable(nodes.get(link.from())).ifPresent(out -> out.println(sender + " " + ports[link.to()]));
        Optional.ofNullable(nodes.get(link.to())).ifPresent(out -> out.println(recipient + " " + ports[link.from()]));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
