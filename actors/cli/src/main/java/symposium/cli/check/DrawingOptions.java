package symposium.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import symposium.checker.model.Property;
import symposium.cli.option.OutputFile;
import symposium.kernel.TraceEvent;
import symposium.trace.SvgDiagram;
import symposium.trace.TextDiagram;
import symposium.trace.Trace;
import symposium.trace.TraceListing;

/** How a counterexample is drawn; where nothing is violated, the path to a state farthest from the start. */
final class DrawingOptions {

    @Option(names = "--diagram")
    private boolean diagram;

    @Option(names = "--timestamps")
    private boolean timestamps;

    @Option(names = "--svg", paramLabel = "FILE")
    private Optional<OutputFile> svg;

    @Option(names = "--events", paramLabel = "FILE")
    private Optional<OutputFile> events;

    void draw(CheckReport report, Exploration<?, ?, ?, ?, ?> exploration, Consumer<String> show) {
        if (asked() && report.report().violated().isEmpty()) {
            draw(report, exploration.farthest(), report.title() + ": the way to a state farthest from the start", show);
        } else {
            draw(report, show);
        }
    }

    /** Draws the counterexample, if there is one. */
    void draw(CheckReport report, Consumer<String> show) {
        String violated = report.report().violated().map(Property::name).orElse("");
        draw(report, report.title() + ": \"" + violated + "\" is violated", show);
    }

    /** Draws the counterexample, if there is one, under this title. */
    void draw(CheckReport report, String title, Consumer<String> show) {
        if (asked()) {
            report.report().violated().ifPresent(property -> {
                List<TraceEvent> path = new ArrayList<>(property.trace());
                path.addAll(property.cycle());
                draw(report, path, title, show);
            });
        }
    }

    private boolean asked() {
        return diagram || timestamps || svg.isPresent() || events.isPresent();
    }

    private void draw(CheckReport report, List<TraceEvent> path, String title, Consumer<String> show) {
        Trace trace = report.drawable(path);
        if (diagram) {
            show.accept(title + "\n" + TextDiagram.legend() + "\n\n"
                    + TextDiagram.of(trace).stripTrailing());
        }
        if (timestamps) {
            show.accept(title + "\n\n" + TraceListing.stamped(trace).stripTrailing());
        }
        svg.ifPresent(file -> file.write(
                "--svg", SvgDiagram.of(trace, title, report.algorithm().problem())));
        events.ifPresent(file -> file.write("--events", report.log(path).text()));
    }
}
