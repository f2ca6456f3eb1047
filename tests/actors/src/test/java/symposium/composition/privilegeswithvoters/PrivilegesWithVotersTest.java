package symposium.composition.privilegeswithvoters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static symposium.membership.VoterAgreement.Input.ENTER;
import static symposium.membership.VoterAgreement.Input.REMOVE;
import static symposium.membership.VoterAgreement.Input.RETIRE;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters.Message;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters.State;
import symposium.composition.privilegeswithvoters.SharingWithVoters.Input;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.membership.VoterAgreement;

/** The voters change while resources are taken, whatever else happens. */
@Tag("fast")
class PrivilegesWithVotersTest {

    /** Each user takes the resource, or asks for one of these changes. */
    private static Model<State, Message, User, Input, Grant> model(int processes, VoterAgreement.Input... changes) {
        PrivilegesWithVoters.Entry algorithm = new PrivilegesWithVoters.Entry(Set.of(changes));
        return Model.of(algorithm, Start.of(processes, 0)).withRequests(1);
    }

    /** No user counts as waiting, for a majority may be lost for good; live processes may be taken for departed. */
    private static Model<State, Message, User, Input, Grant> safe(Model<State, Message, User, Input, Grant> model) {
        PrivilegesWithVoters.Entry algorithm = new PrivilegesWithVoters.Entry();
        return model.withProblem(ProblemDecorator.patient(model.problem().underSuspicion()))
                .withInvariants(algorithm.invariantsUnderSuspicion());
    }

    private static void holds(long states, Model<?, ?, ?, ?, ?> model) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict(), report.toString());
        assertEquals(states, report.states());
    }

    private static Set<ProcessId> processes(int... numbers) {
        return Arrays.stream(numbers).mapToObj(ProcessId::of).collect(Collectors.toSet());
    }

    @Test
    void everyUserIsGrantedWhileVotersRetire() {
        holds(26, model(2));
        holds(194, model(2, RETIRE));
    }

    @Test
    void everyUserIsGrantedWhileAVoterEnters() {
        holds(212, joining(2, ENTER));
        holds(3287, joining(2, ENTER).withRequests(2));
    }

    @Test
    @Tag("slow")
    void everyUserIsGrantedWhileAVoterEntersBesideThree() {
        holds(248404, joining(3, ENTER).withInitiators(processes(0, 2)));
    }

    @Test
    void everyUserIsGrantedOverALinkThatFailsAndRecovers() {
        holds(
                3810,
                model(2, RETIRE).withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1)));
    }

    @Test
    void aVoterThatCrashesIsRemoved() {
        FaultBudget crash = FaultBudget.NONE.withCrashes(1);
        holds(620, safe(model(2, RETIRE, REMOVE).withFaults(crash)));
        holds(3229, safe(model(3, REMOVE).withFaults(crash)).withInitiators(processes(0, 2)));
    }

    @Test
    void aVoterThatIsTakenForDepartedIsRemoved() {
        FaultBudget suspicion = FaultBudget.NONE.withFalseDepartures(1);
        holds(641, safe(model(2, RETIRE, REMOVE).withFaults(suspicion)));
        holds(11561, safe(model(3, REMOVE).withFaults(suspicion)).withInitiators(processes(0, 2)));
    }

    @Test
    void aMajorityGoesOnInAPartition() {
        holds(
                2959,
                safe(model(3, REMOVE).withFaults(FaultBudget.NONE.withPartition(processes(2))))
                        .withInitiators(processes(0, 2)));
    }

    @Test
    void aVoterComesBackAsAnother() {
        holds(149, safe(back(2)).withInitiators(Set.of(ProcessId.of(0), new ProcessId(1, 1))));
    }

    @Test
    @Tag("exhaustive")
    void oneOfThreeComesBackAsAnother() {
        Set<ProcessId> asking = Set.of(ProcessId.of(0), new ProcessId(2, 1));
        holds(3256034, safe(back(3)).withInitiators(asking));
        FaultBudget partition = back(3).faults().withPartition(processes(2));
        holds(6512851, safe(back(3).withFaults(partition)).withInitiators(asking));
    }

    @Test
    @Tag("exhaustive")
    void everyUserOfThreeIsGrantedWhileVotersRetire() {
        holds(227514, model(3, RETIRE).withInitiators(processes(0, 1)));
    }

    @Test
    void everyFaultIsFound() {
        Map<String, String> found = new TreeMap<>();
        PrivilegesWithVoters.Entry algorithm = new PrivilegesWithVoters.Entry();
        for (Variant<State, Message, Input, Grant> variant : algorithm.checks().variants(Start.of(3, 0))) {
            found.put(
                    variant.name(),
                    Counterexamples.of(Model.of(algorithm, variant.scenario().orElseThrow())
                            .withProtocol(variant.protocol())));
        }
        assertEquals(
                Map.of(
                        "grants without a majority",
                        PrivilegesWithVotersChecks.MAJORITY + " in 3",
                        "counts before hello",
                        PrivilegesWithVotersChecks.MAJORITY + " in 8",
                        "heard counts by the next voters at once",
                        VoterAgreement.AGREEMENT + " in 5"),
                found);
    }

    /** Two that take each other for departed take the resource under the same fence. */
    @Test
    void withoutAMajorityTwoTakeTheSameInOneGeneration() {
        PrivilegesWithVoters.Entry algorithm = new PrivilegesWithVoters.Entry(Set.of());
        Model<State, Message, User, Input, Grant> model =
                safe(model(2).withFaults(FaultBudget.NONE.withFalseDepartures(2)));
        Model<State, Message, User, Input, Grant> others = model.withInvariants(model.invariants().stream()
                .filter(each -> !each.name().equals(PrivilegesWithVotersChecks.MAJORITY))
                .toList());
        holds(100, others);
        assertEquals(
                ResourceSharing.FENCES_GROW_WITHIN_GENERATION + " in 6",
                Counterexamples.of(others.withProtocol(
                        algorithm.checks().variants(Start.of(2, 0)).get(0).protocol())));
    }

    /** The last process joins. */
    private static Model<State, Message, User, Input, Grant> joining(int processes, VoterAgreement.Input... changes) {
        SortedSet<ProcessId> founders = Start.of(processes - 1, 0).processes();
        return model(processes, changes)
                .withProtocol(new PrivilegesWithVoters(founders, 1))
                .withArriving(Set.of(ProcessId.of(processes - 1)))
                .withFaults(FaultBudget.NONE.withJoins(1));
    }

    /** The last process may crash, and return as another. */
    private static Model<State, Message, User, Input, Grant> back(int processes) {
        SortedSet<ProcessId> founders = Start.of(processes, 0).processes();
        ProcessId again = new ProcessId(processes - 1, 1);
        return model(processes, VoterAgreement.Input.ENTER, VoterAgreement.Input.REMOVE)
                .withProtocol(new PrivilegesWithVoters(founders, 1))
                .among(new TreeSet<>(Sorted.with(founders, again)))
                .withArriving(Set.of(again))
                .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1));
    }
}
