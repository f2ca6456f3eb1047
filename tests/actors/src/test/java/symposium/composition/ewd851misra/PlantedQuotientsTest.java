package symposium.composition.ewd851misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.composition.ewd851misra.Ewd851Misra.Message;
import symposium.composition.ewd851misra.Ewd851Misra.OwnCensus;
import symposium.composition.ewd851misra.Ewd851Misra.Ping;
import symposium.composition.ewd851misra.Ewd851Misra.Pong;
import symposium.composition.ewd851misra.Ewd851Misra.State;
import symposium.kernel.Sorted;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.UnsoundQuotient;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.misra.Misra;

/** Quotients that identify too much are found out, each by a state that does not behave as its normal form. */
@Tag("slow")
class PlantedQuotientsTest {

    /** The right quotient, but for the normal forms. */
    private record Wrong(
            BiFunction<State, LiveNumbers, State> states,
            BiFunction<Message, LiveNumbers, Message> messages,
            UnaryOperator<LiveNumbers> live)
            implements Quotient<State, Message> {

        private static final Ewd851MisraQuotient RIGHT = new Ewd851MisraQuotient();

        static Wrong ofStates(BiFunction<State, LiveNumbers, State> states) {
            return new Wrong(
                    (p, live) -> states.apply(RIGHT.normal(p, live), live), RIGHT::normalInTransit, live -> live);
        }

        @Override
        public LiveNumbers live(State p) {
            return live.apply(RIGHT.live(p));
        }

        @Override
        public LiveNumbers liveInTransit(Message message) {
            return live.apply(RIGHT.liveInTransit(message));
        }

        @Override
        public State normal(State p, LiveNumbers all) {
            return states.apply(p, all);
        }

        @Override
        public Message normalInTransit(Message message, LiveNumbers all) {
            return messages.apply(message, all);
        }
    }

    static Stream<Arguments> planted() {
        return Stream.of(
                Arguments.of("every ping is called 1, and every pong -1", everyTokenIsCurrent()),
                Arguments.of("every mark is forgotten", Wrong.ofStates((p, live) -> marked(p, 0))),
                Arguments.of(
                        "a mark of ping is one of pong",
                        Wrong.ofStates(
                                (p, live) -> marked(p, Math.abs(p.tokens().mark())))),
                Arguments.of(
                        "a mark that no token has is that of the first token",
                        Wrong.ofStates((p, live) -> p.tokens().mark() == 0 ? marked(p, 1) : p)),
                Arguments.of("a suspicion is forgotten", Wrong.ofStates((p, live) -> p.withSuspicious(false))),
                Arguments.of(
                        "what a census has seen is forgotten",
                        Wrong.ofStates((p, live) -> p.census() == OwnCensus.NONE ? p : p.withCensus(OwnCensus.OUT))),
                Arguments.of(
                        "a process that owes a token does not",
                        Wrong.ofStates((p, live) -> p.withMachine(p.machine().withColour(Ewd851.Colour.WHITE)))),
                Arguments.of(
                        "what a normal form has counted, it has not",
                        new Wrong(
                                (p, live) -> Wrong.RIGHT.normal(p, live),
                                (message, live) -> message instanceof Ping ping
                                        ? new Ping(ping.departed(), ping.fence(), ping.nbping() + 1)
                                        : Wrong.RIGHT.normalInTransit(message, live),
                                live -> live)),
                Arguments.of(
                        "pong's numbers are no longer in use",
                        new Wrong(
                                Wrong.RIGHT::normal,
                                Wrong.RIGHT::normalInTransit,
                                live -> new LiveNumbers(Sorted.only(live.numbers(), number -> number.value() > 0)))));
    }

    /** What the quotient was before the faults that this package is made for were explored with it. */
    private static Wrong everyTokenIsCurrent() {
        return new Wrong(
                (p, live) -> {
                    Misra.State tokens = p.tokens();
                    return p.withTokens(new Misra.State(
                            tokens.neighbours(),
                            Math.abs(tokens.mark()) == current(live) ? Integer.signum(tokens.mark()) : 0,
                            tokens.holdsPing() ? OptionalInt.of(1) : tokens.ping(),
                            tokens.holdsPong() ? OptionalInt.of(-1) : tokens.pong()));
                },
                (message, live) -> message instanceof Ping ping
                        ? new Ping(ping.departed(), ping.fence(), 1)
                        : message instanceof Pong pong ? new Pong(pong.departed(), -1, pong.round()) : message,
                live -> live);
    }

    private static int current(LiveNumbers live) {
        return live.numbers().isEmpty() ? 0 : live.numbers().first().magnitude();
    }

    private static State marked(State p, int mark) {
        return p.withTokens(p.tokens().withMark(mark));
    }

    private static Model<State, Message, User, Input, Output> crashing() {
        return Model.of(new Ewd851Misra.Entry(), Start.of(3, 0).withQuorum(2))
                .withFaults(FaultBudget.NONE.withCrashes(1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("planted")
    void aWrongQuotientEndsTheExploration(String name, Quotient<State, Message> wrong) {
        UnsoundQuotient found = assertThrows(UnsoundQuotient.class, () -> {
            Explorer.of(Ewd851MisraMembershipTest.joining(wrong), Limits.WIDE).explore();
            Explorer.of(Ewd851MisraMembershipTest.suspecting(wrong), Limits.WIDE)
                    .explore();
            Explorer.of(crashing().withQuotient(Optional.of(wrong)), Limits.WIDE)
                    .explore();
        });
        assertEquals(1, found.getMessage().lines().count(), found.getMessage());
        assertTrue(found.getMessage().contains(" is not a quotient of "), found.getMessage());
    }
}
