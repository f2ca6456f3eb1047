package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceSharing.Choice;
import symposium.arbitration.resources.ResourceSharing.Claim;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.ProblemDecorator;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/** Readers and writers, permits, users who withdraw, and users who do not wait. */
@Tag("slow")
class ResourceModesTest {

    private static final Mode ONE = Mode.permits(1, 2);
    private static final Mode BOTH = Mode.permits(2, 2);

    /** Readers and writers of a, and those who write b while they read a. */
    private static final ResourceAllocation.Entry READERS_AND_WRITERS =
            entry(false, choice(true, "a", Mode.SHARED), choice(true, "a", Mode.EXCLUSIVE), reading("a", "b"));

    private static final ResourceAllocation.Entry SHARED = new ResourceAllocation.SharedEntry();
    private static final ResourceAllocation.Entry PERMITS = new ResourceAllocation.PermitsEntry();

    /** One of two permits or both, and withdrawal. */
    private static final ResourceAllocation.Entry WITHDRAWING =
            entry(true, choice(true, "a", ONE), choice(true, "a", BOTH));

    /** Every mode of one resource, and a user who does not agree how many permits there are. */
    private static final ResourceAllocation.Entry MIXED = entry(
            false,
            choice(true, "a", Mode.SHARED),
            choice(true, "a", ONE),
            choice(true, "a", Mode.permits(1, 3)),
            choice(false, "a", Mode.EXCLUSIVE));

    private static ResourceAllocation.Entry entry(boolean withdrawal, Choice... choices) {
        return new ResourceAllocation.Entry(new ResourceSharing(List.of(choices), 1, withdrawal));
    }

    private static Choice choice(boolean waits, String resource, Mode mode) {
        return new Choice(modes(resource, mode), waits);
    }

    private static Choice reading(String read, String written) {
        SortedMap<String, Mode> modes = new TreeMap<>(modes(read, Mode.SHARED));
        modes.put(written, Mode.EXCLUSIVE);
        return new Choice(modes, true);
    }

    private static SortedMap<String, Mode> modes(String resource, Mode mode) {
        return new TreeMap<>(java.util.Map.of(resource, mode));
    }

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> model(
            ResourceAllocation.Entry algorithm, int processes, int requests) {
        return Model.of(algorithm, Start.of(processes, 0)).withRequests(requests);
    }

    private static Report holds(long states, Model<?, ?, ?, ?, ?> model, String... untested) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Set.of(untested), VariantTrials.untested(report));
        assertEquals(states, report.states());
        return report;
    }

    private static Set<String> labels(Set<? extends symposium.kernel.Rule> rules) {
        Set<String> labels = new TreeSet<>();
        rules.forEach(rule -> labels.add(rule.label()));
        return labels;
    }

    // --- every interleaving

    @Test
    void noResourceIsTakenBeyondItsCapacityAndEveryUserIsServed() {
        holds(4404, model(READERS_AND_WRITERS, 2, 2));
        holds(27414, model(READERS_AND_WRITERS, 3, 1));
        holds(16355, model(MIXED, 2, 2));
        holds(62383, model(MIXED, 3, 1));
        for (ResourceAllocation.Entry entry : List.of(SHARED, PERMITS)) {
            Report report =
                    Explorer.of(model(entry, 3, 1), Limits.WIDE).explore().report(true);
            assertEquals(labels(entry.unreachableRules(3)), VariantTrials.silent(report));
        }
        holds(3706, model(SHARED, 2, 2));
        holds(25226, model(SHARED, 3, 1));
        holds(2231, model(PERMITS, 2, 2));
        holds(18460, model(PERMITS, 3, 1));
        holds(3706, model(WITHDRAWING, 2, 2));
        holds(25190, model(WITHDRAWING, 3, 1));
    }

    @Test
    void theOthersGoOnAfterACrash() {
        for (ResourceAllocation.Entry entry : List.of(SHARED, PERMITS)) {
            Start alone = Start.of(2, 0).withQuorum(1);
            holds(
                    entry == SHARED ? 7287 : 4775,
                    Model.of(entry, alone).withRequests(2).withFaults(FaultBudget.NONE.withCrashes(1)));
        }
        holds(187451, model(PERMITS, 3, 1).withFaults(FaultBudget.NONE.withCrashes(1)));
    }

    @Test
    @Tag("exhaustive")
    void alsoThreeReadersAndWriters() {
        holds(256058, model(SHARED, 3, 1).withFaults(FaultBudget.NONE.withCrashes(1)));
    }

    @Test
    void inOneGenerationALiveProcessThatIsTakenForDepartedDoesNoHarm() {
        Set<ProcessId> two = Set.of(ProcessId.of(0), ProcessId.of(1));
        holds(9534, falseDeparture(SHARED).withInitiators(two));
        holds(9664, falseDeparture(PERMITS).withInitiators(two));
    }

    @Test
    @Tag("exhaustive")
    void alsoWhenAllThreeAsk() {
        holds(1027574, falseDeparture(SHARED));
        holds(764697, falseDeparture(PERMITS));
    }

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> falseDeparture(
            ResourceAllocation.Entry entry) {
        return model(entry, 3, 1)
                .withFaults(FaultBudget.NONE.withFalseDepartures(1))
                .promisedUnderFalseDeparture(entry);
    }

    @Test
    void aProcessThatIsCutOffLosesWhatItHasInAnyMode() {
        Set<ProcessId> two = Set.of(ProcessId.of(0), ProcessId.of(2));
        holds(6447, partition(SHARED).withInitiators(two), Scenario.NO_STARVATION);
        holds(6464, partition(PERMITS).withInitiators(two), Scenario.NO_STARVATION);
    }

    @Test
    @Tag("exhaustive")
    void alsoInAPartitionOfThreeWhoAsk() {
        holds(360407, partition(SHARED), Scenario.NO_STARVATION);
        holds(280323, partition(PERMITS), Scenario.NO_STARVATION);
    }

    private static Model<ResourceState, ResourceMessage, User, Request, Grant> partition(
            ResourceAllocation.Entry entry) {
        return model(entry, 3, 1)
                .withProblem(ProblemDecorator.patient(entry.problem().underSuspicion()))
                .withInvariants(entry.invariantsUnderSuspicion())
                .withFaults(FaultBudget.NONE.withPartition(Set.of(ProcessId.of(2))));
    }

    /** Readers have a resource together, and so do users who take fewer permits than there are. */
    @Test
    void modesThatDoNotExcludeEachOtherAreTakenTogether() {
        Invariant<ResourceState, ResourceMessage, User> never = new Invariant.OfConfiguration<>(
                "no resource is taken by two",
                at -> true,
                at -> at.processes().stream()
                                .flatMap(id -> at.user(id).claims().values().stream())
                                .filter(Claim::taken)
                                .count()
                        < 2);
        for (ResourceAllocation.Entry entry : List.of(SHARED, PERMITS)) {
            Report report = Explorer.check(model(entry, 2, 1).withInvariants(List.of(never)));
            assertEquals(never.name(), report.violated().orElseThrow().name());
        }
    }

    @Test
    void whatIsLeftOutIsMissed() {
        List<Trial> trials =
                List.of(Trial.of(2, 1, Channels.FIFO), Trial.of(2, 2, Channels.FIFO), Trial.of(3, 1, Channels.FIFO));
        assertEquals(
                List.of(
                        new Refutation(
                                "T0 directs no arrows from shared sessions",
                                "2 processes, requests 1, fifo",
                                "no resource is taken beyond its capacity",
                                4),
                        new Refutation(
                                "T0 directs no arrows to shared sessions",
                                "2 processes, requests 1, fifo",
                                "no resource is taken beyond its capacity",
                                4),
                        new Refutation(
                                "T2 of a session that withdraws tells no process",
                                "2 processes, requests 1, fifo",
                                "no deadlock",
                                5)),
                VariantTrials.of(SHARED, trials).refutations());
        assertEquals(
                List.of(
                        new Refutation(
                                "T0 directs no arrows to sessions that wait",
                                "3 processes, requests 1, fifo",
                                "Q0: of two tabled sessions that may conflict, an arrow leads from the later to the earlier",
                                9),
                        new Refutation(
                                "T0 directs arrows only to sessions that exclude this one",
                                "2 processes, requests 1, fifo",
                                "Q0: of two tabled sessions that may conflict, an arrow leads from the later to the earlier",
                                4),
                        new Refutation(
                                "T0 tables sessions that are not to wait",
                                "2 processes, requests 1, fifo",
                                "a process waits and has what its user waits for and has",
                                4)),
                VariantTrials.of(PERMITS, trials).refutations());
    }

    // --- step by step

    @Test
    void readersReadTogetherAndNoneOvertakesAWriter() {
        Seated table = Seated.all(3);
        takes(table, 0, 1, Mode.SHARED);
        takes(table, 1, 1, Mode.SHARED);
        takes(table, 2, 1, Mode.EXCLUSIVE);
        takes(table, 0, 2, Mode.SHARED);
        assertEquals(
                List.of("0: taken [a (shared)] for 1 under 1.1", "1: taken [a (shared)] for 1 under 1.2"),
                table.told());
        table.releases(0, 1).settles();
        assertEquals(List.of(), table.told());
        table.releases(1, 1).settles();
        assertEquals(List.of("2: taken [a] for 1 under 1.3"), table.told());
        table.releases(2, 1).settles();
        assertEquals(List.of("0: taken [a (shared)] for 2 under 1.4"), table.told());
    }

    @Test
    void permitsAreTakenUntilThereAreNoneAndNoSessionOvertakesOneThatNeedsMore() {
        Seated table = Seated.all(3);
        takes(table, 0, 1, Mode.permits(2, 3));
        takes(table, 1, 1, Mode.permits(2, 3));
        takes(table, 2, 1, Mode.permits(1, 3));
        assertEquals(List.of("0: taken [a (2 of 3)] for 1 under 1.1"), table.told(), "one is free, but it is promised");
        table.releases(0, 1).settles();
        assertEquals(
                List.of("1: taken [a (2 of 3)] for 1 under 1.2", "2: taken [a (1 of 3)] for 1 under 1.3"),
                table.told());
    }

    /**
     * There is no arrow between readers. Were each one of two units, 2 would take a beside 0, and 1 would not know of 2
     * when another reader that was there before it ends.
     */
    @Test
    void readersGoWithReadersAlone() {
        Seated table = Seated.all(3);
        takes(table, 0, 1, Mode.SHARED);
        takes(table, 1, 1, ONE);
        takes(table, 2, 1, Mode.SHARED);
        assertEquals(List.of("0: taken [a (shared)] for 1 under 1.1"), table.told());
    }

    @Test
    void aWithdrawalIsAnsweredInEveryStage() {
        Seated table = Seated.all(2);
        takes(table, 1, 1, Mode.EXCLUSIVE);
        takes(table, 0, 1, Mode.EXCLUSIVE);
        takes(table, 1, 2, Mode.EXCLUSIVE);
        assertEquals(List.of("1: taken [a] for 1 under 1.1"), table.told());
        table.asks(0, new Request.Withdraw(1)).settles();
        assertEquals(List.of("0: withdrawn 1"), table.told(), "a session that waits");
        table.asks(1, new Request.Withdraw(1)).settles();
        assertEquals(List.of("1: withdrawn 1", "1: taken [a] for 2 under 1.3"), table.told(), "one that has taken");
        table.asks(0, new Request.Take(3, modes("b", BOTH)))
                .asks(0, new Request.Withdraw(3))
                .settles();
        assertEquals(List.of("0: withdrawn 3"), table.told(), "one before T0");
        table.asks(0, new Request.Withdraw(3)).settles();
        assertEquals(List.of("0: withdrawn 3"), table.told(), "one that is no longer there");
    }

    @Test
    void aTakeThatIsNotToWaitIsRefusedIfItHadTo() {
        Seated table = Seated.all(3);
        takes(table, 0, 1, ONE);
        tries(table, 1, 1, BOTH);
        tries(table, 1, 2, ONE);
        assertEquals(
                List.of(
                        "0: taken [a (1 of 2)] for 1 under 1.1",
                        "1: not free for 1",
                        "1: taken [a (1 of 2)] for 2 under 1.2"),
                table.told());
        table.hears(2, List.of());
        tries(table, 2, 1, ONE);
        assertEquals(List.of("2: not free for 1"), table.told(), "without a quorum");
    }

    @Test
    void aModeTakesFromOneUnitToAll() {
        assertThrows(IllegalArgumentException.class, () -> Mode.permits(0, 2));
        assertThrows(IllegalArgumentException.class, () -> Mode.permits(3, 2));
        assertThrows(IllegalArgumentException.class, () -> Mode.permits(1, Integer.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> new Mode(2, Integer.MAX_VALUE));
        assertTrue(Mode.EXCLUSIVE.compareTo(ONE) < 0 && ONE.compareTo(BOTH) < 0 && BOTH.compareTo(Mode.SHARED) < 0);
    }

    private static void takes(Seated table, int process, long ticket, Mode mode) {
        table.asks(process, new Request.Take(ticket, modes("a", mode))).settles();
    }

    private static void tries(Seated table, int process, long ticket, Mode mode) {
        table.asks(process, new Request.Take(ticket, modes("a", mode), false)).settles();
    }
}
