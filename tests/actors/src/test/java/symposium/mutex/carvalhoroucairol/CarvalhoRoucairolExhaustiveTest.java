package symposium.mutex.carvalhoroucairol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
import symposium.kernel.Sorted;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.Explorations;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Departure;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Message;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.State;

/**
 * Every interleaving over links that keep no order, with crashes at any moment, of which all others are told at any
 * later moment.
 */
class CarvalhoRoucairolExhaustiveTest {

    private static final Set<String> NEED_AN_OTHER = Set.of(
            "two processes share one permission: one of them holds it, or it is in transit between them",
            "who waits and lacks a permission has asked for it once: the request is in transit or deferred, or the reply is in transit",
            "who holds a permission, or does not want it, does not ask for it",
            "a request is that of a process that waits, under its present timestamp",
            "a request is deferred by a process that is critical, or waits with an earlier one, and whose clock is beyond it",
            Scenario.NO_STARVATION);

    private static final Set<String> OF_DEPARTURES =
            Set.of("m.0", "m.1", "m.2", "m.3", "m.4", "m.5", "m.6", "m.7", "m.8");

    /**
     * There is no bound on overtaking: who holds all permissions enters as often as it likes before a request arrives.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 3, 0",
        "1, 2, 5, 0",
        "2, 1, 21, 1",
        "2, 2, 87, 2",
        "2, 3, 289, 3",
        "2, 4, 841, 4",
        "3, 1, 537, 2",
        "3, 2, 10943, 4"
    })
    void everyPropertyHoldsAndWasPutToTheTest(int processes, int requests, long states, int overtaking) {
        check(processes, requests, states, overtaking);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"3, 3, 137646, 6", "4, 1, 70727, 3"})
    void everyPropertyHoldsWithMore(int processes, int requests, long states, int overtaking) {
        check(processes, requests, states, overtaking);
    }

    private static void check(int processes, int requests, long states, int overtaking) {
        Report report = Explorer.check(Explorations.of(new CarvalhoRoucairol.Entry(), processes, requests));

        Explorations.assertHolds(report, processes == 1 ? NEED_AN_OTHER : Set.of());
        assertEquals(states, report.states());
        assertEquals(OptionalInt.of(overtaking), report.overtaking());
        Set<String> silent = new CarvalhoRoucairol.Entry()
                .unreachableRules(processes).stream().map(Rule::label).collect(Collectors.toCollection(TreeSet::new));
        silent.addAll(OF_DEPARTURES);
        assertEquals(silent, Explorations.silent(report));
    }

    @Test
    void overLinksThatKeepOrderThereIsLessToExplore() {
        Report report = Explorer.check(
                Explorations.of(new CarvalhoRoucairol.Entry(), 3, 2).withChannels(Channels.FIFO));

        Explorations.assertHolds(report, Set.of());
        assertEquals(8019, report.states());
        assertEquals(OptionalInt.of(4), report.overtaking());
    }

    // --- crashes

    @ParameterizedTest
    @CsvSource({"2, 2, 1, 1, 314", "3, 1, 1, 2, 24182", "3, 1, 2, 1, 35292"})
    void theOthersGoOnAfterAnyCrash(int processes, int requests, int crashes, int quorum, long states) {
        Report report = Explorer.check(
                Explorations.crashing(new CarvalhoRoucairol.Entry(), processes, requests, crashes, quorum));

        Explorations.assertHolds(report, Set.of());
        assertEquals(states, report.states());
        assertTrue(report.rules().get("m.0") > 0);
        assertTrue(processes == 2 || report.rules().get("m.5") > 0);
        assertTrue(crashes == 1 && processes == 3 || report.rules().get("m.1") > 0);
    }

    @Tag("exhaustive")
    @Test
    void theOthersGoOnAfterAnyCrashAskingTwice() {
        Report report = Explorer.check(Explorations.crashing(new CarvalhoRoucairol.Entry(), 3, 2, 1, 2));

        Explorations.assertHolds(report, Set.of());
        assertEquals(559402, report.states());
    }

    /** Two of three have crashed where a quorum is two: who waits waits forever, and nothing else goes wrong. */
    @Test
    void withoutAQuorumNothingIsGranted() {
        Report report = Explorer.of(Explorations.crashing(new CarvalhoRoucairol.Entry(), 3, 1, 2, 2), Limits.WIDE)
                .explore()
                .report(false);

        assertEquals(Scenario.NO_DEADLOCK, Explorations.violated(report).name());
    }

    /**
     * A generation that no process has noted will not do: 0 hears that 2 has crashed, enters, and crashes; 1, which
     * holds 2's permission and has heard of 0's crash alone, would enter under the same fence.
     */
    @Test
    void aGenerationIsNotUsedBeforeAllProcessesHaveNotedIt() {
        Mutation<State, Message, Input, Output> waitsForNone =
                Mutation.next(p -> p.withFences(p.fences().withUnconfirmed(Sorted.set())));
        Report report = Explorer.of(
                        Explorations.crashing(new CarvalhoRoucairol.Entry(), 3, 1, 2, 1)
                                .withProtocol(waitsForNone.of(
                                        new CarvalhoRoucairol(Start.of(3, 0).withQuorum(1)))),
                        Limits.WIDE)
                .explore()
                .report(false);

        Property broken = Explorations.violated(report);
        assertEquals(MutualExclusion.FENCES_GROW, broken.name());
        assertEquals(6, broken.trace().size(), broken.trace().toString());
    }

    // --- false departures

    private static Model<State, Message, User, Input, Output> deceived(int requests) {
        CarvalhoRoucairol.Entry entry = new CarvalhoRoucairol.Entry();
        return Explorations.of(entry, 3, requests)
                .withFaults(FaultBudget.NONE.withFalseDepartures(1))
                .promisedUnderFalseDeparture(entry);
    }

    /**
     * Where only the notified process takes another for departed, both get the permission of the third, which carries
     * the new generation to the other.
     */
    @Test
    void aDepartureThatIsNotSpreadIsSeen() {
        Mutation<State, Message, Input, Output> namesNobody = Mutation.misreading((p, message) ->
                message instanceof Departure departure ? new Departure(departure.generation(), Sorted.set()) : message);
        Report report = Explorer.check(deceived(2).withProtocol(namesNobody.of(new CarvalhoRoucairol(Start.of(3, 0)))));

        Property violated = report.violated().orElseThrow();
        assertEquals(MutualExclusion.ONE_PER_GENERATION, violated.name());
        assertEquals(18, violated.trace().size());
    }

    @Tag("exhaustive")
    @Test
    void ofEachGenerationOneIsInsideAskingTwice() {
        Report report = Explorer.check(deceived(2));

        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(1236121, report.states());
    }
}
