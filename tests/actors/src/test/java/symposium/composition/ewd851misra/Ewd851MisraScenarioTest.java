package symposium.composition.ewd851misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.composition.ewd851misra.Ewd851Misra.Ballot;
import symposium.composition.ewd851misra.Ewd851Misra.Census;
import symposium.composition.ewd851misra.Ewd851Misra.Ping;
import symposium.composition.ewd851misra.Ewd851Misra.Pong;
import symposium.composition.ewd851misra.Ewd851Misra.Signal;
import symposium.election.changroberts.ChangRoberts;
import symposium.election.changroberts.ChangRoberts.Candidate;
import symposium.election.changroberts.ChangRoberts.Elected;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.misra.Misra;

/** One promise of the ring a test, at one process of a ring of three or four; a quorum is two. */
@Tag("fast")
class Ewd851MisraScenarioTest {

    private static final Start THREE = Start.of(3, 1);

    /** A process, and what it did last. */
    private static final class Process {
        private final Ewd851Misra ring;
        private final ProcessId self;
        private Ewd851Misra.State state;
        private Step<Ewd851Misra.State, Ewd851Misra.Message, Output> last;

        private Process(Ewd851Misra ring, int number, int... members) {
            this.ring = ring;
            this.self = ProcessId.of(number);
            this.state = ring.initial(self, Shape.RING.neighbours(self, ids(members)));
        }

        static Process holding(int number, int... members) {
            return new Process(
                    Ewd851Misra.startingAt(ProcessId.of(number), Ewd851MisraConfig.of(THREE, LossDetection.NEWS)),
                    number,
                    members);
        }

        static Process without(int number, int... members) {
            return new Process(
                    Ewd851Misra.startingAt(ProcessId.of(99), Ewd851MisraConfig.of(THREE, LossDetection.NEWS)),
                    number,
                    members);
        }

        static Process watchful(int number, int... members) {
            return new Process(
                    Ewd851Misra.startingAt(ProcessId.of(99), Ewd851MisraConfig.of(THREE, LossDetection.SILENCE)),
                    number,
                    members);
        }

        Rule on(Event<Ewd851Misra.Message, Input> event) {
            last = ring.step(state, event);
            state = last.next();
            return last.rule();
        }

        Rule asks(Input ask) {
            return on(new Event.Input<>(ask));
        }

        Rule receives(Ewd851Misra.Message message) {
            return on(new Event.Received<>(message instanceof Signal ? left() : right(), message));
        }

        private symposium.kernel.Neighbour left() {
            return state.links().left();
        }

        private symposium.kernel.Neighbour right() {
            return state.links().right();
        }

        Rule rested() {
            return on(new Event.Timeout<>(Ewd851Misra.Timer.PONG_RESTS));
        }

        Rule suspects() {
            return on(new Event.Timeout<>(Ewd851Misra.Timer.SUSPICION));
        }

        Rule cutOff() {
            return on(new Event.NeighboursChanged<>(Neighbours.none(), state.departed()));
        }

        Rule among(SortedSet<ProcessId> departed, int... members) {
            return on(new Event.NeighboursChanged<>(Shape.RING.neighbours(self, ids(members)), departed));
        }

        List<Ewd851Misra.Message> sent() {
            return last.effects().stream()
                    .filter(Effect.Send.class::isInstance)
                    .map(effect -> ((Effect.Send<Ewd851Misra.Message, Output>) effect).message())
                    .toList();
        }

        List<Output> told() {
            return last.effects().stream()
                    .filter(Effect.Output.class::isInstance)
                    .map(effect -> ((Effect.Output<Ewd851Misra.Message, Output>) effect).output())
                    .toList();
        }
    }

    private static SortedSet<ProcessId> ids(int... numbers) {
        SortedSet<ProcessId> ids = new TreeSet<>();
        for (int number : numbers) {
            ids.add(ProcessId.of(number));
        }
        return ids;
    }

    private static final SortedSet<ProcessId> NO_DEPARTURES = ids();

    private static Ping ping(long generation, long grants) {
        return new Ping(NO_DEPARTURES, new Fence(generation, grants), 1);
    }

    private static Pong pong(long generation, int visits) {
        return new Pong(NO_DEPARTURES, -1, new Round(generation, visits));
    }

    private static Census news(int leader, Findings found) {
        return new Census(NO_DEPARTURES, new Elected(ProcessId.of(leader)), found);
    }

    // --- fences

    @Test
    void everyGrantCarriesAGreaterFence() {
        Process process = Process.holding(1, 0, 1, 2);
        assertEquals(Ewd851.Rule.N_0, process.asks(Input.ENTER));
        assertEquals(List.of(new Output.Granted(new Fence(1, 1))), process.told());
        process.asks(Input.RELEASE);
        process.asks(Input.ENTER);
        assertEquals(List.of(new Output.Granted(new Fence(1, 2))), process.told());
        process.receives(new Signal(NO_DEPARTURES));
        process.asks(Input.RELEASE);
        assertEquals(List.of(ping(1, 2)), process.sent(), "the token takes the fence along");
    }

    // --- a lost token

    @Test
    void pongThatFindsItsMarkIssuesATokenThatSleepsUntilEnoughKnow() {
        Process process = Process.without(1, 0, 1, 2);
        process.asks(Input.ENTER);
        assertEquals(Misra.Rule.PONG_MARKS, process.receives(pong(1, 0)));
        process.rested();
        assertEquals(Misra.Rule.PONG_REGENERATES, process.receives(pong(1, 0)));
        assertTrue(process.state.asleep());
        assertEquals(4, process.state.generation(), "the next that is dealt to process 1 of three");
        assertEquals(List.of(), process.told());

        process.rested();
        assertEquals(List.of(new Pong(NO_DEPARTURES, -2, new Round(4, 1))), process.sent());
        assertEquals(Ewd851MisraRule.G1_WAKES, process.receives(new Pong(NO_DEPARTURES, -2, new Round(4, 2))));
        assertEquals(List.of(new Output.Granted(new Fence(4, 1))), process.told());
    }

    @Test
    void aTokenOfWhichTooFewKnowSleepsOn() {
        Process process = asleep();
        process.rested();
        assertEquals(Ewd851MisraRule.G2_SLEEPS_ON, process.receives(new Pong(NO_DEPARTURES, -2, new Round(4, 1))));
        assertTrue(process.state.asleep());
        process.asks(Input.ENTER);
        assertEquals(List.of(), process.told(), "without a quorum nothing is granted");
    }

    @Test
    void processesThatPassPongOnAreCountedUpToTheQuorum() {
        Process process = Process.without(2, 0, 1, 2);
        process.receives(pong(4, 1));
        process.rested();
        assertEquals(List.of(pong(4, 2)), process.sent());
    }

    @Test
    void whatIsOlderThanWhatOneHasHeardOfIsDiscarded() {
        Process process = Process.without(2, 0, 1, 2);
        process.receives(pong(4, 1));
        assertEquals(Ewd851MisraRule.G0_OLDER, process.receives(ping(1, 7)));
        assertEquals(Ewd851MisraRule.G0_OLDER, process.receives(pong(3, 0)));
        assertFalse(process.state.tokens().holdsPing());
    }

    @Test
    void aWaitingMachineCallsAgainWhenTheTokenItCalledIsDiscarded() {
        Process process = Process.without(2, 0, 1, 2);
        process.asks(Input.ENTER);
        process.receives(pong(4, 1));
        assertEquals(List.of(new Signal(NO_DEPARTURES)), process.sent(), "at the news of a new generation");
        assertEquals(Ewd851MisraRule.G0_OLDER, process.receives(ping(1, 7)));
        assertEquals(List.of(new Signal(NO_DEPARTURES)), process.sent());
    }

    @Test
    void aTokenThatLivesOutbidsTheNewOne() {
        Process process = Process.holding(0, 0, 1, 2);
        process.rested();
        process.asks(Input.ENTER);
        assertEquals(Ewd851MisraRule.G3_OUTBIDS, process.receives(pong(4, 1)));
        assertEquals(6, process.state.generation());
        process.rested();
        assertEquals(new Round(6, 0), ((Pong) process.sent().get(0)).round());
        process.asks(Input.RELEASE);
        process.asks(Input.ENTER);
        assertEquals(List.of(new Output.Granted(new Fence(6, 1))), process.told());
    }

    @Test
    void aSleepingTokenThatIsOutbidIsForgotten() {
        Process process = asleep();
        process.rested();
        assertEquals(Misra.Rule.PONG_MARKS, process.receives(pong(6, 0)));
        assertEquals(Optional.empty(), process.state.fence());
        assertEquals(6, process.state.generation());
    }

    @Test
    void aLivingTokenThatComesBeforePongTakesThePlaceOfTheOneThatSleeps() {
        Process process = asleep();
        process.rested();
        process.receives(new Ping(NO_DEPARTURES, new Fence(6, 0), 3));
        assertTrue(process.state.awake());
        assertEquals(6, process.state.generation());
    }

    @Test
    void ofTwoPongsOneIsDiscarded() {
        Process process = Process.holding(0, 0, 1, 2);
        assertEquals(Ewd851MisraRule.G4_PONG_TWICE, process.receives(pong(1, 0)));
        assertTrue(process.state.tokens().holdsPong());
    }

    @Test
    void aTokenThatIsHereIsNotLostWhateverTheMarkSays() {
        Process process = Process.without(1, 0, 1, 2);
        process.receives(pong(1, 0));
        process.rested();
        process.asks(Input.ENTER);
        process.receives(new Ping(NO_DEPARTURES, new Fence(1, 0), 1));
        process.state = process.state.withTokens(process.state.tokens().withMark(-1));
        assertEquals(Misra.Rule.PONG_MEETS, process.receives(pong(1, 0)));
        assertTrue(process.state.awake());
    }

    private static Process asleep() {
        Process process = Process.without(1, 0, 1, 2);
        process.receives(pong(1, 0));
        process.rested();
        process.receives(pong(1, 0));
        assertTrue(process.state.asleep());
        return process;
    }

    // --- membership

    @Test
    void aProcessThatLosesItsLeftNeighbourSuspectsThatBothTokensAreLost() {
        Process process = Process.without(1, 0, 1, 2);
        assertEquals(Ewd851MisraRule.V0_DEPARTURE, process.among(ids(2), 0, 1));
        assertTrue(process.last.effects().contains(new Effect.Schedule<>(Ewd851Misra.Timer.SUSPICION)));
        assertEquals(ChangRoberts.Rule.E0_INITIATE, process.suspects());
        assertEquals(List.of(new Ballot(ids(2), new Candidate(ProcessId.of(1)))), process.sent());
    }

    @Test
    void aSuspicionDissolvesWhenPongComes() {
        Process process = Process.without(1, 0, 1, 2);
        process.among(ids(2), 0, 1);
        process.receives(new Pong(ids(2), -1, new Round(1, 0)));
        assertTrue(process.last.effects().contains(new Effect.Cancel<>(Ewd851Misra.Timer.SUSPICION)));
        assertEquals(Ewd851MisraRule.V3_CALM, process.suspects());
    }

    @Test
    void aWaitingMachineCallsItsNewRightNeighbour() {
        Process process = Process.without(1, 0, 1, 2);
        process.asks(Input.ENTER);
        process.among(ids(0), 1, 2);
        assertEquals(
                List.of(new Effect.Send<>(process.right(), new Signal(ids(0)))),
                process.last.effects().stream()
                        .filter(Effect.Send.class::isInstance)
                        .toList());
    }

    @Test
    void aNewNeighbourIsNoDeparture() {
        Process process = Process.without(1, 0, 1);
        process.asks(Input.ENTER);
        assertEquals(Ewd851MisraRule.V1_RELINKED, process.among(NO_DEPARTURES, 0, 1, 2));
        assertEquals(List.of(), process.sent(), "its right neighbour is the same");
        assertEquals(Ewd851MisraRule.V1_RELINKED, Process.without(2, 0, 2).among(NO_DEPARTURES, 0, 1, 2));
    }

    @Test
    void aSleepingTokenDoesNotSurviveADeparture() {
        Process process = asleep();
        process.among(ids(0), 1, 2);
        assertFalse(process.state.asleep());
        assertTrue(process.state.tokens().holdsPong());
    }

    @Test
    void nothingIsTakenFromTheFuture() {
        Process process = Process.without(1, 0, 1, 2);
        Ewd851Misra.Message fromTheFuture = new Signal(ids(0));
        assertFalse(process.ring.admits(process.state, process.left(), fromTheFuture));
        process.among(ids(0), 1, 2);
        assertTrue(process.ring.admits(process.state, process.left(), fromTheFuture));
    }

    @Test
    void ballotsCountOnlyAmongProcessesThatKnowOfTheSameDepartures() {
        Process process = Process.without(1, 0, 1, 2, 3);
        process.among(ids(2), 0, 1, 3);
        assertEquals(
                Ewd851MisraRule.V4_STALE, process.receives(new Ballot(NO_DEPARTURES, new Candidate(ProcessId.of(0)))));
    }

    // --- cut off

    @Test
    void aHolderThatIsCutOffIsToldUnderTheFenceOfItsGrant() {
        Process process = Process.holding(0, 0, 1, 2);
        process.rested();
        process.asks(Input.ENTER);
        process.receives(pong(4, 1));
        assertEquals(Ewd851MisraRule.V2_CUT_OFF, process.cutOff());
        assertEquals(List.of(new Output.Lost(new Fence(1, 1))), process.told(), "though it has outbid since");
        assertFalse(process.state.tokens().holdsPing() || process.state.tokens().holdsPong());
    }

    @Test
    void aReleaseThatCrossesTheNewsOfTheLossIsNoMistake() {
        Process process = Process.holding(0, 0, 1, 2);
        process.asks(Input.ENTER);
        process.cutOff();
        assertEquals(Ewd851MisraRule.C2_RELEASE_AFTER_LOSS, process.asks(Input.RELEASE));
        assertEquals(List.of(), process.last.effects());
    }

    @Test
    void aUserThatAsksWhileCutOffIsServedWhenThereAreLinksAgain() {
        Process process = Process.without(1, 0, 1, 2);
        process.cutOff();
        assertEquals(Ewd851MisraRule.N3_SIGNAL_OWED, process.asks(Input.ENTER));
        assertEquals(List.of(), process.sent());
        assertEquals(Ewd851MisraRule.V1_RELINKED, process.among(NO_DEPARTURES, 0, 1, 2));
        assertEquals(List.of(new Signal(NO_DEPARTURES)), process.sent());
        assertTrue(process.last.effects().contains(new Effect.Schedule<>(Ewd851Misra.Timer.SUSPICION)));
    }

    @Test
    void aProcessThatIsCutOffAdmitsNothingAndSuspectsNothing() {
        Process process = Process.watchful(1, 0, 1, 2);
        var before = process.right();
        process.cutOff();
        assertFalse(process.ring.admits(process.state, before, ping(1, 0)));
        assertEquals(Ewd851MisraRule.V3_CALM, process.suspects());
    }

    // --- both lost

    private static Process elected(Process process) {
        process.suspects();
        assertEquals(
                ChangRoberts.Rule.E5_OWN,
                process.receives(new Ballot(process.state.departed(), new Candidate(process.self))));
        return process;
    }

    private static Process leader() {
        Process process = Process.without(2, 0, 1, 2, 3);
        process.among(ids(3), 0, 1, 2);
        return elected(process);
    }

    private static Census back(Findings found) {
        return new Census(ids(3), new Elected(ProcessId.of(2)), found);
    }

    @Test
    void theNewsOfAnElectionAsksForTokensOnItsWay() {
        assertEquals(List.of(back(new Findings(1, 1, false, false))), leader().sent());
        Process other = Process.holding(0, 0, 1, 2);
        other.receives(news(2, new Findings(3, 1, false, false)));
        assertEquals(List.of(news(2, new Findings(3, 2, true, true))), other.sent());
    }

    @Test
    void aLeaderWhoseCensusHasFoundNothingIssuesBothTheTokenAsleep() {
        Process process = leader();
        assertEquals(Ewd851MisraRule.E8_BOTH_ISSUED, process.receives(back(new Findings(3, 2, false, false))));
        assertTrue(process.state.asleep());
        assertEquals(5, process.state.generation(), "beyond all that anybody has heard of");
    }

    @Test
    void aLeaderWhoseCensusHasAskedTooFewIssuesNothing() {
        Process process = leader();
        assertEquals(Ewd851MisraRule.E10_NO_QUORUM, process.receives(back(new Findings(1, 1, false, false))));
        assertFalse(process.state.tokens().holdsPing());
    }

    @Test
    void aTokenThatCameByWhileTheCensusWasOutIsNotLost() {
        Process process = leader();
        process.receives(new Pong(ids(3), -1, new Round(1, 0)));
        process.rested();
        assertEquals(ChangRoberts.Rule.E7_RETURNED, process.receives(back(new Findings(1, 2, false, false))));
        assertFalse(process.state.tokens().holdsPing());
    }

    @Test
    void theCensusOfALesserLeaderIsAbandoned() {
        Process process = leader();
        assertEquals(
                Ewd851MisraRule.E11_ABANDONED,
                process.receives(new Census(ids(3), new Elected(ProcessId.of(0)), new Findings(1, 1, false, false))));
        assertEquals(List.of(), process.sent());
    }

    @Test
    void aCensusThatIsNotTheOwnOneAnyMoreIsAbandoned() {
        Process process = leader();
        process.receives(back(new Findings(1, 2, false, true)));
        assertEquals(Ewd851MisraRule.E11_ABANDONED, process.receives(back(new Findings(1, 2, false, false))));
    }

    @Test
    void whereSilenceIsSuspectPongIsIssuedForATokenThatRests() {
        Process process = elected(Process.watchful(2, 0, 1, 2));
        assertEquals(Ewd851MisraRule.E9_PONG_ISSUED, process.receives(news(2, new Findings(1, 2, true, false))));
        assertTrue(process.state.tokens().holdsPong());
        assertFalse(process.state.tokens().holdsPing());
        process.rested();
        assertEquals(List.of(pong(2, 0)), process.sent());
    }

    @Test
    void generationsAreDealtOutSoThatNoTwoProcessesIssueTheSame() {
        Ewd851MisraConfig config = Ewd851MisraConfig.of(THREE, LossDetection.NEWS);
        for (long known = 0; known < 9; known++) {
            TreeSet<Long> next = new TreeSet<>();
            for (int process = 0; process < 3; process++) {
                long generation = config.generationAfter(known, ProcessId.of(process));
                assertEquals(process, generation % 3);
                next.add(generation);
            }
            assertEquals(new TreeSet<>(List.of(known + 1, known + 2, known + 3)), next);
        }
        assertThrows(IllegalArgumentException.class, () -> new Ewd851MisraConfig(0, LossDetection.NEWS, 3));
        assertThrows(IllegalArgumentException.class, () -> new Ewd851MisraConfig(1, LossDetection.NEWS, 0));
    }
}
