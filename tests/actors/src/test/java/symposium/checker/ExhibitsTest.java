package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Shape;

/**
 * Where variants say that their faults show, they do: there each violates the law that is named, by a shortest
 * counterexample, and the algorithm as it should be violates nothing.
 */
@Tag("slow")
class ExhibitsTest {

    /**
     * One that takes more than half a million states, and half a minute; the tests of its package refute it in the same
     * surroundings.
     */
    private static final Set<String> LARGE = Set.of("helary-plouzeau-raynal-7, a majority is enough for a new token");

    /** What a normal run leaves to the longer one, of the algorithms as they should be. */
    private static final Limits SHORT = new Limits(40_000, Duration.ofMinutes(5));

    private static final Limits LONG = new Limits(4_000_000, Duration.ofMinutes(2));

    /** Where a variant shows is recorded, or a search finds it. */
    @ParameterizedTest
    @MethodSource(Entries.ALL)
    void everyVariantShowsSomewhere(Algorithm<?, ?, ?, ?, ?> algorithm) {
        assertEquals(
                algorithm.checks().variants(Start.of(3, 0)).stream()
                        .map(Variant::name)
                        .toList(),
                shown(algorithm).stream().map(Shown::variant).toList());
    }

    /** What a variant violates is found first of all, breadth first, so the way to it is a shortest. */
    @ParameterizedTest
    @MethodSource(Entries.ALL)
    void everyVariantViolatesThereWhatItSays(Algorithm<?, ?, ?, ?, ?> algorithm) {
        for (Shown<?, ?, ?, ?, ?> shown : shown(algorithm)) {
            if (!LARGE.contains(shown.what())) {
                shown.assertShown();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(Entries.ALL)
    void theOriginalViolatesNothingThere(Algorithm<?, ?, ?, ?, ?> algorithm) {
        for (Report report : ofOriginal(algorithm, SHORT)) {
            assertEquals(Optional.empty(), report.violated(), report.toString());
        }
    }

    @ParameterizedTest
    @MethodSource(Entries.ALL)
    @Tag("exhaustive")
    void theOriginalViolatesNothingThereInFourMillionStates(Algorithm<?, ?, ?, ?, ?> algorithm) {
        for (Report report : ofOriginal(algorithm, LONG)) {
            assertEquals(Optional.empty(), report.violated(), report.toString());
        }
    }

    @Test
    void surroundingsAreAllTakenOver() {
        Algorithm<?, ?, ?, ?, ?> algorithm = Catalogue.named("lamport").orElseThrow();
        Scenario exhibit = Scenario.of(4, "any")
                .withHolder(2)
                .withTopology(Shape.STAR)
                .withInitiators(1, 3)
                .withRequests(2)
                .withChannels(Channels.UNORDERED)
                .withFault(Fault.LOSS, 1)
                .withFault(Fault.DUPLICATE, 2)
                .withFault(Fault.CRASH, 3)
                .withFault(Fault.LINK_FAILURE, 4)
                .withFault(Fault.LINK_RECOVERY, 5)
                .withFault(Fault.JOIN, 1)
                .withFault(Fault.LEAVE, 2)
                .withPartition(0, 3);
        Model<?, ?, ?, ?, ?> model = Model.of(algorithm, exhibit);

        assertEquals(Shape.STAR, model.topology());
        assertEquals("[0, 2]", model.silent().toString());
        assertEquals(2, model.requests().orElseThrow());
        assertEquals(Channels.UNORDERED, model.channels());
        assertEquals("[3]", model.arriving().toString());
        assertEquals(new FaultBudget(1, 2, 3, 4, 5, 1, 2, 0, List.of(exhibit.partition())), model.faults());
        assertEquals(2, exhibit.start().holder().number());
    }

    // --- what is shown

    private record Shown<S, M, U, I, O>(Algorithm<S, M, U, I, O> algorithm, int number, Scenario exhibit) {

        String what() {
            return algorithm.name() + ", " + variant();
        }

        String variant() {
            return algorithm.checks().variants(exhibit.start()).get(number).name();
        }

        void assertShown() {
            Property violated =
                    ofVariant().orElseThrow(() -> new AssertionError(what() + " is not refuted: " + exhibit));
            assertEquals(exhibit.invariant(), violated.name(), what());
        }

        Optional<Property> ofVariant() {
            Variant<S, M, I, O> variant =
                    algorithm.checks().variants(exhibit.start()).get(number);
            return Explorer.check(Model.of(algorithm, exhibit).withProtocol(variant.protocol()))
                    .violated();
        }
    }

    private static <S, M, U, I, O> List<Shown<?, ?, ?, ?, ?>> shown(Algorithm<S, M, U, I, O> algorithm) {
        List<Shown<?, ?, ?, ?, ?>> all = new ArrayList<>();
        List<Variant<S, M, I, O>> variants = algorithm.checks().variants(Start.of(3, 0));
        ScenarioSearch<S, M, U, I, O> search = new ScenarioSearch<>(algorithm);
        for (int number = 0; number < variants.size(); number++) {
            int index = number;
            variants.get(index)
                    .scenario()
                    .or(() -> search.find(index))
                    .ifPresent(scenario -> all.add(new Shown<>(algorithm, index, scenario)));
        }
        return all;
    }

    /** Each of the surroundings once. */
    private static <S, M, U, I, O> List<Report> ofOriginal(Algorithm<S, M, U, I, O> algorithm, Limits limits) {
        List<Report> reports = new ArrayList<>();
        Set<Scenario> seen = new HashSet<>();
        for (Shown<?, ?, ?, ?, ?> shown : shown(algorithm)) {
            if (seen.add(shown.exhibit().withInvariant(""))) {
                reports.add(Explorer.of(Model.of(algorithm, shown.exhibit()), limits)
                        .explore()
                        .report(true));
            }
        }
        return reports;
    }
}
