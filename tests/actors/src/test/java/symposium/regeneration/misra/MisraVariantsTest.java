package symposium.regeneration.misra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.problem.Start;

/**
 * Each misprint of section 4.2 is refuted, on the smallest ring and with the fewest losses that show it, by a shortest
 * counterexample.
 */
class MisraVariantsTest {

    private record Refutation(String variant, int losses, int processes, String property, int steps) {}

    private static final String ONE_PING = "never two of a kind: at most one ping";
    private static final String ONE_PONG = "never two of a kind: at most one pong";

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation("numbers counted modulo n + 1, as printed", 0, 1, ONE_PING, 7),
            new Refutation("only n magnitudes", 0, 1, ONE_PONG, 5),
            new Refutation("ping.meets counts the meeting before it marks", 0, 1, ONE_PONG, 5),
            new Refutation("ping.regenerates marks the new number", 1, 1, ONE_PONG, 9));

    @Test
    void eachMisprintIsRefutedOnTheSmallestRingThatShowsIt() {
        List<Refutation> found = new ArrayList<>();
        for (int variant = 0;
                variant < new Misra.Entry().checks().variants(Start.of(1, 0)).size();
                variant++) {
            found.add(refute(variant));
        }
        assertEquals(EXPECTED, found);
    }

    /**
     * On a ring of one all four fail so soon that it might be due to that ring; on two, three and four they fail as
     * well.
     */
    @Test
    void theyFailOnLargerRingsToo() {
        for (int processes = 2; processes <= 4; processes++) {
            for (int variant = 0; variant < EXPECTED.size(); variant++) {
                assertEquals(
                        Verdict.VIOLATED,
                        check(variant, EXPECTED.get(variant).losses(), processes)
                                .verdict(),
                        EXPECTED.get(variant).variant() + " on " + processes);
            }
        }
    }

    private static Refutation refute(int number) {
        for (int losses = 0; losses <= 1; losses++) {
            for (int processes = 1; processes <= 3; processes++) {
                for (Property property : check(number, losses, processes).properties()) {
                    if (property.verdict() == Verdict.VIOLATED) {
                        return new Refutation(
                                new Misra.Entry()
                                        .checks()
                                        .variants(Start.of(processes, 0))
                                        .get(number)
                                        .name(),
                                losses,
                                processes,
                                property.name(),
                                property.trace().size());
                    }
                }
            }
        }
        throw new AssertionError("variant " + number + " is not refuted");
    }

    private static Report check(int number, int losses, int processes) {
        Start start = Start.of(processes, 0);
        var variant = new Misra.Entry().checks().variants(start).get(number);
        return Explorer.of(
                        Model.of(new Misra.Entry(), start)
                                .withProtocol(variant.protocol())
                                .withFaults(FaultBudget.NONE.withLosses(losses)),
                        Limits.WIDE)
                .explore()
                .report(false);
    }
}
