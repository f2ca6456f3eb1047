package symposium.checker.store;

import java.util.Arrays;

/**
 * A growing sequence of words. It is held in chunks, so that growth neither copies nor reserves much. Without sequences
 * in files this is the only class of its kind, so the compiler inlines its methods.
 */
public class LongSequence {

    private static final int CHUNK_BITS = 17;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int FIRST_CAPACITY = 1 << 6;

    private long[][] chunks = {new long[FIRST_CAPACITY]};
    private long size;

    public final long size() {
        return size;
    }

    public long get(long at) {
        return chunks[(int) (at >>> CHUNK_BITS)][(int) at & CHUNK - 1];
    }

    /** The word at a place, or 0 if this thread, which may not be the one that adds, sees none there. */
    long peek(long at) {
        long[][] now = chunks;
        int chunk = (int) (at >>> CHUNK_BITS);
        long[] words = chunk < now.length ? now[chunk] : null;
        int place = (int) at & CHUNK - 1;
        return words == null || place >= words.length ? 0 : words[place];
    }

    void set(long at, long word) {
        chunks[(int) (at >>> CHUNK_BITS)][(int) at & CHUNK - 1] = word;
    }

    public void add(long word) {
        int chunk = (int) (size >>> CHUNK_BITS);
        int place = (int) size & CHUNK - 1;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk + Math.max(chunk >> 1, 1));
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new long[CHUNK];
        } else if (place == chunks[chunk].length) {
            // Only the first chunk is ever smaller than a whole one.
            chunks[chunk] = Arrays.copyOf(chunks[chunk], place * 2);
        }
        chunks[chunk][place] = word;
        added();
    }

    /** Counts a word that has been added. */
    final void added() {
        size++;
    }

    /** Gives back what is not in the heap. */
    void release() {}

    /** The memory that it occupies, in bytes. */
    long bytes() {
        return Arrays.stream(chunks)
                .filter(chunk -> chunk != null)
                .mapToLong(chunk -> (long) chunk.length * Long.BYTES)
                .sum();
    }
}
