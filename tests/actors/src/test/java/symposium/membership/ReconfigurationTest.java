package symposium.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.membership.Reconfiguration.Message;
import symposium.membership.Reconfiguration.State;
import symposium.membership.VoterAgreement.Input;
import symposium.membership.VoterAgreement.Output;
import symposium.membership.VoterAgreement.User;

/** The voters change, and two quorums share a process, whatever happens meanwhile. */
@Tag("fast")
class ReconfigurationTest {

    /** The first {@code voters} of the processes are voters at first; the users of the first {@code asking} ask. */
    private static Model<State, Message, User, Input, Output> model(int processes, int voters, int asking) {
        SortedSet<ProcessId> first = Start.of(voters, 0).processes();
        SortedSet<ProcessId> everyone = Start.of(processes, 0).processes();
        return Model.of(new Reconfiguration.Entry(), Start.of(processes, 0))
                .withProtocol(new Reconfiguration(first))
                .withRequests(1)
                .withInitiators(Start.of(asking, 0).processes())
                .withArriving(Sorted.without(everyone, first));
    }

    /** Process 0 crashes once and returns as another, which may enter. */
    private static Model<State, Message, User, Input, Output> restarting(int processes, int crashes) {
        SortedSet<ProcessId> first = Start.of(processes, 0).processes();
        ProcessId again = new ProcessId(0, 1);
        return Model.of(new Reconfiguration.Entry(), Start.of(processes, 0))
                .among(new TreeSet<>(Sorted.with(first, again)))
                .withArriving(Set.of(again))
                .withRequests(1)
                .withInitiators(Set.of(again, ProcessId.of(1)))
                .withFaults(FaultBudget.NONE.withCrashes(crashes).withJoins(1));
    }

    private static void holds(Model<?, ?, ?, ?, ?> model, long states) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Optional.empty(), report.violated(), report.toString());
        assertTrue(report.complete());
        assertEquals(states, report.states());
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2, 2, 0, 0, 0, 149",
        "3, 3, 1, 0, 0, 0, 632",
        "3, 3, 1, 1, 0, 0, 2834",
        "3, 3, 1, 0, 1, 0, 20777",
        "3, 3, 1, 0, 0, 1, 4006",
    })
    void quorumsShareAProcess(
            int processes, int voters, int asking, int crashes, int failures, int falseDepartures, long states) {
        holds(faulty(processes, voters, asking, crashes, failures, falseDepartures), states);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"3, 3, 2, 0, 0, 0, 319865"})
    void moreQuorumsShareAProcess(
            int processes, int voters, int asking, int crashes, int failures, int falseDepartures, long states) {
        holds(faulty(processes, voters, asking, crashes, failures, falseDepartures), states);
    }

    private static Model<?, ?, ?, ?, ?> faulty(
            int processes, int voters, int asking, int crashes, int failures, int falseDepartures) {
        return model(processes, voters, asking)
                .withFaults(FaultBudget.NONE
                        .withCrashes(crashes)
                        .withLinkFailures(failures)
                        .withLinkRecoveries(failures)
                        .withFalseDepartures(falseDepartures));
    }

    /** The last process joins, and enters. */
    @ParameterizedTest
    @CsvSource({"2, 16", "3, 100"})
    void aProcessEnters(int processes, long states) {
        enters(processes, states);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"4, 54415"})
    void aFourthProcessEnters(int processes, long states) {
        enters(processes, states);
    }

    private static void enters(int processes, long states) {
        holds(
                model(processes, processes - 1, processes)
                        .withInitiators(Set.of(ProcessId.of(processes - 1)))
                        .withFaults(FaultBudget.NONE.withJoins(1)),
                states);
    }

    /** One side of a partition takes the other for departed, and removes it. */
    @Test
    void aMajorityRemovesTheOthers() {
        holds(model(3, 3, 1).withFaults(FaultBudget.NONE.withPartition(Set.of(ProcessId.of(2)))), 1802);
    }

    @Test
    void aProcessReturnsAsAnotherAndEnters() {
        holds(restarting(3, 1), 25524);
    }

    /** It crashes again while it enters. */
    @Test
    void aProcessReturnsAndCrashesAgain() {
        holds(restarting(3, 2), 77962);
    }

    @Test
    @Tag("exhaustive")
    void everyFaultIsFound() {
        Map<String, String> found = new TreeMap<>();
        Reconfiguration.Entry entry = new Reconfiguration.Entry();
        int variants = entry.checks().variants(Start.of(3, 0)).size();
        for (int number = 0; number < variants; number++) {
            Optional<Scenario> scenario =
                    entry.checks().variants(Start.of(3, 0)).get(number).scenario();
            Start start = scenario.map(Scenario::start).orElse(Start.of(3, 0));
            Variant<State, Message, Input, Output> variant =
                    entry.checks().variants(start).get(number);
            Model<State, Message, User, Input, Output> model =
                    scenario.map(it -> Model.of(entry, it)).orElseGet(ReconfigurationTest::suspecting);
            found.put(variant.name(), Counterexamples.of(model.withProtocol(variant.protocol())));
        }
        assertEquals(
                Map.of(
                        "a change keeps voters that have departed",
                        ReconfigurationChecks.REMAIN + " in 3",
                        "one voter is enough",
                        VoterAgreement.AGREEMENT + " in 19",
                        "accepts a lower ballot than promised",
                        VoterAgreement.AGREEMENT + " in 32",
                        "heard counts by the next voters at once",
                        ReconfigurationChecks.COUNTED + " in 6",
                        "accept votes before the others know",
                        ReconfigurationChecks.COUNTED + " in 11"),
                found);
    }

    /** One of the same faults, which is found soon. */
    @Test
    void aVoterCountsByTheFormerVotersToo() {
        List<Variant<State, Message, Input, Output>> variants = new Reconfiguration.Entry()
                .checks().variants(Start.of(3, 0)).stream()
                        .filter(each -> each.name().startsWith("heard"))
                        .toList();
        assertEquals(1, variants.size());
        assertEquals(
                ReconfigurationChecks.COUNTED + " in 6",
                Counterexamples.of(Model.of(
                                new Reconfiguration.Entry(),
                                variants.get(0).scenario().orElseThrow())
                        .withProtocol(variants.get(0).protocol())));
    }

    /** A link between two of three fails, and one of its ends may take the other for departed. */
    private static Model<State, Message, User, Input, Output> suspecting() {
        return model(3, 3, 1).withFaults(FaultBudget.NONE.withLinkFailures(1).withFalseDepartures(1));
    }

    @Test
    @Tag("exhaustive")
    void aProcessIsRemovedThatAnotherReaches() {
        holds(suspecting(), 79693);
    }
}
