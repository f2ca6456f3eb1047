package symposium.kernel.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Timer;
import symposium.kernel.catalogue.Algorithm.Descriptor;
import symposium.kernel.problem.Bound;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.problem.Variants;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** What an algorithm says of itself: what its descriptor has said, and what holds where that says nothing. */
class AlgorithmTest {

    private enum Word {
        PING,
        PONG
    }

    private record Wrapped<M>(M message) {}

    private enum Does implements Rule {
        PLAYS,
        RESTS,
        ENDS
    }

    private enum Clock implements Timer {
        TICK,
        TOCK
    }

    /** A protocol with three rules. */
    private record Game(Start start, long generation) implements Protocol<Integer, Word, Input, Output> {
        @Override
        public List<Does> rules() {
            return List.of(Does.values());
        }

        @Override
        public Integer initial(ProcessId self, Neighbours neighbours) {
            return 0;
        }
    }

    /** The parts that must be given. */
    private static Descriptor<Integer, Word, User, Input, Output> least() {
        return new Descriptor<Integer, Word, User, Input, Output>("game", MutualExclusion.PROBLEM, Word.class)
                .source("a paper")
                .topologies(Shape.RING, Shape.COMPLETE)
                .channels(Channels.FIFO)
                .cost("2n")
                .assumptions("no faults")
                .protocol(start -> new Game(start, 0));
    }

    private static Algorithm<Integer, Word, User, Input, Output> made(
            UnaryOperator<Descriptor<Integer, Word, User, Input, Output>> more) {
        return new Algorithm<>(more.apply(least()));
    }

    private static final Algorithm<Integer, Word, User, Input, Output> LEAST = made(descriptor -> descriptor);

    @Test
    void itSaysWhatMustBeSaid() {
        assertEquals("game", LEAST.name());
        assertEquals("a paper", LEAST.source());
        assertSame(MutualExclusion.PROBLEM, LEAST.problem());
        assertEquals(List.of(Shape.RING, Shape.COMPLETE), LEAST.topologies());
        assertEquals(Channels.FIFO, LEAST.channels());
        assertEquals("2n", LEAST.cost());
        assertEquals("no faults", LEAST.assumptions());
        assertEquals(Word.class, LEAST.messages());
        assertEquals(Word.class, LEAST.messageType());
        assertEquals(new Game(Start.of(3, 1), 0), LEAST.protocol(Start.of(3, 1)));
    }

    @Test
    void whatIsMissingIsNamed() {
        Map<String, UnaryOperator<Descriptor<Integer, Word, User, Input, Output>>> missing = Map.of(
                "source", descriptor -> descriptor.source(null),
                "channels", descriptor -> descriptor.channels(null),
                "cost", descriptor -> descriptor.cost(null),
                "assumptions", descriptor -> descriptor.assumptions(null),
                "protocol", descriptor -> descriptor.protocol(null));
        missing.forEach((part, without) -> assertEquals(
                "game: no " + part,
                assertThrows(NullPointerException.class, () -> made(without)).getMessage()));
        Descriptor<Integer, Word, User, Input, Output> nowhere = new Descriptor<Integer, Word, User, Input, Output>(
                        "game", MutualExclusion.PROBLEM, Word.class)
                .source("a paper");
        assertEquals(
                "game: no topologies",
                assertThrows(NullPointerException.class, () -> new Algorithm<>(nowhere))
                        .getMessage());
    }

    @Test
    void whatIsNotSaidIsTheLeast() {
        assertFalse(LEAST.anyGraph());
        assertFalse(LEAST.anyNumbers());
        assertEquals(MembershipTolerance.NO_CHANGE, LEAST.tolerates());
        assertEquals(List.of(), LEAST.timers());
        assertEquals(List.of(), LEAST.lossDetectionTimers());
        assertFalse(LEAST.leaves());
        assertFalse(LEAST.servesSurvivors(), "it tolerates no departure");
        assertEquals(List.of(), LEAST.bounds());
        assertFalse(LEAST.announces(Word.PING));
        assertFalse(LEAST.finiteStateSpace());
        assertEquals(Set.of(), LEAST.regenerations());
        assertSame(LEAST, LEAST.withFences());
        assertEquals(List.of(), LEAST.invariants());
        assertEquals(List.of(), LEAST.variants(Start.of(2, 0)));
        assertEquals(Optional.empty(), LEAST.quotient());
        assertEquals(Set.of(), LEAST.unreachableRules(2));
        assertEquals(List.of(), LEAST.fairnessArgument(0));
        assertEquals(Map.of(), LEAST.findings(Start.of(2, 0), List.of()));
        assertEquals(
                "game starts with all processes there",
                assertThrows(UnsupportedOperationException.class, () -> LEAST.withDynamicMembership(Start.of(2, 0), 1))
                        .getMessage());
        assertEquals(
                "nothing: its processes are notified of no departure",
                LEAST.underFalseDeparture().says());
    }

    @Test
    void itSaysWhatItsDescriptorSays() {
        Bound bound = Bound.most("2n", n -> 2 * n);
        Algorithm<Integer, Word, User, Input, Output> much = made(descriptor -> descriptor
                .anyGraph(Shape.LINE)
                .anyNumbers()
                .tolerates(MembershipTolerance.DEPARTURES)
                .timers(List.of(Clock.values()))
                .lossDetectionTimers(List.of(Clock.TICK))
                .leaves()
                .bounds(bound)
                .announcement(Word.class)
                .finiteStateSpace()
                .regenerations(Does.PLAYS)
                .regenerations(Does.ENDS)
                .withFences(algorithm -> LEAST)
                .withDynamicMembership(Game::new)
                .findings((start, reachable) -> Map.of("holder", start.holder().number())));
        assertTrue(much.anyGraph());
        assertEquals(List.of(Shape.LINE), much.topologies());
        assertTrue(much.anyNumbers());
        assertEquals(List.of(Clock.TICK, Clock.TOCK), much.timers());
        assertEquals(List.of(Clock.TICK), much.lossDetectionTimers());
        assertTrue(much.leaves());
        assertTrue(much.servesSurvivors());
        assertEquals(List.of(bound), much.bounds());
        assertTrue(much.announces(Word.PONG));
        assertTrue(much.finiteStateSpace());
        assertEquals(Set.of(Does.PLAYS, Does.ENDS), much.regenerations());
        assertSame(LEAST, much.withFences());
        assertEquals(new Game(Start.of(2, 1), 7), much.withDynamicMembership(Start.of(2, 1), 7));
        assertEquals(Map.of("holder", 1), much.findings(Start.of(2, 1), List.of()));
        assertEquals("nothing", much.underFalseDeparture().says());
        assertFalse(made(descriptor -> descriptor.anyGraph(Shape.LINE).topologies(Shape.RING))
                .anyGraph());
        assertTrue(made(descriptor -> descriptor.announces(word -> word == Word.PONG))
                .announces(Word.PONG));
    }

    @Test
    void survivorsAreServedUnlessADepartureMayTakeWhatTheyNeed() {
        assertFalse(made(descriptor ->
                        descriptor.tolerates(MembershipTolerance.ANY_CHANGE).mayStopAfterDepartures())
                .servesSurvivors());
        assertTrue(made(descriptor -> descriptor.tolerates(MembershipTolerance.ANY_CHANGE))
                .servesSurvivors());
    }

    @Test
    void theTypeOfGenericMessagesHasItsArguments() {
        Algorithm<Integer, Wrapped<Word>, User, Input, Output> generic = new Algorithm<>(new Descriptor<
                        Integer, Wrapped<Word>, User, Input, Output>("game", MutualExclusion.PROBLEM, Wrapped.class)
                .as(LEAST)
                .messagesOf(Word.class)
                .protocol(start -> (self, neighbours) -> 0));
        assertEquals(Wrapped.class, generic.messages());
        ParameterizedType type = (ParameterizedType) generic.messageType();
        assertEquals(Wrapped.class, type.getRawType());
        assertEquals(AlgorithmTest.class, type.getOwnerType());
        assertEquals(List.of(Word.class), List.of(type.getActualTypeArguments()));
    }

    @Test
    void whatIsMadeOfAnotherSharesItsParts() {
        Algorithm<Integer, Word, User, Input, Output> original = made(descriptor -> descriptor
                .anyGraph(Shape.LINE)
                .tolerates(MembershipTolerance.ANY_CHANGE)
                .timers(List.of(Clock.values()))
                .lossDetectionTimers(List.of(Clock.TOCK))
                .unreachable(Does.ENDS)
                .regenerations(Does.PLAYS));
        Algorithm<Integer, Word, User, Input, Output> other = new Algorithm<>(
                new Descriptor<Integer, Word, User, Input, Output>("other", MutualExclusion.PROBLEM, Word.class)
                        .as(original)
                        .protocol(start -> new Game(start, 0)));
        assertEquals("other", other.name());
        assertEquals(original.source(), other.source());
        assertEquals(original.topologies(), other.topologies());
        assertTrue(other.anyGraph());
        assertEquals(original.channels(), other.channels());
        assertEquals(original.cost(), other.cost());
        assertEquals(original.assumptions(), other.assumptions());
        assertEquals(original.tolerates(), other.tolerates());
        assertEquals(original.timers(), other.timers());
        assertEquals(original.lossDetectionTimers(), other.lossDetectionTimers());
        assertEquals(original.unreachableRules(3), other.unreachableRules(3));
        assertEquals(original.regenerations(), other.regenerations());
    }

    // --- invariants

    private static List<String> names(List<Invariant<Integer, Word, User>> invariants) {
        return invariants.stream().map(Invariant::name).toList();
    }

    private static Invariants<Integer, Word, User> invariants() {
        return new Invariants<Integer, Word, User>()
                .atMost(1, "at most one", state -> state > 0)
                .state("sound", state -> true, state -> state >= 0)
                .atMost(1, MutexInvariants.MUTUAL_EXCLUSION, state -> false);
    }

    @Test
    void someInvariantsAreGivenUpUnderSuspicionOrWithDynamicMembership() {
        Algorithm<Integer, Word, User, Input, Output> given =
                made(descriptor -> descriptor.invariants(invariants()).untrueWithDynamicMembership("sound"));
        List<String> all = List.of("at most one", "sound", MutexInvariants.MUTUAL_EXCLUSION);
        assertEquals(all, names(given.invariants()));
        assertTrue(MutualExclusion.PROBLEM.untrueUnderSuspicion().contains(MutexInvariants.MUTUAL_EXCLUSION));
        assertEquals(List.of("at most one", "sound"), names(given.invariantsUnderSuspicion()));
        assertEquals(
                List.of("at most one", MutexInvariants.MUTUAL_EXCLUSION),
                names(given.invariantsWithDynamicMembership()));
        assertEquals(all, names(given.underFalseDeparture().invariants()));
        assertSame(MutualExclusion.PROBLEM, given.underFalseDeparture().problem());

        Algorithm<Integer, Word, User, Input, Output> less = made(descriptor -> descriptor
                .invariants(invariants())
                .invariantsUnderSuspicion(
                        FalseDeparturePromise.ofOneProcess(invariants().list()))
                .underFalseDeparture("little", "at most one"));
        assertEquals(List.of("sound"), names(less.invariantsUnderSuspicion()));
        assertEquals("little", less.underFalseDeparture().says());
        assertEquals(List.of("sound"), names(less.underFalseDeparture().invariants()));
        assertSame(
                MutualExclusion.PROBLEM.underSuspicion(),
                less.underFalseDeparture().problem());
    }

    @Test
    void theArgumentThatNobodyStarvesIsForFewProcesses() {
        Algorithm<Integer, Word, User, Input, Output> argued =
                made(descriptor -> descriptor.fairnessArgument(3, invariants().list()));
        assertEquals(3, argued.fairnessArgument(3).size());
        assertEquals(List.of(), argued.fairnessArgument(4));
    }

    @Test
    void variantsAndTheQuotientAreKept() {
        Quotient<Integer, Word> quotient = new Quotient<>() {
            @Override
            public OptionalInt phaseOf(Integer state) {
                return OptionalInt.of(state);
            }

            @Override
            public OptionalInt phaseInTransit(Word message) {
                return OptionalInt.empty();
            }

            @Override
            public Integer normal(Integer state, int phase) {
                return state - phase;
            }

            @Override
            public Word normalInTransit(Word message, int phase) {
                return message;
            }
        };
        Algorithm<Integer, Word, User, Input, Output> varied = made(descriptor -> descriptor
                .variants(start -> Variants.of(LEAST.protocol(start)).add("same", new Game(start, 0)))
                .quotient(quotient));
        assertEquals(
                List.of("same"),
                varied.variants(Start.of(2, 0)).stream().map(Variant::name).toList());
        assertEquals(Optional.of(quotient), varied.quotient());
    }

    // --- rules that cannot fire

    @Test
    void rulesAreUnreachableWithAnyNumberOrWithOneNumberOfProcesses() {
        Algorithm<Integer, Word, User, Input, Output> some =
                made(descriptor -> descriptor.unreachable(List.of(Does.ENDS)).unreachable(2, Does.PLAYS));
        assertEquals(Set.of(Does.ENDS), some.unreachableRules(1));
        assertEquals(Set.of(Does.ENDS, Does.PLAYS), some.unreachableRules(2));
        assertEquals(
                Set.of(Does.RESTS),
                made(descriptor -> descriptor.unreachable(Does.RESTS)).unreachableRules(5));
    }

    @Test
    void aProcessWithoutOthersFiresSomeRulesAlone() {
        Algorithm<Integer, Word, User, Input, Output> alone =
                made(descriptor -> descriptor.unreachable(Does.ENDS).reachableAlone(Does.RESTS));
        assertEquals(Set.of(Does.PLAYS, Does.ENDS), alone.unreachableRules(1));
        assertEquals(Set.of(Does.ENDS), alone.unreachableRules(2));
    }
}
