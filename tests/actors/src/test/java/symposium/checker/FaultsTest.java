package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.Diary.State;
import symposium.checker.Diary.Wish;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.topology.Shape;

/**
 * Each line of what {@link FaultBudget} says, seen in the diaries that processes can keep, and in the number of states.
 */
@Tag("fast")
class FaultsTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);

    private static Model<State, String, Boolean, Wish, String> two() {
        return Diary.model(Diary.of(0), 2, Shape.LINE);
    }

    private static Explorer<State, String, Boolean, Wish, String> explored(
            Model<State, String, Boolean, Wish, String> model, int states) {
        Explorer<State, String, Boolean, Wish, String> explorer =
                Explorer.of(model, Models.FEW).explore();
        assertEquals(
                Verdict.HOLDS,
                explorer.report(true).property(Scenario.NO_DEADLOCK).verdict());
        assertEquals(states, explorer.states());
        return explorer;
    }

    /** The diaries that no other one continues, each without its first line. */
    private static Set<List<String>> whole(Explorer<State, String, Boolean, Wish, String> explorer, ProcessId process) {
        Set<List<String>> all = Diary.diaries(explorer, process);
        Set<List<String>> whole = new HashSet<>();
        for (List<String> diary : all) {
            Predicate<List<String>> continues = longer -> longer.size() > diary.size()
                    && longer.subList(0, diary.size()).equals(diary);
            if (all.stream().noneMatch(continues)) {
                whole.add(diary.subList(1, diary.size()));
            }
        }
        return whole;
    }

    /** The diaries of a process that takes none, one or both of the letters of process 0 before this news. */
    private static Set<List<String>> afterAnyPartOfWhatIsSent(String news) {
        return Set.of(List.of(news), List.of("a from 0", news), List.of("a from 0", "b from 0", news));
    }

    @Test
    void whatIsOnALinkThatFailsComesBackInOrderBeforeOrAfterTheNews() {
        var explorer = explored(two().withFaults(FaultBudget.NONE.withLinkFailures(1)), 84);

        assertEquals(
                Set.of(
                        List.of("[] without []", "writes"),
                        List.of("writes", "[] without []", "back a", "back b"),
                        List.of("writes", "back a", "[] without []", "back b"),
                        List.of("writes", "back a", "back b", "[] without []"),
                        List.of("writes", "[] without []", "back b"),
                        List.of("writes", "back b", "[] without []")),
                whole(explorer, P0));
        assertEquals(afterAnyPartOfWhatIsSent("[] without []"), whole(explorer, P1));
    }

    @Test
    void overAnUnorderedLinkItComesBackInAnyOrder() {
        var explorer =
                explored(two().withChannels(Channels.UNORDERED).withFaults(FaultBudget.NONE.withLinkFailures(1)), 144);

        assertTrue(whole(explorer, P0).contains(List.of("writes", "back b", "[] without []", "back a")));
        assertTrue(whole(explorer, P1).contains(List.of("b from 0", "[] without []")));
    }

    @Test
    void aLinkRecoversOnceBothEndsKnowAndAllHasComeBackAndTheEndsAreTold() {
        var explorer =
                explored(two().withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1)), 156);

        assertEquals(
                Set.of(
                        List.of("[] without []", "[1] without []", "writes"),
                        List.of("[] without []", "writes", "[1] without []"),
                        List.of("writes", "[] without []", "[1] without []"),
                        List.of("writes", "[] without []", "back a", "back b", "[1] without []"),
                        List.of("writes", "back a", "[] without []", "back b", "[1] without []"),
                        List.of("writes", "back a", "back b", "[] without []", "[1] without []"),
                        List.of("writes", "[] without []", "back b", "[1] without []"),
                        List.of("writes", "back b", "[] without []", "[1] without []")),
                whole(explorer, P0));
        assertEquals(
                Set.of(
                        List.of("[] without []", "[0] without []", "a from 0", "b from 0"),
                        List.of("a from 0", "[] without []", "[0] without []"),
                        List.of("a from 0", "b from 0", "[] without []", "[0] without []")),
                whole(explorer, P1),
                "what is sent to an end that has not been told of the recovery waits until it has been");
        explorer.forEachTransition((from, occurrence, to) -> {
            if (occurrence instanceof TraceEvent.LinkRecovered) {
                List<String> path =
                        explorer.pathTo(from).stream().map(TraceEvent::toString).toList();
                assertEquals(
                        2,
                        path.stream()
                                .filter(line -> line.contains("neighbours now []"))
                                .count(),
                        path.toString());
            }
        });
    }

    @Test
    void aLinkThatHasRecoveredMayFailAgainBeforeOneEndHasBeenTold() {
        var explorer =
                explored(two().withFaults(FaultBudget.NONE.withLinkFailures(2).withLinkRecoveries(1)), 388);

        assertTrue(whole(explorer, P0)
                .contains(List.of("[] without []", "[1] without []", "writes", "back a", "back b", "[] without []")));
        List<List<String>> toldOfNeither = new ArrayList<>();
        explorer.reachable().forEach(configuration -> {
            if (configuration.state(P0).diary().size() == 7) {
                toldOfNeither.add(configuration.state(P1).diary());
            }
        });
        assertTrue(toldOfNeither.contains(List.of("starts [0]", "[] without []")), toldOfNeither.toString());
    }

    @Test
    void onATriangleOnlyTheLinkThatFailsIsLost() {
        var three = Diary.model(Diary.of(0), 3, Shape.COMPLETE);
        var explorer = explored(three.withFaults(FaultBudget.NONE.withLinkFailures(1)), 1228);

        assertTrue(whole(explorer, P0).contains(List.of("writes", "[2] without []", "back a", "back b")));
        assertTrue(whole(explorer, P2).contains(List.of("a from 0", "[0] without []", "b from 0")), "1 and 2");
        for (List<String> diary : whole(explorer, P0)) {
            long back = diary.stream().filter(line -> line.startsWith("back")).count();
            assertTrue(back <= 2, diary.toString());
        }
    }

    @Test
    void aProcessThatLeavesHasWhatItSentDeliveredBeforeTheOthersAreTold() {
        var explorer = explored(two().withFaults(FaultBudget.NONE.withLeaves(1)), 32);

        assertEquals(
                Set.of(List.of("[] without [0]"), List.of("a from 0", "b from 0", "[] without [0]")),
                whole(explorer, P1));
        assertEquals(
                Set.of(
                        List.of("[] without [1]", "writes"),
                        List.of("writes", "[] without [1]"),
                        List.of("writes", "back b", "[] without [1]"),
                        List.of("writes", "back a", "back b", "[] without [1]")),
                whole(explorer, P0),
                "and what was under way to it comes back first");
    }

    @Test
    void aProcessThatIsAskedToLeaveAndNeverGetsAwayIsFound() {
        Report report = Models.check(
                Diary.model(Diary.of(0).staying(), 2, Shape.LINE).withFaults(FaultBudget.NONE.withLeaves(1)));

        assertEquals(Verdict.VIOLATED, report.property(Scenario.NO_DEADLOCK).verdict());
        assertEquals(11, report.states());
    }

    @Test
    void aCrashTakesWithItWhatIsUnderWayToTheCrashedAndLaterWhatCameFromIt() {
        var explorer = explored(two().withFaults(FaultBudget.NONE.withCrashes(1)), 27);

        assertEquals(
                Set.of(List.of("[] without [1]", "writes"), List.of("writes", "[] without [1]")), whole(explorer, P0));
        assertEquals(afterAnyPartOfWhatIsSent("[] without [0]"), whole(explorer, P1));
    }

    @Test
    void aProcessThatJoinsStartsWithTheNeighboursThatItHasThen() {
        var newcomer = Diary.model(Diary.of(1), 2, Shape.LINE)
                .withArriving(Set.of(P1))
                .withFaults(FaultBudget.NONE.withJoins(1));
        var explorer = explored(newcomer, 14);

        assertEquals(
                Set.of(List.of("[1] without []", "a from 1", "b from 1")),
                whole(explorer, P0),
                "what it sends waits for those who have not been told");
        assertTrue(Diary.diaries(explorer, P1).contains(List.of("starts [0]", "writes")));
    }

    @Test
    void aProcessThatStartsCutOffIsToldOfAllThatAreThereOnceAQuorumIs() {
        var three = Diary.model(Diary.of(0), 3, Shape.COMPLETE);
        var explorer = explored(three.startingCutOff(), 128);
        assertEquals(
                Set.of(List.of("[1, 2] without []", "writes"), List.of("writes", "[1, 2] without []")),
                whole(explorer, P0));
        assertEquals(Set.of(List.of("[0, 2] without []", "a from 0", "b from 0")), whole(explorer, P1));

        var later = three.startingCutOff().withArriving(Set.of(P1, P2)).withFaults(FaultBudget.NONE.withJoins(2));
        var coming = explored(later, 1682);
        assertTrue(whole(coming, P0).contains(List.of("[1] without []", "writes", "[1, 2] without []")));
        assertTrue(whole(coming, P0).contains(List.of("[1, 2] without []", "writes")));
    }

    @Test
    void aNewLifeOfACrashedProcessComesAfterItsDepartureIsKnown() {
        ProcessId again = new ProcessId(1, 1);
        var model = Diary.model(Diary.of(0), 2, Shape.LINE);
        var everyone = new TreeSet<>(model.processes());
        everyone.add(again);
        var explorer = explored(
                model.among(everyone)
                        .withArriving(Set.of(again))
                        .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1)),
                49);

        assertTrue(whole(explorer, P0).contains(List.of("[] without [1]", "[1] without [1]", "writes")));
        assertFalse(Diary.diaries(explorer, P0).stream()
                .anyMatch(diary -> diary.size() > 1 && diary.get(1).equals("[1] without []")));
        assertTrue(Diary.diaries(explorer, again).contains(List.of("starts [0]", "a from 0", "b from 0")));
    }

    @Test
    void aSideWithoutAQuorumIsCutOffAndTheOtherIsToldThatItHasDeparted() {
        var three = Diary.model(Diary.of(0), 3, Shape.COMPLETE);
        var explorer = explored(three.withFaults(FaultBudget.NONE.withPartition(Set.of(P0))), 376);

        assertEquals(
                Set.of(List.of("[] without []", "writes"), List.of("writes", "[] without []")),
                whole(explorer, P0),
                "cut off, and nothing comes back");
        assertEquals(afterAnyPartOfWhatIsSent("[2] without [0]"), whole(explorer, P1));
    }

    @Test
    void withoutAQuorumOnEitherSideBothAreCutOff() {
        var explorer = explored(two().withFaults(FaultBudget.NONE.withPartition(Set.of(P1))), 44);

        assertEquals(afterAnyPartOfWhatIsSent("[] without []"), whole(explorer, P1));
    }

    private static Explorer<State, String, Boolean, Wish, String> exploredWithFalseDepartures(
            Model<State, String, Boolean, Wish, String> model, int states) {
        Explorer<State, String, Boolean, Wish, String> explorer =
                Explorer.of(model, Models.FEW).explore();
        Report report = explorer.report(true);
        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(List.of(), report.properties(), "no progress is promised");
        assertEquals(states, explorer.states());
        return explorer;
    }

    private static boolean toldOfDeparture(List<String> diary) {
        return diary.stream().anyMatch(line -> line.contains(" without [") && !line.endsWith("without []"));
    }

    @Test
    void onlyTheNotifiedProcessLearnsOfAFalseDeparture() {
        var three = Diary.model(Diary.of(0), 3, Shape.COMPLETE);
        var explorer = exploredWithFalseDepartures(three.withFaults(FaultBudget.NONE.withFalseDepartures(1)), 376);

        Set<ProcessId> told = new HashSet<>();
        explorer.reachable().forEach(configuration -> {
            List<ProcessId> those = configuration.live().stream()
                    .filter(each -> toldOfDeparture(each.state().diary()))
                    .map(each -> each.id())
                    .toList();
            assertTrue(those.size() <= 1, those.toString());
            told.addAll(those);
        });
        assertEquals(Set.of(P0, P1, P2), told);
        assertTrue(whole(explorer, P1).contains(List.of("a from 0", "[0] without [2]", "b from 0")));
        boolean[] departs = {false};
        explorer.forEachTransition((from, occurrence, to) -> {
            if (occurrence.toString().matches(".*, departed \\[\\d]")) {
                departs[0] = true;
                List<TraceEvent> path = explorer.pathTo(to);
                assertTrue(path.stream().anyMatch(TraceEvent.FalselyDeparted.class::isInstance), path.toString());
            }
        });
        assertTrue(departs[0]);
    }

    @Test
    void whatAProcessThatIsTakenForDepartedSendsVanishes() {
        var explorer = exploredWithFalseDepartures(two().withFaults(FaultBudget.NONE.withFalseDepartures(1)), 26);

        assertEquals(
                afterAnyPartOfWhatIsSent("[] without [0]"), whole(explorer, P1), "what waits and what is sent later");
        assertTrue(Diary.diaries(explorer, P0).contains(List.of("starts [1]", "writes")), "it goes on sending");
        explorer.reachable().forEach(configuration -> {
            if (toldOfDeparture(configuration.state(P1).diary())) {
                assertTrue(configuration.quiet());
            }
        });
    }

    @Test
    void whatTheNotifiedProcessHasSentArrivesAndWhatItSendsLaterVanishes() {
        var explorer = Explorer.of(two().withFaults(FaultBudget.NONE.withFalseDepartures(1)), Models.FEW)
                .explore();
        Set<List<String>> sentBefore = new HashSet<>();
        explorer.reachable().forEach(configuration -> {
            List<String> teller = configuration.state(P0).diary();
            List<String> other = configuration.state(P1).diary();
            if (teller.equals(List.of("starts [1]", "writes", "[] without [1]"))) {
                sentBefore.add(other);
            } else if (teller.equals(List.of("starts [1]", "[] without [1]", "writes"))) {
                assertEquals(List.of("starts [0]"), other);
            }
        });
        assertEquals(
                Set.of(
                        List.of("starts [0]"),
                        List.of("starts [0]", "a from 0"),
                        List.of("starts [0]", "a from 0", "b from 0")),
                sentBefore);
    }

    @Test
    void aProcessIsToldOfEachFalseDepartureWithinTheBudget() {
        var three = Diary.model(Diary.of(0), 3, Shape.COMPLETE).withRequests(0);
        var explorer = exploredWithFalseDepartures(three.withFaults(FaultBudget.NONE.withFalseDepartures(2)), 25);

        assertEquals(
                Set.of(
                        List.of("[2] without [0]", "[] without [0, 2]"),
                        List.of("[0] without [2]", "[] without [0, 2]")),
                whole(explorer, P1));
    }

    @Test
    void aProcessThatKnowsOfNoQuorumIsCutOffByFalseDeparturesAndHearsTheOthers() {
        ProcessId last = ProcessId.of(3);
        var four = Diary.model(Diary.of(3), 4, Shape.COMPLETE).withInitiators(Set.of(last));
        var explorer = Explorer.of(four.withFaults(FaultBudget.NONE.withFalseDepartures(2)), Models.FEW)
                .explore();

        assertTrue(whole(explorer, P0)
                .contains(List.of("[2, 3] without [1]", "[] without [1, 2]", "a from 3", "b from 3")));
        assertTrue(Diary.diaries(explorer, last)
                .contains(List.of("starts [0, 1, 2]", "[1, 2] without [0]", "[] without [0, 1]", "writes")));
    }

    @Test
    void aProcessThatIsTakenForDepartedMayCrashOrLeaveAndIsNotHeardOfAgain() {
        var faults = FaultBudget.NONE.withFalseDepartures(1);
        var crashes = exploredWithFalseDepartures(two().withFaults(faults.withCrashes(1)), 73);
        assertTrue(whole(crashes, P1).contains(List.of("a from 0", "[] without [0]")));

        var leaves = exploredWithFalseDepartures(two().withFaults(faults.withLeaves(1)), 85);
        for (List<String> diary : Diary.diaries(leaves, P1)) {
            assertTrue(
                    diary.stream().filter(line -> line.contains("without [0]")).count() <= 1, diary.toString());
        }
    }

    @Test
    void aLinkToAProcessThatIsTakenForDepartedGivesBackAndDoesNotRecover() {
        var explorer = Explorer.of(
                        two().withFaults(FaultBudget.NONE
                                .withFalseDepartures(1)
                                .withLinkFailures(1)
                                .withLinkRecoveries(1)),
                        Models.FEW)
                .explore();
        boolean[] returned = {false};
        explorer.reachable().forEach(configuration -> {
            boolean departed = configuration.state(P1).diary().contains("[] without [0]");
            List<String> other = configuration.state(P0).diary();
            returned[0] |= departed && other.contains("back a");
        });
        assertTrue(returned[0]);
        explorer.forEachTransition((from, occurrence, to) -> {
            if (occurrence instanceof TraceEvent.LinkRecovered) {
                assertFalse(explorer.pathTo(from).stream().anyMatch(TraceEvent.FalselyDeparted.class::isInstance));
            }
        });
    }

    /**
     * What process 1 has read in the end, when process 0 has written to it; walks find some of it, and nothing else.
     */
    private static Set<String> read(Model<State, String, Boolean, Wish, String> model) {
        var explorer = Explorer.of(model, Models.FEW).explore();
        Set<String> read = new TreeSet<>();
        explorer.reachable().forEach(configuration -> {
            if (configuration.quiet() && configuration.state(P0).diary().contains("writes")) {
                read.add(read(configuration.state(P1)));
            }
        });
        Set<String> walked = new TreeSet<>();
        for (int seed = 0; seed < 100; seed++) {
            walked.add(RandomWalksTest.received(new RandomWalks<>(model).walk(seed, 30), P1));
        }
        assertTrue(walked.size() > 2, walked.toString());
        walked.remove("");
        assertTrue(read.containsAll(walked), walked.toString());
        return read;
    }

    private static String read(State reader) {
        return reader.diary().stream()
                .filter(line -> line.endsWith(" from 0"))
                .map(line -> line.substring(0, 1))
                .reduce("", String::concat);
    }

    @Test
    void everyMessageInTransitMayBeLost() {
        var once = two().withFaults(FaultBudget.NONE.withLosses(1));
        assertEquals(Set.of("ab", "a", "b"), read(once));
        assertEquals(Set.of("ab", "ba", "a", "b"), read(once.withChannels(Channels.UNORDERED)));
        assertEquals(Set.of("ab", "a", "b", ""), read(two().withFaults(FaultBudget.NONE.withLosses(2))));
    }

    @Test
    void everyMessageInTransitMayArriveTwice() {
        var once = two().withFaults(FaultBudget.NONE.withDuplications(1));
        assertEquals(Set.of("ab", "aab", "abb"), read(once));
        assertEquals(
                Set.of("ab", "ba", "aab", "aba", "baa", "abb", "bab", "bba"),
                read(once.withChannels(Channels.UNORDERED)));
        assertEquals(
                Set.of("ab", "aab", "abb", "aaab", "aabb", "abbb"),
                read(two().withFaults(FaultBudget.NONE.withDuplications(2))));
    }

    /** The message that arrived once may be lost the second time, which leaves no more than a loss of none. */
    @Test
    void lossesAndDuplicationsOfMessagesAddUp() {
        assertEquals(
                Set.of("ab", "a", "b", "aab", "abb", "aa", "bb"),
                read(two().withFaults(FaultBudget.NONE.withLosses(1).withDuplications(1))));
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> FaultBudget.NONE.withFalseDepartures(-1));
        assertThrows(IllegalArgumentException.class, () -> FaultBudget.NONE.withLinkFailures(-1));
        assertThrows(IllegalArgumentException.class, () -> FaultBudget.NONE.withPartition(Set.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> Models.check(two().withFaults(FaultBudget.NONE.withPartition(Set.of(P2)))));
        assertThrows(
                IllegalArgumentException.class, () -> Models.check(two().withFaults(FaultBudget.NONE.withJoins(1))));
        assertThrows(IllegalArgumentException.class, () -> two().withArriving(Set.of(P0, P1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> Models.check(
                        Diary.model(Diary.of(0), 3, Shape.RING).withFaults(FaultBudget.NONE.withLinkFailures(1))));
        assertEquals(
                7,
                everyPartition(Diary.model(Diary.of(), 4, Shape.LINE).processes())
                        .size());
    }

    /** All partitions of these processes into two sides, each given by the side without the first process. */
    private static List<SortedSet<ProcessId>> everyPartition(SortedSet<ProcessId> processes) {
        List<ProcessId> others = List.copyOf(processes).subList(1, processes.size());
        List<SortedSet<ProcessId>> sides = new ArrayList<>();
        for (long chosen = 1; chosen < 1L << others.size(); chosen++) {
            SortedSet<ProcessId> side = new TreeSet<>();
            for (int place = 0; place < others.size(); place++) {
                if ((chosen >>> place & 1) != 0) {
                    side.add(others.get(place));
                }
            }
            sides.add(side);
        }
        return sides;
    }
}
