package symposium.eventlog.reading;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.eventlog.EventCodec;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogLine;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;

/**
 * Follows the event logs of a directory while they are written: each new line comes once, in an order that agrees with
 * causality. Of several algorithms in one directory it follows one. Not for use by several threads.
 *
 * <p>What a process has received is in the log of the sender before (see the package), so a receipt waits until its
 * sending has been read; after {@link #PATIENCE} it goes without, as when the sender's log is not in the directory.
 */
public final class EventLogFollower implements AutoCloseable {

    /** How long a receipt waits for its sending. */
    public static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String ENDING = ".ndjson";
    private static final String PART = ".*\\.[0-9]+\\.ndjson";

    /**
     * A line that has come.
     *
     * @param place its place among all that have come, from 0
     * @param numbered the line and where it stands
     * @param sending the place of the line that sent the message which this one receives, gets back or loses
     */
    public record Followed(int place, EventLog.Numbered numbered, OptionalInt sending) {

        /** What the line says. */
        public LogLine line() {
            return numbered.line();
        }

        /** Whether something happens, and no process only begins. */
        public boolean isEvent() {
            return line() instanceof LogLine.Happened;
        }
    }

    private final Path directory;
    private final Map<Path, Reader> readers = new LinkedHashMap<>();
    private final CausalMerge merge = new CausalMerge();
    private Optional<LogHead> head;
    private int come;
    private long last = System.nanoTime();

    /**
     * Of a directory, which need not be there yet.
     *
     * @param head of the logs that are followed; without one, that of the first that is found
     */
    public EventLogFollower(Path directory, Optional<LogHead> head) {
        this.directory = directory;
        this.head = head;
    }

    /** The lines of a log that is done. */
    public static List<Followed> of(EventLog log) {
        CausalMerge merge = new CausalMerge();
        int only = merge.log();
        log.lines().forEach(line -> merge.add(only, line));
        List<Followed> lines = new ArrayList<>();
        for (Optional<CausalMerge.Placed> next = merge.next(true); next.isPresent(); next = merge.next(true)) {
            lines.add(new Followed(lines.size(), next.get().line(), next.get().sending()));
        }
        return lines;
    }

    /**
     * What a directory has now, the parts that have been put aside included: each line that has been written, without
     * receipts whose sendings have not. It is empty until every process has begun with which another one begins as a
     * neighbour.
     *
     * @param head of the logs that are read
     * @throws InvalidLog when a file is no event log
     * @throws IOException when a file cannot be read
     */
    public static EventLog soFar(Path directory, LogHead head) throws InvalidLog, IOException {
        CausalMerge merge = new CausalMerge();
        for (Path file : logs(directory)) {
            Optional<EventLog> log = whole(file);
            if (log.isPresent() && log.get().head().equals(head)) {
                int number = merge.log();
                log.get().lines().forEach(line -> merge.add(number, line));
            }
        }
        List<EventLog.Numbered> lines = new ArrayList<>();
        for (Optional<CausalMerge.Placed> next = merge.next(false); next.isPresent(); next = merge.next(false)) {
            lines.add(next.get().line());
        }
        return new EventLog(head, haveBegun(lines) ? lines : List.of());
    }

    /** A log with all its parts, none of which is put aside meanwhile. */
    private static Optional<EventLog> whole(Path file) throws InvalidLog, IOException {
        while (true) {
            Object before =
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            try {
                Optional<EventLog> log = EventLog.ifBegun(file);
                if (Objects.equals(
                        before,
                        Files.readAttributes(file, BasicFileAttributes.class).fileKey())) {
                    return log;
                }
            } catch (NoSuchFileException between) {
                // It is put aside just now, and the next one is not there yet.
                Thread.onSpinWait();
            }
        }
    }

    private static boolean haveBegun(List<EventLog.Numbered> lines) {
        List<LogLine.Began> begun = lines.stream()
                .map(EventLog.Numbered::line)
                .filter(LogLine.Began.class::isInstance)
                .map(LogLine.Began.class::cast)
                .toList();
        Set<ProcessId> processes = begun.stream().map(LogLine.Began::process).collect(Collectors.toSet());
        return begun.stream().allMatch(each -> processes.containsAll(Sorted.ids(each.neighbours())));
    }

    /** The head of the logs, once one has been found. */
    public Optional<LogHead> head() {
        return head;
    }

    /**
     * The lines that have come since the last call.
     *
     * @throws InvalidLog when a file is no event log; it is read no further
     * @throws IOException when a file cannot be read
     */
    public List<Followed> poll() throws InvalidLog, IOException {
        read();
        return placed(System.nanoTime() - last > PATIENCE.toNanos());
    }

    private void read() throws InvalidLog, IOException {
        logs(directory).forEach(each -> readers.computeIfAbsent(each, Reader::new));
        for (Reader reader : readers.values()) {
            reader.read();
        }
    }

    /** The logs of a directory, without the parts of them that have been put aside; none if it is not there. */
    private static List<Path> logs(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(ENDING))
                    .filter(each -> !each.toString().matches(PART))
                    .sorted()
                    .toList();
        }
    }

    /** @param late whether to return one receipt although its sending has not been read */
    private List<Followed> placed(boolean late) {
        List<Followed> lines = new ArrayList<>();
        for (Optional<CausalMerge.Placed> next = merge.next(late); next.isPresent(); next = merge.next(false)) {
            lines.add(new Followed(come++, next.get().line(), next.get().sending()));
            last = System.nanoTime();
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        for (Reader reader : readers.values()) {
            reader.close();
        }
    }

    /** Reads one log, from part to part. */
    private final class Reader {
        private final Path file;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private SeekableByteChannel channel;
        private Object key;
        private int number;
        private int log = -1;
        private EventCodec codec;
        private boolean ended;

        Reader(Path file) {
            this.file = file;
        }

        void read() throws InvalidLog, IOException {
            boolean more = !ended;
            while (more) {
                if (channel == null) {
                    open();
                }
                ByteBuffer some = ByteBuffer.allocate(1 << 16);
                more = channel.read(some) > 0;
                some.flip();
                while (some.hasRemaining()) {
                    take(some.get());
                }
                if (!more && isAnother()) {
                    // It has been put aside, and read to its end.
                    close();
                    more = true;
                }
            }
        }

        /** The parts that were put aside before are not followed: what they say has passed. */
        private void open() throws IOException {
            channel = Files.newByteChannel(file);
            key = key();
            number = 0;
        }

        private boolean isAnother() throws IOException {
            return Files.exists(file) && key != null && !key.equals(key());
        }

        private Object key() throws IOException {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        }

        private void take(byte next) throws InvalidLog {
            if (next != '\n') {
                line.write(next);
                return;
            }
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            number++;
            if (ended) {
                return;
            }
            try {
                if (number > 1) {
                    merge.add(log, new EventLog.Numbered(file.toString(), number, codec.read(text)));
                    return;
                }
                LogHead read = EventCodec.head(text);
                head = head.or(() -> Optional.of(read));
                ended = !head.get().equals(read);
                codec = new EventCodec(read);
                log = log < 0 ? merge.log() : log;
            } catch (EventCodec.Malformed | IllegalArgumentException malformed) {
                ended = true;
                throw new InvalidLog(file + ":" + number + ": " + malformed.getMessage());
            }
        }

        void close() throws IOException {
            if (channel != null) {
                channel.close();
                channel = null;
            }
        }
    }
}
