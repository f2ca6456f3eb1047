package symposium.mutex.suzukikasami.census;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Message;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.OfAlgorithm;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.OfCensus;
import symposium.regeneration.census.Census.Outbid;
import symposium.regeneration.census.Census.Question;
import symposium.regeneration.census.Census.Reply;
import symposium.regeneration.census.CensusReport;

/** One process at a time, message by message; also with a live process that is taken for departed. */
@Tag("fast")
class SuzukiKasamiCensusScenarioTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final ProcessId THREE = ProcessId.of(3);

    /** One of four processes, the token at 0, quorum 2. */
    private static final class Process {
        private final SuzukiKasamiCensus algorithm =
                new SuzukiKasamiCensus(Start.of(4, 0).withQuorum(2));
        private SuzukiKasamiCensus.State state;
        private Step<SuzukiKasamiCensus.State, SuzukiKasamiCensus.Message, Output> last;

        Process(ProcessId self) {
            state = algorithm.initial(
                    self,
                    Neighbours.of(List.of(ZERO, ONE, TWO, THREE).stream()
                            .filter(id -> !id.equals(self))
                            .toList()));
        }

        private Process on(Event<SuzukiKasamiCensus.Message, Input> event) {
            last = algorithm.step(state, event);
            state = last.next();
            return this;
        }

        Process asks(Input ask) {
            return on(new Event.Input<>(ask));
        }

        Process receives(ProcessId from, Message message) {
            return on(new Event.Received<>(Neighbour.of(from), message));
        }

        Process isLeftWith(ProcessId... others) {
            SortedSet<ProcessId> departed = new TreeSet<>(List.of(ZERO, ONE, TWO, THREE));
            departed.remove(state.process().self());
            departed.removeAll(Arrays.asList(others));
            return on(new Event.NeighboursChanged<>(Neighbours.of(List.of(others)), departed));
        }

        Process by(String rule) {
            assertEquals(rule, last.rule().label(), last.toString());
            return this;
        }

        Process doing() {
            assertEquals(List.of(), last.effects());
            return this;
        }

        Process doing(Effect<Message, Output> effect) {
            assertEquals(List.of(effect), last.effects());
            return this;
        }

        Process doing(Effect<Message, Output> one, Effect<Message, Output> other) {
            assertEquals(List.of(one, other), last.effects());
            return this;
        }
    }

    private static Effect<Message, Output> send(ProcessId to, Message message) {
        return new Effect.Send<>(Neighbour.of(to), message);
    }

    private static Effect<Message, Output> granted(long generation, long grant) {
        return new Effect.Output<>(new Output.Granted(new Fence(generation, grant)));
    }

    private static Message token(Fence fence, int... granted) {
        TreeMap<ProcessId, Integer> array = new TreeMap<>();
        for (int number = 0; number < granted.length; number++) {
            if (granted[number] >= 0) {
                array.put(ProcessId.of(number), granted[number]);
            }
        }
        return new OfAlgorithm(fence, new SuzukiKasami.Token(array));
    }

    private static CensusReport report(int granted, boolean token) {
        return new CensusReport(granted, token);
    }

    // Generations: departures times 4, and the asker's number.

    @Test
    void theLowestProcessAsksAllAndIssuesTheLostTokenToAWaitingProcess() {
        new Process(ONE)
                .receives(TWO, new OfAlgorithm(Fence.NONE, new SuzukiKasami.Request(1)))
                .by("request.noted")
                .isLeftWith(TWO, THREE)
                .by("census.calls")
                .doing(send(TWO, new OfCensus(new Question(5))), send(THREE, new OfCensus(new Question(5))))
                .receives(TWO, new OfCensus(new Reply(5, report(0, false))))
                .by("census.counts")
                .receives(THREE, new OfCensus(new Reply(5, report(2, false))))
                .by("issue.lost")
                .doing(send(TWO, token(Fence.start(5), -1, 0, 0, 2)));
    }

    @Test
    void aTokenThatIsFoundIsIssuedAgain() {
        new Process(ONE)
                .isLeftWith(TWO, THREE)
                .receives(TWO, new OfCensus(new Reply(5, report(1, true))))
                .receives(THREE, new OfCensus(new Reply(5, report(0, false))))
                .by("issue.found")
                .doing()
                .asks(Input.ENTER)
                .by("prelude.present")
                .doing(granted(5, 1));
    }

    @Test
    void anyOtherPromisesAndHandsItsTokenBack() {
        Process holder = new Process(ZERO);
        holder.isLeftWith(ONE, TWO).by("census.calls");
        Process two = new Process(TWO);
        two.asks(Input.ENTER)
                .receives(ZERO, token(Fence.start(0), 0, 0, 0, 0))
                .by("access")
                .asks(Input.RELEASE)
                .by("postlude.keeps")
                .isLeftWith(ONE, THREE)
                .by("census.notes")
                .doing()
                .receives(ONE, new OfCensus(new Question(5)))
                .by("census.promises")
                .doing(send(ONE, new OfCensus(new Reply(5, report(1, true)))));
        assertFalse(two.state.process().tokenPresent());
    }

    @Test
    void aProcessInItsCriticalSectionAnswersWhenItHasLeftIt() {
        new Process(ZERO)
                .asks(Input.ENTER)
                .receives(ONE, new OfCensus(new Question(5)))
                .by("census.promises")
                .doing()
                .asks(Input.RELEASE)
                .by("release.answers")
                .doing(send(ONE, new OfCensus(new Reply(5, report(0, true)))));
    }

    @Test
    void aProcessInItsCriticalSectionThatOwesToADepartedOneDiscardsTheTokenOnLeaving() {
        Process zero = new Process(ZERO)
                .asks(Input.ENTER)
                .receives(ONE, new OfCensus(new Question(5)))
                .isLeftWith(TWO, THREE)
                .by("census.calls");
        assertTrue(zero.state.census().asking(), "the lowest asks itself, and waits for itself");
        new Process(TWO)
                .asks(Input.ENTER)
                .receives(ZERO, token(Fence.start(0), 0, 0, 0, 0))
                .receives(ONE, new OfCensus(new Question(5)))
                .isLeftWith(ZERO, THREE)
                .by("census.notes")
                .asks(Input.RELEASE)
                .by("release.discards")
                .doing();
    }

    @Test
    void anOlderTokenIsDiscarded() {
        new Process(TWO)
                .asks(Input.ENTER)
                .receives(ONE, new OfCensus(new Question(5)))
                .doing(send(ONE, new OfCensus(new Reply(5, report(0, false)))))
                .receives(THREE, token(Fence.start(0), 0, 0, 0, 0))
                .by("token.discarded")
                .doing()
                .receives(ONE, token(Fence.start(5), -1, 0, 0, 0))
                .by("access")
                .doing(granted(5, 1));
    }

    @Test
    void theLateQuestionOfADepartedAskerIsRefused() {
        new Process(TWO)
                .receives(ONE, new OfCensus(new Question(9)))
                .receives(ZERO, new OfCensus(new Question(4)))
                .by("census.outbids")
                .doing(send(ZERO, new OfCensus(new Outbid(9))));
    }

    @Test
    void aRefusedProcessAsksUnderAHigherGenerationAndForgetsTheAnswersSoFar() {
        new Process(ONE)
                .isLeftWith(TWO, THREE)
                .receives(TWO, new OfCensus(new Reply(5, report(0, false))))
                .receives(THREE, new OfCensus(new Outbid(11)))
                .by("census.calls-again")
                .doing(send(TWO, new OfCensus(new Question(13))), send(THREE, new OfCensus(new Question(13))))
                .receives(THREE, new OfCensus(new Reply(5, report(0, false))))
                .by("census.stale")
                .receives(TWO, new OfCensus(new Reply(13, report(0, false))))
                .by("census.counts")
                .receives(THREE, new OfCensus(new Reply(13, report(0, false))))
                .by("issue.lost");
    }

    @Test
    void aCensusDoesNotWaitForAProcessThatDepartsDuringIt() {
        new Process(ONE)
                .isLeftWith(TWO, THREE)
                .receives(TWO, new OfCensus(new Reply(5, report(0, false))))
                .isLeftWith(TWO)
                .by("issue.lost")
                .doing();
    }

    /** Fewer than a quorum: the token may be others' by now. */
    @Test
    void aProcessCutOffInItsCriticalSectionIsToldSoAndItsReleaseComesTooLate() {
        Process zero = new Process(ZERO)
                .asks(Input.ENTER)
                .doing(granted(0, 1))
                .isLeftWith()
                .by("census.gives-up")
                .doing(new Effect.Output<>(new Output.Lost(new Fence(0, 1))))
                .asks(Input.RELEASE)
                .by("release.after-loss")
                .doing()
                .asks(Input.ENTER)
                .by("prelude.broadcast")
                .doing();
        assertFalse(zero.state.process().tokenPresent());
    }

    /**
     * Generations are dealt out: a process that asks, of however many departures it knows, and whatever it has
     * promised.
     */
    @Test
    void noTwoAskUnderTheSameGeneration() {
        List<String> asked = new java.util.ArrayList<>();
        for (ProcessId asker : List.of(ZERO, ONE, TWO, THREE)) {
            Process process = new Process(asker);
            List<ProcessId> higher = List.of(ZERO, ONE, TWO, THREE).stream()
                    .filter(other -> other.compareTo(asker) > 0)
                    .collect(Collectors.toList());
            if (higher.size() == 3) {
                higher.remove(THREE);
            }
            if (higher.isEmpty()) {
                continue;
            }
            process.isLeftWith(higher.toArray(ProcessId[]::new)).by("census.calls");
            asked.add(Long.toString(process.state.census().promised()));
        }
        assertEquals(List.of("4", "5", "10"), asked);
    }
}
