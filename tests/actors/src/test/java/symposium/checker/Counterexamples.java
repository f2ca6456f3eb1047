package symposium.checker;

import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;

/** The counterexamples that explorations find. */
public final class Counterexamples {

    private Counterexamples() {}

    /** The property that is violated, and in how many steps. */
    public static String of(Model<?, ?, ?, ?, ?> model) {
        return of(model, Limits.WIDE);
    }

    /** The same within limits. */
    public static String of(Model<?, ?, ?, ?, ?> model, Limits limits) {
        Report report = Explorer.of(model, limits).explore().report(true);
        Property violated = report.violated().orElseThrow(() -> new AssertionError("nothing is violated: " + report));
        return violated.name() + " in " + violated.trace().size();
    }
}
