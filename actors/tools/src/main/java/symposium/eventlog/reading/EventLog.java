package symposium.eventlog.reading;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.eventlog.EventCodec;
import symposium.eventlog.EventLogWriter;
import symposium.eventlog.Json;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogLine;
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
     * @param number of the line, from 1
     */
    public record Numbered(String file, int number, LogLine line) {
        /** File and line, as compilers name them. */
        public String place() {
            return file + ":" + number;
        }
    }

    public EventLog {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a file, and before it the parts of it that have been put aside. A last line that has not been written to
     * its end, as a process leaves it that is killed, is left out.
     *
     * @throws InvalidLog when it is no event log
     * @throws IOException when a file cannot be read
     */
    public static EventLog read(Path file) throws InvalidLog, IOException {
        List<Path> files = new ArrayList<>();
        for (int part = 1; Files.exists(EventLogWriter.part(file, part)); part++) {
            files.add(EventLogWriter.part(file, part));
        }
        files.add(file);
        LogHead head = null;
        List<Numbered> lines = new ArrayList<>();
        for (Path each : files) {
            LogHead read = read(each, lines);
            if (head != null && !head.equals(read)) {
                throw new InvalidLog(each + ":1: the head is another than that of the part before");
            }
            head = read;
        }
        return new EventLog(head, lines);
    }

    private static LogHead read(Path file, List<Numbered> lines) throws InvalidLog, IOException {
        int number = 1;
        try (BufferedReader in = Files.newBufferedReader(file)) {
            String first = in.readLine();
            if (first == null) {
                throw new InvalidLog(file + ": it is empty; an event log has a head");
            }
            LogHead head = EventCodec.head(first);
            EventCodec codec = new EventCodec(head);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                if (!line.endsWith("}") && in.readLine() == null) {
                    break;
                }
                lines.add(new Numbered(file.toString(), number, codec.read(line)));
            }
            return head;
        } catch (EventCodec.Malformed | IllegalArgumentException malformed) {
            throw new InvalidLog(file + ":" + number + ": " + malformed.getMessage());
        } catch (MalformedInputException binary) {
            throw new InvalidLog(file + ":" + (number + 1) + ": no text in UTF-8");
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
