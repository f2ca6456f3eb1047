package symposium.mutex.suzukikasami.survivor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.suzukikasami.survivor.SurvivorMessage.Outbid;
import symposium.mutex.suzukikasami.survivor.SurvivorMessage.Question;
import symposium.mutex.suzukikasami.survivor.SurvivorMessage.Reply;
import symposium.mutex.suzukikasami.survivor.SurvivorMessage.Request;
import symposium.mutex.suzukikasami.survivor.SurvivorMessage.Token;
import symposium.regeneration.census.Testimony;

/** One process at a time, message by message; what takes more than crashes, too: somebody taken for departed who lives. */
class SurvivorScenarioTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final ProcessId THREE = ProcessId.of(3);

    /** One of four processes, the token at 0, quorum 2. */
    private static final class Process {
        private final Survivor algorithm = new Survivor(Start.of(4, 0).withQuorum(2));
        private SurvivorState state;
        private Step<SurvivorState, SurvivorMessage, MutexOutput> last;

        Process(ProcessId self) {
            state = algorithm.initial(
                    self,
                    Neighbours.of(List.of(ZERO, ONE, TWO, THREE).stream()
                            .filter(id -> !id.equals(self))
                            .toList()));
        }

        private Process on(Event<SurvivorMessage, MutexInput> event) {
            last = algorithm.step(state, event);
            state = last.next();
            return this;
        }

        Process asks(MutexInput ask) {
            return on(new Event.Input<>(ask));
        }

        Process receives(ProcessId from, SurvivorMessage message) {
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

        Process doing(Effect<SurvivorMessage, MutexOutput> effect) {
            assertEquals(List.of(effect), last.effects());
            return this;
        }

        Process doing(Effect<SurvivorMessage, MutexOutput> one, Effect<SurvivorMessage, MutexOutput> other) {
            assertEquals(List.of(one, other), last.effects());
            return this;
        }
    }

    private static Effect<SurvivorMessage, MutexOutput> send(ProcessId to, SurvivorMessage message) {
        return new Effect.Send<>(Neighbour.of(to), message);
    }

    private static Effect<SurvivorMessage, MutexOutput> granted(long generation, long grant) {
        return new Effect.Output<>(new MutexOutput.Granted(new Fence(generation, grant)));
    }

    private static Token token(Fence fence, int... granted) {
        TreeMap<ProcessId, Integer> array = new TreeMap<>();
        for (int number = 0; number < granted.length; number++) {
            if (granted[number] >= 0) {
                array.put(ProcessId.of(number), granted[number]);
            }
        }
        return new Token(array, fence);
    }

    private static Testimony testimony(int granted, boolean token) {
        return new Testimony(granted, token);
    }

    // Generations: departures times 4, and the asker's number.

    @Test
    void theLowestAsksEveryoneAndIssuesTheLostTokenToWhoWaits() {
        new Process(ONE)
                .receives(TWO, new Request(1))
                .by("request.noted")
                .isLeftWith(TWO, THREE)
                .by("census.calls")
                .doing(send(TWO, new Question(5)), send(THREE, new Question(5)))
                .receives(TWO, new Reply(5, testimony(0, false)))
                .by("census.counts")
                .receives(THREE, new Reply(5, testimony(2, false)))
                .by("issue.lost")
                .doing(send(TWO, token(Fence.start(5), -1, 0, 0, 2)));
    }

    @Test
    void aTokenThatIsFoundIsIssuedAgain() {
        new Process(ONE)
                .isLeftWith(TWO, THREE)
                .receives(TWO, new Reply(5, testimony(1, true)))
                .receives(THREE, new Reply(5, testimony(0, false)))
                .by("issue.found")
                .doing()
                .asks(MutexInput.ENTER)
                .by("prelude.present")
                .doing(granted(5, 1));
    }

    @Test
    void anyOtherPromisesAndHandsItsTokenBack() {
        Process holder = new Process(ZERO);
        holder.isLeftWith(ONE, TWO).by("census.calls");
        Process two = new Process(TWO);
        two.asks(MutexInput.ENTER)
                .receives(ZERO, token(Fence.start(0), 0, 0, 0, 0))
                .by("access")
                .asks(MutexInput.RELEASE)
                .by("postlude.keeps")
                .isLeftWith(ONE, THREE)
                .by("census.notes")
                .doing()
                .receives(ONE, new Question(5))
                .by("census.promises")
                .doing(send(ONE, new Reply(5, testimony(1, true))));
        assertFalse(two.state.process().tokenPresent());
    }

    @Test
    void whoIsInItsCriticalSectionAnswersWhenItHasLeft() {
        new Process(ZERO)
                .asks(MutexInput.ENTER)
                .receives(ONE, new Question(5))
                .by("census.promises")
                .doing()
                .asks(MutexInput.RELEASE)
                .by("release.answers")
                .doing(send(ONE, new Reply(5, testimony(0, true))));
    }

    @Test
    void whoIsInItsCriticalSectionAndOwesToTheDepartedDiscardsTheTokenInTheEnd() {
        Process zero = new Process(ZERO)
                .asks(MutexInput.ENTER)
                .receives(ONE, new Question(5))
                .isLeftWith(TWO, THREE)
                .by("census.calls");
        assertTrue(zero.state.census().asking(), "the lowest asks itself, and waits for itself");
        new Process(TWO)
                .asks(MutexInput.ENTER)
                .receives(ZERO, token(Fence.start(0), 0, 0, 0, 0))
                .receives(ONE, new Question(5))
                .isLeftWith(ZERO, THREE)
                .by("census.notes")
                .asks(MutexInput.RELEASE)
                .by("release.discards")
                .doing();
    }

    @Test
    void anOlderTokenIsDiscarded() {
        new Process(TWO)
                .asks(MutexInput.ENTER)
                .receives(ONE, new Question(5))
                .doing(send(ONE, new Reply(5, testimony(0, false))))
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
                .receives(ONE, new Question(9))
                .receives(ZERO, new Question(4))
                .by("census.outbids")
                .doing(send(ZERO, new Outbid(9)));
    }

    @Test
    void whoIsRefusedAsksUnderAHigherGenerationAndForgetsTheAnswersSoFar() {
        new Process(ONE)
                .isLeftWith(TWO, THREE)
                .receives(TWO, new Reply(5, testimony(0, false)))
                .receives(THREE, new Outbid(11))
                .by("census.calls again")
                .doing(send(TWO, new Question(13)), send(THREE, new Question(13)))
                .receives(THREE, new Reply(5, testimony(0, false)))
                .by("census.stale")
                .receives(TWO, new Reply(13, testimony(0, false)))
                .by("census.counts")
                .receives(THREE, new Reply(13, testimony(0, false)))
                .by("issue.lost");
    }

    @Test
    void whoDepartsDuringACensusIsNotWaitedFor() {
        new Process(ONE)
                .isLeftWith(TWO, THREE)
                .receives(TWO, new Reply(5, testimony(0, false)))
                .isLeftWith(TWO)
                .by("issue.lost")
                .doing();
    }

    /** Fewer than a quorum: the token may be others' by now. */
    @Test
    void whoIsCutOffInItsCriticalSectionIsToldSoAndItsReleaseComesTooLate() {
        Process zero = new Process(ZERO)
                .asks(MutexInput.ENTER)
                .doing(granted(0, 1))
                .isLeftWith()
                .by("census.gives up")
                .doing(new Effect.Output<>(new MutexOutput.Lost(new Fence(0, 1))))
                .asks(MutexInput.RELEASE)
                .by("release.after loss")
                .doing()
                .asks(MutexInput.ENTER)
                .by("prelude.broadcast")
                .doing();
        assertFalse(zero.state.process().tokenPresent());
    }

    /** Generations are dealt out: whoever asks, of however many departures it knows, and whatever it has promised. */
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
