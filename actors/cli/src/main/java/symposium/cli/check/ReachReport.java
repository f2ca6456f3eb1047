package symposium.cli.check;

import java.util.Optional;
import symposium.checker.model.Property;
import symposium.checker.model.Verdict;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportText;
import symposium.trace.TraceListing;

/**
 * What {@code check --reach} prints, where no property is violated.
 *
 * @param check the exploration, which ended when the goal was reached
 */
record ReachReport(CheckReport check, Goal goal) {

    private Property property() {
        return check.report().property(goal.toString());
    }

    /** Whether it is reached; empty where a bound was reached before. */
    private Optional<Boolean> reached() {
        return property().verdict() == Verdict.UNDECIDED
                ? Optional.empty()
                : Optional.of(property().verdict() == Verdict.VIOLATED);
    }

    int exitCode() {
        return reached().map(found -> found ? ExitCode.DONE : ExitCode.VIOLATED).orElse(ExitCode.UNDECIDED);
    }

    /** What the diagram of the run shows. */
    String caption() {
        return check.title() + ": a shortest run in which " + goal;
    }

    JsonObject json() {
        return check.explored()
                .with("goal", goal.toString())
                .with("reached", reached())
                .withPresent("reason", check.reason())
                .withAny("trace", CheckReport.json(property().trace()));
    }

    String text() {
        if (reached().isEmpty()) {
            return check.head(check.extent())
                    .append("\n")
                    .line(
                            "not decided",
                            goal + " in no run so far: " + check.reason().orElse(""))
                    .toString();
        }
        if (!reached().get()) {
            return check.head(check.extent())
                    .append("\n")
                    .line("never", goal + " in no run under these conditions")
                    .toString();
        }
        int steps = property().trace().size();
        return check.head("breadth first until " + goal.end())
                .append("\n")
                .line("reached", goal + ": a shortest run, of " + ReportText.number(steps, "step"))
                .append("\n" + TraceListing.of(check.drawable(property().trace())))
                .toString();
    }
}
