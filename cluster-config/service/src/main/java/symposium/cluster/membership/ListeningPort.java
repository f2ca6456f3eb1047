package symposium.cluster.membership;

import akka.actor.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** The port of a node, which accepts connections as long as the transport of the node runs. */
public final class ListeningPort {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    private ListeningPort() {}

    /** Whether a connection to this address is accepted within a second; with a transport over UDP, none is. */
    public static boolean isAt(Address address) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(
                            address.getHost().orElseThrow(), address.getPort().orElseThrow()),
                    (int) LIMIT.toMillis());
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
