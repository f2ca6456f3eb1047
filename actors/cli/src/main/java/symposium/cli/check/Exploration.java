package symposium.cli.check;

import static symposium.cli.report.ReportText.counted;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.cli.option.BadInput;
import symposium.cli.report.ReportText;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Scenario;

/**
 * An exploration that has ended.
 *
 * @param report what it found
 * @param reason why not everything is decided, if so
 */
record Exploration<S, M, U, I, O>(Explorer<S, M, U, I, O> explorer, Report report, Optional<String> reason) {

    /**
     * Explores a model. Exhausted memory ends the exploration as a limit does.
     *
     * @param explorer one that has not started, with these limits
     */
    static <S, M, U, I, O> Exploration<S, M, U, I, O> of(
            Explorer<S, M, U, I, O> explorer, Limits limits, boolean fairness) {
        long begin = System.nanoTime();
        try {
            explorer.explore();
        } catch (UncheckedIOException failed) {
            throw new BadInput("--dir: %s", failed.getCause().getMessage());
        } catch (OutOfMemoryError exhausted) {
            Report partial = explorer.report(false).withSeconds((System.nanoTime() - begin) / 1e9);
            return new Exploration<>(explorer, partial, memory(explorer));
        }
        Report safety = explorer.report(false);
        if (!safety.complete()) {
            return new Exploration<>(explorer, safety, limit(safety, limits));
        }
        if (!fairness) {
            return new Exploration<>(explorer, safety.without(Scenario.NO_STARVATION), Optional.empty());
        }
        try {
            Report full = explorer.report(true);
            Optional<String> late = full.verdict() == Verdict.UNDECIDED
                    ? Optional.of(time(limits, "was reached in the search for starvation"))
                    : Optional.empty();
            return new Exploration<>(explorer, full, late);
        } catch (OutOfMemoryError exhausted) {
            return new Exploration<>(explorer, safety, memory(explorer));
        }
    }

    private static Optional<String> limit(Report report, Limits limits) {
        if (report.verdict() == Verdict.VIOLATED) {
            return Optional.empty();
        }
        return Optional.of(
                report.states() > limits.states()
                        ? counted("the bound of %,d states was reached (--max-states)", limits.states())
                        : time(limits, "was reached"));
    }

    private static String time(Limits limits, String reached) {
        return "the bound of %s seconds %s (--seconds)"
                .formatted(ReportText.seconds(limits.time().toMillis() / 1000.0), reached);
    }

    private static Optional<String> memory(Explorer<?, ?, ?, ?, ?> explorer) {
        return Optional.of(counted(
                "memory was exhausted at %,d states; the heap is %,d MiB, JAVA_OPTS=-Xmx8g makes it 8 GiB",
                explorer.states(), Runtime.getRuntime().maxMemory() >> 20));
    }

    /** The same with the results for these statements. */
    Exploration<S, M, U, I, O> with(List<Response> responses) {
        List<Property> properties = new ArrayList<>(report.properties());
        responses.forEach(response -> properties.add(explorer.property(response)));
        boolean decided = properties.stream().noneMatch(each -> each.verdict() == Verdict.UNDECIDED);
        return new Exploration<>(
                explorer,
                report.withProperties(properties),
                decided || reason.isPresent() || report.violated().isPresent()
                        ? reason
                        : Optional.of(
                                "the bound of time was reached in the search for what happens in the end (--seconds)"));
    }

    /** A shortest path to a state farthest from the start. */
    List<TraceEvent> farthest() {
        return explorer.pathTo(explorer.states() - 1);
    }
}
