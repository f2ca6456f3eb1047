package symposium.composition.ewd851misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.TraceEvent.Stepped;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.regeneration.misra.Misra;

/**
 * The quotient is exact: a process does the same whatever the current number is called, and whatever the marks are that
 * it has forgotten.
 *
 * <p>Without the quotient the states are infinitely many, so that two sets cannot be compared. Steps are local,
 * however: it is enough that each step that is possible from a normal form, taken where the current number is 7 and
 * forgotten marks are any older ones, is the same step by the same rule. Where both tokens are issued again the numbers
 * begin again at 1, and old marks may equal them: they do not matter, for a process that hears of a new generation
 * forgets its mark first.
 */
class Ewd851MisraQuotientTest {

    private static final int CURRENT = 7;
    private static final int[] OLDER = {0, 1, -1, 6, -6};

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "2, 1", "3, 0"})
    void eachStepIsTheSameWhateverTheCurrentNumberIsCalled(int processes, int crashes) {
        Start start = Start.of(processes, 0).withQuorum(1);
        Model<Ewd851Misra.State, Ewd851Misra.Message, User, Input, Output> model =
                Model.of(new Ewd851Misra.Entry(), start).withFaults(FaultBudget.NONE.withCrashes(crashes));
        Protocol<Ewd851Misra.State, Ewd851Misra.Message, Input, Output> ring = new Ewd851Misra.Entry().protocol(start);
        var explorer = Explorer.of(model, Limits.WIDE).explore();
        List<Configuration<Ewd851Misra.State, Ewd851Misra.Message, User>> states = new ArrayList<>();
        explorer.reachable().forEach(states::add);
        Set<List<Object>> compared = new HashSet<>();
        explorer.forEachTransition((from, occurrence, to) -> {
            if (occurrence instanceof Stepped step) {
                Ewd851Misra.State state = states.get(from).state(step.process());
                if (compared.add(List.of(state, step.event()))) {
                    for (int older : OLDER) {
                        assertSame(ring, state, step, older);
                    }
                }
            }
        });
        assertTrue(compared.size() > processes, compared.toString());
    }

    @ParameterizedTest
    @CsvSource({"3, 1"})
    @Tag("slow")
    void eachStepIsTheSameWhateverTheCurrentNumberIsCalledAtLargerSizes(int processes, int crashes) {
        eachStepIsTheSameWhateverTheCurrentNumberIsCalled(processes, crashes);
    }

    /** Paths are runs: what arrives was sent, with the numbers with which it was sent. */
    @Test
    void whatArrivesOnAPathWasSent() {
        Model<Ewd851Misra.State, Ewd851Misra.Message, User, Input, Output> model =
                Model.of(new Ewd851Misra.Entry(), Start.of(2, 0));
        var explorer = Explorer.of(model, Limits.WIDE).explore();
        int counted = 0;
        for (int state = 0; state < explorer.states(); state++) {
            List<Object> inTransit = new ArrayList<>();
            for (TraceEvent event : explorer.pathTo(state)) {
                Stepped step = (Stepped) event;
                if (step.event() instanceof Event.Received<?, ?> received) {
                    assertTrue(inTransit.remove(received.message()), event + " after " + inTransit);
                    counted += received.message().toString().contains("nbpong=-2") ? 1 : 0;
                }
                for (Effect<?, ?> effect : step.effects()) {
                    if (effect instanceof Effect.Send<?, ?> send) {
                        inTransit.add(send.message());
                    }
                }
            }
        }
        assertTrue(counted > 0, "no path on which tokens have met");
    }

    @SuppressWarnings("unchecked")
    private static void assertSame(
            Protocol<Ewd851Misra.State, Ewd851Misra.Message, Input, Output> ring,
            Ewd851Misra.State state,
            Stepped taken,
            int older) {
        Event<Ewd851Misra.Message, Input> event = (Event<Ewd851Misra.Message, Input>) taken.event();
        Step<Ewd851Misra.State, Ewd851Misra.Message, Output> normal = ring.step(state, event);
        Step<Ewd851Misra.State, Ewd851Misra.Message, Output> raised = ring.step(raised(state, older), raised(event));

        assertEquals(normal.rule(), raised.rule());
        assertEquals(
                lowered(normal, 1), lowered(raised, normal.rule() == Ewd851MisraRule.E8_BOTH_ISSUED ? 1 : CURRENT));
        if (heardOf(event) > state.generation()) {
            assertEquals(normal, ring.step(marked(state, older), event), "of a new generation, whatever the mark");
        }
    }

    private static long heardOf(Event<Ewd851Misra.Message, Input> event) {
        if (!(event instanceof Event.Received<Ewd851Misra.Message, Input> received)) {
            return 0;
        }
        if (received.message() instanceof Ewd851Misra.Ping ping) {
            return ping.fence().generation();
        }
        return received.message() instanceof Ewd851Misra.Pong pong
                ? pong.round().generation()
                : 0;
    }

    private static Ewd851Misra.State marked(Ewd851Misra.State state, int mark) {
        return state.withTokens(state.tokens().withMark(mark));
    }

    private static Ewd851Misra.State raised(Ewd851Misra.State state, int older) {
        Misra.State tokens = state.tokens();
        return state.withTokens(new Misra.State(
                tokens.neighbours(),
                tokens.mark() == 0 ? older : tokens.mark() * CURRENT,
                times(tokens.ping()),
                times(tokens.pong())));
    }

    private static OptionalInt times(OptionalInt one) {
        return one.isPresent() ? OptionalInt.of(one.getAsInt() * CURRENT) : one;
    }

    private static Event<Ewd851Misra.Message, Input> raised(Event<Ewd851Misra.Message, Input> event) {
        if (event instanceof Event.Received<Ewd851Misra.Message, Input> received) {
            Ewd851Misra.Message message = received.message();
            if (message instanceof Ewd851Misra.Ping ping) {
                message = new Ewd851Misra.Ping(ping.departed(), ping.fence(), ping.nbping() * CURRENT);
            } else if (message instanceof Ewd851Misra.Pong pong) {
                message = new Ewd851Misra.Pong(pong.departed(), pong.nbpong() * CURRENT, pong.round());
            }
            return new Event.Received<>(received.from(), message);
        }
        return event;
    }

    /** State and effects with each number counted from the current one; all older marks are as one. */
    private static List<Object> lowered(Step<Ewd851Misra.State, Ewd851Misra.Message, Output> step, int current) {
        Misra.State tokens = step.next().tokens();
        List<Object> lowered = new ArrayList<>();
        lowered.add(step.next()
                .withTokens(new Misra.State(tokens.neighbours(), 0, OptionalInt.empty(), OptionalInt.empty())));
        lowered.add(since(tokens.mark(), current));
        lowered.add(tokens.ping().isPresent() ? since(tokens.ping().getAsInt(), current) : "no ping");
        lowered.add(tokens.pong().isPresent() ? since(tokens.pong().getAsInt(), current) : "no pong");
        for (Effect<Ewd851Misra.Message, Output> effect : step.effects()) {
            if (effect instanceof Effect.Send<Ewd851Misra.Message, Output> send
                    && send.message() instanceof Ewd851Misra.Ping ping) {
                lowered.add(List.of(send.to(), ping.departed(), ping.fence(), since(ping.nbping(), current)));
            } else if (effect instanceof Effect.Send<Ewd851Misra.Message, Output> send
                    && send.message() instanceof Ewd851Misra.Pong pong) {
                lowered.add(List.of(send.to(), pong.departed(), pong.round(), since(pong.nbpong(), current)));
            } else {
                lowered.add(effect);
            }
        }
        return lowered;
    }

    private static String since(int number, int current) {
        return Math.abs(number) < current || number == 0
                ? "older"
                : (number < 0 ? "-" : "+") + (Math.abs(number) - current);
    }
}
