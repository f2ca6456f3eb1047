package symposium.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands before the port of a member, and delays every byte on its way to it and back: a network on one machine. It
 * does not limit the rate.
 */
final class DelayProxy implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    /** What has been read, and when it is due; nothing at the end of the stream. */
    private record Chunk(long due, byte[] bytes) {}

    private final ServerSocket server;
    private final int port;
    private final long delayNanos;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * Begins to listen.
     *
     * @param open the port to which the others connect
     * @param port that of the member
     * @param delay of each direction
     */
    DelayProxy(int open, int port, Duration delay) throws IOException {
        this.server = new ServerSocket(open, 50, InetAddress.getLoopbackAddress());
        this.port = port;
        this.delayNanos = delay.toNanos();
        start(this::accept);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "delay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket outside = server.accept();
                Socket inside = new Socket(InetAddress.getLoopbackAddress(), port);
                for (Socket each : new Socket[] {outside, inside}) {
                    each.setTcpNoDelay(true);
                    sockets.add(each);
                }
                connect(outside, inside);
                connect(inside, outside);
            } catch (IOException refused) {
                // The member does not listen yet, or the benchmark is over: the other connects again, or not.
            }
        }
    }

    private void connect(Socket from, Socket to) {
        BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
        start(() -> read(from, underWay));
        start(() -> write(underWay, to));
    }

    private void read(Socket from, BlockingQueue<Chunk> underWay) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                underWay.add(new Chunk(System.nanoTime() + delayNanos, Arrays.copyOf(buffer, read)));
            }
        } catch (IOException broken) {
            // The end, for the other side, too.
        }
        underWay.add(new Chunk(System.nanoTime() + delayNanos, new byte[0]));
    }

    private void write(BlockingQueue<Chunk> underWay, Socket to) {
        try (to) {
            OutputStream out = to.getOutputStream();
            for (Chunk next = underWay.take(); next.bytes().length > 0; next = underWay.take()) {
                for (long left = next.due() - System.nanoTime(); left > 0; left = next.due() - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(next.bytes());
            }
        } catch (IOException broken) {
            // What reads from it ends, too.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(to);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket each : sockets) {
            each.close();
        }
    }
}
