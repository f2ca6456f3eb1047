package symposium.mutex.ewd851;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Rule;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;

/** Every interleaving on every ring of up to eight machines, and of nine and ten among the longer explorations. */
class Ewd851ExhaustiveTest {

    private static final Set<String> NEED_A_NEIGHBOUR = Set.of(
            "a link carries the token to the left, a signal to the right, or nothing",
            "the recipient of a signal is white",
            "the recipient of the token is black or is delayed",
            Scenario.NO_STARVATION);

    private static final Set<String> NEED_A_THIRD = Set.of("a neutrally engaged black machine does not hold the token");

    @ParameterizedTest
    @CsvSource({
        "1, 2, 2",
        "2, 16, 28",
        "3, 87, 219",
        "4, 404, 1324",
        "5, 1735, 6995",
        "6, 7122, 34068",
        "7, 28385, 157087"
    })
    void everyPropertyHoldsAndWasPutToTheTest(int machines, long states, long transitions) {
        check(machines, states, transitions);
    }

    @ParameterizedTest
    @CsvSource({"8, 110776, 696160"})
    @Tag("slow")
    void everyPropertyHoldsAndWasPutToTheTestAtLargerSizes(int machines, long states, long transitions) {
        everyPropertyHoldsAndWasPutToTheTest(machines, states, transitions);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"9, 425511, 2993247", "10, 1614230, 12565980"})
    void everyPropertyHoldsOnLargerRings(int machines, long states, long transitions) {
        check(machines, states, transitions);
    }

    private static void check(int machines, long states, long transitions) {
        Report report = Explorer.check(Model.of(new Ewd851.Entry(), Start.of(machines, 0)));

        assertTrue(report.complete());
        assertEquals(Verdict.HOLDS, report.verdict());
        Set<String> untested = new HashSet<>();
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            if (!property.tested()) {
                untested.add(property.name());
            }
        }
        Set<String> expected = new HashSet<>(machines < 2 ? NEED_A_NEIGHBOUR : Set.of());
        expected.addAll(machines < 3 ? NEED_A_THIRD : Set.of());
        // The paper's token carries no number.
        expected.add(MutualExclusion.FENCES_GROW);
        assertEquals(expected, untested);

        assertEquals(states, report.states());
        assertEquals(transitions, report.transitions());
        assertEquals(reachable(machines), report.states());
    }

    /** n(a(n) - 1) states, where a(n) = 4a(n-1) - 2a(n-2); the reason is in {@link Ewd851Invariant4}. */
    private static long reachable(int machines) {
        long before = 3;
        long at = 9;
        for (int ring = 1; ring < machines; ring++) {
            long next = 4 * at - 2 * before;
            before = at;
            at = next;
        }
        return machines * (before - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyRuleFiresFromThreeMachinesOn(int machines) {
        Report report = Explorer.check(Model.of(new Ewd851.Entry(), Start.of(machines, 0)));

        Set<String> silent = report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(java.util.Map.Entry::getKey)
                .collect(Collectors.toSet());
        Set<String> expected =
                switch (machines) {
                    case 1 -> Set.of("n.1", "n.2", "s.0", "s.1", "s.2", "s.3", "c.1", "t.0", "t.1", "t.2");
                    case 2 -> Set.of("n.2", "s.0", "t.1");
                    default -> Set.<String>of();
                };
        assertEquals(expected, silent);
        assertEquals(
                expected,
                new Ewd851.Entry()
                        .unreachableRules(machines).stream().map(Rule::label).collect(Collectors.toSet()));
        assertEquals(
                List.of("n.0", "n.1", "n.2", "s.0", "s.1", "s.2", "s.3", "c.0", "c.1", "t.0", "t.1", "t.2"),
                List.copyOf(report.rules().keySet()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void itIsAllTheSameWhereTheTokenStarts(int holder) {
        Report report = Explorer.check(Model.of(new Ewd851.Entry(), Start.of(6, holder)));

        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(7122, report.states());
        assertEquals(
                Verdict.HOLDS, report.property(MutexInvariants.MUTUAL_EXCLUSION).verdict());
    }
}
