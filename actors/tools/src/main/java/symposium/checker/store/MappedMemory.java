package symposium.checker.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Memory for a state store in a file that is mapped: the operating system keeps in memory what is used, and writes the
 * rest to the disk, so that the heap does not bound the number of states. The first words of a sequence, and the slots
 * of a small hash table, are in the heap: most tables are small.
 *
 * <p>One thread adds; others read meanwhile without a lock, as they do in the heap. Two things make this as safe there:
 *
 * <ul>
 *   <li>A word is read and written in opaque mode, at a multiple of eight bytes, and an entry at a multiple of four:
 *       such an access is never torn, so a reader finds what was written there or the zero before it. A plain access
 *       to a byte buffer is not promised to be. A zero is no word, and no entry.
 *   <li>A reader takes the buffers from an array in a final field of an immutable object: if it sees the object, it
 *       sees the buffers. The object may be a former one with fewer buffers; the reader treats what it lacks as absent.
 * </ul>
 *
 * <p>A hash table grows in place: its segments are emptied, and more are added to them. A reader with the former slots
 * may then miss words, and finds no wrong one, since it compares the word itself.
 */
public final class MappedMemory extends StoreMemory {

    private static final int SEGMENT = 1 << 23;
    private static final int IN_HEAP = 1 << 22;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final SegmentFile file;
    private final int inHeap;

    public MappedMemory(Path path) {
        this(new SegmentFile(path, SEGMENT, Long.MAX_VALUE), IN_HEAP);
    }

    /** @param inHeap the most bytes of one sequence, and of the slots of one table, that are in the heap */
    public MappedMemory(SegmentFile file, int inHeap) {
        this.file = file;
        this.inHeap = inHeap;
    }

    /** Removes the file of another process that was killed. */
    public void removeLeftOver() {
        file.removeLeftOver();
    }

    /** The length of the file, in bytes. */
    public long fileBytes() {
        return file.length();
    }

    /** Deletes the file; what is there can still be read. */
    public void close() {
        file.close();
    }

    @Override
    public LongSequence words() {
        return new Words(file, inHeap / Long.BYTES);
    }

    @Override
    Slots slots(int length) {
        return large(length) ? new Entries(file, length, segments(length, new ByteBuffer[0])) : super.slots(length);
    }

    @Override
    Slots extended(Slots former, int length) {
        if (former instanceof Entries entries) {
            ByteBuffer[] segments = segments(length, entries.segments);
            former.clear();
            return new Entries(file, length, segments);
        }
        return slots(length);
    }

    private boolean large(int length) {
        return (long) length * Integer.BYTES > inHeap;
    }

    /** Segments for that number of slots, the former ones first. */
    private ByteBuffer[] segments(int length, ByteBuffer[] former) {
        long bytes = (long) length * Integer.BYTES;
        ByteBuffer[] segments = Arrays.copyOf(former, (int) ((bytes + file.segmentBytes() - 1) / file.segmentBytes()));
        for (int each = former.length; each < segments.length; each++) {
            segments[each] = file.segment();
        }
        return segments;
    }

    /** A sequence whose first words are in the heap. */
    private static final class Words extends LongSequence {

        /** The segments; never changed. */
        private record Segments(ByteBuffer[] all) {}

        private final SegmentFile file;
        private final int inHeap;
        /** The number of words of a segment, as a power of two. */
        private final int bits;

        private final int mask;
        private Segments segments = new Segments(new ByteBuffer[0]);

        Words(SegmentFile file, int inHeap) {
            this.file = file;
            this.inHeap = inHeap;
            bits = Integer.numberOfTrailingZeros(file.segmentBytes() / Long.BYTES);
            mask = (1 << bits) - 1;
        }

        @Override
        public long get(long at) {
            long there = at - inHeap;
            return there < 0 ? super.get(at) : read(segments.all()[(int) (there >>> bits)], there);
        }

        private long read(ByteBuffer segment, long there) {
            return (long) LONGS.getOpaque(segment, ((int) there & mask) * Long.BYTES);
        }

        /** There may be none, and the number may be -1: the slots that a reader has may hold entries of later ones. */
        @Override
        long peek(long at) {
            long there = at - inHeap;
            if (there < 0) {
                return at < 0 ? 0 : super.peek(at);
            }
            ByteBuffer[] now = segments.all();
            int segment = (int) (there >>> bits);
            return segment < now.length ? read(now[segment], there) : 0;
        }

        @Override
        void set(long at, long word) {
            long there = at - inHeap;
            if (there < 0) {
                super.set(at, word);
            } else {
                LONGS.setOpaque(segments.all()[(int) (there >>> bits)], ((int) there & mask) * Long.BYTES, word);
            }
        }

        @Override
        public void add(long word) {
            long there = size() - inHeap;
            if (there < 0) {
                super.add(word);
                return;
            }
            ByteBuffer[] now = segments.all();
            if (there >>> bits == now.length) {
                ByteBuffer[] more = Arrays.copyOf(now, now.length + 1);
                more[now.length] = file.segment();
                segments = new Segments(more);
            }
            set(size(), word);
            added();
        }

        @Override
        void release() {
            for (ByteBuffer segment : segments.all()) {
                file.giveBack(segment);
            }
            segments = new Segments(new ByteBuffer[0]);
        }

        @Override
        long bytes() {
            return super.bytes() + (long) segments.all().length * file.segmentBytes();
        }
    }

    /** Slots of a hash table in segments. */
    private static final class Entries extends Slots {

        /** 256 MiB are filled at once, so that the operating system does not write single pages at random. */
        private static final int AT_ONCE = 1 << 26;

        private final SegmentFile file;
        private final ByteBuffer[] segments;
        /** The number of slots of a segment, as a power of two. */
        private final int bits;

        private final int mask;

        Entries(SegmentFile file, int length, ByteBuffer[] segments) {
            super(null, length);
            this.file = file;
            this.segments = segments;
            bits = Integer.numberOfTrailingZeros(file.segmentBytes() / Integer.BYTES);
            mask = (1 << bits) - 1;
        }

        @Override
        int get(int slot) {
            return (int) INTS.getOpaque(segments[slot >>> bits], (slot & mask) * Integer.BYTES);
        }

        @Override
        void set(int slot, int entry) {
            INTS.setOpaque(segments[slot >>> bits], (slot & mask) * Integer.BYTES, entry);
        }

        @Override
        void clear() {
            for (ByteBuffer segment : segments) {
                for (int at = 0; at < segment.capacity(); at += Long.BYTES) {
                    LONGS.setOpaque(segment, at, 0L);
                }
            }
        }

        @Override
        int atOnce() {
            return AT_ONCE;
        }

        @Override
        void release() {
            for (ByteBuffer segment : segments) {
                file.giveBack(segment);
            }
        }

        @Override
        long bytes() {
            return (long) segments.length * file.segmentBytes();
        }
    }
}
