package symposium.regeneration.misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.UnsoundQuotient;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.Regeneration.User;

/**
 * Numbers that grow without bound, n + 1 of them in a circle, and none at all but "current" and "older": it is all the
 * same.
 */
class MisraQuotientTest {

    private static final MisraQuotient QUOTIENT = new MisraQuotient();

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "3, 0", "1, 1", "2, 1", "3, 1", "2, 2"})
    void boundedAndUnboundedNumbersReachTheSameNormalForms(int processes, int losses) {
        Start start = Start.of(processes, 0);
        var bounded = Model.of(new Misra.Entry(), start).withFaults(FaultBudget.NONE.withLosses(losses));
        var unbounded = bounded.withProtocol(new Misra(start.holder(), Misra::unbounded))
                .withQuotient(Optional.of(QUOTIENT));
        var explorer = Explorer.of(unbounded, Limits.WIDE).explore();
        Report report = explorer.report(false);

        assertTrue(report.complete());
        assertTrue(report.properties().stream().noneMatch(property -> property.verdict() == Verdict.VIOLATED));
        Set<List<Object>> normalForms = normalForms(explorer);
        assertEquals(report.states(), normalForms.size(), "a normal form is its own normal form");
        assertEquals(normalForms(Explorer.of(bounded, Limits.WIDE).explore()), normalForms);
        assertTrue(bounded.quotient().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"4, 0", "4, 1", "3, 2"})
    @Tag("slow")
    void boundedAndUnboundedNumbersReachTheSameNormalFormsAtLargerSizes(int processes, int losses) {
        boundedAndUnboundedNumbersReachTheSameNormalForms(processes, losses);
    }

    @Test
    void aStateOutsideTheDomainIsRefused() {
        LiveNumbers met = LiveNumbers.of(0, 3).and(0, -3).and(0, -2);
        QUOTIENT.requireDomain(met);
        QUOTIENT.requireDomain(met.and(1, 4).and(1, -1));
        for (LiveNumbers outside :
                List.of(met.and(0, 4), met.and(0, -4), met.and(1, 1).and(1, -2))) {
            String why = assertThrows(UnsoundQuotient.class, () -> QUOTIENT.requireDomain(outside))
                    .getMessage();
            assertTrue(why.startsWith("the result is undecided: the exploration reached a state with "), why);
        }
    }

    @Test
    void magnitudesAreNamedInTheirOrder() {
        LiveNumbers live = LiveNumbers.of(0, 7).and(0, -7).and(0, -3).and(1, 5);
        assertEquals(2, live.name(0, 7));
        assertEquals(-2, live.name(0, -7));
        assertEquals(-1, live.name(0, -3));
        assertEquals(1, live.name(1, 5));
        assertEquals(0, live.name(0, 5), "of another series");
        assertEquals(0, live.name(0, 0));
    }

    private static Set<List<Object>> normalForms(
            Explorer<Misra.State, Misra.Message, User, NoInput, Regenerated> explorer) {
        Set<List<Object>> normalForms = new HashSet<>();
        explorer.reachable().forEach(at -> normalForms.add(normalForm(at)));
        return normalForms;
    }

    /** How many tokens have been lost need not be added: as many as are missing, and as have been regenerated. */
    private static List<Object> normalForm(Configuration<Misra.State, Misra.Message, User> at) {
        LiveNumbers live = Stream.concat(
                        at.live().stream().map(process -> QUOTIENT.live(process.state())),
                        at.inTransit().map(QUOTIENT::liveInTransit))
                .reduce(LiveNumbers.NONE, LiveNumbers::and);
        List<Object> normal = new ArrayList<>();
        for (ProcessId process : at.processes()) {
            Misra.State state = at.state(process);
            normal.add(QUOTIENT.normal(state, live));
            normal.add(at.user(process));
            for (Neighbour neighbour : state.neighbours()) {
                normal.add(at.inTransit(process, neighbour).stream()
                        .map(message -> QUOTIENT.normalInTransit(message, live))
                        .toList());
            }
        }
        return normal;
    }
}
