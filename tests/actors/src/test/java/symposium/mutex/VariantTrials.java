package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.Golden;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;

/** Instances on which variants are tried, the smallest first, and the counterexamples that are found. */
public final class VariantTrials {

    /** An instance. */
    public record Trial(Start start, int requests, Channels channels, FaultBudget faults) {

        /** So many processes, from 0; each asks so often, and nothing goes wrong. */
        public static Trial of(int processes, int requests, Channels channels) {
            return new Trial(Start.of(processes, 0), requests, channels, FaultBudget.NONE);
        }

        /** The same with these faults. */
        public Trial suffering(FaultBudget other) {
            return new Trial(start, requests, channels, other);
        }

        @Override
        public String toString() {
            return start.processes().size() + " processes, requests " + requests + ", " + channels
                    + (faults.losses() > 0 ? ", losses " + faults.losses() : "")
                    + (faults.crashes() > 0 ? ", crashes " + faults.crashes() : "")
                    + (faults.falseDepartures() > 0 ? ", false departures " + faults.falseDepartures() : "");
        }
    }

    /** A variant, the first instance that shows its fault, what is violated there, and in how many steps. */
    public record Refutation(String variant, String where, String property, int steps) {}

    /** A variant, the first instance that shows its fault, and what is violated there. */
    private record Found(String variant, Trial where, Property broken) {}

    private final List<Found> found;

    private VariantTrials(List<Found> found) {
        this.found = found;
    }

    /** The model of an algorithm on an instance. */
    public static <S, M, U, I, O> Model<S, M, U, I, O> model(Algorithm<S, M, U, I, O> algorithm, Trial trial) {
        Model<S, M, U, I, O> model = Model.of(algorithm, trial.start())
                .withRequests(trial.requests())
                .withChannels(trial.channels())
                .withFaults(trial.faults());
        return trial.faults().falseDepartures() > 0 ? model.promisedUnderFalseDeparture(algorithm) : model;
    }

    /** Tries every variant on the instances, until one refutes it. */
    public static <S, M, U, I, O> VariantTrials of(Algorithm<S, M, U, I, O> algorithm, List<Trial> trials) {
        List<Found> found = new ArrayList<>();
        int variants = algorithm.checks().variants(trials.get(0).start()).size();
        for (int variant = 0; variant < variants; variant++) {
            found.add(refute(algorithm, variant, trials));
        }
        return new VariantTrials(found);
    }

    /** Every variant on the first of the instances that refutes it. */
    public List<Refutation> refutations() {
        return found.stream()
                .map(each -> new Refutation(
                        each.variant(),
                        each.where().toString(),
                        each.broken().name(),
                        each.broken().trace().size()))
                .toList();
    }

    /**
     * Asserts that these are the refutations, and that their counterexamples are as kept.
     *
     * @param golden the file that keeps them, see {@link Golden}
     */
    public void assertRefuted(List<Refutation> expected, String golden) {
        assertEquals(expected, refutations());
        Golden.assertKept(golden, told());
    }

    /** The counterexamples as text. */
    public String told() {
        StringBuilder text = new StringBuilder();
        for (Found each : found) {
            text.append(each.variant()).append("\n  ").append(each.where());
            text.append(", violated: ").append(each.broken().name()).append('\n');
            tell(text, each.broken().trace());
            if (!each.broken().cycle().isEmpty()) {
                text.append("  and so on forever:\n");
                tell(text, each.broken().cycle());
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void tell(StringBuilder text, List<TraceEvent> way) {
        way.forEach(occurrence -> text.append("    ").append(occurrence).append('\n'));
    }

    private static <S, M, U, I, O> Found refute(Algorithm<S, M, U, I, O> algorithm, int number, List<Trial> trials) {
        for (Trial trial : trials) {
            var variant = algorithm.checks().variants(trial.start()).get(number);
            Report report = Explorer.of(model(algorithm, trial).withProtocol(variant.protocol()), Limits.WIDE)
                    .explore()
                    .report(true);
            if (report.violated().isPresent()) {
                return new Found(variant.name(), trial, report.violated().get());
            }
        }
        throw new AssertionError(
                algorithm.checks().variants(trials.get(0).start()).get(number).name() + " is not refuted on any of "
                        + trials);
    }

    /** The rules that have not fired. */
    public static Set<String> silent(Report report) {
        return report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The properties that have not been put to the test; all hold, or it fails. */
    public static Set<String> untested(Report report) {
        if (!report.complete()) {
            throw new AssertionError(report.toString());
        }
        Set<String> untested = new TreeSet<>();
        for (Property property : report.properties()) {
            if (property.verdict() != Verdict.HOLDS) {
                throw new AssertionError(property + "\n" + property.trace());
            }
            if (!property.tested()) {
                untested.add(property.name());
            }
        }
        return untested;
    }
}
