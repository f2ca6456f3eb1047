package symposium.mutex.lamport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.Golden;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.Rule;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Scenario;
import symposium.mutex.Explorations;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.Refutations;
import symposium.mutex.Refutations.Refutation;
import symposium.mutex.Unfenced;

/**
 * Every interleaving over links that keep order, with crashes at any moment; and what happens over links that do not.
 */
class LamportExhaustiveTest {

    private static final Set<String> NEED_AN_OTHER = Set.of(
            "the messages in transit over a link are stamped in the order of sending",
            "the queue is replicated: once all messages in transit have arrived, q's queue holds of p what p's does",
            "when p is critical its request is the least in every queue, but for requests whose release is in transit",
            "when p is critical no process asks, or has asked without p knowing, with an earlier timestamp",
            Scenario.NO_STARVATION);

    private static final Set<String> OF_DEPARTURES = Set.of("m.0", "m.0+5", "m.1", "m.2", "m.3");

    @ParameterizedTest
    @CsvSource({
        "1, 1, 3, 0",
        "1, 2, 5, 0",
        "2, 1, 75, 1",
        "2, 2, 1146, 1",
        "2, 3, 6620, 2",
        "2, 4, 21275, 2",
        "2, 5, 50282, 2"
    })
    void everyPropertyHoldsAndWasPutToTheTest(int processes, int requests, long states, int overtaking) {
        Report report = Explorer.check(Explorations.of(new Lamport.Entry(), processes, requests));

        Explorations.assertHolds(report, processes == 1 ? NEED_AN_OTHER : Set.of());
        assertEquals(states, report.states());
        assertEquals(OptionalInt.of(overtaking), report.overtaking());
        Set<String> silent = new Lamport.Entry()
                .unreachableRules(processes).stream().map(Rule::label).collect(Collectors.toCollection(TreeSet::new));
        silent.addAll(OF_DEPARTURES);
        assertEquals(silent, Explorations.silent(report));
    }

    @ParameterizedTest
    @CsvSource({"3, 1, 84594, 2"})
    @Tag("slow")
    void everyPropertyHoldsAndWasPutToTheTestAtLargerSizes(int processes, int requests, long states, int overtaking) {
        everyPropertyHoldsAndWasPutToTheTest(processes, requests, states, overtaking);
    }

    // --- crashes

    @ParameterizedTest
    @CsvSource({"2, 1, 1, 1, 232", "2, 2, 1, 1, 2559"})
    void ifAnyOfTwoProcessesCrashesTheOtherGoesOn(int processes, int requests, int crashes, int quorum, long states) {
        crash(processes, requests, crashes, quorum, states);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"3, 1, 1, 2, 301981", "3, 1, 2, 1, 339923"})
    void ifAnyOfThreeProcessesCrashesTheOthersGoOn(int processes, int requests, int crashes, int quorum, long states) {
        crash(processes, requests, crashes, quorum, states);
    }

    private static void crash(int processes, int requests, int crashes, int quorum, long states) {
        Report report =
                Explorer.check(Explorations.crashing(new Lamport.Entry(), processes, requests, crashes, quorum));

        Explorations.assertHolds(report, Set.of());
        assertEquals(states, report.states());
        assertTrue(report.rules().get("m.0") > 0);
        assertTrue(report.rules().get("m.0+5") > 0);
    }

    /** One of two has crashed where a quorum is two: who waits waits forever, and nothing else goes wrong. */
    @Test
    void withoutAQuorumNothingIsGranted() {
        Report report = Explorer.of(Explorations.crashing(new Lamport.Entry(), 2, 1, 1, 2), Limits.WIDE)
                .explore()
                .report(false);

        assertEquals(Scenario.NO_DEADLOCK, Explorations.violated(report).name());
    }

    // --- links that do not keep order

    /** An acknowledgement overtakes a request: two processes that ask once. */
    @Test
    void overLinksThatDoNotKeepOrderTwoAreCritical() throws IOException {
        Property broken = withoutOrder(2, 1, List.of(MutexInvariants.mutualExclusion()));

        assertEquals(MutexInvariants.MUTUAL_EXCLUSION, broken.name());
        assertEquals(4, broken.trace().size());
        Golden.assertKept(
                "symposium/mutex/lamport/unordered-exclusion.txt",
                Refutations.told(List.of(new Refutation("links keep no order", "2 processes", broken))));
    }

    /**
     * A release overtakes its request, which then stays on the queue forever: two processes, of which one asks twice.
     */
    @Test
    void overUnorderedLinksAProcessWaitsForever() throws IOException {
        Property broken = withoutOrder(2, 2, List.of());

        assertEquals(Scenario.NO_DEADLOCK, broken.name());
        Golden.assertKept(
                "symposium/mutex/lamport/unordered-progress.txt",
                Refutations.told(List.of(new Refutation("links keep no order", "2 processes", broken))));
    }

    private static Property withoutOrder(
            int processes, int requests, List<Invariant<Lamport.State, Lamport.Message, User>> invariants) {
        return Explorations.violated(Explorer.of(
                        Unfenced.of(
                                Explorations.of(new Lamport.Entry(), processes, requests)
                                        .withChannels(Channels.UNORDERED),
                                invariants),
                        Limits.WIDE)
                .explore()
                .report(true));
    }
}
