package symposium.eventlog;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;

/**
 * Writes an event log, line by line; each line is handed to the operating system at once. Safe for use by several
 * threads.
 *
 * <p>When the file would exceed its size it is renamed: {@code run.ndjson} becomes {@code run.1.ndjson}, the next one
 * {@code run.2.ndjson}, and so on; each part has a head.
 */
public final class EventLogWriter implements AutoCloseable {

    private final Path file;
    private final EventCodec codec;
    private final long mostBytes;
    private final boolean states;
    private final Supplier<Optional<Instant>> clock;
    private final Map<ProcessId, Long> steps = new HashMap<>();
    private OutputStream out;
    private long bytes;
    private int parts;

    /**
     * Begins a log, in the place of a file of that name.
     *
     * @param mostBytes the size at which the file is put aside; 0 for none
     * @param states whether lines have the state after the step: it is written as a whole each time
     * @param clock tells the time of a line
     * @throws UncheckedIOException when the file cannot be written
     */
    public EventLogWriter(Path file, LogHead head, long mostBytes, boolean states, Supplier<Optional<Instant>> clock) {
        this.file = file;
        this.codec = new EventCodec(head);
        this.mostBytes = mostBytes;
        this.states = states;
        this.clock = clock;
        open();
    }

    private void open() {
        try {
            out = Files.newOutputStream(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("the event log " + file + " cannot be written: " + failure, failure);
        }
        bytes = 0;
        line(codec.write());
    }

    /** A process begins; see {@link LogLine.Began}. */
    public synchronized void began(
            ProcessId process, Start start, OptionalLong floor, Neighbours neighbours, Object state) {
        put(codec.write(new LogLine.Began(
                process,
                time(),
                start,
                floor,
                neighbours,
                states ? Optional.of(codec.state(state)) : Optional.empty())));
    }

    /** A process has taken a step, with this state after it. */
    public synchronized void stepped(TraceEvent.Stepped event, Object state) {
        long step = steps.merge(event.process(), 1L, Long::sum);
        put(codec.write(new LogLine.Happened(
                event, time(), step, states ? Optional.of(codec.state(state)) : Optional.empty(), Optional.empty())));
    }

    /** Something else has happened. */
    public synchronized void happened(TraceEvent event) {
        put(codec.write(new LogLine.Happened(event, time(), 0, Optional.empty(), Optional.empty())));
    }

    private Optional<String> time() {
        return clock.get().map(Instant::toString);
    }

    private void put(String line) {
        if (out == null) {
            return;
        }
        if (mostBytes > 0 && bytes > 0 && bytes + line.length() >= mostBytes) {
            putAside();
        }
        line(line);
    }

    private void line(String line) {
        byte[] all = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            out.write(all);
            bytes += all.length;
        } catch (IOException failure) {
            throw new UncheckedIOException("the event log " + file + " cannot be written: " + failure, failure);
        }
    }

    private void putAside() {
        parts++;
        try {
            out.close();
            Files.move(file, part(file, parts), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("the event log " + file + " cannot be put aside: " + failure, failure);
        }
        open();
    }

    /** The name of a part that has been put aside. */
    public static Path part(Path file, int number) {
        String name = file.getFileName().toString();
        int ending = name.lastIndexOf('.');
        return file.resolveSibling(
                ending <= 0 ? name + "." + number : name.substring(0, ending) + "." + number + name.substring(ending));
    }

    /** Ends the log; what is written afterwards is dropped. */
    @Override
    public synchronized void close() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the event log " + file + " cannot be written: " + failure, failure);
        }
        out = null;
    }
}
