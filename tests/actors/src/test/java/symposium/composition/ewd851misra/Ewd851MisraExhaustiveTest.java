package symposium.composition.ewd851misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Rule;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.FencesTest;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * Every interleaving of the ring, with crashes at any moment, of which each process is told at any later one; no
 * suspicion is false.
 */
@Tag("slow")
class Ewd851MisraExhaustiveTest {

    /**
     * The rules that need more than crashes to fire: a process cut off, a member that joins, a suspicion without
     * reason. Explorations of these make each of them fire but c.2, which takes a user that has not yet heard what it
     * has been told.
     */
    private static final List<Ewd851MisraRule> BEYOND_CRASHES = List.of(
            Ewd851MisraRule.N3_SIGNAL_OWED,
            Ewd851MisraRule.C2_RELEASE_AFTER_LOSS,
            Ewd851MisraRule.G0_OLDER,
            Ewd851MisraRule.G3_OUTBIDS,
            Ewd851MisraRule.G4_PONG_TWICE,
            Ewd851MisraRule.G5_PONG_OVERTAKEN,
            Ewd851MisraRule.V2_CUT_OFF,
            Ewd851MisraRule.E9_PONG_ISSUED,
            Ewd851MisraRule.E11_ABANDONED);

    private static final String SLEEPING =
            "a sleeping token is of the highest generation that its process has heard of";

    private static Model<Ewd851Misra.State, Ewd851Misra.Message, User, Input, Output> ring(
            int processes, int crashes, int quorum) {
        return Model.of(new Ewd851Misra.Entry(), Start.of(processes, 0).withQuorum(quorum))
                .withFaults(FaultBudget.NONE.withCrashes(crashes));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 6", "2, 2, 153", "3, 2, 2209"})
    void withoutACrashItIsEwd851AndPongMakesItsRounds(int processes, int quorum, long states) {
        Report report = Explorer.check(ring(processes, 0, quorum));

        Set<String> untested = new HashSet<>(Set.of(SLEEPING));
        if (processes == 1) {
            untested.add(Scenario.NO_STARVATION);
        }
        assertHolds(report, untested);
        assertEquals(states, report.states());
    }

    /** At most one is critical, fences grow, and every survivor that wants in gets in. */
    @ParameterizedTest
    @CsvSource({"2, 1, 1, 715", "3, 1, 1, 100432", "3, 1, 2, 100432", "3, 2, 1, 143085"})
    void afterAnyCrashAtAnyTimeTheOthersGoOn(int processes, int crashes, int quorum, long states) {
        Report report = Explorer.check(ring(processes, crashes, quorum));

        assertHolds(report, Set.of());
        assertEquals(states, report.states());
    }

    /** The token joins a new generation after each grant here, where it meets pong; in earnest, after 2^29. */
    @ParameterizedTest
    @CsvSource({"2, 2, 38155", "3, 1, 258777"})
    void aTokenWhoseFencesMayEndToBeNumbersJoinsANewGeneration(int processes, int requests, long states) {
        renews(processes, requests, 0, states);
    }

    @Tag("exhaustive")
    @Test
    void alsoWhenAProcessCrashes() {
        renews(3, 1, 1, 3207109);
    }

    private static void renews(int processes, int requests, int crashes, long states) {
        int quorum = 2;
        Start start = Start.of(processes, 0).withQuorum(quorum);
        Model<Ewd851Misra.State, Ewd851Misra.Message, User, Input, Output> ring = ring(processes, crashes, quorum);
        Report report = Explorer.of(
                        ring.withRequests(requests)
                                .withProtocol(Ewd851Misra.startingAt(
                                                start.holder(), Ewd851MisraConfig.of(start, LossDetection.NEWS))
                                        .renewedAfter(1))
                                .withProblem(
                                        ProblemDecorator.watchedBy(ring.problem(), new FencesTest.Every(Fence.NONE))),
                        Limits.WIDE)
                .explore()
                .report(true);

        assertEquals(Optional.empty(), report.violated());
        assertEquals(Verdict.HOLDS, report.verdict());
        assertTrue(report.rules().get(Ewd851MisraRule.G3_OUTBIDS.label()) > 0);
        assertEquals(states, report.states());
    }

    @Tag("exhaustive")
    @Test
    void afterAnyCrashAtAnyTimeTheOthersGoOnInARingOfFour() {
        Report report = Explorer.check(ring(4, 1, 3));

        assertHolds(report, Set.of());
        assertEquals(8761387, report.states());
    }

    @Tag("exhaustive")
    @Test
    void twoOfFourMayCrash() {
        Report report = Explorer.check(ring(4, 2, 2));

        assertHolds(report, Set.of());
        assertEquals(36737947, report.states());
    }

    /** Two of three have crashed where a quorum is two: nothing is granted any more, and nothing else happens. */
    @Test
    void withoutAQuorumNothingIsGranted() {
        Report report = Explorer.of(ring(3, 2, 2), Limits.WIDE).explore().report(false);

        Property broken = report.property(Scenario.NO_DEADLOCK);
        assertEquals(Verdict.VIOLATED, broken.verdict());
        assertTrue(broken.trace().toString().contains("e.10"), broken.trace().toString());
        assertTrue(report.properties().stream()
                .filter(property -> property != broken)
                .noneMatch(property -> property.verdict() == Verdict.VIOLATED));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 2"})
    void aRingThatStartsWithoutTokensIssuesThemAndEveryWaitingUserEnters(int processes, int quorum) {
        Start start = Start.of(processes, 0).withQuorum(quorum);
        Report report = Explorer.check(Model.of(new Ewd851Misra.Entry(), start)
                .withProtocol(Ewd851Misra.startingEmpty(0, Ewd851MisraConfig.of(start, LossDetection.NEWS))));

        assertHolds(report, Set.of());
        assertTrue(report.rules().get("e.8") > 0);
        assertTrue(report.rules().get("g.1") > 0);
    }

    @Test
    void withThreeProcessesEveryRuleFiresButThoseThatNeedMore() {
        Set<String> silent = new TreeSet<>(silent(Explorer.check(ring(3, 1, 2))));
        Start start = Start.of(3, 0);
        silent.retainAll(silent(Explorer.of(
                        Model.of(new Ewd851Misra.Entry(), start)
                                .withProtocol(
                                        Ewd851Misra.startingEmpty(0, Ewd851MisraConfig.of(start, LossDetection.NEWS))),
                        Limits.WIDE)
                .explore()
                .report(false)));
        silent.retainAll(
                silent(Explorer.of(ring(3, 2, 2), Limits.WIDE).explore().report(false)));

        Set<String> expected = new TreeSet<>(SILENT_WITH_THREE);
        BEYOND_CRASHES.stream().map(Rule::label).forEach(expected::add);
        assertEquals(expected, silent);
    }

    /**
     * A departure heard of first from a message and then from the membership takes four processes and a crash, a stale
     * ballot two.
     */
    private static final Set<String> SILENT_WITH_THREE = Set.of("v.1", "v.4");

    private static Set<String> silent(Report report) {
        return report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static void assertHolds(Report report, Set<String> untested) {
        assertTrue(report.complete());
        List<String> found = new ArrayList<>();
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property + "\n" + property.trace());
            if (!property.tested()) {
                found.add(property.name());
            }
        }
        assertEquals(untested, Set.copyOf(found));
    }
}
