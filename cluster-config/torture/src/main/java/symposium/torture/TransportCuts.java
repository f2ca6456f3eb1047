package symposium.torture;

import static akka.remote.testkit.Direction.receiveDirection;
import static akka.remote.testkit.Direction.sendDirection;

import akka.actor.Address;
import akka.remote.testkit.Direction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import symposium.cluster.SymposiumNode;
import symposium.demo.nodes.LinkCut;

/**
 * Cuts links of one node within its own transport, as the server of a run says.
 */
public final class TransportCuts {

    /**
     * What the server of a run says: one end drops, or no longer drops, what goes to or comes from the node at a port
     * of its host.
     */
    enum Order {
        CUT_TO(sendDirection(), true),
        CUT_FROM(receiveDirection(), true),
        MEND_TO(sendDirection(), false),
        MEND_FROM(receiveDirection(), false);

        private final Direction direction;
        private final boolean cuts;

        Order(Direction direction, boolean cuts) {
            this.direction = direction;
            this.cuts = cuts;
        }
    }

    private TransportCuts() {}

    /**
     * Cuts links of a node as the server of a run says, until the node or the connection ends.
     *
     * @param server where it listens: a host and a port
     */
    public static void follow(SymposiumNode node, String server) {
        int colon = server.lastIndexOf(':');
        Thread thread = new Thread(
                () -> {
                    try (Socket socket = new Socket(
                                    server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)));
                            PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                            BufferedReader in = new BufferedReader(
                                    new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
                        node.ended().thenRun(() -> close(socket));
                        out.println(node.process().number());
                        in.lines().forEach(line -> obey(node, line));
                    } catch (IOException | UncheckedIOException gone) {
                        // The node has ended; or the run is over, and the client of the store ends this node.
                    }
                },
                "cuts of links");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException broken) {
            // It is of no more use either way.
        }
    }

    /** @param line an order and a port */
    private static void obey(SymposiumNode node, String line) {
        int space = line.indexOf(' ');
        Order order = Order.valueOf(line.substring(0, space));
        Address self = node.address();
        Address other = Address.apply(
                self.protocol(),
                self.system(),
                self.getHost().orElseThrow(),
                Integer.parseInt(line.substring(space + 1)));
        LinkCut.set(node, other, order.direction, order.cuts);
    }
}
