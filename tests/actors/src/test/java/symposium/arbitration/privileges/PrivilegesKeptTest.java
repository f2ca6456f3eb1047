package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.privileges.PrivilegeState.Keeping;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/** Sessions that outlive their process, under the faults of a cluster. */
class PrivilegesKeptTest {

    private static final Privileges.Entry KEPT = new PrivilegeEntries.Kept();

    /** Permits of one resource, and both. */
    private static final Privileges.Entry PERMITS =
            new PrivilegeEntries.Kept(new ResourceSharing(List.of(permits(1), permits(2)), 1, false), Parts.MOST);

    /** Two resources, in a part each, and both. */
    private static final Privileges.Entry TWO =
            new PrivilegeEntries.Kept(new ResourceSharing(List.of(Set.of("a"), Set.of("a", "b")), 1), Parts.MOST);

    private static final Set<ProcessId> FIRST_TWO = Set.of(ProcessId.of(0), ProcessId.of(1));

    private static Choice permits(int units) {
        return new Choice(Sorted.with(Sorted.map(), "a", Mode.permits(units, 2)), true);
    }

    private static Model<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> model(
            Privileges.Entry algorithm, Start start, int requests, FaultBudget faults) {
        return Model.of(algorithm, start).withRequests(requests).withFaults(faults);
    }

    private static void holds(long states, Model<?, ?, ?, ?, ?> model) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict(), () -> report.violated().toString());
        assertEquals(states, report.states());
    }

    @Test
    void whileNobodyDepartsABackupChangesNothing() {
        holds(1189, model(KEPT, Start.of(2, 0), 2, FaultBudget.NONE));
        holds(23525, model(KEPT, Start.of(3, 0), 1, FaultBudget.NONE));
    }

    /** What its process has taken is taken over before anybody that waits for it. */
    @Test
    void whatACrashedProcessHadIsTakenOver() {
        FaultBudget crash = FaultBudget.NONE.withCrashes(1);
        holds(374, model(KEPT, Start.of(2, 0).withQuorum(1), 1, crash));
        holds(43320, model(TWO, Start.of(3, 0), 1, crash).withInitiators(FIRST_TWO));
    }

    @Test
    @Tag("slow")
    void soItIsWithMoreRequestsPermitsAndCrashes() {
        FaultBudget crash = FaultBudget.NONE.withCrashes(1);
        holds(251242, model(KEPT, Start.of(3, 0), 1, crash));
        holds(90494, model(PERMITS, Start.of(3, 0), 1, crash).withInitiators(FIRST_TWO));
        holds(332957, model(KEPT, Start.of(3, 0).withQuorum(1), 1, FaultBudget.NONE.withCrashes(2)));
    }

    /**
     * A process that has lost its quorum, and is not heard again, is removed in the end. Its backup takes over what it
     * had, although it may have heard all that the process said.
     */
    @Test
    void theBackupKnowsOfALostSessionUntilAllAreBack() {
        Model<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> model = model(
                        KEPT, Start.of(4, 0).withQuorum(3), 1, FaultBudget.NONE.withLinkFailures(2))
                .withProblem(ProblemDecorator.patient(KEPT.problem()))
                .withInitiators(Set.of(ProcessId.of(0)));
        List<Invariant<PrivilegeState, PrivilegeMessage, User>> invariants = new ArrayList<>(model.invariants());
        invariants.addAll(new Invariants<PrivilegeState, PrivilegeMessage, User>()
                .whole(
                        "the backup of a session that is lost knows of it",
                        at -> at.states().anyMatch(p -> !lost(p).isEmpty()),
                        at -> at.states().allMatch(p -> lost(p).entrySet().stream()
                                .allMatch(each -> knows(
                                        each.getValue().backup().orElseThrow(),
                                        p,
                                        p.tabled(each.getKey()).orElseThrow(),
                                        at))))
                .list());
        holds(22997, model.withInvariants(invariants));
    }

    /** Whether it knows of the session, or the message is in transit, or the link has failed. */
    private static boolean knows(
            ProcessId backup,
            PrivilegeState p,
            Fence session,
            Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        return at.state(backup).backing(p.self()).containsKey(session)
                || !at.inTransit(p.self(), backup, PrivilegeMessage.Backup.class)
                        .isEmpty()
                || !p.linked(backup);
    }

    private static SortedMap<Long, Keeping> lost(PrivilegeState p) {
        return Sorted.only(p.kept(), ticket -> p.kept().get(ticket).stage() == Keeping.Stage.LOST);
    }

    /** The two ends of a link that fails agree again on who is the backup of what. */
    @Test
    void linksFailAndRecover() {
        FaultBudget link = FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1);
        holds(23985, model(KEPT, Start.of(2, 0), 2, link));
        holds(41286, model(KEPT, Start.of(2, 0).withQuorum(1), 2, link.withCrashes(1)));
    }

    @Test
    @Tag("slow")
    void aLiveProcessIsTakenForDeparted() {
        holds(
                1845270,
                model(KEPT, Start.of(3, 0), 1, FaultBudget.NONE.withFalseDepartures(1))
                        .withProblem(ProblemDecorator.patient(KEPT.problem().underSuspicion()))
                        .withInvariants(KEPT.invariantsUnderSuspicion()));
    }

    /** The client knows a session by the fence under which it has taken it, however often it is taken over. */
    @Test
    void itKeepsTheFenceThatItsUserKnows() {
        Report report = Explorer.check(model(KEPT, Start.of(3, 0).withQuorum(1), 1, FaultBudget.NONE.withCrashes(2))
                .withProtocol(PrivilegeChecks.with(1, sessions -> new Backups(sessions) {
                    @Override
                    Fence known(PrivilegeMessage.Backup backup) {
                        return backup.fence();
                    }
                })));
        assertEquals(ResourceSharing.KNOWN, report.violated().orElseThrow().name());
    }

    @Test
    @Tag("slow")
    void eachVariantIsRefuted() {
        List<Trial> trials = List.of(
                Trial.of(2, 1, Channels.FIFO),
                Trial.of(3, 1, Channels.FIFO).suffering(FaultBudget.NONE.withCrashes(1)),
                Trial.of(2, 1, Channels.FIFO)
                        .suffering(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1)));
        assertEquals(
                List.of(
                        new Refutation(
                                "k.backed is told before the backup knows",
                                "2 processes, requests 1, fifo",
                                PrivilegeChecks.BACKED_UP,
                                2),
                        new Refutation(
                                "T2 before the backup knows that the session ends",
                                "3 processes, requests 1, fifo, crashes 1",
                                ResourceSharing.BELIEVED,
                                9),
                        new Refutation(
                                "m.view does not say what is taken over",
                                "3 processes, requests 1, fifo, crashes 1",
                                ResourceSharing.FENCES_GROW,
                                11),
                        new Refutation(
                                "the loss of a session begins no new generation",
                                "2 processes, requests 1, fifo",
                                ResourceSharing.BELIEVED,
                                11)),
                VariantTrials.of(KEPT, trials).refutations());
    }
}
