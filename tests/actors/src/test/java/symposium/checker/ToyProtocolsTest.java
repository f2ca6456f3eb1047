package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.checker.Toy.asking;
import static symposium.checker.Toy.input;
import static symposium.checker.Toy.model;
import static symposium.checker.Toy.receives;
import static symposium.checker.Toy.sending;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Toy.Clock;
import symposium.checker.Toy.Does;
import symposium.checker.Toy.State;
import symposium.checker.Toy.Users;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Progress;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Scenario;
import symposium.kernel.topology.Shape;

/** Verdicts, traces and counts on toy protocols, each with one peculiarity that decides them. */
@Tag("fast")
class ToyProtocolsTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);
    private static final String NAME = "the invariant";

    private static Property violated(Model<?, ?, ?, ?, ?> model) {
        return Models.check(model).violated().orElseThrow();
    }

    private static String last(List<?> trace) {
        return trace.get(trace.size() - 1).toString();
    }

    // --- fairness

    @Test
    void aProcessThatWaitsFromTheStartStarvesAtTheStart() {
        Toy ticking = new Toy(
                List.of(Clock.TICK),
                (p, event) -> event instanceof Event.Timeout ? p.acts().schedule(Clock.TICK) : p.acts());
        var model = model(2, new Users(List.of("please"), true), ticking).withRequests(0);
        Property starving = violated(model);
        assertEquals(Scenario.NO_STARVATION, starving.name());
        assertEquals(List.of(), starving.trace());
        var explorer = Explorer.of(model, Models.FEW).explore();
        assertEquals(OptionalInt.empty(), explorer.overtaking(event -> false));
    }

    /** Each is served when it is admitted. If the other crashes before, there is no quorum. */
    @Test
    void aProcessThatIsNotAdmittedDoesNotStarve() {
        Toy admitting = new Toy(
                List.of(),
                (p, event) ->
                        p.neighbours().all().isEmpty() ? p.acts() : p.acts().tell("served"));
        var model = model(2, new Users(List.of(), true), admitting).startingCutOff();
        assertEquals(Verdict.HOLDS, Models.check(model).verdict());
        assertEquals(
                Verdict.HOLDS,
                Models.check(model.withFaults(FaultBudget.NONE.withCrashes(1))).verdict());

        Toy refusing = new Toy(List.of(), (p, event) -> p.acts());
        assertEquals(
                Scenario.NO_DEADLOCK,
                violated(model(2, new Users(List.of(), true), refusing).startingCutOff())
                        .name());
    }

    /** Of two timers of one process, one repeats for ever; the other one serves all the same. */
    @Test
    void everyTimerExpires() {
        Toy toy = new Toy(
                List.of(Clock.TICK, Clock.TOCK),
                (p, event) -> event instanceof Event.Timeout<String, String> timeout
                        ? timeout.timer() == Clock.TICK
                                ? p.acts().schedule(Clock.TICK)
                                : p.acts().tell("served")
                        : p.acts());
        var model = model(1, new Users(List.of(), true), toy);
        assertEquals(Verdict.HOLDS, Models.check(model).verdict());
        var explorer = Explorer.of(model, Models.FEW).explore();
        assertEquals(OptionalInt.of(0), explorer.overtaking(event -> true), "no process overtakes itself");
    }

    /**
     * A ball goes to and fro between processes 0 and 1 since the user of process 0 has asked. The first timer of
     * process 0 serves it.
     *
     * @param atBall what process 0 does beside sending the ball back, while the timer runs
     */
    private static Verdict starvation(UnaryOperator<Step<State, String, String>> atBall) {
        Toy toy = new Toy(List.of(), (p, event) -> {
            if (event instanceof Event.Timeout<String, String> timeout) {
                return timeout.timer() == Clock.TICK
                        ? p.acts().tell("served")
                        : p.acts().schedule(Clock.TOCK);
            }
            if (event instanceof Event.Received<String, String> received) {
                Step<State, String, String> step = p.acts().send(received.from(), "ball");
                return p.is(P0) && !p.note().equals("restarted") ? atBall.apply(step) : step;
            }
            return p.acts().send(Neighbour.of(P1), "ball").schedule(Clock.TICK).schedule(Clock.TOCK);
        });
        Report report = Models.check(model(2, asking("please"), toy).withInitiators(Set.of(P0)));
        assertEquals(report.violated().isEmpty(), report.verdict() == Verdict.HOLDS);
        return report.property(Scenario.NO_STARVATION).verdict();
    }

    @Test
    void aTimerThatIsRestartedForEverNeedNotExpire() {
        assertEquals(Verdict.VIOLATED, starvation(step -> step.schedule(Clock.TICK)));
        assertEquals(
                Verdict.VIOLATED, starvation(step -> step.cancel(Clock.TICK).schedule(Clock.TICK)));
    }

    /** The steps that repeat show why a timer need not expire, also where they lead nowhere. */
    @Test
    void theCycleOfAStarvationHasTheStepThatRestartsTheTimer() {
        Toy toy = new Toy(List.of(Clock.TICK, Clock.TOCK), (p, event) -> {
            if (event instanceof Event.Timeout<String, String> timeout && timeout.timer() == Clock.TOCK) {
                return p.acts().schedule(Clock.TICK).schedule(Clock.TOCK);
            }
            return p.acts().tell("served");
        });
        Property starving = Models.check(model(1, new Users(List.of(), true), toy))
                .violated()
                .orElseThrow();
        assertEquals(Scenario.NO_STARVATION, starving.name());
        assertEquals(List.of(), starving.trace());
        assertEquals(1, starving.cycle().size(), starving.toString());
        assertTrue(starving.cycle().get(0).toString().contains("TOCK expired"), starving.toString());
    }

    @Test
    void aTimerThatIsNotRestartedForEverExpires() {
        assertEquals(Verdict.HOLDS, starvation(step -> step), "it runs on");
        assertEquals(Verdict.HOLDS, starvation(step -> step.schedule(Clock.TOCK)), "another one is restarted");
        assertEquals(
                Verdict.HOLDS,
                starvation(step ->
                        new Step<>(step.rule(), step.next().noting("restarted"), step.effects()).schedule(Clock.TICK)),
                "it is restarted once");
    }

    /** A ball goes to and fro between processes 1 and 2, while the request of process 0 is in transit to process 1. */
    @Test
    void theMessagesOfEveryLinkArrive() {
        Toy toy = new Toy(List.of(Clock.TICK), (p, event) -> {
            if (event instanceof Event.Timeout) {
                return p.is(P2) ? p.acts().send(Neighbour.of(P1), "ball") : p.acts();
            }
            if (event instanceof Event.Received<String, String> received) {
                return switch (received.message()) {
                    case "served" -> p.acts().tell("served");
                    case "ball" -> p.acts().send(received.from(), "ball");
                    default -> p.acts().send(received.from(), "served");
                };
            }
            return p.acts().send(Neighbour.of(P1), "please");
        });
        for (Channels channels : List.of(Channels.FIFO, Channels.UNORDERED)) {
            var model =
                    model(3, asking("please"), toy).withInitiators(Set.of(P0)).withChannels(channels);
            assertEquals(Verdict.HOLDS, Models.check(model).verdict(), channels.toString());
        }
    }

    /** Whatever else repeats: a timer of the sender or of the recipient, on a channel of any order. */
    @Test
    void aTimerThatRepeatsIsNoDeliveryOfAMessage() {
        for (ProcessId ticking : List.of(P0, P1)) {
            for (Channels channels : List.of(Channels.FIFO, Channels.UNORDERED, Channels.COALESCING)) {
                for (List<Clock> clocks : List.of(List.of(Clock.TICK), List.of(Clock.TICK, Clock.TOCK))) {
                    Toy toy = new Toy(clocks, (p, event) -> {
                        if (event instanceof Event.Timeout<String, String> timeout) {
                            return p.is(ticking) ? p.acts().schedule(timeout.timer()) : p.acts();
                        }
                        if (event instanceof Event.Received<String, String> received) {
                            return received.message().equals("served")
                                    ? p.acts().tell("served")
                                    : p.acts().send(received.from(), "served");
                        }
                        return p.acts().send(Neighbour.of(P1), "please");
                    });
                    var model = model(2, asking("please"), toy)
                            .withInitiators(Set.of(P0))
                            .withChannels(channels);
                    Report report = Models.check(model);
                    assertEquals(Verdict.HOLDS, report.verdict(), ticking + " " + channels);
                }
            }
        }
    }

    @Test
    void beyondItsTimeTheSearchForStarvationIsUndecided() {
        Toy counting = new Toy(
                List.of(Clock.TICK),
                (p, event) -> event instanceof Event.Timeout && p.note().length() < 60
                        ? p.noting(p.note() + "x").acts().schedule(Clock.TICK)
                        : p.acts().tell("served"));
        var model = model(2, new Users(List.of(), true), counting);
        Report inTime = Models.check(model);
        assertEquals(Verdict.HOLDS, inTime.verdict());
        assertEquals(OptionalInt.of(1), inTime.overtaking());

        Explorer<State, String, Boolean, String, String> explorer;
        long millis = 1;
        do {
            millis *= 2;
            explorer = Explorer.of(model, new Limits(50_000, Duration.ofMillis(millis)))
                    .explore();
        } while (!explorer.report(false).complete() && millis < 1 << 20);
        for (long over = System.nanoTime() + millis * 1_000_000; System.nanoTime() < over; ) {
            Thread.onSpinWait();
        }
        Report late = explorer.report(true);
        assertEquals(Verdict.UNDECIDED, late.verdict());
        assertEquals(Verdict.UNDECIDED, late.property(Scenario.NO_STARVATION).verdict());
        assertEquals(OptionalInt.empty(), late.overtaking());
    }

    // --- limits and reports

    @Test
    void aLimitOfStatesIsTheMostThatAreExplored() {
        var model = model(1, asking("a", "b", "c"), sending(""));
        assertEquals(2, Models.check(model).states());
        var two = model(2, asking("a"), sending(""));
        long states = Models.check(two).states();
        Duration hour = Duration.ofHours(1);
        assertTrue(Explorer.of(two, new Limits((int) states, hour))
                .explore()
                .report(true)
                .complete());
        assertFalse(Explorer.of(two, new Limits((int) states - 1, hour))
                .explore()
                .report(true)
                .complete());
    }

    @Test
    void aLimitOfTimeEndsTheExploration() {
        Report none = Explorer.of(model(2, asking("a"), sending("")), new Limits(1000, Duration.ofNanos(1)))
                .explore()
                .report(true);
        assertFalse(none.complete());
        assertEquals(1, none.states());
        assertEquals(Verdict.UNDECIDED, none.verdict());
        for (Duration bad : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThrows(IllegalArgumentException.class, () -> new Limits(1, bad));
        }
        assertThrows(IllegalArgumentException.class, () -> new Limits(0, Duration.ofHours(1)));
    }

    @Test
    void aReportTellsTheTimeTaken() {
        long start = System.nanoTime();
        Report report = Models.check(model(2, asking("a"), sending("")));
        double most = (System.nanoTime() - start) / 1e9;
        assertTrue(report.seconds() > 0 && report.seconds() <= most, report.seconds() + " of " + most);
    }

    @Test
    void progressIsNotReportedOfFewStates() {
        List<Progress> reported = new ArrayList<>();
        var explorer = Explorer.of(model(2, asking("a"), sending("")), Models.FEW);
        assertSame(explorer, explorer.withProgress(reported::add));
        assertTrue(explorer.explore().report(true).complete());
        assertEquals(List.of(), reported);
    }

    @Test
    void propertiesAreToldInWords() {
        assertEquals("holds", Verdict.HOLDS.toString());
        assertEquals("p: violated", new Property("p", Verdict.VIOLATED, true, List.of(), List.of()).toString());
        assertEquals(
                "p: undecided (never tested)",
                new Property("p", Verdict.UNDECIDED, false, List.of(), List.of()).toString());
    }

    @Test
    void onlyRingsHaveSides() {
        assertTrue(Explorer.sided(model(3, asking(), sending("")).withTopology(Shape.RING)));
        assertFalse(Explorer.sided(model(3, asking(), sending(""))));
    }

    @Test
    void withoutAnyStepNothingIsTested() {
        Report report = Models.check(model(2, asking(), sending("")));
        assertEquals(1, report.states());
        assertFalse(report.property(Scenario.NO_DEADLOCK).tested());
    }

    private enum OtherClock implements Timer {
        TICK
    }

    /** A real run would keep them apart. */
    @Test
    void twoTimersOfOneNameAreRefused() {
        for (UnaryOperator<Step<State, String, String>> further : List.<UnaryOperator<Step<State, String, String>>>of(
                step -> step.schedule(OtherClock.TICK), step -> step.cancel(OtherClock.TICK))) {
            Toy toy = new Toy(List.of(Clock.TICK), (p, event) -> further.apply(p.acts()));
            Property violated = violated(model(1, asking("a"), toy));
            assertEquals("different timers of a protocol have different names", violated.name());
            assertTrue(last(violated.trace()).contains("have the name TICK"), last(violated.trace()));
            assertTrue(last(violated.trace()).contains(OtherClock.class.getName()), last(violated.trace()));
        }
    }

    private enum OtherRule implements Rule {
        ACTS
    }

    @Test
    void twoRulesOfOneLabelAreRefused() {
        Toy toy = new Toy(List.of(), (p, event) -> Step.by(OtherRule.ACTS, p));
        Property violated = violated(model(1, asking("a"), toy));
        assertEquals("every step goes by a rule that the protocol names", violated.name());
        assertTrue(last(violated.trace()).contains("another rule has the label acts"), last(violated.trace()));

        Toy listing = new Toy(List.of(Does.RESTS, Does.ACTS, OtherRule.ACTS), List.of(), (p, event) -> p.acts());
        assertEquals(
                "the protocol has two rules with the label acts",
                assertThrows(IllegalArgumentException.class, () -> Models.check(model(1, asking("a"), listing)))
                        .getMessage());
    }

    @Test
    void everyRuleIsCountedAsItself() {
        Toy toy = new Toy(
                List.of(), (p, event) -> input(event) ? p.acts().send(Neighbour.of(P1), "x") : Step.by(Does.RESTS, p));
        Report report = Models.check(model(2, asking("a"), toy).withInitiators(Set.of(P0)));
        assertEquals(Map.of("rests", 1L, "acts", 1L), report.rules());
        assertEquals(2, report.transitions());
    }

    @Test
    void aViolatedInvariantIsListedOnce() {
        var model = model(2, asking("a"), sending(""))
                .withInvariants(new Invariants<State, String, Boolean>()
                        .state(NAME, p -> true, p -> false)
                        .state("other", p -> true, p -> true)
                        .list());
        assertEquals(
                List.of(NAME, "other", Scenario.NO_DEADLOCK, Scenario.NO_STARVATION),
                Models.check(model).properties().stream().map(Property::name).toList());

        record Watching() implements Observer<String> {
            @Override
            public List<String> invariants() {
                return List.of(NAME, "other");
            }

            @Override
            public Observer<String> sees(ProcessId process, String output) {
                throw new InvariantViolation(NAME, output);
            }
        }
        Toy telling = new Toy(List.of(), (p, event) -> p.acts().tell("x"));
        var watched =
                model(2, asking("a"), telling).withProblem(ProblemDecorator.watchedBy(asking("a"), new Watching()));
        assertEquals(
                List.of(NAME, "other", Scenario.NO_DEADLOCK, Scenario.NO_STARVATION),
                Models.check(watched).properties().stream().map(Property::name).toList());
    }

    // --- violations and their traces

    @Test
    void theStepThatViolatesIsTold() {
        for (ProcessId wrong : List.of(P0, P1, P2)) {
            Toy toy = new Toy(List.of(), (p, event) -> {
                if (p.is(wrong)) {
                    throw new InvariantViolation(NAME, "wrong");
                }
                return p.acts();
            });
            var model = model(3, asking("a"), toy);
            Property violated = violated(model);
            assertEquals(NAME, violated.name());
            assertEquals(1, violated.trace().size());
            assertEquals(wrong, violated.trace().get(0).process());
            assertTrue(last(violated.trace()).endsWith("wrong"));
        }
    }

    @Test
    void aSituationThatDoesNotOccurIsNotTested() {
        var model = model(2, asking("a"), sending(""))
                .withInvariants(new Invariants<State, String, Boolean>()
                        .whole("whole", at -> false, at -> false)
                        .step("step", event -> event.toString().contains("leave"), (before, event, after) -> false)
                        .step("any", event -> true, (before, event, after) -> true)
                        .list());
        Report report = Models.check(model);
        assertEquals(Verdict.HOLDS, report.verdict());
        assertFalse(report.property("whole").tested() || report.property("step").tested());
        assertEquals(Optional.empty(), new RandomWalks<>(model).walk(1, 100).broken());
    }

    /** A check of steps, which visits successors, changes neither the states nor the paths that are found. */
    @Test
    void aPathLeadsToEveryStateWhereStepsAreChecked() {
        var model = model(3, asking("a"), sending("x"));
        Report plain = Models.check(model);
        var explorer = Explorer.of(
                        model.withInvariants(new Invariants<State, String, Boolean>()
                                .step("any", event -> true, (before, event, after) -> true)
                                .list()),
                        Models.FEW)
                .explore();
        assertEquals(plain.states(), explorer.states());
        assertEquals(plain.transitions(), explorer.report(true).transitions());
        for (int state = 0; state < explorer.states(); state++) {
            assertTrue(explorer.pathTo(state).size() <= plain.depth());
        }
    }

    @Test
    void aSituationThatThrowsIsTested() {
        var model = model(1, asking("a"), sending(""))
                .withInvariants(new Invariants<State, String, Boolean>()
                        .state(NAME, p -> true, p -> false)
                        .state("throws", p -> p.note().charAt(0) == ' ', p -> true)
                        .list());
        Report report = Models.check(model);
        assertEquals(NAME, report.violated().orElseThrow().name());
        assertTrue(report.property("throws").tested());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1 << 15})
    void aCountOutOfRangeIsAViolation(int count) {
        var invariants = new Invariants<State, String, Boolean>().state("other", p -> true, p -> true);
        for (boolean atProcess : List.of(true, false)) {
            var model = model(2, asking("a"), sending(""))
                    .withInvariants(Stream.concat(
                                    invariants.list().stream(),
                                    Stream.of(new Invariant.Count<State, String, Boolean>(
                                            NAME, (p, user) -> atProcess ? count : 0, message -> count, 0, 1 << 20)))
                            .toList());
            Property violated = violated(model);
            assertEquals(NAME, violated.name());
            assertTrue(
                    last(violated.trace()).contains("it counts " + count + " at one place, and a count is from 0 to"),
                    violated.trace().toString());
        }
    }

    @Test
    void eachOfManyCountsIsItsOwn() {
        for (int wrong = 0; wrong < 9; wrong++) {
            Invariants<State, String, Boolean> counts = new Invariants<>();
            for (int each = 0; each < 9; each++) {
                counts.count("count " + each, p -> true, message -> false, 2, each == wrong ? 1 + 1 : 3);
                if (each == wrong) {
                    counts.count(NAME, p -> false, message -> true, 0, 1);
                }
            }
            var model = model(2, asking("a"), sending("")).withInvariants(counts.list());
            assertEquals(NAME, violated(model).name());
        }
    }

    private static Invariant<State, String, Boolean> count(String name, int atEach, int least, int most) {
        return new Invariant.Count<>(name, (p, user) -> atEach, message -> 0, least, most);
    }

    /** The sum of several places may be greater than the greatest count at one of them. */
    @Test
    void aGreatSumOfCountsIsItself() {
        int many = 1 << 14;
        for (int place = 0; place < 4; place++) {
            List<Invariant<State, String, Boolean>> counts = new ArrayList<>();
            for (int each = 0; each < 4; each++) {
                counts.add(count("count " + each, 1, 2, 2));
            }
            counts.set(place, count(NAME, many, 2 * many, 2 * many));
            var model = model(2, asking(), sending("")).withInvariants(counts);
            assertEquals(Optional.empty(), Models.check(model).violated());
            for (int most : List.of(0, 2 * many - 1)) {
                counts.set(place, count(NAME, many, 0, most));
                assertEquals(NAME, violated(model.withInvariants(counts)).name());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anInvariantOfALinkSeesBothDirections(int from) {
        for (boolean first : List.of(true, false)) {
            var model = model(2, asking("a"), sending("from "))
                    .withInvariants(new Invariants<State, String, Boolean>()
                            .state("other", p -> true, p -> true)
                            .link(
                                    NAME,
                                    (one, other) -> !(first ? one : other).contains("from " + from)
                                            || !(first ? other : one).contains("from " + (1 - from)))
                            .list());
            Property violated = violated(model);
            assertEquals(NAME, violated.name());
            assertEquals(2, violated.trace().size(), "while both are in transit");
        }
    }

    // --- messages

    /** However many different messages there are, each is sent and received. */
    @Test
    void eachOfManyMessagesArrives() {
        for (int messages = 1; messages <= 40; messages++) {
            List<String> requests =
                    IntStream.range(0, messages).mapToObj(Integer::toString).toList();
            Toy toy = new Toy(
                    List.of(),
                    (p, event) -> event instanceof Event.Input<String, String> input
                            ? p.acts().send(Neighbour.of(P1), input.input())
                            : p.noting(((Event.Received<String, String>) event).message())
                                    .acts());
            var model = model(2, new Users(requests, false), toy).withInitiators(Set.of(P0));
            var explorer = Explorer.of(model, Models.FEW).explore();
            assertEquals(1 + 2 * messages, explorer.states());
            assertEquals(2 * messages, explorer.report(true).transitions());
        }
    }

    @Test
    void aConfigurationTellsUsersAndMessagesInTransit() {
        var model = model(2, asking("please"), sending("from ")).withInitiators(Set.of(P0));
        var explorer = Explorer.of(model, Models.FEW).explore();
        List<String> told = new ArrayList<>();
        explorer.reachable()
                .forEach(at -> told.add(at.user(P0) + " " + at.user(P1) + " " + at.inTransit(P0, Neighbour.of(P1)) + " "
                        + at.inTransit(P1, Neighbour.of(P0))));
        assertEquals(List.of("false false [] []", "true false [from 0] []", "true false [] []"), told);
    }

    /** Process 1 sends to processes 0 and 2 when its user asks, whether or not they are there. */
    private static Toy clinging() {
        return new Toy(List.of(), (p, event) -> {
            if (event instanceof Event.Leave) {
                return p.acts().leave();
            }
            return input(event) ? p.acts().send(Neighbour.of(P0), "x").send(Neighbour.of(P2), "x") : p.acts();
        });
    }

    @Test
    void whatIsSentToAProcessKnownToHaveDepartedIsDropped() {
        var model =
                model(3, asking("a"), clinging()).withInitiators(Set.of(P1)).withFaults(FaultBudget.NONE.withLeaves(1));
        var explorer = Explorer.of(model, Models.FEW).explore();
        assertEquals(Optional.empty(), explorer.report(true).violated());
        List<Configuration<State, String, Boolean>> states = new ArrayList<>();
        explorer.reachable().forEach(states::add);
        Set<ProcessId> gone = new TreeSet<>();
        explorer.forEachTransition((from, event, to) -> {
            if (event.toString().startsWith("1: acts  on a ")) {
                Neighbours known = states.get(from).state(P1).neighbours();
                for (ProcessId other : List.of(P0, P2)) {
                    boolean departed = !known.contains(Neighbour.of(other));
                    assertEquals(
                            departed ? List.of() : List.of("x"),
                            states.get(to).inTransit(P1, Neighbour.of(other)),
                            explorer.pathTo(to).toString());
                    if (departed) {
                        gone.add(other);
                    }
                }
            }
        });
        assertEquals(Set.of(P0, P2), gone);
    }

    @Test
    void whatIsSentToAStrangerIsAViolation() {
        Property violated = violated(model(2, asking("a"), clinging()));
        assertTrue(
                last(violated.trace()).contains("and its neighbours are"),
                violated.trace().toString());
    }

    // --- overtaking

    /** Process 1 serves itself at once, and process 0 when it asks. */
    private static Toy greedy() {
        return new Toy(List.of(), (p, event) -> {
            if (event instanceof Event.Received<String, String> received) {
                return received.message().equals("served")
                        ? p.acts().tell("served")
                        : p.acts().send(received.from(), "served");
            }
            return p.is(P0)
                    ? p.acts().send(Neighbour.of(P1), "please")
                    : p.acts().tell("served");
        });
    }

    /** The user of process 1 may be served by each of its requests while process 0 waits. */
    @Test
    void aBoundThatTheRequestsSetIsToldAsOne() {
        for (int requests = 1; requests <= 3; requests++) {
            var model = model(2, asking("please"), greedy()).withRequests(requests);
            Report report = Models.check(model);
            assertEquals(Verdict.HOLDS, report.verdict());
            assertEquals(OptionalInt.of(requests), report.overtaking());
            assertTrue(report.requestsBind());
            Report alone = Models.check(model.withInitiators(Set.of(P0)));
            assertEquals(OptionalInt.of(0), alone.overtaking());
            assertFalse(alone.requestsBind());
        }
    }

    /** A token goes round, and serves a waiting user once a round. */
    @Test
    void aBoundThatTheProtocolSetsIsNotToldAsOneOfTheRequests() {
        Toy token = new Toy(List.of(Clock.TICK), (p, event) -> {
            if (input(event)) {
                return p.noting("waits").acts();
            }
            Neighbour other = Neighbour.of(p.is(P0) ? P1 : P0);
            if (receives(event) || p.is(P0)) {
                Step<State, String, String> step = p.noting("").acts().send(other, "token");
                return p.note().isEmpty() ? step : step.tell("served");
            }
            return p.acts();
        });
        for (int requests = 1; requests <= 4; requests++) {
            Report report = Models.check(model(2, asking("please"), token).withRequests(requests));
            assertEquals(Verdict.HOLDS, report.verdict());
            assertEquals(OptionalInt.of(1), report.overtaking());
            assertEquals(requests == 1, report.requestsBind(), requests + " requests");
        }
        Report endless = Models.check(model(2, asking("please"), token).withRequests(OptionalInt.empty()));
        assertEquals(OptionalInt.of(1), endless.overtaking());
        assertFalse(endless.requestsBind());
    }
}
