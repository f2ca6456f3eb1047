package symposium.mutex.suzukikasami.census;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Rule;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.VariantTrials;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.regeneration.census.Census;

/**
 * Every interleaving, with crashes at any moment, of which all are told at any later moment; no live process is taken
 * for departed.
 */
class SuzukiKasamiCensusExhaustiveTest {

    /** The rules that need more than crashes to fire: a live process is taken for departed. */
    private static final List<Rule> BEYOND_CRASHES = List.of(
            Census.Rule.CENSUS_CALLS_AGAIN, Census.Rule.CENSUS_STALE, SuzukiKasamiCensus.Rule.RELEASE_AFTER_LOSS);

    private static final Set<String> OF_A_CENSUS = Set.of(
            "who has promised a generation has no older token but in its critical section",
            "who owes an answer is in its critical section",
            "a process that asks for answers has promised its own generation, and is the lowest it knows of");

    private static Model<SuzukiKasamiCensus.State, SuzukiKasamiCensus.Message, User, Input, Output> model(
            int processes, int requests, int crashes, int quorum) {
        return Model.of(new SuzukiKasamiCensus.Entry(), Start.of(processes, 0).withQuorum(quorum))
                .withRequests(requests)
                .withFaults(FaultBudget.NONE.withCrashes(crashes));
    }

    /** The number of states is the same: no census begins before a departure. */
    @ParameterizedTest
    @CsvSource({"2, 2", "3, 1"})
    void withoutACrashItIsSuzukiAndKasamis(int processes, int requests) {
        Report report = Explorer.check(model(processes, requests, 0, processes));
        Report plain = Explorer.check(
                Model.of(new SuzukiKasami.Entry(), Start.of(processes, 0)).withRequests(requests));

        assertEquals(OF_A_CENSUS, VariantTrials.untested(report));
        assertEquals(plain.states(), report.states());
        assertEquals(plain.transitions(), report.transitions());
    }

    /** At most one is critical, fences grow, and every survivor that wants in gets in. */
    @ParameterizedTest
    @CsvSource({
        "2, 2, 1, 1, UNORDERED, 273",
        "3, 1, 1, 2, UNORDERED, 5994",
        "3, 1, 1, 1, UNORDERED, 5994",
        "3, 1, 2, 1, UNORDERED, 9296",
        "3, 1, 2, 1, FIFO, 7417"
    })
    void theOthersGoOnAfterAnyCrash(
            int processes, int requests, int crashes, int quorum, Channels channels, long states) {
        Report report =
                Explorer.check(model(processes, requests, crashes, quorum).withChannels(channels));

        assertEquals(Set.of(), VariantTrials.untested(report));
        assertEquals(states, report.states());
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"4, 1, 1, 3, FIFO, 1084242", "4, 1, 1, 3, UNORDERED, 1847098", "3, 2, 1, 2, FIFO, 70332"})
    void theOthersGoOnAfterAnyCrashOnLargerInstances(
            int processes, int requests, int crashes, int quorum, Channels channels, long states) {
        theOthersGoOnAfterAnyCrash(processes, requests, crashes, quorum, channels, states);
    }

    /** Two of three have crashed where a quorum is two: nothing is granted any more, and nothing else happens. */
    @Test
    void withoutAQuorumNothingIsGranted() {
        Report report = Explorer.of(model(3, 1, 2, 2), Limits.WIDE).explore().report(false);

        Property broken = report.property(Scenario.NO_DEADLOCK);
        assertEquals(Verdict.VIOLATED, broken.verdict());
        assertTrue(
                broken.trace().toString().contains(Census.Rule.CENSUS_GIVES_UP.label()),
                broken.trace().toString());
        assertEquals(
                List.of(broken),
                report.properties().stream()
                        .filter(property -> property.verdict() == Verdict.VIOLATED)
                        .toList());
    }

    @Test
    void withThreeProcessesEveryRuleFiresButThoseThatNeedMore() {
        Set<String> silent = new TreeSet<>(VariantTrials.silent(Explorer.check(model(3, 1, 1, 2))));
        silent.retainAll(VariantTrials.silent(Explorer.check(model(3, 1, 2, 1))));
        silent.retainAll(VariantTrials.silent(
                Explorer.of(model(3, 1, 2, 2), Limits.WIDE).explore().report(false)));

        // The question of an asker who has departed comes after that of its successor: that takes four, and two
        // crashes.
        Set<String> expected = new TreeSet<>(Set.of(Census.Rule.CENSUS_OUTBIDS.label()));
        BEYOND_CRASHES.stream().map(Rule::label).forEach(expected::add);
        assertEquals(expected, silent);
    }

    @Tag("exhaustive")
    @Test
    void twoOfFourMayCrashAndALateQuestionIsRefused() {
        Report report = Explorer.check(model(4, 1, 2, 2).withChannels(Channels.FIFO));

        assertEquals(Set.of(), VariantTrials.untested(report));
        assertEquals(2219709, report.states());
        assertTrue(report.rules().get(Census.Rule.CENSUS_OUTBIDS.label()) > 0);
    }
}
