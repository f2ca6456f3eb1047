package symposium.election.terms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.election.Election.Call;
import symposium.election.terms.LeadershipInTerms.Follower;
import symposium.election.terms.LeadershipInTerms.News;
import symposium.election.terms.Terms.Message;
import symposium.election.terms.Terms.State;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;

/** Elections in terms, by every algorithm for one election on a ring: processes ask, crash, join, and are cut off. */
@Tag("slow")
class TermsExhaustiveTest {

    private static final Limits LIMITS = new Limits(30_000_000, Duration.ofMinutes(10));

    /** Of Hirschberg and Sinclair's elections so much is in transit at once that only the smallest can be explored. */
    private static final Set<String> HEAVY = Set.of("hirschberg-sinclair-terms");

    static Stream<Terms.Entry<?, ?>> elections() {
        return Catalogue.all().stream().filter(Terms.Entry.class::isInstance).map(algorithm ->
                (Terms.Entry<?, ?>) algorithm);
    }

    static Stream<Terms.Entry<?, ?>> lightElections() {
        return elections().filter(terms -> !heavy(terms));
    }

    static Stream<Terms.Entry<?, ?>> followingElections() {
        return elections().filter(TermsExhaustiveTest::follows);
    }

    private static boolean follows(Terms.Entry<?, ?> terms) {
        return terms.system().topologies().equals(List.of(Shape.COMPLETE));
    }

    private static boolean heavy(Terms.Entry<?, ?> terms) {
        return HEAVY.contains(terms.name());
    }

    private static <S, M> Model<State<S>, Message<M>, Follower, Call, News> model(
            Terms.Entry<S, M> terms, int processes, int requests, FaultBudget faults) {
        return model(terms, start(processes, faults), requests, faults);
    }

    private static <S, M> Model<State<S>, Message<M>, Follower, Call, News> model(
            Terms.Entry<S, M> terms, Start start, int requests, FaultBudget faults) {
        return Model.of(terms, start).withRequests(requests).withFaults(faults);
    }

    /** A majority is a quorum, unless the survivors of the allowed crashes would be cut off on a complete graph. */
    private static Start start(int processes, FaultBudget faults) {
        Start start = Start.of(processes, 0);
        return start.withQuorum(Math.max(1, Math.min(start.quorum(), processes - faults.crashes())));
    }

    /** All start cut off, as on a cluster; the last of them comes when it likes. */
    private static <S, M> Model<State<S>, Message<M>, Follower, Call, News> joining(
            Terms.Entry<S, M> terms, Start start, int requests, FaultBudget faults) {
        return model(terms, start, requests, faults)
                .withProtocol(terms.withDynamicMembership(start, 0))
                .startingCutOff()
                .withArriving(Set.of(start.processes().last()))
                .withInvariants(terms.checks().invariantsWithDynamicMembership());
    }

    private static <S, M> Report check(
            Terms.Entry<S, M> terms, Model<State<S>, Message<M>, Follower, Call, News> model) {
        Report report = Explorer.of(model, LIMITS).explore().report(true);
        assertEquals(
                Verdict.HOLDS,
                report.verdict(),
                () -> terms.name() + ": "
                        + report.violated().map(Object::toString).orElse("not complete"));
        assertTrue(report.complete());
        return report;
    }

    private static <S, M> Report check(Terms.Entry<S, M> terms, int processes, int requests, FaultBudget faults) {
        return check(terms, model(terms, processes, requests, faults));
    }

    private static <S, M> Report checkJoining(
            Terms.Entry<S, M> terms, int processes, int requests, FaultBudget faults) {
        return check(terms, joining(terms, Start.of(processes, 0), requests, faults));
    }

    @ParameterizedTest
    @MethodSource("elections")
    void oneElectionAfterTheOther(Terms.Entry<?, ?> terms) {
        Report alone = check(terms, 1, 2, FaultBudget.NONE);
        assertTrue(alone.property(TermsChecks.ONE_LEADS).tested());
        check(terms, 2, heavy(terms) ? 1 : 2, FaultBudget.NONE);
        if (!heavy(terms)) {
            Report three = check(terms, 3, 1, FaultBudget.NONE);
            three.properties().forEach(property -> assertTrue(property.tested(), property.toString()));
        }
    }

    @ParameterizedTest
    @MethodSource("elections")
    void theSurvivorsElectAgainAfterAnyCrash(Terms.Entry<?, ?> terms) {
        Set<String> fired = new TreeSet<>();
        fired(check(terms, 2, 1, FaultBudget.NONE.withCrashes(1)), fired);
        fired(check(terms, 3, heavy(terms) ? 0 : 1, FaultBudget.NONE.withCrashes(1)), fired);
        Set<String> expected = new HashSet<>(Set.of("term.next", "term.stale", "term.changed"));
        if (!heavy(terms)) {
            expected.add("term.later");
        }
        assertTrue(fired.containsAll(expected), fired::toString);
    }

    @ParameterizedTest
    @MethodSource("lightElections")
    void twoOfFourCrash(Terms.Entry<?, ?> terms) {
        check(terms, 4, 0, FaultBudget.NONE.withCrashes(2));
    }

    /**
     * On a ring of four there is one whose neighbours all stay, on a complete graph of three no process is new: who
     * knows the leader goes on with it.
     */
    @ParameterizedTest
    @MethodSource("lightElections")
    void aLeaderStaysWhenAnotherProcessCrashes(Terms.Entry<?, ?> terms) {
        Set<String> fired = new TreeSet<>();
        fired(checkAsking(terms, follows(terms) ? 3 : 4, Set.of(0), FaultBudget.NONE.withCrashes(1)), fired);
        assertTrue(fired.contains("term.stays"), fired::toString);
    }

    private static void fired(Report report, Set<String> fired) {
        report.rules().forEach((rule, times) -> {
            if (times > 0) {
                fired.add(rule);
            }
        });
    }

    /** A majority goes on, a minority follows no process. */
    @ParameterizedTest
    @MethodSource("elections")
    void acrossAPartitionTheMajorityElectsAndTheMinorityFollowsNoProcess(Terms.Entry<?, ?> terms) {
        partitioned(terms);
    }

    private static <S, M> void partitioned(Terms.Entry<S, M> terms) {
        Set<String> fired = new TreeSet<>();
        fired(
                check(
                        terms,
                        model(terms, 3, heavy(terms) ? 0 : 1, FaultBudget.NONE.withPartition(Set.of(ProcessId.of(2))))
                                .withInvariants(terms.invariantsUnderSuspicion())),
                fired);
        assertTrue(fired.containsAll(Set.of("term.changed", "term.cut-off")), fired::toString);
    }

    /**
     * A process that comes is told of a leader; and when one crashes meanwhile, too, whether or not the others have
     * heard of the newcomer.
     */
    @ParameterizedTest
    @MethodSource("lightElections")
    void aProcessThatJoinsGetsALeader(Terms.Entry<?, ?> terms) {
        inTheEndAllFollowOne(terms, Start.of(2, 0), FaultBudget.NONE.withJoins(1));
        inTheEndAllFollowOne(terms, Start.of(3, 0), FaultBudget.NONE.withJoins(1));
        Set<String> fired = inTheEndAllFollowOne(
                terms,
                Start.of(3, 0).withQuorum(1),
                FaultBudget.NONE.withJoins(1).withCrashes(1));
        assertTrue(fired.containsAll(Set.of("term.foreign", "term.later")), fired::toString);
    }

    /**
     * In every last state all that are alive follow the same one, who is alive, in the same term; or the last one is
     * cut off.
     */
    private static <S, M> Set<String> inTheEndAllFollowOne(Terms.Entry<S, M> terms, Start start, FaultBudget faults) {
        var explorer = Explorer.of(joining(terms, start, 0, faults), LIMITS).explore();
        Report report = explorer.report(true);
        assertEquals(
                Verdict.HOLDS,
                report.verdict(),
                () -> terms.name() + ": "
                        + report.violated().map(Object::toString).orElse("not complete"));
        Set<Integer> last = new HashSet<>();
        for (int state = 0; state < explorer.states(); state++) {
            last.add(state);
        }
        explorer.forEachTransition((from, occurrence, to) -> last.remove(from));
        assertFalse(last.isEmpty());
        int[] number = {0};
        Set<Set<ProcessId>> survivors = new HashSet<>();
        explorer.reachable().forEach(at -> {
            if (last.contains(number[0]++)) {
                Set<ProcessId> alive = at.processes().stream().filter(at::alive).collect(Collectors.toSet());
                Set<Follower> followers = alive.stream().map(at::user).collect(Collectors.toSet());
                assertEquals(1, followers.size(), () -> terms.name() + ": " + followers);
                followers.forEach(
                        user -> assertTrue(user.leader().filter(alive::contains).isPresent(), user::toString));
                survivors.add(alive);
            }
        });
        assertTrue(survivors.stream()
                .anyMatch(alive -> alive.contains(start.processes().last())));
        Set<String> fired = new TreeSet<>();
        fired(report, fired);
        return fired;
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("lightElections")
    void largerOnes(Terms.Entry<?, ?> terms) {
        check(terms, 3, 1, FaultBudget.NONE.withCrashes(2));
        if (!terms.system().channels().equals(Channels.UNORDERED)) {
            check(terms, 4, 1, FaultBudget.NONE);
            checkJoining(terms, 3, 1, FaultBudget.NONE.withJoins(1));
            checkJoining(terms, 4, 0, FaultBudget.NONE.withJoins(1));
        }
    }

    static Stream<Terms.Entry<?, ?>> heavyElections() {
        return elections().filter(TermsExhaustiveTest::heavy);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("heavyElections")
    void wherePartOfItAloneCanBeExploredAsFarAsThatGoes(Terms.Entry<?, ?> terms) {
        checkAsking(terms, 3, Set.of(0), FaultBudget.NONE.withCrashes(1));
        checkAsking(terms, 3, Set.of(0, 1), FaultBudget.NONE);
    }

    @ParameterizedTest
    @MethodSource("heavyElections")
    void wherePartOfItAloneCanBeExploredANewcomerOfTwoGetsALeader(Terms.Entry<?, ?> terms) {
        inTheEndAllFollowOne(terms, Start.of(2, 0), FaultBudget.NONE.withJoins(1));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("followingElections")
    void onCompleteGraphsOfFourToo(Terms.Entry<?, ?> terms) {
        checkAsking(terms, 4, Set.of(0), FaultBudget.NONE.withCrashes(1));
    }

    private static <S, M> Report checkAsking(
            Terms.Entry<S, M> terms, int processes, Set<Integer> who, FaultBudget faults) {
        return check(
                terms,
                model(terms, processes, 1, faults)
                        .withInitiators(who.stream().map(ProcessId::of).collect(Collectors.toSet())));
    }

    /**
     * Where a message is lost, an election may come to nothing; which of the algorithms goes on without harm, so that
     * it can be asked for again?
     */
    @ParameterizedTest
    @MethodSource("elections")
    void aLostMessageBreaksNoLawWhereTheTableSaysSo(Terms.Entry<?, ?> terms) {
        Set<String> refuted = Set.of("dolev-klawe-rodeh-terms", "lelann-terms", "peterson-alternating-terms");
        assertEquals(!refuted.contains(terms.name()), standsALoss(terms), terms.name());
    }

    private static <S, M> boolean standsALoss(Terms.Entry<S, M> terms) {
        for (int processes = 2; processes <= 3; processes++) {
            Set<ProcessId> who = heavy(terms)
                    ? Set.of(ProcessId.of(0))
                    : start(processes, FaultBudget.NONE).processes();
            Report report = Explorer.of(
                            model(terms, processes, 4 - processes, FaultBudget.NONE.withLosses(1))
                                    .withInitiators(who)
                                    .withProblem(ProblemDecorator.patient(LeadershipInTerms.PROBLEM))
                                    .withInvariants(terms.invariantsUnderSuspicion()),
                            LIMITS)
                    .explore()
                    .report(true);
            if (report.verdict() == Verdict.VIOLATED) {
                return false;
            }
            assertTrue(report.complete());
        }
        return true;
    }

    @Test
    void everyAlgorithmForOneElectionServes() {
        assertEquals(
                Set.of(),
                Catalogue.byThemselves().stream()
                        .filter(each -> each.problem() instanceof symposium.election.Election)
                        .filter(each -> !TermsFamily.serves(each))
                        .map(each -> each.name())
                        .collect(Collectors.toSet()));
    }
}
