package symposium.cli;

import static symposium.cli.ReportText.counted;
import static symposium.cli.Values.quoted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.eventlog.EventLog;
import symposium.eventlog.InvalidLog;
import symposium.eventlog.LogExport;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogPage;
import symposium.eventlog.LogVerifier;
import symposium.eventlog.MergedLog;
import symposium.kernel.Problem;
import symposium.trace.SvgDiagram;
import symposium.trace.TextDiagram;
import symposium.trace.Trace;
import symposium.trace.TraceListing;
import symposium.web.RunServer;

/** {@code symposium trace}: what the event logs of a run say. */
@Command(
        name = "trace",
        subcommands = {
            TraceCommand.Listing.class,
            TraceCommand.Draw.class,
            TraceCommand.Open.class,
            TraceCommand.Merge.class,
            TraceCommand.Verify.class,
            TraceCommand.Export.class
        })
final class TraceCommand {

    private static final String ENDING = ".ndjson";

    /** A command on the event logs of one run. */
    private abstract static class OnLogs extends ReportingCommand {

        @Parameters(arity = "1..*", paramLabel = "FILE", descriptionKey = "logs")
        private List<String> names;

        /** The logs of each algorithm, merged. */
        final Map<LogHead, MergedLog> merged() {
            Map<LogHead, List<EventLog>> byHead = new LinkedHashMap<>();
            for (Path file : files()) {
                EventLog log = read(file);
                byHead.computeIfAbsent(log.head(), any -> new ArrayList<>()).add(log);
            }
            Map<LogHead, MergedLog> merged = new LinkedHashMap<>();
            byHead.forEach((head, logs) -> merged.put(head, merged(logs)));
            return merged;
        }

        /** The logs, merged, which are of one algorithm. */
        final MergedLog ofOne() {
            Map<LogHead, MergedLog> all = merged();
            if (all.size() > 1) {
                SortedSet<String> algorithms = new TreeSet<>();
                all.keySet().forEach(head -> algorithms.add(head.algorithm()));
                throw new BadInput("the logs are of several algorithms, %s: those of one are wanted", algorithms);
            }
            return all.values().iterator().next();
        }

        private static MergedLog merged(List<EventLog> logs) {
            try {
                return MergedLog.of(logs);
            } catch (InvalidLog invalid) {
                throw new BadInput(invalid.getMessage());
            }
        }

        private static EventLog read(Path file) {
            try {
                return EventLog.read(file);
            } catch (InvalidLog invalid) {
                throw new BadInput(invalid.getMessage());
            } catch (IOException unreadable) {
                throw new BadInput("%s: cannot be read: %s", file, unreadable);
            }
        }

        private List<Path> files() {
            List<Path> files = new ArrayList<>();
            for (String name : names) {
                try {
                    Path path = Path.of(name);
                    files.addAll(Files.isDirectory(path) ? inDirectory(path) : List.of(path));
                } catch (InvalidPathException unfit) {
                    throw new BadInput("%s: the name of a file or directory is wanted", quoted(name));
                }
            }
            return files.stream().distinct().toList();
        }

        /** The logs of a directory, without the parts that have been put aside, which are read with the rest. */
        private static List<Path> inDirectory(Path directory) {
            try (Stream<Path> all = Files.list(directory)) {
                List<Path> logs = all.filter(each -> each.toString().endsWith(ENDING))
                        .filter(each ->
                                !Files.exists(Path.of(each.toString().replaceFirst("\\.[0-9]+\\.ndjson$", ENDING)))
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

        /** Prints a text, or writes it to the file of an option. */
        final void put(Optional<OutputFile> file, String option, String text) {
            if (file.isPresent()) {
                file.get().write(option, text);
            } else {
                out().println(text.stripTrailing());
            }
        }
    }

    /** {@code symposium trace list}. */
    @Command(name = "list")
    static final class Listing extends OnLogs {
        @Option(names = "--timestamps")
        private boolean timestamps;

        @Override
        public Integer call() {
            Trace trace = ofOne().log().trace();
            out().print(timestamps ? TraceListing.stamped(trace) : TraceListing.of(trace));
            out().flush();
            return ExitCode.DONE;
        }
    }

    /** {@code symposium trace draw}. */
    @Command(name = "draw")
    static final class Draw extends OnLogs {
        @Option(names = "--svg", paramLabel = "FILE")
        private Optional<OutputFile> svg;

        @Option(names = "--html", paramLabel = "FILE")
        private Optional<OutputFile> html;

        @Option(names = "--first", paramLabel = "K")
        @Bounds(least = 1, most = Integer.MAX_VALUE)
        private int first = 1;

        @Option(names = "--events", paramLabel = "K")
        @Bounds(least = 1, most = Integer.MAX_VALUE)
        private int events = 200;

        @Override
        public Integer call() {
            MergedLog merged = ofOne();
            Trace all = merged.log().trace();
            int most = all.events().size();
            if (first > most) {
                throw new BadInput("--first %d: the logs have %d events", first, most);
            }
            int last = (int) Math.min(most, first - 1L + events);
            Trace trace = new Trace(all.processes(), all.events().subList(first - 1, last));
            String title = merged.log().head().algorithm()
                    + (last - first + 1 == most ? "" : counted(": events %,d to %,d of %,d", first, last, most));
            html.ifPresent(
                    file -> file.write("--html", LogPage.of(LogVerifier.withStates(merged), first, events, title)));
            if (svg.isPresent()) {
                Problem<?, ?, ?> problem =
                        merged.log().head().entry().orElseThrow().problem();
                svg.get().write("--svg", SvgDiagram.of(trace, title, problem));
            } else if (html.isEmpty()) {
                out().println(title + "\n" + TextDiagram.legend() + "\n\n"
                        + TextDiagram.of(trace).stripTrailing());
            }
            return ExitCode.DONE;
        }
    }

    /** {@code symposium trace open}. */
    @Command(name = "open")
    static final class Open extends OnLogs {
        @Option(names = "--port", paramLabel = "PORT")
        @Bounds(most = 65535)
        private int port;

        @Override
        public Integer call() throws InterruptedException {
            MergedLog merged = ofOne();
            LogHead head = merged.log().head();
            Path directory = null;
            try {
                directory = Files.createTempDirectory("symposium-trace");
                Path own = directory;
                Runtime.getRuntime().addShutdownHook(new Thread(() -> OutputDirectory.delete(own)));
                Files.writeString(
                        own.resolve("run" + ENDING),
                        LogVerifier.withStates(merged).text());
            } catch (IOException full) {
                throw new BadInput("no file can be made for the merged logs: %s", full.getMessage());
            }
            try (RunServer server = RunServer.start(
                    directory, Optional.of(head), port, head.algorithm(), RunServer.Faults.NONE, this::note)) {
                out().println(server.address() + "\nCtrl-C ends it.");
                out().flush();
                Thread.currentThread().join();
            } catch (IOException bound) {
                throw new BadInput(
                        "--port %d: %s; another, or 0 for any that is free, is wanted", port, bound.getMessage());
            }
            return ExitCode.DONE;
        }
    }

    /** {@code symposium trace merge}. */
    @Command(name = "merge")
    static final class Merge extends OnLogs {
        @Option(names = "--out", paramLabel = "FILE")
        private Optional<OutputFile> file;

        @Override
        public Integer call() {
            put(file, "--out", ofOne().stamped().text());
            return ExitCode.DONE;
        }
    }

    /** {@code symposium trace verify}. */
    @Command(name = "verify")
    static final class Verify extends OnLogs {

        @Override
        public Integer call() {
            Map<LogHead, LogVerifier.Verdict> verdicts = new LinkedHashMap<>();
            merged().forEach((head, log) -> verdicts.put(head, LogVerifier.verify(log)));
            print(() -> json(verdicts), () -> text(verdicts));
            return verdicts.values().stream().allMatch(each -> each.deviation().isEmpty())
                    ? ExitCode.DONE
                    : ExitCode.VIOLATED;
        }

        private static Json json(Map<LogHead, LogVerifier.Verdict> verdicts) {
            return new Json()
                    .with(
                            "logs",
                            verdicts.entrySet().stream()
                                    .map(each -> new Json()
                                            .with("algorithm", each.getKey().algorithm())
                                            .with("processes", each.getValue().processes())
                                            .with("steps", each.getValue().steps())
                                            .with("invariants", each.getValue().invariants())
                                            .withPresent(
                                                    "deviation", each.getValue().deviation()))
                                    .toList());
        }

        private static String text(Map<LogHead, LogVerifier.Verdict> verdicts) {
            StringBuilder text = new StringBuilder();
            verdicts.forEach((head, verdict) -> {
                text.append(counted(
                        "%s: %,d steps of %,d processes are steps of the protocol; %,d invariants hold after each%n",
                        head.algorithm(),
                        verdict.steps(),
                        verdict.processes(),
                        verdict.invariants().size()));
                verdict.deviation()
                        .ifPresent(
                                what -> text.append("  then, at ").append(what).append('\n'));
            });
            return text.toString();
        }
    }

    /** {@code symposium trace export}. */
    @Command(name = "export")
    static final class Export extends OnLogs {
        @Option(names = "--format", paramLabel = "FORMAT", required = true)
        private String format;

        @Option(names = "--out", paramLabel = "FILE")
        private Optional<OutputFile> file;

        @Override
        public Integer call() {
            LogExport export = Stream.of(LogExport.values())
                    .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(format))
                    .findFirst()
                    .orElseThrow(() -> new BadInput("--format %s: shiviz, mermaid or itf is wanted", quoted(format)));
            put(file, "--out", export.of(ofOne()));
            return ExitCode.DONE;
        }
    }
}
