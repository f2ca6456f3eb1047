package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbour;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.UnsoundQuotient;
import symposium.kernel.problem.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ricartagrawala.RicartAgrawala;

/** Users of algorithms with logical clocks ask without a bound; states that differ by how far the clocks have run. */
class ClockShiftTest {

    private static final Limits SMALL = new Limits(20_000, Duration.ofMinutes(10));

    @SuppressWarnings("unchecked")
    private static <S, M> Algorithm<S, M, User, Input, Output> algorithm(String name) {
        return (Algorithm<S, M, User, Input, Output>) Catalogue.named(name).orElseThrow();
    }

    private static <S, M> Model<S, M, User, Input, Output> unbounded(
            Algorithm<S, M, User, Input, Output> algorithm, int processes) {
        return Model.of(algorithm, Start.of(processes, 0).withQuorum(1))
                .withChannels(Channels.FIFO)
                .withRequests(OptionalInt.empty());
    }

    @Test
    void theseHaveOne() {
        assertEquals(
                List.of("lamport", "ricart-agrawala", "ricart-agrawala-stamped"),
                Catalogue.all().stream()
                        .filter(each -> each.checks()
                                .quotient()
                                .filter(it -> it instanceof ClockShift)
                                .isPresent())
                        .map(Algorithm::name)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"ricart-agrawala, 2, 20", "ricart-agrawala-stamped, 2, 20", "lamport, 2, 555"})
    void allPropertiesHoldHoweverOftenUsersAsk(String name, int processes, long states) {
        Report report = Explorer.of(unbounded(algorithm(name), processes), Limits.WIDE)
                .explore()
                .report(true);

        assertEquals(Verdict.HOLDS, report.verdict(), report.toString());
        assertTrue(report.complete());
        assertTrue(report.compared() > 0);
        assertEquals(states, report.states());
    }

    @ParameterizedTest
    @CsvSource({"ricart-agrawala, 3, 2262", "ricart-agrawala-stamped, 3, 4201"})
    @Tag("slow")
    void allPropertiesHoldHoweverOftenUsersAskAtLargerSizes(String name, int processes, long states) {
        allPropertiesHoldHoweverOftenUsersAsk(name, processes, states);
    }

    /** The checker compares each state with its normal form; the spaces have no end then. */
    @ParameterizedTest
    @CsvSource({"ricart-agrawala, 2, 0", "ricart-agrawala, 3, 0", "lamport, 2, 1", "lamport, 3, 0"})
    void statesBehaveAsTheirNormalForms(String name, int processes, int crashes) {
        Report report = Explorer.of(
                        unbounded(algorithm(name), processes).withFaults(FaultBudget.NONE.withCrashes(crashes)), SMALL)
                .comparingAll()
                .explore()
                .report(false);

        assertTrue(report.compared() > 0);
        assertTrue(report.violated().isEmpty(), report.toString());
    }

    @ParameterizedTest
    @CsvSource({"ricart-agrawala, 3, 0", "ricart-agrawala, 3, 1", "ricart-agrawala-stamped, 3, 1"})
    @Tag("slow")
    void statesBehaveAsTheirNormalFormsAtLargerSizes(String name, int processes, int crashes) {
        statesBehaveAsTheirNormalForms(name, processes, crashes);
    }

    /** Without the reduction, users that ask five times reach the same normal forms, and no others. */
    @ParameterizedTest
    @CsvSource({"ricart-agrawala", "ricart-agrawala-stamped"})
    void manyRequestsReachTheSameNormalForms(String name) {
        Algorithm<Object, Object, User, Input, Output> algorithm = algorithm(name);
        assertEquals(
                normalForms(algorithm, unbounded(algorithm, 2)),
                normalForms(algorithm, unbounded(algorithm, 2).withRequests(5)));
    }

    private static <S, M> Set<Object> normalForms(
            Algorithm<S, M, User, Input, Output> algorithm, Model<S, M, User, Input, Output> model) {
        Quotient<S, M> quotient = algorithm.checks().quotient().orElseThrow().at(Start.of(2, 0));
        Set<Object> forms = new HashSet<>();
        Explorer.of(model, Limits.WIDE).explore().reachable().forEach(at -> forms.add(normal(at, quotient)));
        return forms;
    }

    private static <S, M> Object normal(Configuration<S, M, User> at, Quotient<S, M> quotient) {
        LiveNumbers live = Stream.concat(
                        at.states().map(quotient::live), at.inTransit().map(quotient::liveInTransit))
                .reduce(LiveNumbers.NONE, LiveNumbers::and);
        return List.of(
                at.states().map(state -> quotient.normal(state, live)).toList(),
                at.inTransit(at.processes().get(0), Neighbour.of(at.processes().get(1))).stream()
                        .map(message -> quotient.normalInTransit(message, live))
                        .toList(),
                at.inTransit(at.processes().get(1), Neighbour.of(at.processes().get(0))).stream()
                        .map(message -> quotient.normalInTransit(message, live))
                        .toList());
    }

    /** What bounded requests refute is refuted without a bound, by a run that is not longer. */
    @ParameterizedTest
    @CsvSource({"lamport, 2"})
    void mutantsAreRefutedWithoutABound(String name, int processes) {
        Algorithm<Object, Object, User, Input, Output> algorithm = algorithm(name);
        Start start = Start.of(processes, 0);
        int refuted = 0;
        for (Variant<Object, Object, Input, Output> variant : algorithm.checks().variants(start)) {
            Model<Object, Object, User, Input, Output> model =
                    unbounded(algorithm, processes).withProtocol(variant.protocol());
            Optional<Property> bounded = Explorer.of(model.withRequests(2), Limits.WIDE)
                    .explore()
                    .report(false)
                    .violated();
            if (bounded.isPresent()) {
                Property found = Explorer.of(model, Limits.WIDE)
                        .explore()
                        .report(false)
                        .violated()
                        .orElseThrow();
                assertTrue(found.trace().size() <= bounded.get().trace().size(), variant.name() + ": " + found.trace());
                refuted++;
            }
        }
        assertTrue(refuted > 6, refuted + " mutants");
    }

    @ParameterizedTest
    @CsvSource({"ricart-agrawala, 3"})
    @Tag("slow")
    void mutantsAreRefutedWithoutABoundAtLargerSizes(String name, int processes) {
        mutantsAreRefutedWithoutABound(name, processes);
    }

    @Test
    void aShiftThatForgetsTheTimestampsIsFound() {
        Quotient<RicartAgrawala.State, RicartAgrawala.Message> forgetful = new ClockShift<>(
                p -> p.f().map(Timestamp::clock).orElse(p.c()),
                (p, by) -> p.withC(p.c() - by),
                message -> OptionalLong.empty(),
                (message, by) -> message);
        Algorithm<RicartAgrawala.State, RicartAgrawala.Message, User, Input, Output> algorithm =
                algorithm("ricart-agrawala");

        assertThrows(UnsoundQuotient.class, () -> Explorer.of(
                        unbounded(algorithm, 2).withQuotient(Optional.of(forgetful.at(Start.of(2, 0)))), SMALL)
                .explore());
    }
}
