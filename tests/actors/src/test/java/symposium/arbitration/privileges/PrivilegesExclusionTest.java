package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;

/**
 * A live process is taken for departed by one process, which tells the third: the membership says nothing to that, nor
 * to the process itself. All its requests are answered.
 */
@Tag("fast")
class PrivilegesExclusionTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P2 = ProcessId.of(2);
    private static final String NOBODY_WAITS = "when all is quiet and nothing is taken, no user waits";
    private static final Privileges.Entry ONE = new Privileges.Entry(new ResourceSharing(List.of(Set.of("a")), 1));

    private static Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> suspecting(
            FaultBudget faults, Set<ProcessId> asking) {
        List<Invariant<PrivilegeState, PrivilegeMessage, User>> invariants =
                new ArrayList<>(ONE.invariantsUnderSuspicion());
        invariants.addAll(new Invariants<PrivilegeState, PrivilegeMessage, User>()
                .whole(
                        NOBODY_WAITS,
                        all -> quiet(all)
                                && all.states().anyMatch(p -> !p.departed().isEmpty()),
                        all -> users(all).noneMatch(User::waits))
                .list());
        return Model.of(ONE, Start.of(3, 0).withQuorum(2))
                .withRequests(1)
                .withInitiators(asking)
                .withProblem(ONE.problem().underSuspicion())
                .withInvariants(invariants)
                .withFaults(faults);
    }

    /** Nothing is in transit, all links are up, and no user has anything to give back. */
    private static boolean quiet(Configuration<PrivilegeState, PrivilegeMessage, User> all) {
        return all.quiet()
                && all.states().allMatch(p -> p.excluded() || p.open())
                && users(all).noneMatch(User::has);
    }

    private static Stream<User> users(Configuration<PrivilegeState, PrivilegeMessage, User> all) {
        return all.live().stream().map(each -> each.user());
    }

    private static void holds(long states, Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> model) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict(), () -> report.violated().toString());
        assertTrue(
                report.rules().getOrDefault(PrivilegeRule.LOST.label(), 0L) > 0,
                "no process that has taken is excluded");
        assertEquals(states, report.states());
    }

    @Test
    void aProcessIsNotifiedWhenOthersTakeItForDeparted() {
        holds(5678, suspecting(FaultBudget.NONE.withFalseDepartures(1), Set.of(P0, P2)));
    }

    @Test
    void itWaitsForeverIfItIsNotNotified() {
        assertEquals(
                NOBODY_WAITS + " in 6",
                Counterexamples.of(
                        suspecting(FaultBudget.NONE.withFalseDepartures(1), Set.of(P0, P2))
                                .withProtocol(new Privileges(
                                        2,
                                        1,
                                        new Sessions(new Parts(Parts.MOST), Backups::new),
                                        sessions -> new Views(sessions) {
                                            @Override
                                            SortedSet<ProcessId> toldOf(PrivilegeState before, PrivilegeState p) {
                                                return Sorted.set();
                                            }
                                        })),
                        Limits.WIDE));
    }
}
