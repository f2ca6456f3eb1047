package symposium.composition.tokenbyelection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.composition.tokenbyelection.TokenByElection.Message;
import symposium.composition.tokenbyelection.TokenByElection.State;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;

/** Each condition of the construction is necessary, whichever the election. */
class TokenByElectionVariantsTest {

    static Stream<TokenByElection.Entry<?, ?, ?, ?>> shown() {
        return TokenByElectionExhaustiveTest.everyElection();
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("shown")
    void everyVariantIsRefutedWhereItSaysByEveryElection(TokenByElection.Entry<?, ?, ?, ?> pair) {
        refuted(pair);
    }

    private static <B, V, S, M> void refuted(TokenByElection.Entry<B, V, S, M> pair) {
        List<Variant<State<B, S>, Message<V, M>, Input, Output>> variants =
                pair.checks().variants(Start.of(3, 0));
        assertEquals(4, variants.size());
        for (int number = 0; number < variants.size(); number++) {
            Scenario scenario = variants.get(number).scenario().orElseThrow();
            var mutated = pair.checks().variants(scenario.start()).get(number);
            Report report = Explorer.check(Model.of(pair, scenario).withProtocol(mutated.protocol()));
            assertEquals(
                    Optional.of(scenario.invariant()),
                    report.violated().map(Property::name),
                    pair.name() + ", " + mutated.name());
        }
    }

    /** Without a quorum the correct algorithm deadlocks, too: so this mutation has no scenario among the variants. */
    @Test
    void aLeaderThatDoesNotCountBeginsAnEpochWithoutAQuorum() {
        Start start = Start.of(2, 0);
        Algorithm<Ewd851.State, Ewd851.Message, User, Input, Output> token = new Ewd851.Entry();
        assertEquals(
                Scenario.NO_DEADLOCK,
                ofTwo(new TokenByElection<>(token, new ChangRoberts.Entry(), start))
                        .name());
        Property broken = ofTwo(new TokenByElection<>(token, new ChangRoberts.Entry(), start) {
            @Override
            boolean enough(SortedSet<ProcessId> answered) {
                return true;
            }
        });
        assertEquals(TokenByElection.QUORUM, broken.name());
        assertEquals(
                List.of(
                        "0: crashed",
                        "1: term.changed  on neighbours now [1 (left), 1 (right)], departed [0]  -> [candidate 1 of term 1 to 1 (left)]",
                        "1: vote.e.5  on candidate 1 of term 1 from 1 (right)  -> [elected 1 of term 1 to 1 (left)]",
                        "1: vote.e.7  on elected 1 of term 1 from 1 (right)  -> [census 1 [1] to 1 (left)]"),
                broken.trace().stream().map(Object::toString).limit(4).toList());
    }

    private static <S, M> Property ofTwo(Protocol<S, M, Input, Output> protocol) {
        @SuppressWarnings("unchecked")
        Algorithm<S, M, User, Input, Output> pair = (Algorithm<S, M, User, Input, Output>)
                Catalogue.named("ewd851-by-chang-roberts").orElseThrow();
        return Explorer.check(Model.of(pair, Start.of(2, 0))
                        .withProtocol(protocol)
                        .withRequests(1)
                        .withFaults(FaultBudget.NONE.withCrashes(1)))
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
                        "coordinator",
                        "ewd851",
                        "helary-plouzeau-raynal",
                        "naimi-trehel",
                        "suzuki-kasami",
                        "suzuki-kasami-census",
                        "token-ring",
                        "token-ring-3"),
                shownTokens());
        assertTrue(
                Catalogue.all().stream()
                                .filter(TokenByElection.Entry.class::isInstance)
                                .count()
                        < 5,
                "few are listed");
        for (TokenByElection.Entry<?, ?, ?, ?> each :
                TokenByElectionExhaustiveTest.everyPair().toList()) {
            assertEquals(Optional.of(each.name()), Catalogue.named(each.name()).map(named -> named.name()));
        }
    }

    private static List<String> shownTokens() {
        return TokenByElectionExhaustiveTest.everyPair()
                .<String>map(each -> each.token().name())
                .distinct()
                .toList();
    }
}
