package symposium.sample;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import symposium.mutex.Fence;

/**
 * A counter in a file that all JVMs share. It refuses a write under a smaller fence than it has seen, as a database
 * does by {@code UPDATE counter SET value = ?, fence = ? WHERE fence <= ?}: so a holder that has lost its lock without
 * knowing destroys nothing.
 */
final class Store {

    private final Path file;

    Store(Path file) {
        this.file = file;
    }

    /**
     * Counts up by one.
     *
     * @return the new value; nothing when a greater fence has been seen
     */
    Optional<Long> increment(Fence fence) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // Other JVMs wait; closing the channel ends that.
            channel.lock();
            ByteBuffer row = ByteBuffer.allocate(3 * Long.BYTES);
            while (row.hasRemaining() && channel.read(row, row.position()) >= 0) {}
            Fence seen = new Fence(row.getLong(0), row.getLong(Long.BYTES));
            if (fence.compareTo(seen) < 0) {
                return Optional.empty();
            }
            long value = row.getLong(2 * Long.BYTES) + 1;
            row.clear()
                    .putLong(fence.generation())
                    .putLong(fence.grant())
                    .putLong(value)
                    .flip();
            while (row.hasRemaining()) {
                channel.write(row, row.position());
            }
            return Optional.of(value);
        }
    }
}
