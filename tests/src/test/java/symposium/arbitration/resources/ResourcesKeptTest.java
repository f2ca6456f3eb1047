package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceSharing.Choice;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;

/** Sessions that outlive their process, under the faults of a cluster. */
@Tag("fast")
class ResourcesKeptTest {

    private static final ResourceAllocation.Entry KEPT = new ResourceAllocation.KeptEntry();

    /** Permits of one resource, and both. */
    private static final ResourceAllocation.Entry PERMITS =
            new ResourceAllocation.KeptEntry(List.of(permits(1), permits(2)));

    /** Two resources, in a part each, and both. */
    private static final ResourceAllocation.Entry TWO = new ResourceAllocation.KeptEntry(
            List.of(Choice.exclusively(Set.of("a")), Choice.exclusively(Set.of("a", "b"))));

    private static final Set<ProcessId> FIRST_TWO = Set.of(ProcessId.of(0), ProcessId.of(1));

    private static Choice permits(int units) {
        return new Choice(Sorted.with(Sorted.map(), "a", Mode.permits(units, 2)), true);
    }

    private static final List<Choice> SHARED = List.of(new Choice(Sorted.with(Sorted.map(), "a", Mode.SHARED), true));

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> model(
            ResourceAllocation.Entry algorithm, Start start, int requests, FaultBudget faults) {
        return Model.of(algorithm, start).withRequests(requests).withFaults(faults);
    }

    private static void holds(long states, Model<?, ?, ?, ?, ?> model) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(states, report.states());
    }

    /** A crash at any moment: what its process has taken is taken over before anybody that waits for it. */
    @Test
    void whatACrashedProcessHadIsTakenOver() {
        FaultBudget crash = FaultBudget.NONE.withCrashes(1);
        holds(480, lossless(model(KEPT, Start.of(2, 0).withQuorum(1), 1, crash)));
        holds(8543, lossless(model(KEPT, Start.of(3, 0), 1, crash).withInitiators(FIRST_TWO)));
        holds(43468, lossless(model(PERMITS, Start.of(3, 0), 1, crash).withInitiators(FIRST_TWO)));
        holds(30476, lossless(model(TWO, Start.of(3, 0), 1, crash).withInitiators(FIRST_TWO)));
    }

    @Test
    @Tag("slow")
    void alsoWhenAllThreeAsk() {
        holds(205465, lossless(model(KEPT, Start.of(3, 0), 1, FaultBudget.NONE.withCrashes(1))));
    }

    /** While nobody departs, a backup costs messages and changes nothing. */
    @Test
    void withoutAFaultItIsAsWithoutBackups() {
        holds(1027, model(KEPT, Start.of(2, 0), 2, FaultBudget.NONE));
        holds(12819, model(KEPT, Start.of(3, 0), 1, FaultBudget.NONE));
    }

    /** The two ends of a link that fails agree again on who is the backup of what. */
    @Test
    void linksFailAndRecover() {
        FaultBudget link = FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1);
        holds(16299, model(KEPT, Start.of(2, 0), 2, link));
        holds(27982, model(KEPT, Start.of(2, 0).withQuorum(1), 2, link.withCrashes(1)));
    }

    /** A user with two sessions at a time, which share a resource. */
    private static final ResourceAllocation.Entry SEVERAL = new ResourceAllocation.KeptEntry(SHARED, 2);

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> several(FaultBudget faults) {
        return model(SEVERAL, Start.of(3, 0), 2, faults).withInitiators(Set.of(ProcessId.of(0)));
    }

    /** The problem without a user who waits: a request that waits for a link that stays down is no deadlock. */
    @SuppressWarnings("unchecked")
    private static Problem<User, Request, Grant> safetyOnly(Problem<User, Request, Grant> problem) {
        return (Problem<User, Request, Grant>) Proxy.newProxyInstance(
                Problem.class.getClassLoader(),
                new Class<?>[] {Problem.class},
                (proxy, method, arguments) ->
                        method.getName().equals("waits") ? false : method.invoke(problem, arguments));
    }

    /** The problem whose users never lose what is taken over. */
    @SuppressWarnings("unchecked")
    private static Model<ResourceState, ResourceMessage, User, Request, Grant> lossless(
            Model<ResourceState, ResourceMessage, User, Request, Grant> model) {
        Problem<User, Request, Grant> problem = model.problem();
        return model.withProblem((Problem<User, Request, Grant>) Proxy.newProxyInstance(
                Problem.class.getClassLoader(), new Class<?>[] {Problem.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("told")
                            && arguments[1] instanceof Grant.NotFree refused
                            && refused.ticket() < 0) {
                        throw new InvariantViolation("what is taken over is taken", refused.toString());
                    }
                    try {
                        return method.invoke(problem, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    /** One process is the backup of all, and takes all over: a client session would be in two halves otherwise. */
    @Test
    void allSessionsOfAProcessHaveTheSameBackup() {
        holds(10465, several(FaultBudget.NONE.withCrashes(1)));
        Model<ResourceState, ResourceMessage, User, Request, Grant> links = several(
                        FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1))
                .withProblem(safetyOnly(new ResourceSharing(SHARED, 2, false).keeping()));
        Report right = Explorer.of(links, Limits.WIDE).explore().report(false);
        assertEquals(Optional.empty(), right.violated());
        assertEquals(9822, right.states());
        Report nearest = Explorer.of(
                        links.withProtocol(new ResourceAllocation(2, ResourceAllocation.Entry.FIRST) {
                            @Override
                            Optional<ProcessId> backupOfAll(ResourceState p) {
                                return greetedAfter(p.self(), p);
                            }
                        }),
                        Limits.WIDE)
                .explore()
                .report(false);
        assertEquals(
                Optional.of(KeptSessionsChecks.ONE_BACKUP), nearest.violated().map(Property::name));
    }

    /** Two crashes, one after the other: a client would see another fence after the second takeover. */
    @Test
    void whatIsTakenOverTwiceIsKnownByTheFirstFence() {
        Model<ResourceState, ResourceMessage, User, Request, Grant> twice =
                model(KEPT, Start.of(3, 0).withQuorum(1), 1, FaultBudget.NONE.withCrashes(2));
        Report second = Explorer.of(
                        twice.withProtocol(new ResourceAllocation(1, ResourceAllocation.Entry.FIRST) {
                            @Override
                            Fence known(Fence fence, PeerState.Backup backup) {
                                return fence;
                            }
                        }),
                        Limits.WIDE)
                .explore()
                .report(false);
        assertEquals(Optional.of(ResourceSharing.KNOWN), second.violated().map(Property::name));
    }

    /** A process that lives, and is taken for departed, keeps its promises in its generation. */
    @Test
    void falseDepartures() {
        holds(27013, suspected(1).withInitiators(FIRST_TWO));
    }

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> suspected(int times) {
        return model(KEPT, Start.of(3, 0), 1, FaultBudget.NONE.withFalseDepartures(times))
                .withProblem(KEPT.problem().underSuspicion())
                .withInvariants(KEPT.invariantsUnderSuspicion());
    }

    @Test
    @Tag("exhaustive")
    void alsoTwoCrashesAndTwoFalseDepartures() {
        holds(274040, model(KEPT, Start.of(3, 0).withQuorum(1), 1, FaultBudget.NONE.withCrashes(2)));
        holds(198648, suspected(2).withInitiators(FIRST_TWO));
        holds(1291476, suspected(1));
        holds(2248719, model(PERMITS, Start.of(3, 0), 1, FaultBudget.NONE.withCrashes(1)));
        holds(1360249, model(TWO, Start.of(3, 0), 1, FaultBudget.NONE.withCrashes(1)));
    }
}
