package symposium.epochs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.FaultBudget;
import symposium.checker.Model;
import symposium.checker.Property;
import symposium.checker.Report;
import symposium.epochs.Epochs.Reading;
import symposium.kernel.Catalogue;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/** What is left out is missed, whichever the election. */
class EpochsVariantsTest {

    static Stream<EpochsAlgorithm<?, ?, ?, ?>> shown() {
        return EpochsExhaustiveTest.everyElection();
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("shown")
    void everyVariantIsRefutedWhereItSaysByEveryElection(EpochsAlgorithm<?, ?, ?, ?> pair) {
        refuted(pair);
    }

    private static <B, V, S, M> void refuted(EpochsAlgorithm<B, V, S, M> pair) {
        List<Variant<EpochState<B, S>, EpochMessage<V, M>, Input, Output>> variants = pair.variants(Start.of(3, 0));
        assertEquals(4, variants.size());
        for (int number = 0; number < variants.size(); number++) {
            Scenario exhibit = variants.get(number).exhibit().orElseThrow();
            var bent = pair.variants(exhibit.start()).get(number);
            Report report = Explorer.check(Model.of(pair, exhibit).withProtocol(bent.protocol()));
            assertEquals(
                    Optional.of(exhibit.invariant()),
                    report.violated().map(Property::name),
                    pair.name() + ", " + bent.name());
        }
    }

    /**
     * Where a quorum is missing the algorithm as it should be stands still, and so shows no fault beside which this one could be an
     * exhibit.
     */
    @Test
    void aLeaderThatDoesNotCountBeginsAnEpochWithoutAQuorum() {
        assertEquals(Explorer.NO_DEADLOCK, ofTwo(Reading.RIGHT).name());
        assertEquals(Epochs.QUORUM, ofTwo(Reading.WITHOUT_QUORUM).name());
        assertEquals(
                List.of(
                        "0: crashed",
                        "1: term.changed  on neighbours now [1 (left), 1 (right)], departed [0]  -> [candidate 1 of term 1 to 1 (left)]",
                        "1: vote.e.5  on candidate 1 of term 1 from 1 (right)  -> [elected 1 of term 1 to 1 (left)]",
                        "1: vote.e.7  on elected 1 of term 1 from 1 (right)  -> [census 1 of [1] to 1 (left)]"),
                ofTwo(Reading.WITHOUT_QUORUM).trace().stream()
                        .map(Object::toString)
                        .limit(4)
                        .toList());
    }

    private static Property ofTwo(Reading reading) {
        EpochsAlgorithm<?, ?, ?, ?> pair = (EpochsAlgorithm<?, ?, ?, ?>)
                Catalogue.named("ewd851-by-chang-roberts").orElseThrow();
        return violated(pair, reading);
    }

    private static <B, V, S, M> Property violated(EpochsAlgorithm<B, V, S, M> pair, Reading reading) {
        Start start = Start.of(2, 0);
        return Explorer.check(Model.of(pair, start)
                        .withProtocol(pair.read(start, 0, true, reading))
                        .withRequests(1)
                        .withFaults(FaultBudget.crashes(1)))
                .violated()
                .orElseThrow(() -> new AssertionError("nothing is violated"));
    }

    /** Permission-based algorithms have nothing that could start somewhere; and on a tree no ring can be found. */
    @Test
    void aPairIsOfATokenAlgorithmAndAnElectionOnARing() {
        for (String none : List.of(
                "lamport-by-franklin",
                "ricart-agrawala-by-franklin",
                "carvalho-roucairol-by-franklin",
                "ewd851-misra-by-franklin",
                "raymond-by-franklin",
                "two-stage-by-franklin",
                "franklin-by-franklin",
                "ewd851-by-bully",
                "ewd851-by-lamport",
                "ewd851-by-")) {
            assertEquals(Optional.empty(), Catalogue.named(none), none);
        }
        assertEquals(
                List.of(
                        "ewd851",
                        "helary-plouzeau-raynal",
                        "suzuki-kasami",
                        "suzuki-kasami-census",
                        "token-ring",
                        "token-ring-3"),
                shownTokens());
        assertTrue(
                Catalogue.all().stream()
                                .filter(EpochsAlgorithm.class::isInstance)
                                .count()
                        < 5,
                "few are listed");
        for (EpochsAlgorithm<?, ?, ?, ?> each : EpochsFamily.every(Catalogue.byThemselves())) {
            assertEquals(Optional.of(each.name()), Catalogue.named(each.name()).map(named -> named.name()));
        }
    }

    private static List<String> shownTokens() {
        return EpochsFamily.every(Catalogue.byThemselves()).stream()
                .<String>map(each -> each.token().name())
                .distinct()
                .toList();
    }
}
