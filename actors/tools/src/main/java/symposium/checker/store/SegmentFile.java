package symposium.checker.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * A file that is mapped into memory, segment by segment. It serves one process, and goes with it: on Linux it loses its
 * name as soon as it is opened, so {@code kill -9} leaves nothing, and {@code df} shows its size, {@code ls} does not.
 * One thread at a time takes segments and gives them back; the segments themselves may be read by any.
 */
final class SegmentFile {

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final int segmentBytes;
    private final long most;
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    /** Null where the file is not open. */
    private FileChannel channel;

    private long length;

    /**
     * @param segmentBytes the size of a segment, a power of two
     * @param most the most bytes for which the disk is taken to have room
     */
    SegmentFile(Path path, int segmentBytes, long most) {
        this.path = path;
        this.segmentBytes = segmentBytes;
        this.most = most;
    }

    int segmentBytes() {
        return segmentBytes;
    }

    /** The length of the file. */
    long length() {
        return length;
    }

    /** Removes the file of another process that was killed. */
    void removeLeftOver() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    new IOException(path + " is left from another search and cannot be removed", failed));
        }
    }

    /**
     * A segment, all zeros.
     *
     * @throws UncheckedIOException if the disk has no room
     */
    ByteBuffer segment() {
        ByteBuffer former = free.poll();
        if (former != null) {
            for (ByteBuffer rest = former.duplicate(); rest.hasRemaining(); ) {
                rest.put(new byte[Math.min(BUFFER, rest.remaining())]);
            }
            return former;
        }
        try {
            if (channel == null) {
                open();
            }
            reserve();
            ByteBuffer segment = channel.map(MapMode.READ_WRITE, length, segmentBytes);
            length += segmentBytes;
            return segment;
        } catch (IOException full) {
            throw new UncheckedIOException(new IOException(
                    String.format(
                                    Locale.ROOT,
                                    "%s: the states take %,d MiB there, and there is no room for %,d more (%s); the checkpoint is",
                                    path,
                                    length >> 20,
                                    Math.max(segmentBytes >> 20, 1),
                                    full.getMessage())
                            + " as it was, and with more room the same command continues from it",
                    full));
        }
    }

    private void open() throws IOException {
        channel = FileChannel.open(
                path,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
        length = 0;
    }

    /**
     * Writes zeros, so that the disk has room for what is written through the mapping: where it has none, that would
     * end in an {@link InternalError}. A file system that compresses or copies what is overwritten promises less.
     */
    private void reserve() throws IOException {
        try {
            if (length + segmentBytes > most) {
                throw new IOException("No space left");
            }
            for (long at = length; at < length + segmentBytes; ) {
                at += channel.write(ByteBuffer.allocate((int) Math.min(BUFFER, length + segmentBytes - at)), at);
            }
        } catch (IOException full) {
            // Others may use what is left.
            channel.truncate(length);
            throw full;
        }
    }

    /** Takes a segment back that is not used any more, not even read. */
    void giveBack(ByteBuffer segment) {
        free.add(segment);
    }

    /** Closes and deletes the file. The segments can be used until they are garbage, and others go to a new file. */
    void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            } finally {
                channel = null;
            }
        }
    }
}
