package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ewd851.Ewd851.Message;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.State;
import symposium.mutex.ewd851.Ewd851.Token;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus;

/** An invariant of an algorithm says the same where links carry its messages. */
@Tag("fast")
class LinkedInvariantsTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final String HOLDS = "holds";

    /** That an invariant holds of two processes, each of which asks once; or how soon it can be violated. */
    private static <S, M> String verdict(Model<S, M, User, Input, Output> model, Invariant<S, M, User> invariant) {
        Report report = Explorer.of(ProblemDecorator.judging(List.of(invariant), model), Limits.WIDE)
                .explore()
                .report(false);
        assertEquals(report.violated().isEmpty(), report.verdict() == Verdict.HOLDS, report::toString);
        report.violated().ifPresent(violated -> assertEquals(invariant.name(), violated.name()));
        return report.violated()
                .map(violated -> "in " + violated.trace().size())
                .orElse(HOLDS);
    }

    private static Arguments of(String bare, String linked, Invariant<State, Message, User> invariant) {
        return Arguments.of(bare, linked, invariant);
    }

    private static Invariant<State, Message, User> count(
            ToIntFunction<State> ofProcess, ToIntFunction<Message> ofMessage, int least, int most) {
        return new Invariant.Count<>("a count", (p, user) -> ofProcess.applyAsInt(p), ofMessage, least, most);
    }

    private static Invariant<State, Message, User> delivery(BiPredicate<Message, State> condition) {
        return new Invariant.OfDelivery<>("what is received", Token.class::isInstance, condition);
    }

    private static Invariant<State, Message, User> link(BiPredicate<List<Message>, List<Message>> condition) {
        return new Invariant.OfLink<>("what is in transit", condition);
    }

    private static <S, M> Invariant<S, M, User> condition(Predicate<Configuration<S, M, User>> condition) {
        return new Invariant.OfConfiguration<>("a condition", all -> true, condition);
    }

    private static Invariant<State, Message, User> nothing(ProcessId from, ProcessId to, Side side) {
        return condition(all -> all.inTransit(from, new Neighbour(to, side)).isEmpty());
    }

    /** Two machines are on the ring of EWD 851, and each is the other's neighbour on both sides. */
    static Stream<Arguments> ofTheRing() {
        return Stream.of(
                of(HOLDS, HOLDS, count(p -> p.holdsToken() ? 1 : 0, m -> m instanceof Token ? 1 : 0, 1, 1)),
                of(HOLDS, HOLDS, count(p -> 1, m -> 0, 2, 2)),
                of("in 0", "in 0", count(p -> 1, m -> 1, 3, 9)),
                of("in 1", "in 1", count(p -> 0, m -> 1, 0, 0)),
                of("in 3", "in 4", count(p -> 0, m -> 1, 0, 1)),
                of(
                        "in 1",
                        "in 1",
                        new Invariant.OfProcess<>("idle", (p, user) -> true, (p, user) -> user == User.IDLE)),
                of(HOLDS, HOLDS, delivery((token, p) -> !p.holdsToken())),
                of("in 2", "in 3", delivery((token, p) -> false)),
                of("in 1", "in 1", link((there, back) -> there.stream().noneMatch(Signal.class::isInstance))),
                of(HOLDS, HOLDS, link((there, back) -> there.isEmpty() || back.isEmpty())),
                of(HOLDS, HOLDS, link((there, back) -> there.size() < 2)),
                of("in 1", "in 1", nothing(ONE, ZERO, Side.RIGHT)),
                of("in 6", "in 9", nothing(ONE, ZERO, Side.LEFT)),
                of("in 3", "in 4", nothing(ZERO, ONE, Side.RIGHT)),
                of(HOLDS, HOLDS, condition(all -> all.processes().equals(List.of(ZERO, ONE)))),
                of("in 1", "in 1", condition(all -> all.user(ONE) == User.IDLE)),
                of("in 2", "in 3", condition(all -> all.state(ZERO).holdsToken())));
    }

    @ParameterizedTest
    @MethodSource("ofTheRing")
    void anInvariantOfTheRing(String bare, String linked, Invariant<State, Message, User> invariant) {
        assertEquals(bare, verdict(Model.of(new Ewd851.Entry(), Start.of(2, 0)).withRequests(1), invariant));
        assertEquals(
                linked,
                verdict(
                        Model.of(LinkedFamily.over(new Ewd851.Entry()), Start.of(2, 0))
                                .withRequests(1),
                        LinkedInvariants.<State, Message, User, Input, Output>of(invariant)
                                .orElseThrow()));
    }

    private static String afterACrash(
            Predicate<Configuration<SuzukiKasamiCensus.State, SuzukiKasamiCensus.Message, User>> condition) {
        return verdict(
                Model.of(
                                LinkedFamily.over(new SuzukiKasamiCensus.Entry()),
                                new Start(Start.of(2, 0).processes(), ZERO, 1))
                        .withRequests(1)
                        .withFaults(FaultBudget.NONE.withCrashes(1)),
                LinkedInvariants.<SuzukiKasamiCensus.State, SuzukiKasamiCensus.Message, User, Input, Output>of(
                                condition(condition))
                        .orElseThrow());
    }

    /** What is on its way from a crashed process still arrives, until its departure is known. */
    @Test
    void anInvariantOfMessagesOfCrashedProcesses() {
        assertEquals("in 1", afterACrash(Configuration::allAlive));
        assertEquals(
                HOLDS,
                afterACrash(all -> all.alive(ZERO)
                        || all.inTransit(ONE, Neighbour.of(ZERO)).isEmpty()));
        assertEquals(
                "in 2",
                afterACrash(all ->
                        all.alive(ONE) || all.inTransit(ONE, Neighbour.of(ZERO)).isEmpty()));
        assertEquals(
                HOLDS,
                afterACrash(all -> !all.alive(ZERO)
                        || !all.state(ZERO).process().neighbours().isEmpty()
                        || all.inTransit(ONE, Neighbour.of(ZERO)).isEmpty()));
    }

    @Test
    void anInvariantOfStepsIsLeftOut() {
        assertEquals(
                Optional.empty(),
                LinkedInvariants.of(new Invariant.OfStep<State, Message, User>(
                        "a step", event -> true, (from, event, to) -> true)));
    }
}
