package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import symposium.checker.Diary.State;
import symposium.checker.Diary.Wish;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Shape;

/** Faults of processes, links and the membership in combination: which may follow which, and who is notified. */
class MembershipFaultsTest {

    private static final FaultBudget NONE = FaultBudget.NONE;
    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);
    private static final ProcessId P3 = ProcessId.of(3);

    /** Processes that write nothing. */
    private static Model<State, String, Boolean, Wish, String> quiet(int processes) {
        return Diary.model(Diary.of(), processes, Shape.COMPLETE).withRequests(0);
    }

    /** Process 0 writes to all others. */
    private static Model<State, String, Boolean, Wish, String> writing(int processes) {
        return Diary.model(Diary.of(0), processes, Shape.COMPLETE).withInitiators(Set.of(P0));
    }

    private static Explorer<State, String, Boolean, Wish, String> explored(
            Model<State, String, Boolean, Wish, String> model) {
        Explorer<State, String, Boolean, Wish, String> explorer =
                Explorer.of(model, Models.FEW).explore();
        Report report = explorer.report(true);
        assertEquals(Verdict.HOLDS, report.verdict(), report.properties().toString());
        return explorer;
    }

    /** Passes each transition by such an event, and the trace before it. */
    private static <E> void each(
            Explorer<State, String, Boolean, Wish, String> explorer,
            Class<E> kind,
            BiConsumer<E, List<TraceEvent>> check) {
        int[] some = {0};
        explorer.forEachTransition((from, event, to) -> {
            if (kind.isInstance(event)) {
                some[0]++;
                check.accept(kind.cast(event), explorer.pathTo(from));
            }
        });
        assertTrue(some[0] > 0, kind + " never happens");
    }

    private static Set<List<String>> diaries(Model<State, String, Boolean, Wish, String> model, ProcessId process) {
        return Diary.diaries(explored(model), process);
    }

    private static boolean any(Set<List<String>> diaries, String... lines) {
        return diaries.stream().anyMatch(diary -> Collections.indexOfSubList(diary, List.of(lines)) >= 0);
    }

    @Test
    void changesOfTheMembershipAreLimitedTo64Processes() {
        assertDoesNotThrow(() -> Explorer.of(quiet(64).withFaults(NONE.withCrashes(1)), Models.FEW));
        assertDoesNotThrow(() -> Explorer.of(quiet(65), Models.FEW));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Explorer.of(quiet(65).withFaults(NONE.withCrashes(1)), Models.FEW))
                .getMessage();
        assertTrue(message.contains("at most 64 processes"), message);
    }

    @Test
    void everyKindOfFaultMakesTheMembershipChange() {
        for (FaultBudget one : List.of(
                NONE.withCrashes(1),
                NONE.withLinkFailures(1),
                NONE.withLeaves(1),
                NONE.withFalseDepartures(1),
                NONE.withPartition(Set.of(P0)))) {
            assertTrue(explored(quiet(2).withFaults(one)).states() > 1, one.toString());
        }
        for (FaultBudget none :
                List.of(NONE, NONE.withLosses(1), NONE.withDuplications(1), NONE.withLinkRecoveries(1))) {
            assertEquals(1, explored(quiet(2).withFaults(none)).states(), none.toString());
        }
    }

    @Test
    void aFailureOfALinkIsOneTransitionOfEachStateWhereItIsPossible() {
        var two = explored(quiet(2).withFaults(NONE.withLinkFailures(1)));
        assertEquals(5, two.states());
        assertEquals(5, two.report(false).transitions());
        var line =
                explored(Diary.model(Diary.of(), 3, Shape.LINE).withRequests(0).withFaults(NONE.withLinkFailures(1)));
        assertEquals(9, line.states());
        assertEquals(10, line.report(false).transitions());
        each(
                line,
                TraceEvent.LinkFailed.class,
                (failed, before) ->
                        assertTrue(failed.process().equals(P1) || failed.other().equals(P1), "no such link"));
    }

    @Test
    void whatComesBackToAProcessThatIsGoneVanishes() {
        for (FaultBudget gone : List.of(NONE.withCrashes(1), NONE.withLeaves(1))) {
            var explorer = explored(writing(2).withFaults(gone.withLinkFailures(1)));
            boolean[] seen = {false};
            explorer.reachable().forEach(at -> {
                if (!at.alive(P0)) {
                    boolean failed = at.alive(P1) && at.state(P1).diary().contains("[] without []");
                    seen[0] |= failed;
                    assertTrue(!failed || at.inTransit().findAny().isEmpty());
                }
            });
            assertTrue(seen[0]);
        }
    }

    @Test
    void aDepartureEmptiesNoOtherLinkAndLeavesOtherNeighboursAsTheyAre() {
        for (FaultBudget gone : List.of(NONE.withCrashes(1), NONE.withLeaves(1))) {
            Set<List<String>> diaries = diaries(writing(3).withFaults(gone), P1);
            assertTrue(diaries.contains(List.of("starts [0, 2]", "[0] without [2]", "a from 0", "b from 0")));
            assertTrue(diaries.contains(List.of("starts [0, 2]", "a from 0", "[0] without [2]", "b from 0")));
        }
    }

    @Test
    void allMessagesToAProcessThatLeavesReturnBeforeTheSenderIsNotified() {
        Set<List<String>> diaries = diaries(writing(3).withFaults(NONE.withLeaves(1)), P0);
        assertTrue(any(diaries, "writes", "back a", "back b", "[1] without [2]"));
        for (List<String> diary : diaries) {
            int notified = Math.max(diary.indexOf("[1] without [2]"), diary.indexOf("[2] without [1]"));
            assertTrue(notified < 0 || diary.lastIndexOf("back b") <= notified, diary.toString());
        }
    }

    /** False departures are admitted, so that the process that never leaves is no violation. */
    @Test
    void aProcessIsAskedToLeaveOnce() {
        var model = Diary.model(Diary.of().staying(), 2, Shape.LINE)
                .withFaults(NONE.withLeaves(2).withFalseDepartures(1));
        var explorer = Explorer.of(model, Models.FEW).explore();
        assertTrue(explorer.report(true).complete());
        explorer.reachable().forEach(at -> at.states()
                .forEach(state -> assertTrue(
                        Collections.frequency(state.diary(), "asked to leave") <= 1,
                        state.diary().toString())));
    }

    @Test
    void noMoreProcessesJoinThanTheBudgetAdmits() {
        var model = quiet(3).withArriving(Set.of(P1, P2));
        var one = explored(model.withFaults(NONE.withJoins(1)));
        one.reachable().forEach(at -> assertTrue(at.live().size() <= 2));
        each(one, TraceEvent.Joined.class, (joined, before) -> assertEquals(List.of(), before));
        each(explored(model.withFaults(NONE.withJoins(2))), TraceEvent.Joined.class, (joined, before) -> {});
    }

    @Test
    void incarnationsOfAProcessJoinInOrder() {
        ProcessId second = new ProcessId(1, 1);
        ProcessId third = new ProcessId(1, 2);
        SortedSet<ProcessId> everyone = new TreeSet<>(List.of(P0, P1, second, third));
        var explorer = explored(quiet(2).among(everyone)
                .withArriving(Set.of(second, third))
                .withFaults(NONE.withCrashes(2).withJoins(2)));
        boolean[] last = {false};
        each(explorer, TraceEvent.Joined.class, (joined, before) -> {
            ProcessId former = joined.process().equals(third) ? second : P1;
            last[0] |= joined.process().equals(third);
            assertTrue(before.contains(new TraceEvent.Crashed(former)), joined + " after " + before);
        });
        assertTrue(last[0]);
    }

    /** Nobody is cut off from a process that has crashed. */
    @Test
    void aPartitionHasLivingProcessesOnBothSides() {
        var explorer = explored(quiet(2).withFaults(NONE.withCrashes(1).withPartition(Set.of(P1))));
        each(
                explorer,
                TraceEvent.Partitioned.class,
                (partitioned, before) ->
                        assertFalse(before.stream().anyMatch(TraceEvent.Crashed.class::isInstance), before.toString()));
    }

    @Test
    void theSideWithTheQuorumGoesOnWhicheverIsNamed() {
        for (Set<ProcessId> side : List.of(Set.of(P0), Set.of(P1, P2))) {
            var explorer = explored(writing(3).withFaults(NONE.withPartition(side)));
            Set<List<String>> cutOff = Diary.diaries(explorer, P0);
            assertTrue(any(cutOff, "writes", "[] without []") && !any(cutOff, "[1] without []"));
            Set<List<String>> others = Diary.diaries(explorer, P1);
            assertTrue(others.contains(List.of("starts [0, 2]", "a from 0", "[2] without [0]")));
            assertFalse(any(others, "[] without []") || any(others, "[2] without [0]", "b from 0"));
        }
        Set<List<String>> middle = diaries(quiet(3).withFaults(NONE.withPartition(Set.of(P1))), P1);
        assertEquals(Set.of(List.of("starts [0, 2]"), List.of("starts [0, 2]", "[] without []")), middle);
    }

    @Test
    void noProcessJoinsASideThatIsCutOff() {
        var model = quiet(4).withArriving(Set.of(P3)).withQuorum(2).withFaults(NONE.withJoins(1));
        boolean[] joins = new boolean[2];
        for (int cutOff = 0; cutOff < 2; cutOff++) {
            int at = cutOff;
            Set<ProcessId> side = cutOff == 1 ? Set.of(P2, P3) : Set.of(P2);
            var explorer = explored(model.withFaults(model.faults().withPartition(side)));
            each(
                    explorer,
                    TraceEvent.Joined.class,
                    (joined, before) ->
                            joins[at] |= before.stream().anyMatch(TraceEvent.Partitioned.class::isInstance));
        }
        assertTrue(joins[0] && !joins[1]);
    }

    @Test
    void noProcessIsToldOfAJoinOnTheOtherSide() {
        var model =
                quiet(3).withArriving(Set.of(P2)).withFaults(NONE.withJoins(1).withPartition(Set.of(P2)));
        each(explored(model), TraceEvent.Stepped.class, (step, before) -> {
            boolean joined = step.event().toString().startsWith("neighbours now [1, 2]");
            assertFalse(
                    joined && before.stream().anyMatch(TraceEvent.Partitioned.class::isInstance), before.toString());
        });
    }

    @Test
    void aProcessThatJoinsKnowsWhoIsGoneAndWhoIsOnTheOtherSide() {
        var model = quiet(4).withArriving(Set.of(P3))
                .withQuorum(2)
                .withFaults(NONE.withJoins(1).withCrashes(1).withPartition(Set.of(P2)));
        Set<List<String>> diaries = diaries(model, P3);
        assertTrue(diaries.contains(List.of("starts [0, 1]", "[1] without [0, 2]")));
        assertTrue(diaries.contains(List.of("starts [0, 2]", "[0] without [1, 2]")));
        assertTrue(diaries.contains(List.of("starts [0, 1, 2]", "[0, 1] without [2]", "[1] without [0, 2]")));
        assertFalse(any(diaries, "[0, 1] without []"), "the departure of process 2 is known at the start");
    }

    @Test
    void aProcessThatIsAdmittedIsToldWhoIsGoneAndWhoIsOnTheOtherSide() {
        for (FaultBudget third : List.of(NONE.withCrashes(1), NONE.withPartition(Set.of(P2)))) {
            Set<List<String>> diaries = diaries(quiet(3).startingCutOff().withFaults(third), P0);
            assertTrue(diaries.contains(List.of("starts []", "[1] without [2]")), diaries.toString());
            assertTrue(diaries.contains(List.of("starts []", "[1, 2] without []", "[1] without [2]")));
        }
        var never = quiet(3).startingCutOff().withFaults(NONE.withPartition(Set.of(P0)));
        assertFalse(any(diaries(never, P0), "starts []", "[] without []", "[1, 2] without []"));
    }

    /** Without false departures no process is cut off by crashes, however few are left. */
    @Test
    void whoIsLeftAfterCrashesKeepsItsNeighbours() {
        Set<List<String>> diaries = diaries(quiet(4).withFaults(NONE.withCrashes(2)), P0);
        assertTrue(any(diaries, "[1, 3] without [2]", "[1] without [2, 3]"));
    }

    @Test
    void aDepartureDoesNotMendTheLinkToAnother() {
        Set<List<String>> diaries =
                diaries(quiet(3).withFaults(NONE.withLinkFailures(1).withCrashes(1)), P0);
        assertTrue(any(diaries, "[2] without []", "[] without [2]"));
        assertTrue(any(diaries, "[1] without []", "[1] without [2]"), "the link to process 2 failed before it crashed");
        assertFalse(any(diaries, "[2] without []", "[1] without [2]"));
        assertFalse(any(diaries, "starts [1, 2]", "[] without [2]"));
    }

    @Test
    void aStrangerDoesNotDepartFalsely() {
        var faults = NONE.withFalseDepartures(1);
        var joining = explored(quiet(3).withArriving(Set.of(P2)).withFaults(faults.withJoins(1)));
        boolean[] known = {false};
        each(joining, TraceEvent.Stepped.class, (step, before) -> {
            boolean departs = step.event().toString().endsWith("departed [2]");
            known[0] |= departs;
            assertTrue(
                    !departs
                            || before.stream()
                                    .anyMatch(event -> event.toString().contains("[1, 2]")
                                            || event.toString().contains("[0, 2]")),
                    before.toString());
        });
        assertTrue(known[0]);
        var split = explored(quiet(3).withFaults(faults.withPartition(Set.of(P0))));
        assertFalse(any(Diary.diaries(split, P0), "[] without []", "[] without [1]"), "cut off, it is told nothing");
    }

    @Test
    void whatAProcessWithAGreaterNumberSendsVanishesTooOnceItIsTakenForDeparted() {
        var model = Diary.model(Diary.of(2), 3, Shape.COMPLETE)
                .withInitiators(Set.of(P2))
                .withFaults(NONE.withFalseDepartures(1));
        Set<List<String>> diaries = diaries(model, P1);
        assertTrue(diaries.contains(List.of("starts [0, 2]", "a from 2", "[0] without [2]")));
        assertTrue(any(diaries, "[2] without [0]", "a from 2", "b from 2"));
        assertFalse(any(diaries, "[0] without [2]", "a from 2") || any(diaries, "[0] without [2]", "b from 2"));
    }
}
