package symposium.mutex.ewd851;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851.Colour;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.Token;

/** EWD851 sentence by sentence, in its order. The machine in question has number 1 in a ring of three. */
@Tag("fast")
@DisplayName("E. W. Dijkstra, EWD851, Reducing control traffic in a distributed implementation of mutual exclusion")
class Ewd851PaperTest {

    private static final Neighbours NEIGHBOURS = Neighbours.onRing(ProcessId.of(2), ProcessId.of(0));
    private static final Ewd851 PROGRAM = new Ewd851(ProcessId.of(0));

    private static final Event<Ewd851.Message, Input> COMPLETION_OF_A_NEUTRAL_ENGAGEMENT =
            new Event.Input<>(Input.ENTER);
    private static final Event<Ewd851.Message, Input> COMPLETION_OF_A_CRITICAL_ENGAGEMENT =
            new Event.Input<>(Input.RELEASE);
    private static final Event<Ewd851.Message, Input> RECEIPT_OF_A_SIGNAL =
            new Event.Received<>(NEIGHBOURS.left(), new Signal());
    private static final Event<Ewd851.Message, Input> RECEIPT_OF_THE_TOKEN =
            new Event.Received<>(NEIGHBOURS.right(), new Token());

    private static final Effect<Ewd851.Message, Output> SIGNAL_TO_THE_RIGHT =
            new Effect.Send<>(NEIGHBOURS.right(), new Signal());
    private static final Effect<Ewd851.Message, Output> TOKEN_TO_THE_LEFT =
            new Effect.Send<>(NEIGHBOURS.left(), new Token());
    private static final Effect<Ewd851.Message, Output> INITIATION_OF_A_CRITICAL_ENGAGEMENT =
            new Effect.Output<>(new Output.Granted(Fence.NONE));

    /** A machine in the paper's code. */
    private static Ewd851.State machine(String code) {
        char colour = code.charAt(0);
        return new Ewd851.State(
                NEIGHBOURS,
                Character.toLowerCase(colour) == 'w' ? Colour.WHITE : Colour.BLACK,
                switch (code.charAt(1)) {
                    case 'n' -> User.IDLE;
                    case 'd' -> User.WAITING;
                    default -> User.CRITICAL;
                },
                Character.isUpperCase(colour));
    }

    private static Step<Ewd851.State, Ewd851.Message, Output> upon(Event<Ewd851.Message, Input> event, String machine) {
        return PROGRAM.step(machine(machine), event);
    }

    /** Upon the event the machine goes from one state to another, and does nothing else. */
    private static void transition(String label, String from, Event<Ewd851.Message, Input> event, String to) {
        transition(label, from, event, to, List.of());
    }

    /** Upon the event the machine goes from one state to another and does that one thing. */
    private static void transition(
            String label,
            String from,
            Event<Ewd851.Message, Input> event,
            String to,
            Effect<Ewd851.Message, Output> effect) {
        transition(label, from, event, to, List.of(effect));
    }

    private static void transition(
            String label,
            String from,
            Event<Ewd851.Message, Input> event,
            String to,
            List<Effect<Ewd851.Message, Output>> effects) {
        assertEquals(new Step<>(rule(label), machine(to), effects), upon(event, from));
    }

    private static Rule rule(String label) {
        return PROGRAM.rules().stream()
                .filter(rule -> rule.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    @Nested
    @DisplayName("introduction: the machines")
    class Introduction {

        /** "Each machine is in 1 of 3 states, viz. n, d, or c." */
        @Test
        void eachMachineIsInOneOfThreeStates() {
            assertEquals(3, User.values().length);
            assertTrue(machine("wn").neutral()
                    && machine("wd").delayed()
                    && machine("Wc").critical());
        }

        /** "A critical engagement ... is immediately followed by a neutral engagement of the machine in question." */
        @Test
        void aCriticalEngagementIsImmediatelyFollowedByANeutralOne() {
            for (String critical : List.of("Wc", "Bc")) {
                assertTrue(upon(COMPLETION_OF_A_CRITICAL_ENGAGEMENT, critical)
                        .next()
                        .neutral());
            }
        }

        /** "Between a neutral and the subsequent critical engagement a delay may occur." */
        @Test
        void betweenANeutralAndTheSubsequentCriticalEngagementADelayMayOccur() {
            assertTrue(upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "wn").next().delayed());
            assertTrue(upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "Wn").next().critical());
        }
    }

    @Nested
    @DisplayName("a critically engaged machine holds the token")
    class ACriticallyEngagedMachineHoldsTheToken {

        /** "... (i) not initiating a critical engagement unless holding the token" */
        @Test
        void noCriticalEngagementIsInitiatedWithoutTheToken() {
            for (String without : List.of("wn", "bn")) {
                assertFalse(upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, without)
                        .effects()
                        .contains(INITIATION_OF_A_CRITICAL_ENGAGEMENT));
            }
        }

        /** "(ii) not sending the token to another machine while being critically engaged" */
        @Test
        void theTokenIsNotSentWhileCriticallyEngaged() {
            Step<Ewd851.State, Ewd851.Message, Output> step = upon(RECEIPT_OF_A_SIGNAL, "Wc");
            assertTrue(step.next().holdsToken());
            assertEquals(List.of(), step.effects());
        }
    }

    @Nested
    @DisplayName("the machine holding the token is not delayed")
    class TheMachineHoldingTheTokenIsNotDelayed {

        /** "(i) skipping the delay upon termination of a neutral engagement while holding the token" */
        @Test
        void theDelayIsSkippedWhileHoldingTheToken() {
            transition("n.0", "Wn", COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "Wc", INITIATION_OF_A_CRITICAL_ENGAGEMENT);
        }

        /** "(ii) initiating a critical engagement upon receipt of the token while delayed" */
        @Test
        void receiptOfTheTokenWhileDelayedInitiatesACriticalEngagement() {
            for (String delayed : List.of("wd", "bd")) {
                Step<Ewd851.State, Ewd851.Message, Output> step = upon(RECEIPT_OF_THE_TOKEN, delayed);
                assertTrue(step.next().critical() && step.next().holdsToken());
                assertEquals(List.of(INITIATION_OF_A_CRITICAL_ENGAGEMENT), step.effects());
            }
        }
    }

    @Nested
    @DisplayName("the ring and its code")
    class TheRing {

        /** "The token is sent to the left, so-called signals are sent to the right." */
        @Test
        void theTokenIsSentToTheLeftAndSignalsToTheRight() {
            assertEquals(
                    List.of(TOKEN_TO_THE_LEFT), upon(RECEIPT_OF_A_SIGNAL, "Wn").effects());
            assertEquals(
                    List.of(SIGNAL_TO_THE_RIGHT),
                    upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "wn").effects());
        }

        /**
         * "A machine state is coded by the colour b or w, followed by n, d, or c; ... its colour with a capital
         * letter."
         */
        @Test
        void aMachineIsCodedByColourAndEngagementWithACapitalLetterForTheToken() {
            for (String code : List.of("wn", "wd", "bn", "bd", "Wn", "Wc", "Bc")) {
                assertEquals(code, machine(code).toString());
            }
        }

        /**
         * Formula (0): "all machines are white and neutrally engaged, all links are unused and the token resides at
         * some machine."
         */
        @Test
        void initiallyAllAreWhiteAndNeutralAndTheTokenResidesAtSomeMachine() {
            assertEquals("Wn", PROGRAM.initial(ProcessId.of(0), NEIGHBOURS).toString());
            assertEquals("wn", PROGRAM.initial(ProcessId.of(1), NEIGHBOURS).toString());
            assertEquals("wn", PROGRAM.initial(ProcessId.of(2), NEIGHBOURS).toString());
        }
    }

    @Nested
    @DisplayName("the transitions, as the invariant is built up")
    class TheTransitions {

        @Test
        @DisplayName("(n.0) Wn -> Wc")
        void n0() {
            transition("n.0", "Wn", COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "Wc", INITIATION_OF_A_CRITICAL_ENGAGEMENT);
        }

        @Test
        @DisplayName("(n.1) wn u -> wd s")
        void n1() {
            transition("n.1", "wn", COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "wd", SIGNAL_TO_THE_RIGHT);
        }

        @Test
        @DisplayName("(s.0) s wn u -> u bn s")
        void s0() {
            transition("s.0", "wn", RECEIPT_OF_A_SIGNAL, "bn", SIGNAL_TO_THE_RIGHT);
        }

        @Test
        @DisplayName("(s.1) s wd -> u bd")
        void s1() {
            transition("s.1", "wd", RECEIPT_OF_A_SIGNAL, "bd");
        }

        @Test
        @DisplayName("(s.2) s Wn -> t wn")
        void s2() {
            transition("s.2", "Wn", RECEIPT_OF_A_SIGNAL, "wn", TOKEN_TO_THE_LEFT);
        }

        @Test
        @DisplayName("(s.3) s Wc -> u Bc")
        void s3() {
            transition("s.3", "Wc", RECEIPT_OF_A_SIGNAL, "Bc");
        }

        @Test
        @DisplayName("(n.2) bn -> bd")
        void n2() {
            transition("n.2", "bn", COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "bd");
        }

        @Test
        @DisplayName("(c.0) Wc -> Wn")
        void c0() {
            transition("c.0", "Wc", COMPLETION_OF_A_CRITICAL_ENGAGEMENT, "Wn");
        }

        @Test
        @DisplayName("(c.1) u Bc -> t wn")
        void c1() {
            transition("c.1", "Bc", COMPLETION_OF_A_CRITICAL_ENGAGEMENT, "wn", TOKEN_TO_THE_LEFT);
        }

        @Test
        @DisplayName("(t.0) bd t -> Bc u")
        void t0() {
            transition("t.0", "bd", RECEIPT_OF_THE_TOKEN, "Bc", INITIATION_OF_A_CRITICAL_ENGAGEMENT);
        }

        @Test
        @DisplayName("(t.1) u bn t -> t wn u")
        void t1() {
            transition("t.1", "bn", RECEIPT_OF_THE_TOKEN, "wn", TOKEN_TO_THE_LEFT);
        }

        @Test
        @DisplayName("(t.2) wd t -> Wc u")
        void t2() {
            transition("t.2", "wd", RECEIPT_OF_THE_TOKEN, "Wc", INITIATION_OF_A_CRITICAL_ENGAGEMENT);
        }
    }

    @Nested
    @DisplayName("the four atomic actions")
    class TheAtomicActions {

        /** "upon completion of a neutral engagement": holding the token; without it and white; without it and black. */
        @Test
        void uponCompletionOfANeutralEngagement() {
            assertEquals(
                    "n.0", upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "Wn").rule().label());
            assertEquals(
                    "n.1", upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "wn").rule().label());
            assertEquals(
                    "n.2", upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, "bn").rule().label());
        }

        /** "upon receipt of a signal": neutral without and with the token; "not neutrally engaged -> become black". */
        @Test
        void uponReceiptOfASignal() {
            assertEquals("s.0", upon(RECEIPT_OF_A_SIGNAL, "wn").rule().label());
            assertEquals("s.2", upon(RECEIPT_OF_A_SIGNAL, "Wn").rule().label());
            for (String notNeutral : List.of("wd", "Wc")) {
                Step<Ewd851.State, Ewd851.Message, Output> step = upon(RECEIPT_OF_A_SIGNAL, notNeutral);
                assertTrue(step.next().black());
                assertEquals(List.of(), step.effects());
            }
        }

        /**
         * "upon completion of a critical engagement: if white -> initiate neutral engagement; black -> become white,
         * send token ..."
         */
        @Test
        void uponCompletionOfACriticalEngagement() {
            assertEquals(
                    "c.0",
                    upon(COMPLETION_OF_A_CRITICAL_ENGAGEMENT, "Wc").rule().label());
            assertEquals(
                    "c.1",
                    upon(COMPLETION_OF_A_CRITICAL_ENGAGEMENT, "Bc").rule().label());
        }

        /**
         * "upon receipt of the token: if delayed -> initiate critical engagement", whichever its colour, which it
         * keeps.
         */
        @Test
        void uponReceiptOfTheTokenWhileDelayedTheColourIsKept() {
            assertTrue(upon(RECEIPT_OF_THE_TOKEN, "bd").next().black());
            assertTrue(upon(RECEIPT_OF_THE_TOKEN, "wd").next().white());
        }

        /**
         * "... if neutrally engaged -> become white and send the token to the left": the alternative that lacks its
         * label, t.1.
         */
        @Test
        void uponReceiptOfTheTokenWhileNeutralItIsSentOn() {
            transition("t.1", "bn", RECEIPT_OF_THE_TOKEN, "wn", TOKEN_TO_THE_LEFT);
        }
    }

    @Nested
    @DisplayName("what (4) rules out, and the actions do not provide for")
    class WhatCannotHappen {

        /** "a critically engaged machine holds the token", so the token does not come to one. */
        @Test
        void theTokenDoesNotComeToACriticallyEngagedMachine() {
            InvariantViolation refuted = assertThrows(InvariantViolation.class, () -> upon(RECEIPT_OF_THE_TOKEN, "Wc"));
            assertEquals("a critically engaged machine holds the token", refuted.invariant());
        }

        @Test
        void onlyANeutralEngagementIsCompletedByAskingToEnter() {
            for (String engaged : List.of("wd", "bd", "Wc", "Bc")) {
                assertThrows(InvariantViolation.class, () -> upon(COMPLETION_OF_A_NEUTRAL_ENGAGEMENT, engaged));
            }
        }

        @Test
        void onlyACriticalEngagementIsCompletedByReleasing() {
            for (String engaged : List.of("wn", "bn", "wd", "bd", "Wn")) {
                assertThrows(InvariantViolation.class, () -> upon(COMPLETION_OF_A_CRITICAL_ENGAGEMENT, engaged));
            }
        }

        /** The ring of the paper is given once and for all. */
        @Test
        void theRingDoesNotChange() {
            Event<Ewd851.Message, Input> change =
                    new Event.NeighboursChanged<>(NEIGHBOURS, java.util.Collections.emptySortedSet());
            assertThrows(InvariantViolation.class, () -> upon(change, "wn"));
        }
    }

    @Nested
    @DisplayName("the idea: a token that nobody calls for does not move")
    class TheIdea {

        /** "A delayed machine can send a signal to the right to call the token to the left": uncalled, it stays. */
        @Test
        void anIdleTokenRestsWhereItLies() {
            Ewd851.State holder = machine("Wn");
            for (int times = 0; times < 3; times++) {
                Step<Ewd851.State, Ewd851.Message, Output> in =
                        PROGRAM.step(holder, COMPLETION_OF_A_NEUTRAL_ENGAGEMENT);
                Step<Ewd851.State, Ewd851.Message, Output> out =
                        PROGRAM.step(in.next(), COMPLETION_OF_A_CRITICAL_ENGAGEMENT);
                assertEquals(List.of(INITIATION_OF_A_CRITICAL_ENGAGEMENT), in.effects());
                assertEquals(List.of(), out.effects());
                holder = out.next();
            }
            assertEquals(machine("Wn"), holder);
        }

        /**
         * "Machines on ... segments traversed to the right by signals but not yet traversed to the left by the token
         * will be black."
         */
        @Test
        void aMachineIsBlackFromTheSignalUntilTheTokenHasGone() {
            Ewd851.State signalled = upon(RECEIPT_OF_A_SIGNAL, "wn").next();
            assertTrue(signalled.black());
            Ewd851.State asked =
                    PROGRAM.step(signalled, COMPLETION_OF_A_NEUTRAL_ENGAGEMENT).next();
            assertTrue(asked.black());
            Ewd851.State inside = PROGRAM.step(asked, RECEIPT_OF_THE_TOKEN).next();
            assertTrue(inside.black());
            Ewd851.State after =
                    PROGRAM.step(inside, COMPLETION_OF_A_CRITICAL_ENGAGEMENT).next();
            assertEquals(machine("wn"), after);
        }
    }
}
