package symposium.eventlog.reading;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.eventlog.EventCodec;
import symposium.eventlog.EventLogWriter;
import symposium.eventlog.Json;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogLine;
import symposium.eventlog.WholeLines;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.trace.Trace;

/**
 * An event log that has been read.
 *
 * @param head its first line
 * @param lines those after it, in their order
 */
public record EventLog(LogHead head, List<Numbered> lines) {

    /**
     * A line, and where it stands.
     *
     * @param file empty if the log is in no file
     * @param number of the line, from 1
     */
    public record Numbered(String file, int number, LogLine line) {
        /** File and line, as compilers name them; of a log without a file, the line. */
        public String place() {
            return file.isEmpty() ? "line " + number + " of the event log" : file + ":" + number;
        }
    }

    public EventLog {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a file, and before it the parts of it that have been put aside. A last line that is cut is left out: a
     * process that is killed, or a full disk, may end the file anywhere.
     *
     * @throws InvalidLog if it is not an event log, or has no complete line
     * @throws IOException if a file cannot be read
     */
    public static EventLog read(Path file) throws InvalidLog, IOException {
        return ifBegun(file)
                .orElseThrow(() -> new InvalidLog(file + ": it has no complete line; an event log begins with a head"));
    }

    /**
     * Reads a file as {@link #read}.
     *
     * @return empty if its process ended before it had written the first line
     * @throws InvalidLog if it is not an event log
     * @throws IOException if a file cannot be read
     */
    public static Optional<EventLog> ifBegun(Path file) throws InvalidLog, IOException {
        List<Path> files = new ArrayList<>();
        for (int part = 1; Files.exists(EventLogWriter.part(file, part)); part++) {
            files.add(EventLogWriter.part(file, part));
        }
        files.add(file);
        Optional<LogHead> head = Optional.empty();
        List<Numbered> lines = new ArrayList<>();
        for (Path each : files) {
            Optional<LogHead> read = read(each, lines);
            if (head.isPresent() && read.isPresent() && !head.equals(read)) {
                throw new InvalidLog(each + ":1: the head is another than that of the part before");
            }
            head = head.or(() -> read);
        }
        return head.map(found -> new EventLog(found, lines));
    }

    private static Optional<LogHead> read(Path file, List<Numbered> lines) throws InvalidLog, IOException {
        try (WholeLines in = new WholeLines(file)) {
            try {
                Optional<String> first = in.next();
                if (first.isEmpty()) {
                    return Optional.empty();
                }
                LogHead head = EventCodec.head(first.get());
                EventCodec codec = new EventCodec(head);
                for (Optional<String> line = in.next(); line.isPresent(); line = in.next()) {
                    lines.add(new Numbered(file.toString(), in.number(), codec.read(line.get())));
                }
                return Optional.of(head);
            } catch (EventCodec.Malformed | IllegalArgumentException malformed) {
                throw new InvalidLog(file + ":" + in.number() + ": " + malformed.getMessage());
            } catch (CharacterCodingException binary) {
                throw new InvalidLog(file + ":" + in.number() + ": no text in UTF-8");
            }
        }
    }

    /** The log as a file has it. */
    public String text() {
        EventCodec codec = new EventCodec(head);
        StringBuilder text = new StringBuilder(codec.write()).append('\n');
        lines.forEach(each -> text.append(codec.write(each.line())).append('\n'));
        return text.toString();
    }

    /** A text from which {@link #placed(String)} reads the log with the places of its lines, also in a browser. */
    public String placed() {
        EventCodec codec = new EventCodec(head);
        List<Object> all = new ArrayList<>(List.of(codec.write()));
        lines.forEach(each -> all.add(List.of(each.file(), each.number(), codec.write(each.line()))));
        return Json.text(all);
    }

    /**
     * The log of {@link #placed()}.
     *
     * @throws InvalidLog when it is none
     */
    public static EventLog placed(String text) throws InvalidLog {
        String at = "";
        try {
            List<?> all = (List<?>) Json.read(text);
            LogHead head = EventCodec.head((String) all.get(0));
            EventCodec codec = new EventCodec(head);
            List<Numbered> lines = new ArrayList<>();
            for (Object each : all.subList(1, all.size())) {
                List<?> line = (List<?>) each;
                int number = Math.toIntExact((Long) line.get(1));
                at = line.get(0) + ":" + number + ": ";
                lines.add(new Numbered((String) line.get(0), number, codec.read((String) line.get(2))));
            }
            return new EventLog(head, lines);
        } catch (EventCodec.Malformed | IllegalArgumentException malformed) {
            throw new InvalidLog(at + malformed.getMessage());
        }
    }

    /** What happened, in the order of the lines. */
    public List<TraceEvent> events() {
        return lines.stream()
                .filter(each -> each.line() instanceof LogLine.Happened)
                .map(each -> ((LogLine.Happened) each.line()).event())
                .toList();
    }

    /** All that happened, at all processes that a line names. */
    public Trace trace() {
        SortedSet<ProcessId> processes = new TreeSet<>();
        lines.forEach(each -> processes.add(each.line().process()));
        return new Trace(processes, events());
    }
}
