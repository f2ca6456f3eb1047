package symposium.checker.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import symposium.checker.space.StateSpace;
import symposium.checker.store.LongSequence;
import symposium.checker.store.MappedMemory;

/**
 * Keeps the progress of an exploration in a file, so that another process can go on where this one was killed. The file
 * is replaced as a whole, by a rename, so there is always a whole one.
 *
 * <p>The states themselves are kept in another file beside it, where they are many, see {@code MappedMemory}. It serves
 * this process alone.
 */
public final class Checkpoints extends ProgressKeeper {

    /** Writing takes at most one part in this number of the time. */
    private static final int SHARE = 10;

    private static final String NAME = "checkpoint";
    private static final String STATES = "states.mapped";

    private final Path file;
    private final ModelIdentity identity;
    private final long every;
    private final LongConsumer written;
    private final MappedMemory memory;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stop;
    /** When the next one is due, as a value of {@link System#nanoTime}. */
    private long due;

    /**
     * Checkpoints in a directory, which is created if it does not exist.
     *
     * @param identity what is explored: a checkpoint of anything else is refused
     * @param every the time between two, longer where writing one takes more than a tenth of it; positive
     * @param written receives the number of states whenever one was written
     * @throws IOException if the directory cannot be created or is none
     */
    public Checkpoints(Path directory, ModelIdentity identity, Duration every, LongConsumer written)
            throws IOException {
        this(directory, identity, every, written, new MappedMemory(directory.resolve(STATES)));
    }

    /** @param memory where the states are kept */
    public Checkpoints(
            Path directory, ModelIdentity identity, Duration every, LongConsumer written, MappedMemory memory)
            throws IOException {
        Files.createDirectories(directory);
        this.memory = memory;
        this.file = directory.resolve(NAME);
        this.identity = identity;
        this.every = every.toNanos();
        this.written = written;
        this.due = System.nanoTime() + this.every;
    }

    /** The file. */
    public Path file() {
        return file;
    }

    /** The length of the file in which the states are kept that the heap does not hold, in bytes. */
    public long fileBytes() {
        return memory.fileBytes();
    }

    /** Makes the exploration write a checkpoint and end, undecided; from any thread. */
    public void stop() {
        stop = true;
    }

    /**
     * Waits until the exploration has ended.
     *
     * @return whether it has, within that time
     */
    public boolean awaitEnd(Duration most) throws InterruptedException {
        return ended.await(most.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean due() {
        return stop || System.nanoTime() - due > 0;
    }

    @Override
    public void prepare(StateSpace<?, ?, ?, ?, ?> space) {
        memory.removeLeftOver();
        space.storeIn(memory);
    }

    @Override
    public void begin(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {
        if (Files.exists(file)) {
            try {
                int rules = search.counts().fired().length;
                search.restore(Checkpoint.read(file, identity, space, rules, new LongSequence()));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        search.pauseWhen(this::due);
    }

    @Override
    public boolean pause(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {
        if (stop) {
            return false;
        }
        write(space, search);
        return true;
    }

    /** Writes the states, unless they decide everything: then nobody has to go on. */
    @Override
    public void end(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {
        try {
            if (search.complete() || search.violation() != null) {
                Files.deleteIfExists(file);
            } else {
                write(space, search);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        memory.close();
        ended.countDown();
    }

    private void write(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {
        long begin = System.nanoTime();
        try {
            Checkpoint.write(file, identity, space, search.counts(), new LongSequence());
        } catch (IOException failed) {
            throw new UncheckedIOException(new IOException(
                    String.format(
                            Locale.ROOT,
                            "%s cannot be written (%s); the previous one remains, and with more room the same command continues from it",
                            file,
                            failed.getMessage()),
                    failed));
        }
        long end = System.nanoTime();
        due = end + Math.max(every, SHARE * (end - begin));
        written.accept(search.states());
    }
}
