package symposium.torture;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import symposium.eventlog.WholeLines;
import symposium.judge.HistoryEvent;
import symposium.judge.InvalidHistory;
import symposium.mutex.Fence;

/** The events of a run in one order, kept in a file of one JSON object per line. */
public final class History implements AutoCloseable {

    /** The parts of a fence are strings, since readers such as {@code jq} round great numbers; both can be read. */
    private interface InDigits {
        @JsonFormat(shape = JsonFormat.Shape.STRING)
        long generation();

        @JsonFormat(shape = JsonFormat.Shape.STRING)
        long grant();
    }

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addMixIn(Fence.class, InDigits.class)
            .build();

    private final HistoryIndex index = new HistoryIndex();
    private final long beginning = System.nanoTime();
    private final PrintWriter file;

    /**
     * An empty history.
     *
     * @throws IOException when the file cannot be written
     */
    History(Path file) throws IOException {
        this.file = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), true);
    }

    /** Appends an event, which happens now. */
    synchronized void add(HistoryEvent event) {
        HistoryEvent timed = event.withAt(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginning));
        index.add(timed);
        file.println(line(timed));
    }

    /** What the events so far say of each node. */
    synchronized <R> R now(Function<HistoryIndex, R> question) {
        return question.apply(index);
    }

    /** Appends that clients are to be served, as those before it do not count. */
    synchronized void expect(HistoryEvent event) {
        index.expect();
        add(event);
    }

    /**
     * Reads a history. A last line that is cut is left out.
     *
     * @throws IOException if the file cannot be read
     * @throws InvalidHistory if a line is no event, or comes before an earlier one
     */
    public static List<HistoryEvent> read(Path file) throws IOException {
        List<HistoryEvent> events = new ArrayList<>();
        try (WholeLines lines = new WholeLines(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                String where = file + ", line " + lines.number() + ": ";
                HistoryEvent event = event(where, line.get());
                if (!events.isEmpty()
                        && event.at() < events.get(events.size() - 1).at()) {
                    throw new InvalidHistory(where + "the time goes back; lines must be in the order of their times");
                }
                events.add(event);
            }
        } catch (CharacterCodingException binary) {
            throw new InvalidHistory(file + ": no text in UTF-8");
        }
        if (events.isEmpty() || events.get(0).kind() != HistoryEvent.Kind.BEGINS) {
            throw new InvalidHistory(
                    file + ", line 1: no torture run begins here; it must be a file that symposium torture wrote");
        }
        return events;
    }

    /** The event that a line holds. */
    static HistoryEvent event(String where, String line) {
        try {
            HistoryEvent event = MAPPER.readValue(line, HistoryEvent.class);
            if (event != null && event.kind() != null) {
                return event;
            }
        } catch (JsonProcessingException | IllegalArgumentException unreadable) {
            // Told below.
        }
        throw new InvalidHistory(
                where + "no event of a torture run: " + line.substring(0, Math.min(60, line.length())));
    }

    /** The line of an event. */
    static String line(HistoryEvent event) {
        try {
            return MAPPER.writeValueAsString(event);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("not made of what JSON knows: " + event, impossible);
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
