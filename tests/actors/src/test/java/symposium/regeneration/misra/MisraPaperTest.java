package symposium.regeneration.misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.regeneration.misra.Misra.Rule.PING_LEAVES;
import static symposium.regeneration.misra.Misra.Rule.PING_MARKS;
import static symposium.regeneration.misra.Misra.Rule.PING_MEETS;
import static symposium.regeneration.misra.Misra.Rule.PING_REGENERATES;
import static symposium.regeneration.misra.Misra.Rule.PONG_MARKS;
import static symposium.regeneration.misra.Misra.Rule.PONG_MEETS;
import static symposium.regeneration.misra.Misra.Rule.PONG_REGENERATES;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.misra.Misra.Ping;
import symposium.regeneration.misra.Misra.Pong;

/** The chapter's section 4.2, sentence by sentence, on a ring of three; P_1 is looked at. */
@Tag("fast")
class MisraPaperTest {

    private static final ProcessId START = ProcessId.of(0);
    private static final Neighbours NEIGHBOURS = Neighbours.onRing(ProcessId.of(2), ProcessId.of(0));
    private static final Misra MISRA = new Misra(START, Misra::unbounded);

    private static Misra.State process(int mark) {
        return new Misra.State(NEIGHBOURS, mark, OptionalInt.empty(), OptionalInt.empty());
    }

    private static Misra.State withPing(int mark, int nbping) {
        return new Misra.State(NEIGHBOURS, mark, OptionalInt.of(nbping), OptionalInt.empty());
    }

    private static Misra.State withPong(int mark, int nbpong) {
        return new Misra.State(NEIGHBOURS, mark, OptionalInt.empty(), OptionalInt.of(nbpong));
    }

    private static Step<Misra.State, Misra.Message, Regenerated> received(Misra.State state, Misra.Message message) {
        return MISRA.step(state, new Event.Received<>(NEIGHBOURS.right(), message));
    }

    private static Step<Misra.State, Misra.Message, Regenerated> rested(Misra.State state, Misra.Timer timer) {
        return MISRA.step(state, new Event.Timeout<>(timer));
    }

    /**
     * "Initially the two tokens are both in an arbitrarily chosen process and the values are nbping = 1, nbpong = -1."
     */
    @Test
    void initiallyBothTokensAreInOneProcessNumberedOneAndMinusOne() {
        Misra.State chosen = MISRA.initial(START, NEIGHBOURS);
        assertEquals(OptionalInt.of(1), chosen.ping());
        assertEquals(OptionalInt.of(-1), chosen.pong());
        assertEquals(List.of(Misra.Timer.values()), MISRA.initialTimers(chosen));

        Misra.State other = MISRA.initial(ProcessId.of(1), NEIGHBOURS);
        assertFalse(other.holdsPing() || other.holdsPong());
        assertEquals(List.of(), MISRA.initialTimers(other));
    }

    /** "Each process P_i carries an integer variable m_i, initialized to 0." */
    @Test
    void theMarkIsInitiallyZero() {
        assertEquals(0, MISRA.initial(START, NEIGHBOURS).mark());
        assertEquals(0, MISRA.initial(ProcessId.of(1), NEIGHBOURS).mark());
    }

    /** "else m_i := nbping". */
    @Test
    void aTokenWhoseNumberIsNewMarksTheProcess() {
        assertEquals(PING_MARKS, received(process(0), new Ping(1)).rule());
        assertEquals(1, received(process(0), new Ping(1)).next().mark());
        assertEquals(PONG_MARKS, received(process(0), new Pong(-1)).rule());
        assertEquals(-1, received(process(0), new Pong(-1)).next().mark());
    }

    /**
     * "m_i has been changed since the last passage of ping, meaning that pong has passed through P_i in the meantime".
     */
    @Test
    void aProcessThatPongHasPassedSinceDoesNotTakeItForLost() {
        Step<Misra.State, Misra.Message, Regenerated> step = received(process(-1), new Ping(1));
        assertEquals(PING_MARKS, step.rule());
        assertEquals(1, step.next().mark());
    }

    /** "or the two tokens have met and consequently their numbers have been changed to record this". */
    @Test
    void aProcessWithTheMarkOfBeforeAMeetingDoesNotTakeTheOtherForLost() {
        assertEquals(PING_MARKS, received(process(1), new Ping(2)).rule());
    }

    /**
     * "Therefore pong must have been lost and P_i can regenerate it, setting the values of nbping and nbpong
     * appropriately."
     */
    @Test
    void aTokenThatFindsItsOwnNumberRegeneratesTheOther() {
        Step<Misra.State, Misra.Message, Regenerated> step = received(process(4), new Ping(4));
        assertEquals(PING_REGENERATES, step.rule());
        assertEquals(OptionalInt.of(5), step.next().ping());
        assertEquals(OptionalInt.of(-5), step.next().pong());
        assertTrue(step.effects().contains(new Effect.Output<>(Regenerated.PONG)));
    }

    /** "(as before, interchanging ping and pong)". */
    @Test
    void pongRegeneratesPingLikewise() {
        Step<Misra.State, Misra.Message, Regenerated> step = received(process(-4), new Pong(-4));
        assertEquals(PONG_REGENERATES, step.rule());
        assertEquals(OptionalInt.of(5), step.next().ping());
        assertEquals(OptionalInt.of(-5), step.next().pong());
        assertTrue(step.effects().contains(new Effect.Output<>(Regenerated.PING)));
    }

    /** The program's first branch assigns nbping and nbpong, and not m_i. */
    @Test
    void aRegenerationLeavesTheMarkAlone() {
        assertEquals(4, received(process(4), new Ping(4)).next().mark());
        assertEquals(-4, received(process(-4), new Pong(-4)).next().mark());
    }

    /** "when meeting (ping, pong) do nbping := nbping + 1; nbpong := nbpong - 1". */
    @Test
    void aMeetingIsCounted() {
        Step<Misra.State, Misra.Message, Regenerated> step = received(withPong(-1, -1), new Ping(1));
        assertEquals(PING_MEETS, step.rule());
        assertEquals(OptionalInt.of(2), step.next().ping());
        assertEquals(OptionalInt.of(-2), step.next().pong());
        assertEquals(PONG_MEETS, received(withPing(1, 1), new Pong(-1)).rule());
    }

    /** Test, mark, then count: the other order regenerates without any loss. */
    @Test
    void aMeetingIsCountedAfterTheMarkIsSet() {
        assertEquals(1, received(withPong(-1, -1), new Ping(1)).next().mark());
        assertEquals(-1, received(withPing(1, 1), new Pong(-1)).next().mark());
    }

    /**
     * "must be different from all the values m_i. It is thus sufficient to increment them modulo (n+1)": with a circle
     * of 1 to n + 1.
     */
    @Test
    void theMagnitudesOfARingOfThreeGoRoundFromOneToFour() {
        IntUnaryOperator counting = Misra.bounded(3);
        assertEquals(
                List.of(2, 3, 4, 1),
                List.of(
                        counting.applyAsInt(1),
                        counting.applyAsInt(2),
                        counting.applyAsInt(3),
                        counting.applyAsInt(4)));
        Misra bounded = new Misra(START, counting);
        assertEquals(
                OptionalInt.of(1),
                bounded.step(withPong(-4, -4), new Event.Received<>(NEIGHBOURS.right(), new Ping(4)))
                        .next()
                        .ping());
    }

    /** Section 4.1: "send (token) P_(i+1) mod n". */
    @Test
    void aTokenThatHasRestedGoesToTheLeftAndTheOtherStays() {
        Misra.State both = process(0).withBoth(3);
        Step<Misra.State, Misra.Message, Regenerated> step = rested(both, Misra.Timer.PING_RESTS);
        assertEquals(PING_LEAVES, step.rule());
        assertEquals(List.of(new Effect.Send<>(NEIGHBOURS.left(), new Ping(3))), step.effects());
        assertFalse(step.next().holdsPing());
        assertTrue(step.next().holdsPong());
        assertEquals(
                List.of(new Effect.Send<>(NEIGHBOURS.left(), new Pong(-3))),
                rested(both, Misra.Timer.PONG_RESTS).effects());
    }

    @Test
    void whatTheChapterExcludesIsRefused() {
        assertEquals(
                MisraChecks.ONE_PING,
                assertThrows(InvariantViolation.class, () -> received(withPing(1, 1), new Ping(1)))
                        .invariant());
        assertEquals(
                MisraChecks.ONE_PONG,
                assertThrows(InvariantViolation.class, () -> received(withPong(-1, -1), new Pong(-1)))
                        .invariant());
        Event<Misra.Message, NoInput> change =
                new Event.NeighboursChanged<>(NEIGHBOURS, java.util.Collections.emptySortedSet());
        assertEquals(
                Protocol.EVERY_EVENT_HAS_A_RULE,
                assertThrows(InvariantViolation.class, () -> MISRA.step(process(0), change))
                        .invariant());
    }
}
