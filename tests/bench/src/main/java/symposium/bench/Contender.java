package symposium.bench;

import java.util.concurrent.CompletableFuture;

/** A lock service of one JVM, as its application sees it. */
interface Contender extends AutoCloseable {

    /** Waits for the lock of this name, and returns the fence of the grant. */
    long acquire(String name) throws Exception;

    /** Releases the lock of this name, which this thread holds. */
    void release(String name) throws Exception;

    @Override
    void close();

    /** Acquires and releases the lock of this name without a thread that waits; the fence of the grant. */
    default CompletableFuture<Long> pass(String name) {
        throw new UnsupportedOperationException("no locks without threads");
    }

    /**
     * So many actors acquire and release, each a lock of its own, until the end.
     *
     * @param end in milliseconds since 1970
     * @return how many pairs
     */
    default long actors(int actors, long end) throws Exception {
        throw new UnsupportedOperationException("no actors");
    }

    /** How many messages this member has sent to others for its locks; 0 where they are not counted. */
    default long sent() throws Exception {
        return 0;
    }

    /** The mean time of one message between this JVM and that of the lowest number, there and back, in ns. */
    default double hop(int messages) throws Exception {
        throw new UnsupportedOperationException("no hops");
    }

    /** When this member was told that another has been removed, in milliseconds since 1970; 0 before. */
    default long removedAt() {
        return 0;
    }
}
