package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Questions that the explorations of permission-based algorithms have in common. */
public final class Explorations {

    private Explorations() {}

    /** An algorithm under exactly its assumptions. */
    public static <S, M> Model<S, M, User, Input, Output> of(
            Algorithm<S, M, User, Input, Output> algorithm, int processes, int requests) {
        return Model.of(algorithm, Start.of(processes, 0)).withRequests(requests);
    }

    /** The same with processes that may crash. */
    public static <S, M> Model<S, M, User, Input, Output> crashing(
            Algorithm<S, M, User, Input, Output> algorithm, int processes, int requests, int crashes, int quorum) {
        return Model.of(algorithm, Start.of(processes, 0).withQuorum(quorum))
                .withRequests(requests)
                .withFaults(FaultBudget.NONE.withCrashes(crashes));
    }

    /** That everything holds, and all of it was put to the test but what needs another process. */
    public static void assertHolds(Report report, Set<String> neverTested) {
        assertTrue(report.complete());
        Set<String> untested = new TreeSet<>();
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            if (!property.tested()) {
                untested.add(property.name());
            }
        }
        assertEquals(new TreeSet<>(neverTested), untested);
    }

    /** The labels of the rules that never fired. */
    public static Set<String> silent(Report report) {
        return report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The property that is violated. */
    public static Property violated(Report report) {
        return report.violated().orElseThrow(() -> new AssertionError("nothing is violated: " + report));
    }
}
