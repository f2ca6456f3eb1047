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
        if (asked()) {
            List<TraceEvent> path =
                    report.report().violated().map(Property::trace).orElseGet(exploration::farthest);
            draw(report, path, show);
        }
    }

    /** Draws the counterexample, if there is one. */
    void draw(CheckReport report, Consumer<String> show) {
        if (asked()) {
            report.report().violated().ifPresent(property -> draw(report, property.trace(), show));
        }
    }

    private boolean asked() {
        return diagram || timestamps || svg.isPresent() || events.isPresent();
    }

    private void draw(CheckReport report, List<TraceEvent> steps, Consumer<String> show) {
        Optional<Property> violated = report.report().violated();
        List<TraceEvent> found = new ArrayList<>(steps);
        violated.map(Property::cycle).ifPresent(found::addAll);
        List<TraceEvent> path = report.asRun(found);
        String title = report.title() + ": "
                + violated.map(property -> "\"" + property.name() + "\" is violated")
                        .orElse("the way to a state farthest from the start");
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
