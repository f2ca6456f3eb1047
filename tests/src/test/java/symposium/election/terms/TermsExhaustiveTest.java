package symposium.election.terms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.Faults;
import symposium.checker.Model;
import symposium.checker.Report;
import symposium.checker.Verdict;
import symposium.election.Election.Call;
import symposium.election.changroberts.ChangRobertsAlgorithm;
import symposium.election.changroberts.ChangRobertsMessage;
import symposium.election.changroberts.ChangRobertsState;
import symposium.election.terms.Leadership.Follower;
import symposium.election.terms.Leadership.News;
import symposium.kernel.Catalogue;
import symposium.kernel.ProcessId;
import symposium.kernel.Start;

/** Elections in terms, by every algorithm for one election: whoever asks and crashes, come what may. */
class TermsExhaustiveTest {

    static Stream<TermsAlgorithm<?, ?>> elections() {
        return Catalogue.all().stream().flatMap(algorithm -> TermsAlgorithm.over(algorithm).stream());
    }

    private static <S, M> Report check(TermsAlgorithm<S, M> terms, int processes, int requests, Faults faults) {
        return check(
                terms,
                Model.of(terms, Start.of(processes, 0)).requesting(requests).suffering(faults));
    }

    private static <S, M> Report check(
            TermsAlgorithm<S, M> terms, Model<TermState<S>, Numbered<M>, Follower, Call, News> model) {
        Report report = Explorer.check(model);
        assertEquals(
                Verdict.HOLDS,
                report.verdict(),
                () -> terms.name() + ": " + report.violated().orElseThrow());
        assertTrue(report.complete());
        return report;
    }

    @ParameterizedTest
    @MethodSource("elections")
    void oneElectionAfterTheOther(TermsAlgorithm<?, ?> terms) {
        check(terms, 1, 2, Faults.NONE);
        check(terms, 2, 2, Faults.NONE);
        check(terms, 3, 1, Faults.NONE);
    }

    @ParameterizedTest
    @MethodSource("elections")
    void theSurvivorsElectAnewWhoeverCrashesWhenever(TermsAlgorithm<?, ?> terms) {
        Set<String> fired = new TreeSet<>();
        Report two = check(terms, 2, 1, Faults.crashes(1));
        Report three = check(terms, 3, 1, Faults.crashes(1));
        two.rules().forEach((rule, times) -> add(fired, rule, times));
        three.rules().forEach((rule, times) -> add(fired, rule, times));
        assertTrue(fired.containsAll(Set.of("term.next", "term.later", "term.stale", "term.changed")), fired::toString);
    }

    private static void add(Set<String> fired, String rule, long times) {
        if (times > 0) {
            fired.add(rule);
        }
    }

    /** A majority goes on, a minority follows nobody. */
    @ParameterizedTest
    @MethodSource("elections")
    void acrossAPartitionTheMajorityElectsAndTheMinorityFollowsNobody(TermsAlgorithm<?, ?> terms) {
        partitioned(terms);
    }

    private static <S, M> void partitioned(TermsAlgorithm<S, M> terms) {
        // That all follow the same leader is not so while the network is apart.
        check(
                terms,
                Model.of(terms, Start.of(3, 0))
                        .requesting(1)
                        .suffering(Faults.partition(Set.of(ProcessId.of(2))))
                        .under(terms.laws().subList(0, 1)));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("elections")
    void twoCrashesAmongThree(TermsAlgorithm<?, ?> terms) {
        check(terms, 3, 1, Faults.crashes(2));
    }

    /** What is left out is missed: by Chang and Roberts' algorithm on three, one crash, each asking once or twice. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void eachThingLeftOutIsMissed(int variant) {
        TermsAlgorithm<ChangRobertsState, ChangRobertsMessage> terms =
                new TermsAlgorithm<>(new ChangRobertsAlgorithm());
        Start start = Start.of(3, 0);
        for (int requests = 1; requests <= 2; requests++) {
            Report report = Explorer.check(Model.of(terms, start)
                    .running(terms.variants(start).get(variant).protocol())
                    .requesting(requests)
                    .suffering(Faults.crashes(1)));
            if (report.verdict() == Verdict.VIOLATED) {
                return;
            }
        }
        throw new AssertionError(terms.variants(start).get(variant).name() + " breaks nothing");
    }
}
