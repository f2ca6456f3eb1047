package symposium.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** 64 bytes from one thread to another over a socket, and back: what the operating system takes. */
final class RawHop {

    private static final int BYTES = 64;

    private RawHop() {}

    /** The mean time of a message, in microseconds. */
    static double measure(int messages) throws IOException {
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            Thread echo = new Thread(() -> echo(server), "echo");
            echo.start();
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
                long begin = System.nanoTime();
                for (int message = 0; message < messages; message++) {
                    buffer.clear();
                    channel.write(buffer);
                    fill(channel, buffer);
                }
                return (System.nanoTime() - begin) / 2000.0 / messages;
            }
        }
    }

    private static void echo(ServerSocketChannel server) {
        try (SocketChannel channel = server.accept()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
            while (fill(channel, buffer)) {
                buffer.flip();
                channel.write(buffer);
            }
        } catch (IOException closed) {
            // The other end has measured.
        }
    }

    private static boolean fill(SocketChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                return false;
            }
        }
        return true;
    }
}
