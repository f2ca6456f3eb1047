package symposium.composition.ewd851misra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Verdict;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;

/**
 * Each statement that makes good what a crash has done, left out, is refuted with one crash on the smallest ring that
 * shows it.
 */
class Ewd851MisraVariantsTest {

    private record Refutation(String variant, int processes, String property, int steps, int cycle) {}

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation("v.0 sends no signal again", 3, Scenario.NO_DEADLOCK, 11, 0),
            new Refutation("v.0 suspects nothing", 2, Scenario.NO_DEADLOCK, 4, 0),
            new Refutation("pong.regenerates wakes the new token at once", 2, Scenario.NO_STARVATION, 11, 2),
            new Refutation("e.8 issues nothing", 2, Scenario.NO_DEADLOCK, 7, 0));

    @Test
    void eachIsRefutedWithOneCrash() {
        List<Refutation> found = new ArrayList<>();
        for (int variant = 0;
                variant
                        < new Ewd851Misra.Entry()
                                .checks()
                                .variants(Start.of(1, 0))
                                .size();
                variant++) {
            found.add(refute(variant));
        }
        assertEquals(EXPECTED, found);
    }

    private static Refutation refute(int number) {
        for (int processes = 2; processes <= 3; processes++) {
            Start start = Start.of(processes, 0).withQuorum(processes - 1);
            var variant = new Ewd851Misra.Entry().checks().variants(start).get(number);
            for (Property property : Explorer.check(Model.of(new Ewd851Misra.Entry(), start)
                            .withProtocol(variant.protocol())
                            .withFaults(FaultBudget.NONE.withCrashes(1)))
                    .properties()) {
                if (property.verdict() == Verdict.VIOLATED) {
                    return new Refutation(
                            variant.name(),
                            processes,
                            property.name(),
                            property.trace().size(),
                            property.cycle().size());
                }
            }
        }
        throw new AssertionError("variant " + number + " is not refuted");
    }
}
