package symposium.mutex.ewd851;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * Each planted fault is refuted, on the smallest ring that shows it, by a shortest counterexample. The counterexamples
 * are kept in {@code variants.txt}, which is written again only on purpose:
 * {@code mvn test -Dtest=Ewd851VariantsTest -Dsymposium.golden=write}.
 */
class Ewd851VariantsTest {

    private static final String GOLDEN = "symposium/mutex/ewd851/variants.txt";
    private static final int MOST_MACHINES = 4;

    /** A fault, the smallest ring that shows it, what it breaks there and in how many steps. */
    private record Refutation(String variant, int machines, String property, int steps) {}

    private static final String LINK = "a link carries the token to the left, a signal to the right, or nothing";
    private static final String SINGLE_TOKEN = "there is a single token";

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation("n.1 sends no signal", 2, Scenario.NO_DEADLOCK, 1),
            new Refutation("s.0 stays white", 3, LINK, 3),
            new Refutation("s.0 sends no signal on", 3, Scenario.NO_DEADLOCK, 2),
            new Refutation("s.1 stays white", 2, Scenario.NO_DEADLOCK, 6),
            new Refutation("s.2 keeps the token it sends", 2, SINGLE_TOKEN, 2),
            new Refutation("s.2 becomes black", 2, Scenario.NO_DEADLOCK, 5),
            new Refutation("s.2 sends no token", 2, SINGLE_TOKEN, 2),
            new Refutation("s.3 stays white", 2, Scenario.NO_DEADLOCK, 4),
            new Refutation("c.1 stays black", 2, Scenario.NO_DEADLOCK, 7),
            new Refutation("c.1 keeps the token it sends", 2, SINGLE_TOKEN, 4),
            new Refutation("c.1 sends no token", 2, SINGLE_TOKEN, 4),
            new Refutation("t.1 stays black", 3, Scenario.NO_DEADLOCK, 7),
            new Refutation("t.1 sends no token on", 3, SINGLE_TOKEN, 4),
            new Refutation("t.1 keeps the token it sends on", 3, SINGLE_TOKEN, 4),
            new Refutation("n.2 sends a signal, as if it were white", 3, LINK, 3),
            new Refutation("s.1 sends the signal on", 2, LINK, 4),
            new Refutation(
                    "c.0 sends the token, as if it were black",
                    1,
                    "the recipient of the token is black or is delayed",
                    2),
            new Refutation("t.0 becomes white", 2, Scenario.NO_DEADLOCK, 6),
            new Refutation("t.2 becomes black", 2, "the recipient of a signal is white", 4));

    @Test
    void eachPlantedFaultIsRefutedOnTheSmallestRingThatShowsIt() {
        List<Refutation> found = new ArrayList<>();
        for (int variant = 0; variant < variants(1).size(); variant++) {
            Refuting refuting = refute(variant);
            found.add(new Refutation(
                    refuting.variant(),
                    refuting.machines(),
                    refuting.broken().name(),
                    refuting.broken().trace().size()));
        }
        assertEquals(EXPECTED, found);
    }

    @Test
    void everyTransitionThatChangesAColourOrSendsHasAFaultPlantedInIt() {
        RingGraph graph = RingGraph.of(3);
        Set<String> delicate = new TreeSet<>();
        for (RingGraph.Edge edge : graph.edges()) {
            Ewd851.State before = graph.state(edge.from()).state(edge.step().process());
            Ewd851.State after = graph.state(edge.to()).state(edge.step().process());
            if (before.colour() != after.colour() || edge.messages() > 0) {
                delicate.add(edge.step().rule().label());
            }
        }
        assertEquals(Set.of("n.1", "s.0", "s.1", "s.2", "s.3", "c.1", "t.1"), delicate);

        Set<String> bent = variants(1).stream()
                .map(variant -> variant.name().substring(0, 3))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(bent.containsAll(delicate), bent.toString());
    }

    @Test
    void theCounterexamplesAreAsKept() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int variant = 0; variant < variants(1).size(); variant++) {
            Refuting refuting = refute(variant);
            text.append(refuting.variant())
                    .append("\n  ring of ")
                    .append(refuting.machines())
                    .append(", violated: ")
                    .append(refuting.broken().name())
                    .append('\n');
            tell(text, refuting.broken().trace());
            if (!refuting.broken().cycle().isEmpty()) {
                text.append("  and so on forever:\n");
                tell(text, refuting.broken().cycle());
            }
            text.append('\n');
        }
        Golden.assertKept(GOLDEN, text.toString());
    }

    private static void tell(StringBuilder text, List<TraceEvent> way) {
        way.forEach(occurrence -> text.append("    ").append(occurrence).append('\n'));
    }

    private record Refuting(String variant, int machines, Property broken) {}

    private static List<Variant<Ewd851.State, Ewd851.Message, Input, Output>> variants(int machines) {
        return new Ewd851.Entry().checks().variants(Start.of(machines, 0));
    }

    private static Refuting refute(int number) {
        for (int machines = 1; machines <= MOST_MACHINES; machines++) {
            Variant<Ewd851.State, Ewd851.Message, Input, Output> variant =
                    variants(machines).get(number);
            Report report = Explorer.of(
                            Model.of(new Ewd851.Entry(), Start.of(machines, 0)).withProtocol(variant.protocol()),
                            Limits.WIDE)
                    .explore()
                    .report(true);
            for (Property property : report.properties()) {
                if (property.verdict() == Verdict.VIOLATED) {
                    return new Refuting(variant.name(), machines, property);
                }
            }
        }
        throw new AssertionError(
                variants(1).get(number).name() + " is not refuted on rings of up to " + MOST_MACHINES + " machines");
    }
}
