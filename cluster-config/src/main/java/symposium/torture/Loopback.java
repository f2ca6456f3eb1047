package symposium.torture;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** All nodes on loopback, whose links cannot be cut. */
final class Loopback implements Network {

    /** Ports at which nothing listens. */
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

    @Override
    public String host(int node) {
        return storeHost();
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
    public void cut(int from, int to) {
        throw new UnsupportedOperationException("links of loopback cannot be cut");
    }

    @Override
    public void mend(int from, int to) {
        throw new UnsupportedOperationException("links of loopback cannot be cut");
    }

    @Override
    public void close() {}
}
