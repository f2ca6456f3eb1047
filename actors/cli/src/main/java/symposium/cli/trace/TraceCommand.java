package symposium.cli.trace;

import static symposium.cli.option.Values.quoted;
import static symposium.cli.report.ReportText.counted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.FormulaOptions;
import symposium.cli.option.OutputDirectory;
import symposium.cli.option.OutputFile;
import symposium.cli.option.ResponseOptions;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.RunAnswers;
import symposium.eventlog.LogHead;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.LogExport;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.MergedLog;
import symposium.kernel.catalogue.Algorithm;
import symposium.trace.TextDiagram;
import symposium.trace.Trace;
import symposium.trace.TraceListing;
import symposium.web.RunPage;
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
            TraceCuts.class,
            TraceCommand.Export.class
        })
public final class TraceCommand {

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
            int most = merged.log().trace().events().size();
            if (first > most) {
                throw new BadInput("--first %d: the logs have %d events", first, most);
            }
            String title = LogFiles.title(merged, first, events);
            int last = (int) Math.min(most, first - 1L + events);
            html.ifPresent(
                    file -> file.write("--html", RunPage.of(LogVerifier.withStates(merged), first, last, title)));
            svg.ifPresent(file -> file.write("--svg", LogFiles.diagram(merged, first, events)));
            if (svg.isEmpty() && html.isEmpty()) {
                out().println(title + "\n" + TextDiagram.legend() + "\n\n"
                        + TextDiagram.of(LogFiles.part(merged, first, events)).stripTrailing());
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
            EventLog log = LogVerifier.withStates(merged);
            Path directory = null;
            try {
                directory = Files.createTempDirectory("symposium-trace");
                Path own = directory;
                Runtime.getRuntime().addShutdownHook(new Thread(() -> OutputDirectory.delete(own)));
                Files.writeString(own.resolve("run" + LogFiles.ENDING), log.text());
            } catch (IOException full) {
                throw new BadInput("no file can be made for the merged logs: %s", full.getMessage());
            }
            try (RunServer server = RunServer.start(directory, log, port, this::note)) {
                out().println(server.address() + "\nCtrl-C ends it.");
                out().flush();
                Thread.currentThread().join();
            } catch (IOException bound) {
                throw new BadInput("--port %d: %s; use another one, or 0 for any free port", port, bound.getMessage());
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
        @Mixin
        private FormulaOptions formulas;

        @Mixin
        private ResponseOptions responses;

        @Override
        public Integer call() {
            Map<LogHead, LogVerifier.Verdict> verdicts = new LinkedHashMap<>();
            Map<LogHead, MergedLog> logs = merged();
            if ((formulas.asked() || responses.asked()) && logs.size() > 1) {
                throw new BadInput(
                        "a formula is about one algorithm, and the logs are of several, %s: --algorithm NAME"
                                + " chooses one",
                        LogFiles.algorithms(logs));
            }
            logs.forEach((head, log) -> verdicts.put(
                    head, LogVerifier.verify(log, asked(head.entry().orElseThrow(), log))));
            formulas.requireEvaluated();
            print(() -> json(verdicts), () -> text(verdicts));
            if (verdicts.values().stream().anyMatch(each -> each.deviation().isPresent())) {
                return ExitCode.VIOLATED;
            }
            return verdicts.values().stream().anyMatch(LogVerifier.Verdict::isPending)
                    ? ExitCode.UNDECIDED
                    : ExitCode.DONE;
        }

        private LogVerifier.Requirements asked(Algorithm<?, ?, ?, ?, ?> algorithm, MergedLog log) {
            return new LogVerifier.Requirements(
                    formulas.statements(algorithm, Optional.empty()),
                    responses.responses(formulas, algorithm, log.log().trace().processes()));
        }

        private static JsonObject json(Map<LogHead, LogVerifier.Verdict> verdicts) {
            return new JsonObject()
                    .with(
                            "logs",
                            verdicts.entrySet().stream()
                                    .map(each -> new JsonObject()
                                            .with("algorithm", each.getKey().algorithm())
                                            .with("processes", each.getValue().processes())
                                            .with("steps", each.getValue().steps())
                                            .with("invariants", each.getValue().invariants())
                                            .withPresent(
                                                    "untested",
                                                    Optional.of(each.getValue().untested())
                                                            .filter(some -> !some.isEmpty()))
                                            .withPresent(
                                                    "answers",
                                                    Optional.of(RunAnswers.json(each.getValue()))
                                                            .filter(some -> !some.isEmpty()))
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
                verdict.untested()
                        .forEach(name ->
                                text.append("  untested: ").append(name).append(", its premise is never true\n"));
                RunAnswers.lines(verdict)
                        .forEach(line -> text.append("  ").append(line).append('\n'));
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
                    .orElseThrow(() -> new BadInput("--format %s: must be shiviz, mermaid or itf", quoted(format)));
            put(file, "--out", export.of(ofOne()));
            return ExitCode.DONE;
        }
    }
}
