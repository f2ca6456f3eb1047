package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceMessage.Tabled;
import symposium.arbitration.resources.ResourceSharing.Claim;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProblemDecorator;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.VariantTrials;

/**
 * Every interleaving: without faults, with crashes, with processes that join and return, with links that fail, and in
 * partitions.
 */
@Tag("slow")
class ResourcesExhaustiveTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);
    private static final ProcessId P1_AGAIN = new ProcessId(1, 1);

    /** Either of two resources, or both. */
    private static final List<Set<String>> ANY = List.of(Set.of("a"), Set.of("b"), Set.of("a", "b"));

    /** One resource, or two: any two sets share one. */
    private static final List<Set<String>> SHARING_ONE = List.of(Set.of("a"), Set.of("a", "b"));

    private static final ResourceAllocation.Entry ANY_SET =
            new ResourceAllocation.Entry(new ResourceSharing(ANY, 1), 1);
    private static final ResourceAllocation.Entry TWO_SESSIONS =
            new ResourceAllocation.Entry(new ResourceSharing(ANY, 2), 1);
    private static final ResourceAllocation.Entry ONE_SET =
            new ResourceAllocation.Entry(new ResourceSharing(SHARING_ONE, 1), 1);

    /** What is not put to the test where no philosopher counts as one that waits. */
    private static final Set<String> NOBODY_WAITS = Set.of(Scenario.NO_STARVATION);

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> model(
            ResourceAllocation.Entry algorithm, int processes, int requests, int quorum) {
        return Model.of(algorithm, Start.of(processes, 0).withQuorum(quorum)).withRequests(requests);
    }

    /** Everybody starts cut off, and hears of the others. */
    private static Model<ResourceState, ResourceMessage, User, Request, Grant> coming(
            ResourceAllocation.Entry algorithm, int processes, int quorum) {
        Start start = Start.of(processes, 0).withQuorum(quorum);
        return Model.of(algorithm, start)
                .withProtocol(algorithm.withDynamicMembership(start, 0))
                .withRequests(1)
                .startingCutOff();
    }

    /** All properties hold, all premises occur, and the space has this number of states. */
    private static Report holds(long states, Model<?, ?, ?, ?, ?> model) {
        return holds(states, model, Set.of());
    }

    private static Report holds(long states, Model<?, ?, ?, ?, ?> model, Set<String> untested) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(untested, VariantTrials.untested(report));
        assertEquals(states, report.states());
        return report;
    }

    private static Set<String> labels(Set<? extends symposium.kernel.Rule> rules) {
        Set<String> labels = new TreeSet<>();
        rules.forEach(rule -> labels.add(rule.label()));
        return labels;
    }

    // --- without faults

    @Test
    void aPhilosopherThatTakesWhateverNoOtherPhilosopherHasItAndEverybodyGetsIt() {
        assertEquals(labels(ANY_SET.unreachableRules(3)), VariantTrials.silent(holds(23218, model(ANY_SET, 3, 1, 2))));
        holds(1886, model(ANY_SET, 2, 2, 2));
    }

    /** Each session has a generation of its own here; in earnest, 2^30 sessions share one. */
    @Test
    void aGenerationThatIsExhaustedIsFollowedByAnother() {
        ResourceAllocation exhausting = new ResourceAllocation(2, 1, 1) {
            @Override
            long mostGrants() {
                return 1;
            }
        };
        for (Model<ResourceState, ResourceMessage, User, Request, Grant> model :
                List.of(model(ANY_SET, 2, 2, 2), model(ANY_SET, 3, 1, 2))) {
            List<Invariant<ResourceState, ResourceMessage, User>> invariants = new ArrayList<>(model.invariants());
            invariants.addAll(new Invariants<ResourceState, ResourceMessage, User>()
                    .state(
                            "a generation has one fence",
                            p -> true,
                            p -> p.latest().grant() <= 1)
                    .list());
            Report report = Explorer.check(model.withProtocol(exhausting).withInvariants(invariants));
            assertEquals(
                    Verdict.HOLDS, report.verdict(), () -> report.violated().toString());
            assertFalse(VariantTrials.silent(report).contains(ResourceRule.NEWS.label()));
        }
    }

    /** Three that keep what forks they have until T0, whatever the bids, wait for each other. */
    @Test
    void forksGoByBids() {
        Report report = Explorer.check(model(ANY_SET, 3, 1, 2).withProtocol(new ResourceAllocation(2, 1, 1) {
            @Override
            boolean keeps(ProcessId other, int part, long bid, ResourceState p) {
                return !p.waiting().isEmpty();
            }
        }));
        assertEquals(Scenario.NO_DEADLOCK, report.violated().orElseThrow().name());
    }

    /** The names lie in different parts: each two processes share a fork for either. */
    @Test
    void alsoWhereTheNamesLieInSeveralParts() {
        ResourceAllocation.Entry parts = new ResourceAllocation.Entry(new ResourceSharing(ANY, 1), 2);
        holds(174, model(parts, 2, 1, 2));
        holds(3440, model(parts, 2, 2, 2));
        holds(23292, model(parts, 3, 1, 2));
    }

    /** Where one fork that has been asked for is many, requests and news wait for it. */
    @Test
    void requestsAreHeldUntilAForkComes() {
        ResourceAllocation.Entry parts = new ResourceAllocation.Entry(new ResourceSharing(ANY, 1), 2);
        holds(3440, model(parts, 2, 2, 2).withProtocol(new ResourceAllocation(2, 1, 2, 8192, 1)));
        holds(23292, model(parts, 3, 1, 2).withProtocol(new ResourceAllocation(2, 1, 2, 8192, 1)));
        ResourceAllocation.Entry two = new ResourceAllocation.Entry(new ResourceSharing(ANY, 2), 2);
        holds(26223, model(two, 2, 2, 2).withProtocol(new ResourceAllocation(2, 1, 2, 8192, 1)));
    }

    /** The same faults as with one part. */
    @Test
    void severalPartsUnderFaults() {
        ResourceAllocation.Entry any = new ResourceAllocation.Entry(new ResourceSharing(ANY, 1), 2);
        holds(8386, model(any, 2, 2, 1).withFaults(FaultBudget.NONE.withCrashes(1)));
        holds(282, coming(any, 2, 2));
        ResourceAllocation.Entry one = new ResourceAllocation.Entry(new ResourceSharing(SHARING_ONE, 1), 2);
        holds(
                63890,
                model(one, 2, 2, 2)
                        .withFaults(FaultBudget.NONE.withLinkFailures(2).withLinkRecoveries(2)));
        holds(102496, model(one, 3, 1, 2).withFaults(FaultBudget.NONE.withCrashes(1)));
        holds(19730, coming(one, 3, 2));
    }

    @Test
    @Tag("exhaustive")
    void severalPartsUnderMoreFaults() {
        ResourceAllocation.Entry any = new ResourceAllocation.Entry(new ResourceSharing(ANY, 1), 2);
        holds(14703301, model(any, 3, 2, 2));
        ResourceAllocation.Entry one = new ResourceAllocation.Entry(new ResourceSharing(SHARING_ONE, 1), 2);
        holds(152626, model(one, 3, 1, 1).withFaults(FaultBudget.NONE.withCrashes(2)));
        holds(217467, comingBack(one));
    }

    @Test
    @Tag("exhaustive")
    void alsoOfFourAndWhenEachAsksTwice() {
        holds(14508670, model(ANY_SET, 4, 1, 3));
        holds(2652985, model(ANY_SET, 3, 2, 2));
    }

    @Test
    void sessionsOfOneProcessExcludeEachOtherLikewise() {
        Report report = holds(16764, model(TWO_SESSIONS, 2, 2, 2));
        assertTrue(report.rules().get(ResourceRule.T2_T1.label()) > 0);
    }

    /** It is not so that disjoint sets are never taken at the same time, by two processes or by one. */
    @Test
    void disjointSetsAreTakenSideBySide() {
        Invariant<ResourceState, ResourceMessage, User> never = new Invariant.OfConfiguration<>(
                "two sets are never taken at the same time",
                at -> true,
                at -> at.processes().stream()
                                .flatMap(id -> at.user(id).claims().values().stream())
                                .filter(Claim::taken)
                                .count()
                        < 2);
        for (var model : List.of(model(ANY_SET, 2, 1, 2), model(TWO_SESSIONS, 1, 2, 1))) {
            Report report = Explorer.check(model.withInvariants(List.of(never)));
            assertEquals(never.name(), report.violated().orElseThrow().name());
        }
        Report report = Explorer.check(model(ONE_SET, 2, 1, 2).withInvariants(List.of(never)));
        assertEquals(Verdict.HOLDS, report.verdict(), "with arrows between any two sessions");
    }

    /** Without order on the links, what is undirected is not yet known to be tabled. */
    @Test
    void itNeedsOrderOnItsLinks() {
        Report report = Explorer.check(model(ANY_SET, 2, 2, 2).withChannels(Channels.UNORDERED));
        assertEquals(Verdict.VIOLATED, report.verdict());
    }

    // --- crashes

    @Test
    void theOthersGoOnAfterAnyCrash() {
        holds(4349, model(ANY_SET, 2, 2, 1).withFaults(FaultBudget.NONE.withCrashes(1)));
        holds(88877, model(ONE_SET, 3, 1, 2).withFaults(FaultBudget.NONE.withCrashes(1)));
        holds(127760, model(ONE_SET, 3, 1, 1).withFaults(FaultBudget.NONE.withCrashes(2)));

        // A philosopher that does T0 before all others are in its generation may take its fence with it.
        Report alone = Explorer.check(model(ONE_SET, 3, 1, 1)
                .withFaults(FaultBudget.NONE.withCrashes(2))
                .withProtocol(new ResourceAllocation(1, 1, 1) {
                    @Override
                    boolean inGeneration(ResourceState p) {
                        return true;
                    }
                }));
        assertEquals(ResourceSharing.FENCES_GROW, alone.violated().orElseThrow().name());
    }

    // --- processes that come, and come back

    @Test
    void processesComeOneAfterTheOther() {
        holds(290, coming(ANY_SET, 2, 2));
        holds(17944, coming(ONE_SET, 3, 2));
        holds(
                6702,
                coming(ONE_SET, 3, 2)
                        .withArriving(Set.of(P2))
                        .withFaults(FaultBudget.NONE.withJoins(1))
                        .withInitiators(Set.of(P0, P2)));
    }

    @Test
    void aPhilosopherThatCrashesComesBackAsAnother() {
        holds(208784, comingBack(ONE_SET));
    }

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> comingBack(
            ResourceAllocation.Entry algorithm) {
        return coming(algorithm, 3, 2)
                .among(new TreeSet<>(Set.of(P0, P1, P1_AGAIN, P2)))
                .withArriving(Set.of(P1_AGAIN))
                .withInitiators(Set.of(P0, P1, P1_AGAIN))
                .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1));
    }

    /** A process comes after a crash of which those that are there do not know yet: it waits until they do. */
    @Test
    void aPhilosopherThatComesAfterACrashIsNotTooEarly() {
        holds(
                33738,
                patient(coming(ONE_SET, 3, 2)
                        .withArriving(Set.of(P2))
                        .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1))
                        .withInitiators(Set.of(P1, P2))),
                NOBODY_WAITS);
    }

    // --- links that fail, and partitions

    @Test
    void aLinkFailsAndRecovers() {
        holds(
                54752,
                model(ONE_SET, 2, 2, 2)
                        .withFaults(FaultBudget.NONE.withLinkFailures(2).withLinkRecoveries(2)));
        Report report = holds(
                58291,
                patient(coming(ONE_SET, 3, 2)
                        .withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1))
                        .withInitiators(Set.of(P0, P2))),
                NOBODY_WAITS);
        assertTrue(report.rules().get(ResourceRule.RETURNED.label()) > 0);
    }

    /** One session in a message, and one fence: what does not fit into a hello or with a fork goes before it. */
    @Test
    void whatDoesNotFitIntoOneMessageGoesInSeveral() {
        Model<ResourceState, ResourceMessage, User, Request, Grant> model =
                inParts().withInitiators(Set.of(P1));
        Report report = holds(1504, model);
        assertTrue(report.rules().get(ResourceRule.TOLD.label()) > 0);

        Report deaf = Explorer.check(model.withProtocol(new ResourceAllocation(1, 1, 1, 1, 1) {
            @Override
            void hear(ProcessId other, List<Tabled> tabled, Transition<ResourceState, ResourceMessage, Grant> step) {
                if (step.rule() != ResourceRule.TOLD) {
                    super.hear(other, tabled, step);
                }
            }
        }));
        assertEquals(
                "what becomes undirected is known to be tabled",
                deaf.violated().orElseThrow().name());
    }

    @Test
    @Tag("exhaustive")
    void alsoWhenBothAsk() {
        holds(497544, inParts());
    }

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> inParts() {
        return model(TWO_SESSIONS, 2, 2, 1)
                .withProtocol(new ResourceAllocation(1, 1, 1, 1, 1))
                .withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1));
    }

    /**
     * Those that are taken to have departed go on until they know that they are cut off; then they lose what they have.
     */
    @Test
    void inAPartitionTheGreaterFenceIsRight() {
        Report report = holds(
                112417,
                patient(model(ONE_SET, 3, 1, 2)
                        .withProblem(ONE_SET.problem().underSuspicion())
                        .withInvariants(ONE_SET.invariantsUnderSuspicion())
                        .withFaults(FaultBudget.NONE.withPartition(Set.of(P2)))),
                NOBODY_WAITS);
        assertTrue(report.rules().get(ResourceRule.LOST.label()) > 0);
    }

    /** Where a link may stay down, or a process be cut off for good, who waits may wait for ever. */
    private static Model<ResourceState, ResourceMessage, User, Request, Grant> patient(
            Model<ResourceState, ResourceMessage, User, Request, Grant> model) {
        return model.withProblem(ProblemDecorator.patient(model.problem()));
    }
}
