package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
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
import symposium.kernel.InvariantViolation;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.problem.Start;

/**
 * A session is lost while its user may be far away. A link between two of three fails, and all three are the quorum.
 * One end may have what the third process waits for.
 */
class PrivilegesLossTest {

    /** The seed of a run that finds it. */
    private static final long FINDS = 3_971;

    /** Users who take a resource shared or exclusively. */
    private static final Privileges.Entry SHARED =
            new Privileges.Entry(new ResourceSharing(List.of(takes(Mode.SHARED), takes(Mode.EXCLUSIVE)), 1, false));

    private static Choice takes(Mode mode) {
        return new Choice(Sorted.with(Sorted.map(), "a", mode), true);
    }

    private static Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> model() {
        return Model.of(SHARED, Start.of(3, 0).withQuorum(3))
                .withRequests(1)
                .withProblem(ProblemDecorator.patient(SHARED.problem()))
                .withFaults(FaultBudget.NONE.withLinkFailures(1));
    }

    @Test
    @Tag("slow")
    void nobodyTakesItInTheGenerationThatItsUserKnows() {
        Report report = Explorer.of(model(), Limits.WIDE).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict(), () -> report.violated().toString());
        assertEquals(776815, report.states());
    }

    /** Whoever waits for it takes it in the old view, in which the user still counts on it. */
    @Test
    void itsEndMustNotBeToldBeforeTheNextView() {
        Report report = Explorer.check(model().withProtocol(telling(3)));
        assertEquals(ResourceSharing.BELIEVED, report.violated().orElseThrow().name());
    }

    /** Also of four processes with many names. */
    @Test
    void aSeedFindsThatToo() {
        InvariantViolation found = assertThrows(
                InvariantViolation.class, () -> new SeededRun(FINDS, SeededRun::anyClaims, (time, event) -> {})
                        .run(start -> telling(start.quorum())));
        assertEquals(ResourceSharing.BELIEVED, found.invariant());
    }

    private static Privileges telling(int quorum) {
        Sessions telling = new Sessions(new Parts(Parts.MOST), Backups::new) {
            @Override
            boolean lose(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
                PrivilegeState before = step.state();
                boolean lost = super.lose(step);
                before.tabled().keySet().stream()
                        .filter(fence -> !step.state().tabled().containsKey(fence))
                        .forEach(fence -> tellEnd(fence, before, step));
                return lost;
            }
        };
        return new Privileges(quorum, PrivilegeChecks.FIRST, telling, Views::new);
    }
}
