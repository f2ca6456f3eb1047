package symposium;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of the loopback interface that are free, for servers that a test starts later. They are below the ports that
 * systems give to outgoing connections, which are many in a run of the tests. Each JVM begins at its own place.
 */
public final class FreePorts {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int LEAST = 12_000;
    private static final int RANGE = 20_000;
    private static final int APART = 97;
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * APART % RANGE));

    private FreePorts() {}

    /** This number of ports, none of which this JVM has been given before. */
    public static List<Integer> of(int count) {
        List<Integer> ports = new ArrayList<>();
        for (int tried = 0; ports.size() < count; tried++) {
            if (tried > RANGE) {
                throw new IllegalStateException("no port from " + LEAST + " to " + (LEAST + RANGE - 1) + " is free");
            }
            int port = LEAST + NEXT.getAndIncrement() % RANGE;
            try (ServerSocket free = new ServerSocket(port, 1, LOOPBACK)) {
                ports.add(free.getLocalPort());
            } catch (IOException inUse) {
                // The next one.
            }
        }
        return ports;
    }

    public static int one() {
        return of(1).get(0);
    }
}
