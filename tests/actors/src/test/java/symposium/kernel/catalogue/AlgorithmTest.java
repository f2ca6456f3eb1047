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
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
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
import symposium.kernel.problem.LiveNumbers;
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
@Tag("fast")
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
                .withPaper(Paper.of("a paper").withCost("2n"))
                .withSystem(SystemModel.of(Channels.FIFO, Shape.RING, Shape.COMPLETE)
                        .withAssumptions("no faults"))
                .withProtocol(start -> new Game(start, 0));
    }

    private static Algorithm<Integer, Word, User, Input, Output> made(
            UnaryOperator<Descriptor<Integer, Word, User, Input, Output>> more) {
        return new Algorithm<>(more.apply(least()));
    }

    private static final Algorithm<Integer, Word, User, Input, Output> LEAST = made(descriptor -> descriptor);

    @Test
    void anyGraphBeginsWithTheUsualTopologyAndIsNoRing() {
        assertEquals(
                List.of(Shape.LINE, Shape.CYCLE, Shape.COMPLETE, Shape.STAR, Shape.TREE, Shape.PETERSEN),
                SystemModel.onAnyGraph(Channels.FIFO, Shape.LINE).topologies());
        assertThrows(IllegalArgumentException.class, () -> SystemModel.onAnyGraph(Channels.FIFO, Shape.RING));
    }

    @Test
    void itSaysWhatMustBeSaid() {
        assertEquals("game", LEAST.name());
        assertEquals("a paper", LEAST.paper().source());
        assertSame(MutualExclusion.PROBLEM, LEAST.problem());
        assertEquals(List.of(Shape.RING, Shape.COMPLETE), LEAST.system().topologies());
        assertEquals(Channels.FIFO, LEAST.system().channels());
        assertEquals("2n", LEAST.paper().cost());
        assertEquals("no faults", LEAST.system().assumptions());
        assertEquals(Word.class, LEAST.messages().type());
        assertEquals(Word.class, LEAST.messages().genericType());
        assertEquals(new Game(Start.of(3, 1), 0), LEAST.protocol(Start.of(3, 1)));
    }

    @Test
    void whatIsMissingIsNamed() {
        Map<String, UnaryOperator<Descriptor<Integer, Word, User, Input, Output>>> missing = Map.of(
                "source", descriptor -> descriptor.withPaper(LEAST.paper().withSource(null)),
                "cost", descriptor -> descriptor.withPaper(LEAST.paper().withCost(null)),
                "channels", descriptor -> descriptor.system(system -> system.withChannels(null)),
                "topologies", descriptor -> descriptor.system(system -> system.withTopologies(List.of())),
                "assumptions", descriptor -> descriptor.system(system -> system.withAssumptions(null)),
                "protocol", descriptor -> descriptor.withProtocol(null));
        missing.forEach((part, without) -> assertEquals(
                "game: no " + part,
                assertThrows(NullPointerException.class, () -> made(without)).getMessage()));
    }

    @Test
    void whatIsNotSaidIsTheLeast() {
        assertFalse(LEAST.system().anyGraph());
        assertFalse(LEAST.system().anyNumbers());
        assertEquals(MembershipTolerance.NO_CHANGE, LEAST.system().tolerates());
        assertEquals(List.of(), LEAST.timers());
        assertEquals(List.of(), LEAST.lossDetectionTimers());
        assertFalse(LEAST.system().leaves());
        assertFalse(LEAST.system().servesSurvivors(), "it tolerates no departure");
        assertEquals(List.of(), LEAST.paper().bounds());
        assertFalse(LEAST.messages().announces(Word.PING));
        assertFalse(LEAST.checks().finiteStateSpace());
        assertEquals(Set.of(), LEAST.regenerations());
        assertSame(LEAST, LEAST.withFences());
        assertEquals(List.of(), LEAST.checks().invariants());
        assertEquals(List.of(), LEAST.checks().variants(Start.of(2, 0)));
        assertEquals(Optional.empty(), LEAST.checks().quotient());
        assertEquals(Set.of(), LEAST.unreachableRules(2));
        assertEquals(List.of(), LEAST.checks().fairnessArgument().apply(0));
        assertEquals(Map.of(), LEAST.checks().findings().apply(Start.of(2, 0), List.of()));
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
                .withPaper(LEAST.paper().withBounds(List.of(bound)))
                .withSystem(SystemModel.of(Channels.FIFO, Shape.LINE).with(system -> system.anyGraph(true)
                        .anyNumbers(true)
                        .tolerates(MembershipTolerance.DEPARTURES)
                        .leaves(true)
                        .assumptions("none")))
                .messages(sent -> sent.withAnnouncement(word -> word == Word.PONG))
                .withTimers(List.of(Clock.values()))
                .withLossDetectionTimers(List.of(Clock.TICK))
                .withRegenerations(Set.of(Does.PLAYS, Does.ENDS))
                .withFences(algorithm -> LEAST)
                .withDynamicMembership(Game::new)
                .checks(checks -> checks.withFiniteStateSpace(true)
                        .withFindings((start, reachable) ->
                                Map.of("holder", start.holder().number()))));
        assertTrue(much.system().anyGraph());
        assertEquals(List.of(Shape.LINE), much.system().topologies());
        assertTrue(much.system().anyNumbers());
        assertEquals(List.of(Clock.TICK, Clock.TOCK), much.timers());
        assertEquals(List.of(Clock.TICK), much.lossDetectionTimers());
        assertTrue(much.system().leaves());
        assertTrue(much.system().servesSurvivors());
        assertEquals(List.of(bound), much.paper().bounds());
        assertTrue(much.messages().announces(Word.PONG));
        assertTrue(much.checks().finiteStateSpace());
        assertEquals(Set.of(Does.PLAYS, Does.ENDS), much.regenerations());
        assertSame(LEAST, much.withFences());
        assertEquals(new Game(Start.of(2, 1), 7), much.withDynamicMembership(Start.of(2, 1), 7));
        assertEquals(Map.of("holder", 1), much.checks().findings().apply(Start.of(2, 1), List.of()));
        assertEquals("nothing", much.underFalseDeparture().says());
        assertFalse(much.messages().announces(Word.PING));
    }

    @Test
    void survivorsAreServedUnlessADepartureMayTakeWhatTheyNeed() {
        assertFalse(made(descriptor -> descriptor.system(system ->
                        system.withTolerates(MembershipTolerance.ANY_CHANGE).withMayStop(true)))
                .system()
                .servesSurvivors());
        assertTrue(made(descriptor -> descriptor.system(system -> system.withTolerates(MembershipTolerance.ANY_CHANGE)))
                .system()
                .servesSurvivors());
    }

    @Test
    void theTypeOfGenericMessagesHasItsArguments() {
        Algorithm<Integer, Wrapped<Word>, User, Input, Output> generic = new Algorithm<>(new Descriptor<
                        Integer, Wrapped<Word>, User, Input, Output>("game", MutualExclusion.PROBLEM, Wrapped.class)
                .as(LEAST)
                .messages(sent -> sent.withArguments(Word.class))
                .withProtocol(start -> (self, neighbours) -> 0));
        assertEquals(Wrapped.class, generic.messages().type());
        ParameterizedType type = (ParameterizedType) generic.messages().genericType();
        assertEquals(Wrapped.class, type.getRawType());
        assertEquals(AlgorithmTest.class, type.getOwnerType());
        assertEquals(List.of(Word.class), List.of(type.getActualTypeArguments()));
    }

    @Test
    void whatIsMadeOfAnotherSharesItsParts() {
        Algorithm<Integer, Word, User, Input, Output> original = made(descriptor -> descriptor
                .system(system -> system.withTopologies(List.of(Shape.LINE))
                        .withAnyGraph(true)
                        .withTolerates(MembershipTolerance.ANY_CHANGE))
                .withTimers(List.of(Clock.values()))
                .withLossDetectionTimers(List.of(Clock.TOCK))
                .withRegenerations(Set.of(Does.PLAYS))
                .checks(checks -> checks.unreachable(Does.ENDS)));
        Algorithm<Integer, Word, User, Input, Output> other = new Algorithm<>(
                new Descriptor<Integer, Word, User, Input, Output>("other", MutualExclusion.PROBLEM, Word.class)
                        .as(original)
                        .withProtocol(start -> new Game(start, 0)));
        assertEquals("other", other.name());
        assertEquals(original.paper().source(), other.paper().source());
        assertEquals(original.system().topologies(), other.system().topologies());
        assertTrue(other.system().anyGraph());
        assertEquals(original.system().channels(), other.system().channels());
        assertEquals(original.paper().cost(), other.paper().cost());
        assertEquals(original.system().assumptions(), other.system().assumptions());
        assertEquals(original.system().tolerates(), other.system().tolerates());
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
        Algorithm<Integer, Word, User, Input, Output> given = made(descriptor -> descriptor.checks(
                checks -> checks.withInvariants(invariants()).withUntrueUnderDynamicMembership(Set.of("sound"))));
        List<String> all = List.of("at most one", "sound", MutexInvariants.MUTUAL_EXCLUSION);
        assertEquals(all, names(given.checks().invariants()));
        assertTrue(MutualExclusion.PROBLEM.untrueUnderSuspicion().contains(MutexInvariants.MUTUAL_EXCLUSION));
        assertEquals(List.of("at most one", "sound"), names(given.invariantsUnderSuspicion()));
        assertEquals(
                List.of("at most one", MutexInvariants.MUTUAL_EXCLUSION),
                names(given.checks().invariantsWithDynamicMembership()));
        assertEquals(all, names(given.underFalseDeparture().invariants()));
        assertSame(MutualExclusion.PROBLEM, given.underFalseDeparture().problem());

        Algorithm<Integer, Word, User, Input, Output> less = made(descriptor -> descriptor
                .withFalseDeparture("little", "at most one")
                .checks(checks -> checks.withInvariants(invariants())
                        .withUnderSuspicion(Optional.of(
                                FalseDeparturePromise.ofOneProcess(invariants().list())))));
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
                made(descriptor -> descriptor.checks(checks -> checks.withFairnessArgument(
                        processes -> processes <= 3 ? invariants().list() : List.of())));
        assertEquals(3, argued.checks().fairnessArgument().apply(3).size());
        assertEquals(List.of(), argued.checks().fairnessArgument().apply(4));
    }

    @Test
    void variantsAndTheQuotientAreKept() {
        Quotient<Integer, Word> quotient = new Quotient<>() {
            @Override
            public LiveNumbers live(Integer state) {
                return LiveNumbers.of(0, state);
            }

            @Override
            public LiveNumbers liveInTransit(Word message) {
                return LiveNumbers.NONE;
            }

            @Override
            public Integer normal(Integer state, LiveNumbers live) {
                return live.name(0, state);
            }

            @Override
            public Word normalInTransit(Word message, LiveNumbers live) {
                return message;
            }
        };
        Algorithm<Integer, Word, User, Input, Output> varied = made(descriptor -> descriptor.checks(checks ->
                checks.withVariants(start -> Variants.of(LEAST.protocol(start)).add("same", new Game(start, 0)))
                        .withQuotient(Optional.of(quotient))));
        assertEquals(
                List.of("same"),
                varied.checks().variants(Start.of(2, 0)).stream()
                        .map(Variant::name)
                        .toList());
        assertEquals(Optional.of(quotient), varied.checks().quotient());
    }

    // --- rules that cannot fire

    @Test
    void rulesAreUnreachableWithAnyNumberOrWithOneNumberOfProcesses() {
        Algorithm<Integer, Word, User, Input, Output> some = made(descriptor ->
                descriptor.checks(checks -> checks.unreachable(Does.ENDS).unreachable(2, Does.PLAYS)));
        assertEquals(Set.of(Does.ENDS), some.unreachableRules(1));
        assertEquals(Set.of(Does.ENDS, Does.PLAYS), some.unreachableRules(2));
        assertEquals(
                Set.of(Does.RESTS),
                made(descriptor -> descriptor.checks(checks -> checks.unreachable(Does.RESTS)))
                        .unreachableRules(5));
    }

    @Test
    void aProcessWithoutOthersFiresSomeRulesAlone() {
        Algorithm<Integer, Word, User, Input, Output> alone = made(descriptor ->
                descriptor.checks(checks -> checks.unreachable(Does.ENDS).reachableAlone(Does.RESTS)));
        assertEquals(Set.of(Does.PLAYS, Does.ENDS), alone.unreachableRules(1));
        assertEquals(Set.of(Does.ENDS), alone.unreachableRules(2));
    }
}
