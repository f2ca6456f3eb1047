package symposium.cli.trace;

import static symposium.cli.report.ReportText.counted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.cli.option.BadInput;
import symposium.eventlog.LogHead;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.InvalidLog;
import symposium.eventlog.reading.MergedLog;
import symposium.trace.SvgDiagram;
import symposium.trace.Trace;

/** The event logs that the nodes of a run have written. */
public final class LogFiles {

    /** That of their files. */
    static final String ENDING = ".ndjson";

    private LogFiles() {}

    /** The logs of each algorithm, merged, without those whose process ended before it had written the first line. */
    public static Map<LogHead, MergedLog> merged(List<Path> files) {
        Map<LogHead, List<EventLog>> byHead = new LinkedHashMap<>();
        for (Path file : files) {
            read(file).ifPresent(log -> byHead.computeIfAbsent(log.head(), any -> new ArrayList<>())
                    .add(log));
        }
        if (byHead.isEmpty()) {
            throw new BadInput("%s: it has no complete line; an event log begins with a head", files.get(0));
        }
        Map<LogHead, MergedLog> merged = new LinkedHashMap<>();
        byHead.forEach((head, logs) -> merged.put(head, of(logs)));
        return merged;
    }

    /** The names of their algorithms. */
    static SortedSet<String> algorithms(Map<LogHead, MergedLog> logs) {
        return logs.keySet().stream().map(LogHead::algorithm).collect(Collectors.toCollection(TreeSet::new));
    }

    private static MergedLog of(List<EventLog> logs) {
        try {
            return MergedLog.of(logs);
        } catch (InvalidLog invalid) {
            throw new BadInput(invalid.getMessage());
        }
    }

    private static Optional<EventLog> read(Path file) {
        try {
            return EventLog.ifBegun(file);
        } catch (InvalidLog invalid) {
            throw new BadInput(invalid.getMessage());
        } catch (NoSuchFileException missing) {
            throw new BadInput("%s: there is no such file", file);
        } catch (IOException unreadable) {
            throw new BadInput("%s: cannot be read: %s", file, unreadable);
        }
    }

    /** The logs of a directory, without the parts that have been put aside, which are read with the rest. */
    public static List<Path> inDirectory(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> logs = all.filter(each -> each.toString().endsWith(ENDING))
                    .filter(each -> !Files.exists(Path.of(each.toString().replaceFirst("\\.[0-9]+\\.ndjson$", ENDING)))
                            || !each.toString().matches(".*\\.[0-9]+\\.ndjson"))
                    .sorted()
                    .toList();
            if (logs.isEmpty()) {
                throw new BadInput("%s: there is no event log in it, no file *%s", directory, ENDING);
            }
            return logs;
        } catch (IOException unreadable) {
            throw new BadInput("%s: cannot be read: %s", directory, unreadable);
        }
    }

    /** The diagram of some events of a run, from the first, counted from 1; its title says which, if not all. */
    public static String diagram(MergedLog log, int first, int events) {
        return SvgDiagram.of(
                part(log, first, events),
                title(log, first, events),
                log.log().head().entry().orElseThrow().problem());
    }

    /** These events. */
    static Trace part(MergedLog log, int first, int events) {
        Trace all = log.log().trace();
        return new Trace(all.processes(), all.events().subList(first - 1, last(log, first, events)));
    }

    /** The algorithm, and which events these are, if not all. */
    static String title(MergedLog log, int first, int events) {
        int most = log.log().trace().events().size();
        int last = last(log, first, events);
        return log.log().head().algorithm()
                + (last - first + 1 == most ? "" : counted(": events %,d to %,d of %,d", first, last, most));
    }

    private static int last(MergedLog log, int first, int events) {
        return (int) Math.min(log.log().trace().events().size(), first - 1L + events);
    }
}
