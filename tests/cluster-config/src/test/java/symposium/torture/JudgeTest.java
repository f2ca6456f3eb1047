package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.arbitration.resources.Mode;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.InvalidHistory;
import symposium.judge.Judge;
import symposium.mutex.Fence;

/** Histories that break one promise each, and their neighbours that break none. */
@Tag("fast")
class JudgeTest extends JudgedHistory {

    private static final String NAME = "lock";

    private long now;

    @Test
    void aHistoryInWhichOneNodeAfterTheOtherHoldsTheLockBreaksNoPromise() {
        turn(0, fence(5, 1), 0);
        turn(1, fence(5, 2), 1);
        ask(2);
        grant(2, fence(6, 1));
        at(2, Kind.ENDED);
        turn(0, fence(7, 1), 2);
        holds();
    }

    @Test
    void twoHoldersOfOneGenerationAreAViolationEvenWhileNodesAreTakenForDeparted() {
        event(HistoryEvent.of(Kind.DISTURBED));
        ask(0);
        ask(1);
        grant(0, fence(5, 1));
        grant(1, fence(5, 2));
        violated(
                "lock has two holders in one generation: node 0 under fence 5.1 since 4 ms, and node 1 under fence 5.2");
    }

    @Test
    void anErrorInTheLogOfANodeIsAViolation() throws Exception {
        Path log = Files.writeString(Files.createTempFile("node", ".log"), """
                12:00:01.000 WARN  Cluster: ERROR is a word here
                12:00:02.000 ERROR Encoder: Failed to serialize message
                java.lang.IllegalArgumentException: a cause
                Exception in thread "main" java.lang.OutOfMemoryError
                12:00:03.000 0       is up: 1 of 2
                """);
        List<String> errors = Fleet.errors(log);
        Files.delete(log);
        assertEquals(2, errors.size(), errors::toString);
        event(HistoryEvent.of(Kind.LOGGED_ERROR, 1).withNote(Optional.of(errors.get(0))));
        violated("node 1 has logged an error: 12:00:02.000 ERROR Encoder: Failed to serialize message");
    }

    @Test
    void aStaleHolderOfAnEarlierGenerationIsNone() {
        ask(0);
        ask(1);
        grant(0, fence(5, 1));
        grant(1, fence(6, 1));
        holds();
    }

    @Test
    void whatEndedWithTheNodeOrWasLostIsHeldNoMore() {
        for (Kind end : List.of(Kind.ENDED, Kind.LOST, Kind.RELEASED, Kind.UNAVAILABLE)) {
            ask(0);
            grant(0, fence(5, 2 * now));
            at(0, end);
            ask(1);
            grant(1, fence(5, 2 * now + 1));
            at(1, Kind.RELEASED);
        }
        holds();
    }

    /**
     * Either the generation is 0, or the history says that there are none, as with Lamport's algorithm: there the
     * generation is the second of the start.
     */
    @ParameterizedTest
    @CsvSource({"0, false", "5, true"})
    void withoutGenerationsTwoHoldersAreAViolationUnlessNodesAreTakenForDeparted(long generation, boolean said) {
        if (said) {
            event(HistoryEvent.of(Kind.WITHOUT_GENERATIONS));
        }
        ask(0);
        ask(1);
        grant(0, fence(generation, 1));
        event(HistoryEvent.of(Kind.DISTURBED));
        grant(1, fence(generation, 2));
        holds();
        at(0, Kind.RELEASED);
        event(HistoryEvent.of(Kind.STEADY));
        ask(0);
        grant(0, fence(generation, 3));
        violated("lock has two holders" + (said ? "" : " in one generation") + ": node 1 under fence " + generation
                + ".2");
    }

    @Test
    void withoutGenerationsGrantsOfTwoOfThemExcludeEachOther() {
        event(HistoryEvent.of(Kind.WITHOUT_GENERATIONS));
        ask(0);
        ask(1);
        grant(0, fence(5, 1));
        grant(1, fence(6, 1));
        violated("lock has two holders: node 0 under fence 5.1 since 4 ms, and node 1 under fence 6.1");
    }

    @Test
    void aClientIsNotGrantedWhatItHolds() {
        ask(0);
        grant(0, fence(5, 1));
        grant(0, fence(5, 2));
        violated(
                "lock has two holders in one generation: node 0 under fence 5.1 since 2 ms, and node 0 under fence 5.2");
    }

    @Test
    void aTermHasOneLeaderAndTermsGrow() {
        told(0, 5, 1);
        told(1, 5, 1);
        told(0, 6, 2);
        follows(0, 6);
        at(1, Kind.ENDED);
        told(1, 5, 1);
        holds();
        told(1, 6, 0);
        violated("term 6 has two leaders: node 2, and node 0 as node 1 learns");
        events.remove(events.size() - 1);
        told(0, 5, 1);
        violated("node 0 learns of term 5 after term 6");
        events.remove(events.size() - 1);
        told(0, 6, 2);
        violated("node 0 learns of term 6 after term 6");
    }

    /** A judge that is told one event after the other finds what one finds that is given all of them. */
    @Test
    void aViolationIsFoundAsSoonAsItHappens() {
        Judge judge = new Judge();
        ask(0);
        grant(0, fence(5, 1));
        ask(1);
        events.forEach(judge::on);
        assertEquals(List.of(), judge.violations());
        grant(1, fence(5, 2));
        judge.on(events.get(events.size() - 1));
        assertEquals(Judge.judge(events).violations(), judge.violations());
        violated("two holders");
    }

    /** A node whose clock is ahead makes a generation that a restart of all need not exceed; others must. */
    @Test
    void generationsOfAClockThatIsAheadNeedNotBeExceeded() {
        long right = 1_000;
        event(HistoryEvent.of(Kind.CLOCK_WRONG).withValue(Optional.of(right)));
        for (Fence fence : List.of(fence(right + 900, 1), fence(right + 5, 1), fence(right + 4, 1))) {
            ask(0);
            grant(0, fence);
            at(0, Kind.ENDED);
        }
        violated("node 0 has been granted lock under fence 1004.1, and fence 1005.1 had been granted before it asked");
    }

    @Test
    void algorithmsThatArePermissionBasedHaveNoGenerations() {
        assertFalse(ClusterCatalogue.hasGenerations("lamport"));
        assertFalse(ClusterCatalogue.hasGenerations("ricart-agrawala-stamped"));
        for (String algorithm : List.of("ewd851-misra", "carvalho-roucairol", "token-ring", "bully", "resources")) {
            assertTrue(ClusterCatalogue.hasGenerations(algorithm), algorithm);
        }
    }

    @Test
    void tokensThatOnlyTokensRegenerateMayAllGoWithOneNode() {
        for (String algorithm : ClusterCatalogue.names()) {
            boolean serves = ClusterCatalogue.survivesDeaths(algorithm) && !algorithm.startsWith("token-ring");
            assertEquals(serves, ClusterCatalogue.servesSurvivors(algorithm), algorithm);
        }
        assertFalse(ClusterCatalogue.servesSurvivors("token-ring-3"));
    }

    @Test
    void forksWithoutFencesAreHeldByOneAtATime() {
        ask(0);
        ask(1);
        grant(0, Fence.NONE);
        grant(1, Fence.NONE);
        violated("two holders");
    }

    @Test
    void aFenceThatIsGrantedTwiceIsAViolation() {
        ask(1);
        turn(0, fence(5, 1), 0);
        grant(1, fence(5, 1));
        violated("fence 5.1 of lock is granted again, to node 1");
    }

    @Test
    void aFenceThatIsNotGreaterThanOneGrantedBeforeTheRequestIsAViolation() {
        turn(0, fence(5, 7), 0);
        ask(1);
        grant(1, fence(5, 3));
        violated("node 1 has been granted lock under fence 5.3, and fence 5.7 had been granted before it asked");
    }

    @Test
    void aFenceOfARequestFromBeforeTheGreaterGrantMayBeSmaller() {
        ask(1);
        turn(0, fence(6, 1), 0);
        grant(1, fence(5, 3));
        holds();
    }

    @Test
    void anUpdateThatOverwritesAnotherIsLost() {
        access(0, Kind.READ, fence(5, 1), 0);
        access(1, Kind.READ, fence(5, 1), 0);
        access(0, Kind.WRITTEN, fence(5, 1), 1);
        access(1, Kind.WRITTEN, fence(5, 1), 1);
        violated("an update of lock is lost: node 1 has written 1 under fence 5.1, where 2 would be right");
    }

    @Test
    void aReadOfAnotherValueThanTheLastWrittenIsAViolation() {
        access(0, Kind.READ, fence(5, 1), 3);
        violated("node 0 has read 3 under fence 5.1, where 0 would be right");
    }

    @Test
    void anAccessThatIsAcceptedUnderASmallerFenceIsAViolation() {
        access(0, Kind.READ, fence(6, 1), 0);
        access(1, Kind.WRITTEN, fence(5, 9), 1);
        violated("fence 5.9 of lock is accepted after fence 6.1");
    }

    @Test
    void aNodeThatIsNotServedInTimeIsAViolation() {
        expect(10, 0, 1);
        turn(0, fence(5, 1), 0);
        now = 20;
        event(HistoryEvent.of(Kind.FINISHED));
        violated("node 1 has not been served since 1 ms");
    }

    @Test
    void aGrantOfARequestFromBeforeTheExpectationDoesNotFulfilIt() {
        ask(0);
        expect(10, 0);
        grant(0, fence(5, 1));
        now = 20;
        event(HistoryEvent.of(Kind.FINISHED));
        violated("node 0 has not been served since 2 ms");
    }

    @Test
    void aNodeThatKnowsALeaderIsServedAndTheSlowestServiceIsMeasured() {
        expect(10, 0);
        now = 7;
        at(0, Kind.FOLLOWS);
        now = 20;
        event(HistoryEvent.of(Kind.FINISHED));
        holds();
        assertEquals(7, Judge.judge(events).slowest());
    }

    @Test
    void aGrantOfARequestWithoutAMajorityIsAViolation() {
        event(HistoryEvent.of(Kind.DENIED).withNodes(new TreeSet<>(Set.of(0))));
        ask(0);
        grant(0, fence(5, 1));
        violated("node 0 has been granted what it asked for without a majority");
    }

    @Test
    void aGrantAfterThatIsNone() {
        event(HistoryEvent.of(Kind.DENIED).withNodes(new TreeSet<>(Set.of(0))));
        ask(0);
        event(HistoryEvent.of(Kind.ALLOWED).withNodes(new TreeSet<>(Set.of(0))));
        grant(0, fence(5, 1));
        holds();
    }

    @Test
    void anEventWithoutTheNodeThatItNeedsIsRefused() {
        event(HistoryEvent.of(Kind.GRANTED));
        assertTrue(assertThrows(InvalidHistory.class, () -> Judge.judge(events))
                .getMessage()
                .startsWith("an event GRANTED names no node"));
    }

    // --- modes, and nodes with several clients

    @Test
    void readersGoTogetherAndExcludeWriters() {
        ask(0);
        ask(1);
        ask(2);
        grant(0, fence(5, 1), Mode.SHARED);
        grant(1, fence(5, 2), Mode.SHARED);
        holds();
        grant(2, fence(5, 3));
        violated(
                "lock has two holders in one generation: node 0 (shared) under fence 5.1 since 4 ms, and node 2 under fence 5.3");
    }

    @Test
    void aReaderBesideAWriterOrAPermitIsAViolation() {
        for (Mode other : List.of(Mode.EXCLUSIVE, Mode.permits(1, 3))) {
            events.clear();
            ask(0);
            ask(1);
            grant(0, fence(5, 1), other);
            grant(1, fence(5, 2), Mode.SHARED);
            violated("lock has two holders in one generation");
        }
    }

    @Test
    void permitsAreGrantedUpToTheLeastNumberThatAHolderStates() {
        for (int node = 0; node < 4; node++) {
            ask(node);
        }
        grant(0, fence(5, 1), Mode.permits(1, 3));
        grant(1, fence(5, 2), Mode.permits(1, 4));
        grant(2, fence(5, 3), Mode.permits(1, 3));
        holds();
        grant(3, fence(5, 4), Mode.permits(1, 4));
        violated("more permits of lock than there are have been granted in one generation:"
                + " node 3 (1 of 4) under fence 5.4; node 0 (1 of 3) under fence 5.1");
    }

    @Test
    void permitsOfAnEarlierGenerationDoNotCount() {
        ask(0);
        ask(1);
        grant(0, fence(5, 1), Mode.permits(2, 3));
        grant(1, fence(6, 1), Mode.permits(2, 3));
        holds();
    }

    @Test
    void clientsOfOneNodeExcludeEachOtherAndEachGivesBackItsOwn() {
        byClient(0, Kind.ASKS, Fence.NONE);
        byClient(1, Kind.ASKS, Fence.NONE);
        byClient(0, Kind.GRANTED, fence(5, 1));
        byClient(0, Kind.RELEASED, Fence.NONE);
        byClient(1, Kind.GRANTED, fence(5, 2));
        holds();
        byClient(0, Kind.ASKS, Fence.NONE);
        byClient(0, Kind.GRANTED, fence(5, 3));
        violated(
                "lock has two holders in one generation: node 0, client 1 under fence 5.2 since 5 ms, and node 0 under fence 5.3");
    }

    @Test
    void everyClientOfANodeHasToBeServed() {
        event(HistoryEvent.of(Kind.STARTED, 0).withValue(Optional.of(2L)));
        expect(10, 0);
        byClient(0, Kind.ASKS, Fence.NONE);
        byClient(0, Kind.GRANTED, fence(5, 1));
        now = 20;
        event(HistoryEvent.of(Kind.FINISHED));
        violated("node 0 has not been served since 2 ms; of its clients, only [0] have");
        now = 4;
        events.remove(events.size() - 1);
        byClient(0, Kind.RELEASED, Fence.NONE);
        byClient(1, Kind.ASKS, Fence.NONE);
        byClient(1, Kind.GRANTED, fence(5, 2));
        now = 20;
        event(HistoryEvent.of(Kind.FINISHED));
        holds();
    }

    @Test
    void aClientIsNotToldThatItHoldsWhatAnotherHasHadSince() {
        ask(0);
        grant(0, fence(5, 1));
        holds();
        at(0, Kind.STALE);
        violated("node 0 learns that it holds what another has had since");
    }

    @Test
    void whatAClientHasGivenUpIsNotGrantedToIt() {
        ask(0);
        at(0, Kind.GIVEN_UP);
        ask(0);
        grant(0, fence(5, 1));
        at(0, Kind.RELEASED);
        ask(0);
        at(0, Kind.GIVEN_UP);
        holds();
        grant(0, fence(5, 2));
        violated("node 0 has been granted what it had given up");
    }

    /** Readers may come in any order of their fences; a writer or a permit after all of them, and they after it. */
    @Test
    void readersAreOrderedWithWritersAlone() {
        access(0, Kind.READ, fence(5, 2), 0, Mode.SHARED);
        access(1, Kind.READ, fence(5, 1), 0, Mode.SHARED);
        access(2, Kind.WRITTEN, fence(5, 3), 1);
        access(0, Kind.READ, fence(5, 4), 1, Mode.permits(1, 2));
        holds();
        access(1, Kind.READ, fence(5, 2), 1, Mode.SHARED);
        violated("fence 5.2 of lock is accepted after fence 5.4");
        events.remove(events.size() - 1);
        access(2, Kind.WRITTEN, fence(5, 3), 2);
        violated("fence 5.3 of lock is accepted after fence 5.4");
    }

    private void grant(int node, Fence fence, Mode mode) {
        event(HistoryEvent.of(Kind.GRANTED, node)
                .withFences(new TreeMap<>(java.util.Map.of(NAME, fence)))
                .withModes(new TreeMap<>(java.util.Map.of(NAME, mode))));
    }

    private void access(int node, Kind kind, Fence fence, long value, Mode mode) {
        access(node, kind, fence, value);
        events.add(events.remove(events.size() - 1).withModes(new TreeMap<>(java.util.Map.of(NAME, mode))));
    }

    private void byClient(int client, Kind kind, Fence fence) {
        event(0, kind, fence);
        events.add(events.remove(events.size() - 1).withClient(Optional.of(client)));
    }

    private static Fence fence(long generation, long grant) {
        return new Fence(generation, grant);
    }

    private void event(HistoryEvent event) {
        now++;
        events.add(event.withAt(now));
    }

    private void at(int node, Kind kind) {
        event(HistoryEvent.of(kind, node));
    }

    private void event(int node, Kind kind, Fence fence) {
        event(HistoryEvent.of(kind, node).withFences(new TreeMap<>(java.util.Map.of(NAME, fence))));
    }

    private void ask(int node) {
        event(node, Kind.ASKS, Fence.NONE);
    }

    private void grant(int node, Fence fence) {
        event(node, Kind.GRANTED, fence);
    }

    private void access(int node, Kind kind, Fence fence, long value) {
        event(HistoryEvent.of(kind, node)
                .withFences(new TreeMap<>(java.util.Map.of(NAME, fence)))
                .withValue(Optional.of(value)));
    }

    private void follows(int node, long term) {
        event(node, Kind.FOLLOWS, fence(term, 0));
    }

    private void told(int node, long term, int leader) {
        follows(node, term);
        events.add(events.remove(events.size() - 1).withNodes(new TreeSet<>(Set.of(leader))));
    }

    private void turn(int node, Fence fence, long value) {
        ask(node);
        grant(node, fence);
        access(node, Kind.READ, fence, value);
        access(node, Kind.WRITTEN, fence, value + 1);
        at(node, Kind.RELEASED);
    }

    private void expect(long limit, Integer... nodes) {
        event(HistoryEvent.of(Kind.EXPECTED)
                .withNodes(new TreeSet<>(Set.of(nodes)))
                .withValue(Optional.of(limit)));
    }
}
