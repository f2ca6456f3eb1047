package symposium.composition.tokenbyelection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.RandomWalk;
import symposium.checker.RandomWalks;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.composition.tokenbyelection.TokenByElection.Message;
import symposium.composition.tokenbyelection.TokenByElection.State;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * Every interleaving of token algorithms in epochs: processes crash, join and are cut off, and the others are told at
 * any moment.
 */
class TokenByElectionExhaustiveTest {

    private static final Limits LIMITS = new Limits(20_000_000, Duration.ofMinutes(9));

    private static TokenByElection.Entry<?, ?, ?, ?> pair(String name) {
        return (TokenByElection.Entry<?, ?, ?, ?>) Catalogue.named(name).orElseThrow();
    }

    static Stream<TokenByElection.Entry<?, ?, ?, ?>> everyPair() {
        return TokenByElectionFamily.pairs(Catalogue.byThemselves(), name -> true);
    }

    /**
     * Every election, with the two token algorithms on which most is said: one for a ring, one for a complete graph.
     */
    static Stream<TokenByElection.Entry<?, ?, ?, ?>> everyElection() {
        return everyPair().filter(pair -> Set.of("ewd851", "suzuki-kasami")
                .contains(pair.token().name()));
    }

    private static <B, V, S, M> Model<State<B, S>, Message<V, M>, User, Input, Output> model(
            TokenByElection.Entry<B, V, S, M> pair, int processes, int quorum, FaultBudget faults) {
        return Model.of(pair, Start.of(processes, 0).withQuorum(quorum))
                .withRequests(1)
                .withFaults(faults);
    }

    /** All start cut off, as on a cluster; the last of them comes when it likes, if any comes. */
    private static <B, V, S, M> Model<State<B, S>, Message<V, M>, User, Input, Output> joining(
            TokenByElection.Entry<B, V, S, M> pair, int processes, int quorum, FaultBudget faults) {
        Start start = Start.of(processes, 0).withQuorum(quorum);
        var model = model(pair, processes, quorum, faults)
                .withProtocol(pair.withDynamicMembership(start, 0))
                .startingCutOff();
        return faults.joins() == 0 ? model : model.withArriving(Set.of(ProcessId.of(processes - 1)));
    }

    private static <B, V, S, M> Model<State<B, S>, Message<V, M>, User, Input, Output> parted(
            TokenByElection.Entry<B, V, S, M> pair, int processes, int... side) {
        Set<ProcessId> cut = new TreeSet<>();
        for (int number : side) {
            cut.add(ProcessId.of(number));
        }
        return model(pair, processes, processes / 2 + 1, FaultBudget.NONE.withPartition(cut))
                .withProblem(MutualExclusion.UNDER_SUSPICION)
                .withInvariants(pair.invariantsUnderSuspicion());
    }

    private static Report check(Model<?, ?, ?, ?, ?> model) {
        Report report = Explorer.of(model, LIMITS).explore().report(true);
        assertEquals(Verdict.HOLDS, report.verdict(), () -> report.violated()
                .map(each -> each + "\n" + each.trace())
                .orElse("not decided"));
        assertTrue(report.complete());
        return report;
    }

    private static Set<String> fired(Report report) {
        return report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 21", "3, 158"})
    void withoutAChangeItIsTheTokenAlgorithm(int processes, long states) {
        var pair = pair("ewd851-by-chang-roberts");
        Report report = check(model(pair, processes, processes / 2 + 1, FaultBudget.NONE));

        assertEquals(states, report.states());
        Set<String> expected =
                new TreeSet<>(fired(check(Model.of(Catalogue.named("ewd851").orElseThrow(), Start.of(processes, 0))
                        .withRequests(1))));
        assertEquals(expected, fired(report));
    }

    /** At most one is inside, fences grow, and every survivor that wants in gets in. */
    @ParameterizedTest
    @CsvSource({
        "ewd851-by-chang-roberts, 2, 1, 1, 138",
        "ewd851-by-chang-roberts, 3, 1, 2, 5066",
        "ewd851-by-chang-roberts, 3, 2, 1, 9007",
        "ewd851-by-franklin, 3, 1, 2, 19190",
        "suzuki-kasami-by-chang-roberts, 2, 1, 1, 68",
        "suzuki-kasami-by-chang-roberts, 3, 1, 2, 6216",
        "suzuki-kasami-by-chang-roberts, 3, 2, 1, 9766",
        "helary-plouzeau-raynal-by-chang-roberts, 3, 1, 2, 18691",
    })
    void theOthersGoOnAfterAnyCrash(String name, int processes, int crashes, int quorum, long states) {
        Report report = check(model(pair(name), processes, quorum, FaultBudget.NONE.withCrashes(crashes)));

        assertEquals(states, report.states());
        // Who is alone on a complete graph talks to itself, within one step.
        Set<String> expected = processes == 2
                ? Set.of("term.changed")
                : Set.of("epoch.begins", "epoch.begins-inside", "epoch.left-between");
        assertTrue(fired(report).containsAll(expected), () -> name + ": " + fired(report));
    }

    static Stream<TokenByElection.Entry<?, ?, ?, ?>> lightPairs() {
        return everyPair().filter(pair -> !pair.token().name().equals("token-ring-3"));
    }

    @ParameterizedTest
    @MethodSource("lightPairs")
    void theSurvivorOfTwoGoesOnWhicheverThePair(TokenByElection.Entry<?, ?, ?, ?> pair) {
        check(model(pair, 2, 1, FaultBudget.NONE.withCrashes(1)));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("everyPair")
    void andAlsoWhereThreeTokensCirculate(TokenByElection.Entry<?, ?, ?, ?> pair) {
        check(model(pair, 2, 1, FaultBudget.NONE.withCrashes(1)));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("everyElection")
    void theSurvivorsOfThreeGoOnByEveryElection(TokenByElection.Entry<?, ?, ?, ?> pair) {
        check(model(pair, 3, 2, FaultBudget.NONE.withCrashes(1)));
        check(model(pair, 3, 1, FaultBudget.NONE.withCrashes(2)));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({
        "ewd851-by-chang-roberts, 1, 3, 328447",
        "ewd851-by-chang-roberts, 2, 2, 1435683",
        "suzuki-kasami-by-chang-roberts, 1, 3, 1525018",
        "token-ring-by-chang-roberts, 1, 2, 131452",
    })
    void largerOnes(String name, int crashes, int quorum, long states) {
        int processes = name.startsWith("token-ring") ? 3 : 4;
        Report report = check(model(pair(name), processes, quorum, FaultBudget.NONE.withCrashes(crashes)));
        assertEquals(states, report.states(), name);
    }

    /** Two of three have crashed where a quorum is two: nothing is granted any more, and nothing else happens. */
    @Test
    void withoutAQuorumNothingIsGranted() {
        Report report = Explorer.check(model(pair("ewd851-by-chang-roberts"), 3, 2, FaultBudget.NONE.withCrashes(2)));

        assertEquals(
                Scenario.NO_DEADLOCK, report.violated().map(each -> each.name()).orElse("nothing"));
        assertTrue(report.violated().orElseThrow().trace().toString().contains("epoch.no-quorum"));
    }

    @ParameterizedTest
    @CsvSource({
        "ewd851-by-chang-roberts, 529, 766, 17307",
        "suzuki-kasami-by-chang-roberts, 960, 216, 21458",
    })
    void presentAndJoiningProcessesEnter(String name, long formed, long second, long third) {
        assertEquals(formed, check(joining(pair(name), 3, 2, FaultBudget.NONE)).states());
        assertEquals(
                second,
                check(joining(pair(name), 2, 1, FaultBudget.NONE.withJoins(1))).states());
        Report comes = check(joining(pair(name), 3, 2, FaultBudget.NONE.withJoins(1)));
        assertEquals(third, comes.states());
        assertTrue(fired(comes).containsAll(Set.of("epoch.stale", "epoch.old", "term.foreign")));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"ewd851-by-chang-roberts, 141738", "suzuki-kasami-by-chang-roberts, 137143"})
    void oneComesAndOneCrashes(String name, long states) {
        assertEquals(
                states,
                check(joining(pair(name), 3, 1, FaultBudget.NONE.withJoins(1).withCrashes(1)))
                        .states());
    }

    @Tag("exhaustive")
    @Test
    void oneComesWhereElectionsGoBothWays() {
        assertEquals(
                724_319,
                check(joining(pair("ewd851-by-franklin"), 3, 2, FaultBudget.NONE.withJoins(1)))
                        .states());
    }

    /** Who is cut off loses what it has; of each epoch at most one is inside. */
    @ParameterizedTest
    @CsvSource({
        "ewd851-by-chang-roberts, 6552, 6647",
        "suzuki-kasami-by-chang-roberts, 8587, 8993",
    })
    void acrossAPartitionTheMajorityGoesOnAndTheMinorityIsTold(String name, long first, long last) {
        assertEquals(first, check(parted(pair(name), 3, 0)).states());
        Report report = check(parted(pair(name), 3, 2));
        assertEquals(last, report.states());
        assertTrue(fired(report).contains("term.cut-off"));
    }

    @Tag("exhaustive")
    @Test
    void acrossAPartitionTooWhereElectionsGoBothWays() {
        assertEquals(27_678, check(parted(pair("ewd851-by-franklin"), 3, 0)).states());
        assertEquals(27_746, check(parted(pair("ewd851-by-franklin"), 3, 2)).states());
    }

    /** What is too large to explore: four and five processes, with everything that may happen to them, at random. */
    @ParameterizedTest
    @CsvSource({
        "ewd851-by-franklin, 4",
        "ewd851-by-dolev-klawe-rodeh, 5",
        "ewd851-by-hirschberg-sinclair, 4",
        "token-ring-by-peterson, 4",
        "suzuki-kasami-by-lelann, 5",
        "helary-plouzeau-raynal-by-peterson-alternating, 4"
    })
    void noWalkBreaksALaw(String name, int processes) {
        var crashes = model(pair(name), processes, 2, FaultBudget.NONE.withCrashes(processes - 2));
        var comes =
                joining(pair(name), processes, 2, FaultBudget.NONE.withJoins(1).withCrashes(1));
        for (long seed = 0; seed < 12; seed++) {
            for (Model<?, ?, ?, ?, ?> model : List.of(crashes, comes)) {
                RandomWalk walk = new RandomWalks<>(model).walk(seed, 200);
                assertEquals("none", walk.broken().orElse("none"), name + ", seed " + seed + ": " + walk.trace());
            }
        }
    }
}
