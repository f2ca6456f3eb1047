package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;

/**
 * A partition that heals: the process that was cut off ends, and joins as another incarnation, while the others go on.
 * It may also be that only some take it for departed.
 */
@Tag("fast")
class PrivilegesHealingTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P2 = ProcessId.of(2);
    private static final ProcessId P2_AGAIN = new ProcessId(2, 1);

    private static final Privileges.Entry ONE =
            new Privileges.Entry(new ResourceSharing(List.of(Choice.exclusively(Set.of("a"))), 1, false));

    private static final FaultBudget PARTITION = FaultBudget.NONE.withPartition(Set.of(P2));

    /** Three who start cut off; the last may end, and come back. */
    private static Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> comingBack(
            Privileges.Entry algorithm, FaultBudget faults) {
        Start start = Start.of(3, 0).withQuorum(2);
        return Model.of(algorithm, start)
                .withProtocol(algorithm.withDynamicMembership(start, 0))
                .withRequests(1)
                .startingCutOff()
                .among(new TreeSet<>(Set.of(P0, ProcessId.of(1), P2, P2_AGAIN)))
                .withArriving(Set.of(P2_AGAIN))
                .withProblem(ProblemDecorator.patient(algorithm.problem().underSuspicion()))
                .withInvariants(algorithm.invariantsUnderSuspicion())
                .withFaults(faults.withCrashes(1).withJoins(1));
    }

    private static void holds(
            long states, Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> model, PrivilegeRule... fired) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(states, report.states());
        for (PrivilegeRule rule : fired) {
            assertTrue(report.rules().getOrDefault(rule.label(), 0L) > 0, rule + " never fires");
        }
    }

    @Test
    void aProcessThatWasCutOffComesBackAsAnother() {
        holds(
                322846,
                comingBack(ONE, PARTITION).withInitiators(Set.of(P2, P2_AGAIN)),
                PrivilegeRule.LOST,
                PrivilegeRule.VIEW);
    }

    @Test
    @Tag("exhaustive")
    void alsoWhileAnotherAsks() {
        holds(
                1778299,
                comingBack(ONE, PARTITION).withInitiators(Set.of(P0, P2, P2_AGAIN)),
                PrivilegeRule.LOST,
                PrivilegeRule.VIEW);
    }

    @Test
    @Tag("exhaustive")
    void aProcessThatIsTakenForDepartedComesBackAsAnother() {
        holds(
                14837889,
                comingBack(ONE, FaultBudget.NONE.withFalseDepartures(1)).withInitiators(Set.of(P0, P2_AGAIN)),
                PrivilegeRule.VIEW);
    }

    @Test
    @Tag("exhaustive")
    void alsoInModesThatAreShared() {
        holds(
                884960,
                comingBack(new PrivilegeEntries.Shared(), PARTITION).withInitiators(Set.of(P2, P2_AGAIN)),
                PrivilegeRule.LOST,
                PrivilegeRule.VIEW);
        holds(
                959723,
                comingBack(new PrivilegeEntries.Permits(), PARTITION).withInitiators(Set.of(P2, P2_AGAIN)),
                PrivilegeRule.LOST,
                PrivilegeRule.VIEW);
    }
}
