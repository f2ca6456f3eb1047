package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
import symposium.kernel.problem.Start;

/**
 * Every interleaving of sessions that share resources: without faults, with crashes, with processes that join and
 * return, with links that fail, and in partitions. All invariants hold, and no user waits forever.
 */
class PrivilegesExhaustiveTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);
    private static final ProcessId P1_AGAIN = new ProcessId(1, 1);

    /** Either of two resources, or both. */
    private static final List<Set<String>> ANY = List.of(Set.of("a"), Set.of("b"), Set.of("a", "b"));

    /** One resource, or two: any two sets share one. */
    private static final List<Set<String>> SHARING_ONE = List.of(Set.of("a"), Set.of("a", "b"));

    private static final ResourceSharing SHARED =
            new ResourceSharing(List.of(of("a", Mode.SHARED, true), of("a", Mode.EXCLUSIVE, true)), 1, true);

    private static final ResourceSharing READERS =
            new ResourceSharing(List.of(of("a", Mode.SHARED, true), of("a", Mode.EXCLUSIVE, true)), 1, false);

    private static final ResourceSharing PERMITS = new ResourceSharing(
            List.of(
                    of("a", Mode.permits(1, 2), true),
                    of("a", Mode.permits(1, 2), false),
                    of("a", Mode.permits(2, 2), true)),
            1,
            false);

    private static final ResourceSharing TRIES = new ResourceSharing(
            List.of(of("a", Mode.SHARED, true), of("a", Mode.EXCLUSIVE, false), of("b", Mode.EXCLUSIVE, true)),
            1,
            true);

    private static Choice of(String resource, Mode mode, boolean waits) {
        return new Choice(Sorted.with(Sorted.map(), resource, mode), waits);
    }

    /** Of four members and more a request follows the privilege. Here it does of three. */
    private static Privileges.Entry entry(List<Set<String>> choices, int tickets, int parts) {
        return entry(new ResourceSharing(choices, tickets), parts);
    }

    private static Privileges.Entry entry(ResourceSharing problem, int parts) {
        return new Privileges.Entry(problem, parts, 0);
    }

    private static Model<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> model(
            Privileges.Entry entry, int processes, int requests, int quorum, FaultBudget faults) {
        return Model.of(entry, Start.of(processes, 0).withQuorum(quorum))
                .withRequests(requests)
                .withFaults(faults);
    }

    /** Everybody starts cut off, and hears of the others. */
    private static Model<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> coming(int parts) {
        Privileges.Entry entry = entry(SHARING_ONE, 1, parts);
        Start start = Start.of(3, 0).withQuorum(2);
        return Model.of(entry, start)
                .withProtocol(entry.withDynamicMembership(start, 0))
                .withRequests(1)
                .startingCutOff();
    }

    /** The same, where no user counts as one that waits. */
    private static <S, M, U, I, O> Model<S, M, U, I, O> patient(Model<S, M, U, I, O> model) {
        return model.withProblem(ProblemDecorator.patient(model.problem()));
    }

    /** The same, with what holds besides if links do not fail. */
    private static Model<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> toldOfEnds(
            Model<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> model) {
        return model.withInvariants(PrivilegeChecks.withReliableLinks().list());
    }

    private static Report holds(long states, Model<?, ?, ?, ?, ?> model) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict(), () -> report.violated().toString());
        assertEquals(states, report.states());
        return report;
    }

    @ParameterizedTest
    @CsvSource({"1, 6448, 2676, 13806", Parts.MOST + ", 7752, 6412, 36500"})
    void withoutFaults(int parts, int three, int two, int twoSessions) {
        holds(three, model(entry(ANY, 1, parts), 3, 1, 2, FaultBudget.NONE));
        holds(two, model(entry(ANY, 1, parts), 2, 2, 2, FaultBudget.NONE));
        holds(twoSessions, model(entry(ANY, 2, parts), 2, 2, 2, FaultBudget.NONE));
    }

    /** Of three members all others are asked. */
    @Test
    void allOthersAreAsked() {
        ResourceSharing one = new ResourceSharing(List.of(Set.of("a")), 1);
        holds(73411, model(asking(new ResourceSharing(ANY, 1)), 3, 1, 2, FaultBudget.NONE));
        holds(28320, model(asking(one), 3, 1, 2, FaultBudget.NONE.withCrashes(1)));
        holds(1777, model(asking(one), 3, 2, 2, FaultBudget.NONE).withInitiators(Set.of(P1, P2)));
    }

    @Test
    @Tag("slow")
    void allOthersAreAskedAlsoWithReadersTriesAndFailingLinks() {
        FaultBudget link = FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1);
        ResourceSharing one = new ResourceSharing(List.of(Set.of("a")), 1);
        holds(278737, toldOfEnds(model(asking(TRIES), 3, 1, 2, FaultBudget.NONE)));
        holds(111615, toldOfEnds(model(asking(SHARED), 3, 1, 2, FaultBudget.NONE)));
        holds(136244, patient(model(asking(one), 3, 1, 2, link).withInitiators(Set.of(P1, P2))));
    }

    private static Privileges.Entry asking(ResourceSharing problem) {
        return new Privileges.Entry(problem, Parts.MOST, 3);
    }

    @ParameterizedTest
    @CsvSource({"1, 5892, 32977, 53814", Parts.MOST + ", 13472, 51095, 81928"})
    void theOthersContinueAfterACrash(int parts, int two, int three, int twoCrashes) {
        holds(two, model(entry(ANY, 1, parts), 2, 2, 1, FaultBudget.NONE.withCrashes(1)));
        holds(three, model(entry(SHARING_ONE, 1, parts), 3, 1, 2, FaultBudget.NONE.withCrashes(1)));
        holds(twoCrashes, model(entry(SHARING_ONE, 1, parts), 3, 1, 1, FaultBudget.NONE.withCrashes(2)));
    }

    @ParameterizedTest
    @CsvSource({"1, 189551", Parts.MOST + ", 296201"})
    @Tag("slow")
    void aLinkFailsAndRecovers(int parts, int states) {
        FaultBudget links = FaultBudget.NONE.withLinkFailures(2).withLinkRecoveries(2);
        Report report = holds(states, model(entry(SHARING_ONE, 1, parts), 2, 2, 2, links));
        assertTrue(report.rules().get(PrivilegeRule.RETURNED.label()) > 0);
    }

    /** Requests follow a privilege, and readers tell writers of their ends, while a link is down. */
    @Test
    @Tag("slow")
    void aLinkOfThreeFailsAndRecovers() {
        FaultBudget link = FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1);
        Report report = holds(260362, patient(model(entry(List.of(Set.of("a")), 1, Parts.MOST), 3, 1, 2, link)));
        assertTrue(report.rules().get(PrivilegeRule.FORWARD.label()) > 0);
        report = holds(30615, patient(model(entry(READERS, Parts.MOST), 2, 2, 1, link)));
        assertTrue(report.rules().get(PrivilegeRule.AWAIT.label()) > 0);
    }

    @Test
    @Tag("slow")
    void alsoWithTwoNamesAndWithReaders() {
        FaultBudget link = FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1);
        holds(2162828, patient(model(entry(SHARING_ONE, 1, Parts.MOST), 3, 1, 2, link)));
        holds(2402476, patient(model(entry(READERS, Parts.MOST), 3, 1, 2, link)));
    }

    @ParameterizedTest
    @CsvSource({"1, 7644", Parts.MOST + ", 9960"})
    void allStartCutOff(int parts, int states) {
        holds(states, coming(parts));
    }

    /** Those that are taken to have departed continue until they know that they are cut off. */
    @ParameterizedTest
    @CsvSource({"1, 54183, 152109", Parts.MOST + ", 85805, 224821"})
    @Tag("slow")
    void aLiveProcessIsTakenForDeparted(int parts, int partition, int suspicion) {
        Privileges.Entry entry = entry(SHARING_ONE, 1, parts);
        Model<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> suspecting =
                patient(model(entry, 3, 1, 2, FaultBudget.NONE)
                        .withProblem(entry.problem().underSuspicion())
                        .withInvariants(entry.invariantsUnderSuspicion()));
        Report report = holds(partition, suspecting.withFaults(FaultBudget.NONE.withPartition(Set.of(P2))));
        assertTrue(report.rules().get(PrivilegeRule.LOST.label()) > 0);
        holds(suspicion, suspecting.withFaults(FaultBudget.NONE.withFalseDepartures(1)));
    }

    @Test
    void readersAndWriters() {
        Privileges.Entry entry = entry(SHARED, Parts.MOST);
        holds(8904, toldOfEnds(model(entry, 3, 1, 2, FaultBudget.NONE)));
        holds(5370, toldOfEnds(model(entry, 2, 2, 2, FaultBudget.NONE)));
        holds(114578, toldOfEnds(model(entry, 3, 1, 2, FaultBudget.NONE.withCrashes(1))));
    }

    @Test
    @Tag("slow")
    void permits() {
        Privileges.Entry entry = entry(PERMITS, Parts.MOST);
        holds(9723, toldOfEnds(model(entry, 3, 1, 2, FaultBudget.NONE)));
        holds(3636, toldOfEnds(model(entry, 2, 2, 2, FaultBudget.NONE)));
        holds(145964, toldOfEnds(model(entry, 3, 1, 2, FaultBudget.NONE.withCrashes(1))));
    }

    @ParameterizedTest
    @CsvSource({"1, 28996, 19898", Parts.MOST + ", 19986, 35889"})
    void takesThatDoNotWait(int parts, int three, int two) {
        Privileges.Entry entry = entry(TRIES, parts);
        holds(three, toldOfEnds(model(entry, 3, 1, 2, FaultBudget.NONE)));
        holds(two, toldOfEnds(model(entry, 2, 2, 2, FaultBudget.NONE)));
    }

    /** Also behind a session of the same process that waits, and where the privilege stays for one. */
    @Test
    void takesThatDoNotWaitBesideOthersThatDo() {
        Privileges.Entry entry = new Privileges.Entry(
                new ResourceSharing(List.of(of("a", Mode.EXCLUSIVE, true), of("a", Mode.EXCLUSIVE, false)), 2, false),
                Parts.MOST);
        holds(2338, toldOfEnds(model(entry, 2, 2, 2, FaultBudget.NONE)));
        Report kept = Explorer.check(
                toldOfEnds(model(entry, 2, 2, 2, FaultBudget.NONE)).withProtocol(new Privileges(2, 1) {
                    @Override
                    boolean tries(int part, PrivilegeState p) {
                        return false;
                    }
                }));
        assertEquals(PrivilegeChecks.TRIES_END, kept.violated().orElseThrow().name());
    }

    @ParameterizedTest
    @CsvSource({"1, 1454635, 240338, 326271", Parts.MOST + ", 1545506, 246414, 344293"})
    @Tag("slow")
    void processesComeAndComeBack(int parts, int comesBack, int comesAfterACrash, int linkFails) {
        holds(
                comesBack,
                coming(parts)
                        .among(new TreeSet<>(Set.of(P0, P1, P1_AGAIN, P2)))
                        .withArriving(Set.of(P1_AGAIN))
                        .withInitiators(Set.of(P0, P1, P1_AGAIN))
                        .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1)));
        holds(
                comesAfterACrash,
                patient(coming(parts)
                        .withArriving(Set.of(P2))
                        .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1))
                        .withInitiators(Set.of(P1, P2))));
        holds(
                linkFails,
                patient(coming(parts)
                        .withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1))
                        .withInitiators(Set.of(P0, P2))));
    }
}
