package symposium.mutex.ricartagrawala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.Explorations;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.Unfenced;
import symposium.mutex.ricartagrawala.RicartAgrawala.Message;
import symposium.mutex.ricartagrawala.RicartAgrawala.State;

/**
 * Every interleaving over links that keep no order, with crashes at any moment, of which all others are told at any
 * later moment.
 */
class RicartAgrawalaExhaustiveTest {

    private static final Set<String> NEED_AN_OTHER = Set.of(
            "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q",
            "a request is that of a process that has asked: x_p and f = F_p",
            "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q",
            "a request is in transit, or waits, or its acknowledgement is in transit, until it is received",
            Scenario.NO_STARVATION);

    private static final Set<String> OF_DEPARTURES = Set.of("m.0", "m.1", "m.2", "m.3", "m.4");

    @ParameterizedTest
    @CsvSource({
        "1, 1, 3, 0",
        "1, 2, 5, 0",
        "2, 1, 35, 1",
        "2, 2, 179, 2",
        "2, 3, 523, 2",
        "2, 4, 1147, 2",
        "3, 1, 2867, 2"
    })
    void everyPropertyHoldsAndWasPutToTheTest(int processes, int requests, long states, int overtaking) {
        check(new RicartAgrawala.Entry(), processes, requests, states, overtaking);
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 58849, 4"})
    @Tag("slow")
    void everyPropertyHoldsAndWasPutToTheTestAtLargerSizes(int processes, int requests, long states, int overtaking) {
        everyPropertyHoldsAndWasPutToTheTest(processes, requests, states, overtaking);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"3, 3, 349283, 5", "3, 4, 1187693, 5", "4, 1, 2083287, 3"})
    void everyPropertyHoldsWithMore(int processes, int requests, long states, int overtaking) {
        check(new RicartAgrawala.Entry(), processes, requests, states, overtaking);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 3, 0", "2, 1, 35, 1", "2, 2, 193, 2", "2, 4, 1343, 2", "3, 1, 4592, 2"})
    void everyPropertyHoldsWithStampedAcknowledgements(int processes, int requests, long states, int overtaking) {
        check(new RicartAgrawala.StampedEntry(), processes, requests, states, overtaking);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"3, 2, 157017, 4"})
    void everyPropertyHoldsWithMoreStampedAcknowledgements(int processes, int requests, long states, int overtaking) {
        check(new RicartAgrawala.StampedEntry(), processes, requests, states, overtaking);
    }

    private static void check(
            RicartAgrawala.Entry algorithm, int processes, int requests, long states, int overtaking) {
        Report report = Explorer.check(Explorations.of(algorithm, processes, requests));

        Explorations.assertHolds(report, processes == 1 ? NEED_AN_OTHER : Set.of());
        assertEquals(states, report.states());
        assertEquals(OptionalInt.of(overtaking), report.overtaking());
        Set<String> silent = algorithm.unreachableRules(processes).stream()
                .map(Rule::label)
                .collect(Collectors.toCollection(TreeSet::new));
        silent.addAll(OF_DEPARTURES);
        assertEquals(silent, Explorations.silent(report));
    }

    /**
     * Section 2.5: V is the set of r with x_r and F_r < F_p. "Because of this, no assignment x_r, F_r := true, c_r adds
     * r to V; hence, no new members enter V anymore after (all r: p <> r: F_p < c_r) has become true." So at most n-1
     * others come first then. Before that, V may grow.
     */
    @ParameterizedTest
    @CsvSource({"2, 3", "3, 1", "3, 2"})
    void onceAllKnowARequestTheSetOfThoseBeforeItOnlyShrinks(int processes, int requests) {
        var model = Explorations.of(new RicartAgrawala.Entry(), processes, requests);
        Invariant.StepCondition<State, Message, User> shrinks = (before, event, after) -> before.live().stream()
                .filter(p -> p.state().x() && knownToAll(p.id(), before))
                .allMatch(p -> precede(p.id(), before).containsAll(precede(p.id(), after)));
        Report report = Explorer.check(model.withInvariants(new Invariants<State, Message, User>()
                .step("V only shrinks", event -> event instanceof TraceEvent.Stepped, shrinks)
                .list()));
        assertEquals(Verdict.HOLDS, report.verdict(), report::toString);

        Invariant.StepCondition<State, Message, User> never = (before, event, after) -> before.live().stream()
                .filter(p -> p.state().x() && after.state(p.id()).x())
                .allMatch(p -> precede(p.id(), before).containsAll(precede(p.id(), after)));
        Report early = Explorer.check(model.withInvariants(new Invariants<State, Message, User>()
                .step("V never grows", event -> event instanceof TraceEvent.Stepped, never)
                .list()));
        assertEquals("V never grows", early.violated().orElseThrow().name());
    }

    /** For all r but p, F_p < c_r. */
    private static boolean knownToAll(ProcessId p, Configuration<State, Message, User> at) {
        return at.live().stream()
                .filter(r -> !r.id().equals(p))
                .allMatch(r -> at.state(p).f().orElseThrow().clock() < r.state().c());
    }

    /** V: all r with x_r and F_r < F_p; none if p has not asked. */
    private static Set<ProcessId> precede(ProcessId p, Configuration<State, Message, User> at) {
        return at.live().stream()
                .filter(r -> r.state().x()
                        && at.state(p).x()
                        && r.state().f().orElseThrow().isBefore(at.state(p).f().orElseThrow()))
                .map(Configuration.LiveProcess::id)
                .collect(Collectors.toSet());
    }

    /** Order is not needed; where links keep it, there are fewer states. */
    @ParameterizedTest
    @CsvSource({"2, 3, 431, 2"})
    void overLinksThatKeepOrderThereIsLessToExplore(int processes, int requests, long states, int overtaking) {
        Report report = Explorer.check(
                Explorations.of(new RicartAgrawala.Entry(), processes, requests).withChannels(Channels.FIFO));

        Explorations.assertHolds(report, Set.of());
        assertEquals(states, report.states());
        assertEquals(OptionalInt.of(overtaking), report.overtaking());
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 39180, 4"})
    @Tag("slow")
    void overLinksThatKeepOrderThereIsLessToExploreAtLargerSizes(
            int processes, int requests, long states, int overtaking) {
        overLinksThatKeepOrderThereIsLessToExplore(processes, requests, states, overtaking);
    }

    // --- crashes

    @ParameterizedTest
    @CsvSource({"2, 1, 1, 1, 107", "3, 1, 1, 2, 12276", "3, 1, 2, 1, 14249"})
    void theOthersGoOnAfterAnyCrash(int processes, int requests, int crashes, int quorum, long states) {
        Report report =
                Explorer.check(Explorations.crashing(new RicartAgrawala.Entry(), processes, requests, crashes, quorum));

        Explorations.assertHolds(report, Set.of());
        assertEquals(states, report.states());
        assertTrue(report.rules().get("m.0") > 0);
        assertTrue(report.rules().get("m.1") > 0);
    }

    @Tag("exhaustive")
    @Test
    void theOthersGoOnAfterAnyCrashAskingTwice() {
        Report report = Explorer.check(Explorations.crashing(new RicartAgrawala.Entry(), 3, 2, 1, 2));

        Explorations.assertHolds(report, Set.of());
        assertEquals(195988, report.states());
    }

    /** Two of three have crashed where a quorum is two: who waits waits forever, and nothing else goes wrong. */
    @Test
    void withoutAQuorumNothingIsGranted() {
        Report report = Explorer.of(Explorations.crashing(new RicartAgrawala.Entry(), 3, 1, 2, 2), Limits.WIDE)
                .explore()
                .report(false);

        assertEquals(Scenario.NO_DEADLOCK, Explorations.violated(report).name());
    }

    // --- what the print leaves open

    /** {@code F_p <= F_q} for {@code F_p < F_q} is harmless as long as F is a pair: it is the same program. */
    @Test
    void betweenPairsLessOrEqualIsLess() {
        var model = Explorations.of(new RicartAgrawala.Entry(), 2, 2);
        Mutation<State, Message, Input, Output> lessOrEqual =
                RicartAgrawalaChecks.guard((q, f) -> !q.x() || f.compareTo(q.f().orElseThrow()) <= 0);
        Report report = Explorer.check(
                model.withProtocol(lessOrEqual.of(new RicartAgrawala(Start.of(2, 0), RicartAgrawala.Form.EMPTY))));

        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(Explorer.check(model).states(), report.states());
    }

    /**
     * With c_p left as it is when F_p is taken from it, as printed, exclusion and progress hold; but the others may
     * come first as often as they ask before a request arrives, where otherwise it is at most twice, and a fence is
     * used again.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void withTheClockLeftAsItIsThereIsNoBoundOnOvertaking(int requests) {
        var model = Unfenced.of(
                Explorations.of(new RicartAgrawala.Entry(), 2, requests),
                List.of(MutexInvariants.<RicartAgrawala.State, RicartAgrawala.Message>mutualExclusion()));
        Report right = Explorer.check(model);
        Report printed = Explorer.check(model.withProtocol(new RicartAgrawala.Entry()
                .checks()
                .variants(Start.of(2, 0))
                .get(10)
                .protocol()));

        assertEquals(Verdict.HOLDS, right.verdict());
        assertEquals(OptionalInt.of(Math.min(requests, 2)), right.overtaking());
        assertEquals(Verdict.HOLDS, printed.verdict());
        assertEquals(OptionalInt.of(requests), printed.overtaking());
    }

    /** Whether F is compared by the name first or c_q is not raised: both are critical. */
    @ParameterizedTest
    @CsvSource({"0, 2, 6", "2, 2, 6", "3, 2, 6", "7, 2, 6", "8, 2, 6", "9, 3, 16"})
    void theseReadingsBreakExclusion(int variant, int processes, int steps) {
        var model = Unfenced.of(
                Explorations.of(new RicartAgrawala.Entry(), processes, 1),
                List.of(MutexInvariants.<RicartAgrawala.State, RicartAgrawala.Message>mutualExclusion()));
        Property broken = Explorations.violated(Explorer.of(
                        model.withProtocol(new RicartAgrawala.Entry()
                                .checks()
                                .variants(Start.of(processes, 0))
                                .get(variant)
                                .protocol()),
                        Limits.WIDE)
                .explore()
                .report(false));

        assertEquals(MutexInvariants.MUTUAL_EXCLUSION, broken.name());
        assertEquals(steps, broken.trace().size());
    }
}
