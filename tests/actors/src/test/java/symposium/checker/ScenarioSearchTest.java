package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.checker.Toy.asking;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.Toy.State;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.kernel.topology.Shape;

@Tag("fast")
class ScenarioSearchTest {

    @Test
    void theScenarioThatIsFoundRefutesTheVariant() {
        assertRefuted(Catalogue.named("raymond").orElseThrow());
    }

    private static <S, M, U, I, O> void assertRefuted(Algorithm<S, M, U, I, O> algorithm) {
        Scenario found = new ScenarioSearch<>(algorithm).find(1).orElseThrow();

        assertTrue(found.processes() <= ScenarioSearch.MOST_PROCESSES, found.toString());
        Model<S, M, U, I, O> model = Model.of(algorithm, found);
        Report report = Explorer.check(model.withProtocol(
                algorithm.checks().variants(found.start()).get(1).protocol()));
        assertEquals(found.invariant(), report.violated().orElseThrow().name());
        assertEquals(Optional.empty(), Explorer.check(model).violated());
    }

    /** Of false departures and partitions, only what the algorithm promises for them is checked. */
    @Test
    void aScenarioIsCheckedForWhatIsPromisedInIt() {
        assertPromised(Catalogue.named("ewd851-misra").orElseThrow());
    }

    private static <S, M, U, I, O> void assertPromised(Algorithm<S, M, U, I, O> algorithm) {
        Scenario three = Scenario.of(3, "");
        var plain = Model.of(algorithm, three);
        assertEquals(algorithm.checks().invariants(), plain.invariants());
        assertTrue(plain.promisesProgress());
        var split = Model.of(algorithm, three.withPartition(1));
        assertEquals(algorithm.invariantsUnderSuspicion(), split.invariants());
        assertTrue(split.promisesProgress() && !split.invariants().equals(plain.invariants()));
        var departed = Model.of(algorithm, three.withFault(Fault.FALSE_DEPARTURE, 1));
        assertEquals(algorithm.underFalseDeparture().invariants(), departed.invariants());
        assertFalse(departed.promisesProgress());
    }

    private static final ProcessId P0 = ProcessId.of(0);
    private static final Neighbour P1_LINK = Neighbour.of(ProcessId.of(1));

    /** The type that the toy names: the messages of an algorithm of the catalogue are records. */
    private record Text(String text) {}

    @SuppressWarnings("unchecked")
    private static final Class<String> MESSAGES = (Class<String>) (Class<?>) Text.class;

    /** What is found of a toy with one variant, on a complete graph. */
    private static Optional<Scenario> found(Toy original, Function<Start, Toy> variant) {
        var descriptor = new Algorithm.Descriptor<State, String, Boolean, String, String>("toy", asking("a"), MESSAGES)
                .withPaper(Paper.of("none").withCost("none"))
                .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE).withAssumptions("none"))
                .withProtocol(start -> original)
                .checks(checks -> checks.withInvariants(new Invariants<State, String, Boolean>()
                                .state("nothing is wrong", p -> true, p -> !p.note()
                                        .equals("wrong")))
                        .withVariants(start -> Variants.<State, String, String, String>of(original)
                                .add("variant", variant.apply(start))));
        return new ScenarioSearch<>(new Algorithm<>(descriptor)).find(0);
    }

    /** Process 0 sends two messages to process 1 at each request; a state is wrong after some events. */
    private static Toy wrong(BiPredicate<State, Event<String, String>> where) {
        return new Toy(List.of(), (p, event) -> {
            boolean noted = p.is(P0) || Toy.receives(event);
            String note = noted ? text(event) : p.note();
            Step<State, String, String> step =
                    p.noting(where.test(p, event) ? "wrong" : note).acts();
            if (Toy.input(event) && p.is(P0) && p.neighbours().contains(P1_LINK)) {
                step = step.send(P1_LINK, "1").send(P1_LINK, "2");
            }
            return step;
        });
    }

    private static String text(Event<String, String> event) {
        return event.toString();
    }

    private static final Toy RIGHT = wrong((p, event) -> false);

    @Test
    void theFewestProcessesAreFoundUpToFour() {
        Scenario alone = Scenario.of(1, "nothing is wrong");
        assertEquals(Optional.of(alone), found(RIGHT, start -> wrong((p, event) -> true)));
        for (int others = 1; others <= 4; others++) {
            int least = others;
            Optional<Scenario> expected =
                    Optional.of(others).filter(many -> many < 4).map(many -> Scenario.of(many + 1, "nothing is wrong"));
            assertEquals(
                    expected,
                    found(
                            RIGHT,
                            start -> wrong((p, event) -> p.neighbours().all().size() >= least)));
        }
    }

    @Test
    void aVariantThatIsNotDefinedForAFewProcessesIsSearchedWithMore() {
        Function<Start, Toy> ofThree = start -> {
            if (start.processes().size() < 3) {
                throw new IllegalArgumentException("three processes at least");
            }
            return wrong((p, event) -> true);
        };
        assertEquals(Optional.of(Scenario.of(3, "nothing is wrong")), found(RIGHT, ofThree));
    }

    @Test
    void aVariantThatMayBeWrongIsRefutedOnlyWhereTheAlgorithmIsRight() {
        BiPredicate<State, Event<String, String>> always = (p, event) -> true;
        assertEquals(Optional.empty(), found(wrong(always), start -> wrong(always)));
    }

    /** Wrong at the second request, which only an algorithm whose requests are bounded is searched for. */
    @Test
    void twoRequestsAreTriedWhereRequestsAreBounded() {
        Function<Start, Toy> variant =
                start -> wrong((p, event) -> Toy.input(event) && p.note().equals("a"));
        assertEquals(Optional.of(Scenario.of(1, "nothing is wrong").withRequests(2)), found(RIGHT, variant));
    }

    @Test
    void lossDuplicationAndDisorderAreTried() {
        assertEquals(
                Optional.of(Scenario.of(2, "nothing is wrong").withFault(Fault.LOSS, 1)),
                found(
                        RIGHT,
                        start -> wrong((p, event) ->
                                text(event).equals("2 from 0") && !p.note().equals("1 from 0"))));
        assertEquals(
                Optional.of(Scenario.of(2, "nothing is wrong").withFault(Fault.DUPLICATE, 1)),
                found(
                        RIGHT,
                        start -> wrong((p, event) ->
                                text(event).equals("1 from 0") && p.note().equals("1 from 0"))));
        assertEquals(
                Optional.of(Scenario.of(2, "nothing is wrong").withChannels(Channels.UNORDERED)),
                found(once(p -> false), start -> once(p -> p.note().equals("2 from 0"))));
    }

    /** The same for the first request only; wrong when the first message comes after such a state. */
    private static Toy once(Predicate<State> where) {
        return new Toy(List.of(), (p, event) -> {
            boolean first = Toy.input(event) && p.is(P0) && p.note().isEmpty();
            boolean wrong = text(event).equals("1 from 0") && where.test(p);
            String note = p.is(P0) || Toy.receives(event) ? text(event) : p.note();
            Step<State, String, String> step = p.noting(wrong ? "wrong" : note).acts();
            return first && p.neighbours().contains(P1_LINK)
                    ? step.send(P1_LINK, "1").send(P1_LINK, "2")
                    : step;
        });
    }
}
