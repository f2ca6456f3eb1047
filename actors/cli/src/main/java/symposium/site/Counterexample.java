package symposium.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Scenario;
import symposium.trace.SvgDiagram;
import symposium.trace.Trace;
import symposium.trace.TraceListing;

/**
 * A shortest way to where a variant violates a property.
 *
 * @param steps how many events it has
 * @param listing the events, a line for each
 * @param cycle the events that go on for ever then; empty if none do
 * @param diagram the space-time diagram of both, as an SVG document
 */
record Counterexample(int steps, String listing, String cycle, String diagram) {

    /** States alone: a limit on time would make the page depend on the machine. */
    static final int MOST_STATES = 20_000;

    private static final Limits LIMITS = new Limits(MOST_STATES, Duration.ofHours(1));

    /** That of a variant; empty where none is found within {@value #MOST_STATES} states. */
    static <S, M, U, I, O> Optional<Counterexample> of(
            Algorithm<S, M, U, I, O> algorithm, Flaw flaw, Scenario scenario) {
        Model<S, M, U, I, O> model = Model.of(algorithm, scenario)
                .withProtocol(algorithm
                        .checks()
                        .variants(scenario.start())
                        .get(flaw.number() - 1)
                        .protocol());
        return Explorer.of(model, LIMITS)
                .explore()
                .report(true)
                .violated()
                .map(property -> of(algorithm, model, flaw, property));
    }

    private static Counterexample of(
            Algorithm<?, ?, ?, ?, ?> algorithm, Model<?, ?, ?, ?, ?> model, Flaw flaw, Property property) {
        List<TraceEvent> way = property.trace();
        List<TraceEvent> run = new ArrayList<>(way);
        run.addAll(property.cycle());
        return new Counterexample(
                way.size(),
                TraceListing.of(trace(model, way)),
                TraceListing.of(trace(model, property.cycle()), way.size() + 1),
                SvgDiagram.of(trace(model, run), algorithm.name() + ": " + flaw.name(), algorithm.problem()));
    }

    private static Trace trace(Model<?, ?, ?, ?, ?> model, List<TraceEvent> events) {
        return new Trace(model.processes(), events);
    }
}
