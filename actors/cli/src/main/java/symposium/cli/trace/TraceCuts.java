package symposium.cli.trace;

import static symposium.cli.report.ReportText.counted;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.FormulaOptions;
import symposium.cli.option.OutputFile;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.eventlog.reading.ConsistentCuts;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.MergedLog;
import symposium.trace.LatticeDiagram;

/** {@code symposium trace cuts}: all global states through which a run may have gone. */
@Command(name = "cuts")
final class TraceCuts extends OnLogs {

    private static final int MOST_CUTS = 100_000_000;

    /** More cannot be told apart in a drawing. */
    private static final int MOST_DRAWN = 5_000;

    @Mixin
    private FormulaOptions formulas;

    @Option(names = "--most", paramLabel = "N")
    @Bounds(least = 1, most = MOST_CUTS)
    private int most = 1_000_000;

    @Option(names = "--svg", paramLabel = "FILE")
    private Optional<OutputFile> svg;

    @Override
    public Integer call() {
        MergedLog merged = ofOne();
        List<ConsistentCuts.Found> groups = formulas.evaluated(() -> LogVerifier.cuts(
                merged,
                formulas.statements(merged.log().head().entry().orElseThrow(), Optional.empty()),
                most,
                svg.isPresent()));
        String algorithm = merged.log().head().algorithm();
        print(() -> json(algorithm, groups), () -> text(algorithm, groups));
        svg.ifPresent(file -> draw(file, algorithm, groups));
        if (groups.stream().anyMatch(found -> found.deviation().isPresent())) {
            return ExitCode.VIOLATED;
        }
        return groups.stream().allMatch(ConsistentCuts.Found::complete) ? ExitCode.DONE : ExitCode.UNDECIDED;
    }

    private static void draw(OutputFile file, String algorithm, List<ConsistentCuts.Found> groups) {
        if (groups.size() > 1) {
            throw new BadInput(
                    "--svg: the logs are of %d groups of processes that have nothing to do with each other; choose the"
                            + " files of one of them",
                    groups.size());
        }
        ConsistentCuts.Found found = groups.get(0);
        if (found.levels().isEmpty()) {
            return;
        }
        if (found.cuts() > MOST_DRAWN) {
            throw new BadInput(
                    "--svg: there are %d cuts or more, and at most %d can be drawn", found.cuts(), MOST_DRAWN);
        }
        file.write(
                "--svg",
                LatticeDiagram.of(
                        found.complete()
                                ? counted("%s: %,d consistent cuts", algorithm, found.cuts())
                                : algorithm + ": a part of its consistent cuts",
                        found.levels().stream()
                                .map(level -> level.stream()
                                        .map(ConsistentCuts.Cut::events)
                                        .toList())
                                .toList(),
                        found.violating().map(ConsistentCuts.Cut::events)));
    }

    private static JsonObject json(String algorithm, List<ConsistentCuts.Found> groups) {
        return new JsonObject()
                .with("algorithm", algorithm)
                .with(
                        "groups",
                        groups.stream()
                                .map(found -> new JsonObject()
                                        .with("processes", found.processes().size())
                                        .with("events", found.events())
                                        .with("cuts", found.cuts())
                                        .with("widest", found.widest())
                                        .with("complete", found.complete())
                                        .with("invariants", found.invariants())
                                        .withPresent("deviation", found.deviation())
                                        .withPresent(
                                                "violating", found.violating().map(ConsistentCuts.Cut::events)))
                                .toList());
    }

    private String text(String algorithm, List<ConsistentCuts.Found> groups) {
        return groups.stream().map(found -> text(algorithm, found)).collect(Collectors.joining());
    }

    private String text(String algorithm, ConsistentCuts.Found found) {
        if (found.deviation().isPresent() && found.violating().isEmpty()) {
            return "violated: " + found.deviation().get() + "\n";
        }
        String events = counted(
                "%s: %,d events of %,d processes",
                algorithm, found.events(), found.processes().size());
        if (found.deviation().isPresent()) {
            return events + "\nviolated: " + found.deviation().get() + "\n";
        }
        return found.complete()
                ? counted(
                        "%s, %,d consistent cuts, at most %,d with the same number of events%n%,d invariants hold at each%n",
                        events, found.cuts(), found.widest(), found.invariants().size())
                : counted("%s%nnot decided: there are more than %,d cuts%n", events, most);
    }
}
