package symposium.composition.ewd851misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.Models;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.composition.ewd851misra.MembershipNetwork.View;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.regeneration.misra.Misra;

/**
 * Members that join, are cut off, come back, or are taken for dead; and suspicions that arise though nothing is lost.
 * Everyone is told of everything at any moment, and a message may travel as long as it likes, so that tokens overtake
 * one another where links change.
 *
 * <p>Only safety is asked, and where an exploration is bounded, what holds is undecided, and said to be.
 */
@Tag("slow")
class Ewd851MisraMembershipTest {

    /** More than are issued in any exploration here. */
    private static final long GENERATIONS = 12;

    private static final View ALL = View.of(0, 1, 2);
    private static final Start START = Start.of(3, 0);

    private static Ewd851Misra startingAtZero(LossDetection vigilance) {
        return Ewd851Misra.startingAt(START.holder(), Ewd851MisraConfig.of(START, vigilance));
    }

    private static Ewd851Misra startingEmpty(LossDetection vigilance) {
        return Ewd851Misra.startingEmpty(0, Ewd851MisraConfig.of(START, vigilance));
    }

    @Test
    void aMemberThatJoinsBetweenTheOthersBreaksNothing() {
        Map<ProcessId, List<View>> views =
                views(List.of(View.of(0, 2), ALL), List.of(ALL), List.of(View.of(0, 2), ALL));
        Report report = explore(startingAtZero(LossDetection.NEWS), 3, views, 0, Limits.WIDE);

        assertSafe(report, true);
        assertEquals(238184, report.states());
        assertFired(report, "v.1", "g.0", "g.3", "g.4", "g.5");
    }

    @Test
    void aMemberThatJoinsAtTheEndBreaksNothing() {
        Map<ProcessId, List<View>> views =
                views(List.of(View.of(0, 1), ALL), List.of(View.of(0, 1), ALL), List.of(ALL));
        Report report = explore(startingAtZero(LossDetection.NEWS), 3, views, 0, Limits.WIDE);

        assertSafe(report, true);
        assertEquals(107839, report.states());
    }

    /**
     * As a cluster begins: no process knows another, then two know each other, then all. Undecided: too many states.
     */
    @Test
    void aRingThatIsStillFormingIsSafeAsFarAsItIsExplored() {
        Map<ProcessId, List<View>> views = views(
                List.of(View.of(), View.of(0, 1), ALL),
                List.of(View.of(), View.of(0, 1), ALL),
                List.of(View.of(), ALL));
        assertSafe(explore(startingEmpty(LossDetection.NEWS), 3, views, 0, upTo(1_000_000)), false);
    }

    @Tag("exhaustive")
    @Test
    void aRingThatIsStillFormingIsSafeAsFarAsItIsExploredAtLength() {
        Map<ProcessId, List<View>> views = views(
                List.of(View.of(), View.of(0, 1), ALL),
                List.of(View.of(), View.of(0, 1), ALL),
                List.of(View.of(), ALL));
        assertSafe(explore(startingEmpty(LossDetection.NEWS), 3, views, 0, upTo(12_000_000)), false);
    }

    @Test
    void aUserThatIsCutOffIsToldAndWhenItComesBackNoInvariantBreaks() {
        Map<ProcessId, List<View>> views = views(List.of(ALL), List.of(ALL, View.of(), ALL), List.of(ALL));
        Report report = explore(startingAtZero(LossDetection.NEWS), 3, views, 0, Limits.WIDE);

        assertSafe(report, true);
        assertEquals(219963, report.states());
        assertFired(report, "v.2", "n.3");
    }

    /**
     * Taken for dead while it lives, a process may still be critical: one holder per generation is all that is
     * promised.
     */
    @Test
    void aProcessTakenForDeadMayHoldATokenOfAnOlderGenerationButNeverTheSame() {
        View without = View.of(0, 1).without(2);
        Map<ProcessId, List<View>> views = views(List.of(ALL, without), List.of(ALL, without), List.of(ALL, View.of()));
        Report report = explore(
                model(
                        startingAtZero(LossDetection.NEWS),
                        3,
                        views,
                        0,
                        MutualExclusion.UNDER_SUSPICION,
                        ofEachGeneration()),
                Limits.WIDE);

        assertSafe(report, true);
        assertEquals(
                Verdict.VIOLATED,
                explore(startingAtZero(LossDetection.NEWS), 3, views, 0, Limits.WIDE)
                        .verdict(),
                "more is not promised because it does not hold");
    }

    private static Report exploreUnfoundedSuspicionsOfTwo(int atEach) {
        return explore(
                Ewd851Misra.startingAt(START.holder(), Ewd851MisraConfig.of(Start.of(2, 0), LossDetection.SILENCE)),
                2,
                views(List.of(View.of(0, 1)), List.of(View.of(0, 1))),
                atEach,
                Limits.WIDE);
    }

    /** Silence arouses suspicion at any moment, once at each process: elections and censuses among tokens that live. */
    @Test
    void unfoundedSuspicionsBreakNothingInARingOfTwo() {
        Report report = exploreUnfoundedSuspicionsOfTwo(1);

        assertSafe(report, true);
        assertEquals(65397, report.states());
        assertFired(report, "e.11");
    }

    @Tag("exhaustive")
    @Test
    void twoUnfoundedSuspicionsEachBreakNothingInARingOfTwo() {
        Report report = exploreUnfoundedSuspicionsOfTwo(2);

        assertSafe(report, true);
        assertFired(report, "e.9", "e.8", "g.0", "g.1", "g.3");
    }

    @Test
    void unfoundedSuspicionsBreakNothingInARingOfThreeAsFarAsItIsExplored() {
        assertSafe(
                explore(
                        startingAtZero(LossDetection.SILENCE),
                        3,
                        views(List.of(ALL), List.of(ALL), List.of(ALL)),
                        2,
                        upTo(1_000_000)),
                false);
    }

    @Tag("exhaustive")
    @Test
    void anUnfoundedSuspicionEachBreaksNothingInARingOfThree() {
        assertSafe(
                explore(
                        startingAtZero(LossDetection.SILENCE),
                        3,
                        views(List.of(ALL), List.of(ALL), List.of(ALL)),
                        1,
                        Limits.WIDE),
                true);
    }

    /** Why a new token sleeps: awake at once, it meets one that was only overtaken. */
    @Test
    void aNewTokenThatDoesNotSleepMakesTwoCriticalWhereAMemberJoins() {
        Ewd851Misra ring = startingAtZero(LossDetection.NEWS);
        Protocol<Ewd851Misra.State, Ewd851Misra.Message, Input, Output> sleepless = new Ewd851Misra.Entry()
                .checks().variants(START).stream()
                        .filter(variant -> variant.name().startsWith(Misra.Rule.PONG_REGENERATES.label()))
                        .map(Variant::protocol)
                        .findFirst()
                        .orElseThrow();
        Map<ProcessId, List<View>> views =
                views(List.of(View.of(0, 2), ALL), List.of(ALL), List.of(View.of(0, 2), ALL));
        Report report = explore(
                model(new MembershipNetwork(ring, sleepless, views, 0), 3, MutualExclusion.PROBLEM, lifted()),
                Limits.WIDE);
        assertEquals(Verdict.VIOLATED, report.verdict());
    }

    // --- states behave as their normal forms

    /** Without the quotient there are infinitely many states. */
    @Test
    void theFirstStatesBehaveAsTheirNormalForms() {
        for (Model<?, ?, ?, ?, ?> model :
                List.of(joining(new Ewd851MisraQuotient()), suspecting(new Ewd851MisraQuotient()))) {
            Report report =
                    Explorer.of(model, upTo(300_000)).comparingAll().explore().report(false);
            assertTrue(report.compared() > 100_000, report.toString());
        }
    }

    /** A ring to which a member comes between the two others, with any quotient. */
    static Model<MembershipNetwork.State, MembershipNetwork.Letter, User, Input, Output> joining(
            Quotient<Ewd851Misra.State, Ewd851Misra.Message> quotient) {
        Map<ProcessId, List<View>> views =
                views(List.of(View.of(0, 2), ALL), List.of(ALL), List.of(View.of(0, 2), ALL));
        return model(startingAtZero(LossDetection.NEWS), 3, views, 0, MutualExclusion.PROBLEM, lifted())
                .withQuotient(Optional.of(MembershipNetwork.lift(quotient)));
    }

    /** A ring of two with a suspicion of each without reason, with any quotient. */
    static Model<MembershipNetwork.State, MembershipNetwork.Letter, User, Input, Output> suspecting(
            Quotient<Ewd851Misra.State, Ewd851Misra.Message> quotient) {
        Ewd851Misra ring =
                Ewd851Misra.startingAt(START.holder(), Ewd851MisraConfig.of(Start.of(2, 0), LossDetection.SILENCE));
        return model(
                        ring,
                        2,
                        views(List.of(View.of(0, 1)), List.of(View.of(0, 1))),
                        1,
                        MutualExclusion.PROBLEM,
                        lifted())
                .withQuotient(Optional.of(MembershipNetwork.lift(quotient)));
    }

    // --- what is explored

    private static Limits upTo(int states) {
        return new Limits(states, Duration.ofMinutes(10));
    }

    @SafeVarargs
    private static Map<ProcessId, List<View>> views(List<View>... each) {
        Map<ProcessId, List<View>> views = new TreeMap<>();
        for (int process = 0; process < each.length; process++) {
            views.put(ProcessId.of(process), each[process]);
        }
        return views;
    }

    private static Report explore(
            Ewd851Misra ring, int processes, Map<ProcessId, List<View>> views, int suspicions, Limits limits) {
        return explore(model(ring, processes, views, suspicions, MutualExclusion.PROBLEM, lifted()), limits);
    }

    private static Report explore(
            Model<MembershipNetwork.State, MembershipNetwork.Letter, User, Input, Output> model, Limits limits) {
        return Explorer.of(model, limits).explore().report(false);
    }

    private static Model<MembershipNetwork.State, MembershipNetwork.Letter, User, Input, Output> model(
            Ewd851Misra ring,
            int processes,
            Map<ProcessId, List<View>> views,
            int suspicions,
            Problem<User, Input, Output> problem,
            List<Invariant<MembershipNetwork.State, MembershipNetwork.Letter, User>> invariants) {
        return model(new MembershipNetwork(ring, ring, views, suspicions), processes, problem, invariants);
    }

    private static Model<MembershipNetwork.State, MembershipNetwork.Letter, User, Input, Output> model(
            MembershipNetwork tidings,
            int processes,
            Problem<User, Input, Output> problem,
            List<Invariant<MembershipNetwork.State, MembershipNetwork.Letter, User>> invariants) {
        SortedSet<ProcessId> members = Start.of(processes, 0).processes();
        return Models.of("membership network", tidings, problem, Shape.COMPLETE, members)
                .withInvariants(invariants)
                .withReduction(Optional.of(MembershipNetwork.lift(new Ewd851MisraQuotient())));
    }

    /**
     * The invariants of the ring, but for the numbers of tokens: one that was overtaken on a link that is gone may
     * still be in transit, and is discarded where it arrives; and there may be two pongs for a while.
     */
    private static List<Invariant<MembershipNetwork.State, MembershipNetwork.Letter, User>> lifted() {
        List<Invariant<MembershipNetwork.State, MembershipNetwork.Letter, User>> invariants = new ArrayList<>();
        for (Invariant<Ewd851Misra.State, Ewd851Misra.Message, User> invariant :
                Ewd851MisraChecks.invariants().list()) {
            if (invariant instanceof Invariant.OfProcess<Ewd851Misra.State, Ewd851Misra.Message, User> each) {
                invariants.add(MembershipNetwork.lift(each));
            }
        }
        invariants.add(MutexInvariants.mutualExclusion());
        invariants.add(
                Invariant.atMost(1, "at most one process has a token that is awake", (state, user) -> state.ring()
                        .awake()));
        return invariants;
    }

    private static List<Invariant<MembershipNetwork.State, MembershipNetwork.Letter, User>> ofEachGeneration() {
        List<Invariant<MembershipNetwork.State, MembershipNetwork.Letter, User>> invariants = new ArrayList<>();
        for (Invariant<Ewd851Misra.State, Ewd851Misra.Message, User> invariant :
                Ewd851MisraChecks.invariants().list()) {
            if (invariant instanceof Invariant.OfProcess<Ewd851Misra.State, Ewd851Misra.Message, User> each) {
                invariants.add(MembershipNetwork.lift(each));
            }
        }
        for (long generation = 1; generation <= GENERATIONS; generation++) {
            long one = generation;
            invariants.add(Invariant.atMost(
                    1,
                    "at most one holder of generation " + generation,
                    (state, user) -> MutualExclusion.critical(user)
                            && state.ring().fence().orElseThrow().generation() == one));
        }
        invariants.add(new Invariant.OfProcess<>(
                "no generation beyond " + GENERATIONS,
                (state, user) -> true,
                (state, user) -> state.ring().generation() <= GENERATIONS));
        return invariants;
    }

    private static void assertSafe(Report report, boolean complete) {
        for (Property property : report.properties()) {
            if (!property.name().equals(Scenario.NO_STARVATION)) {
                assertEquals(
                        complete ? Verdict.HOLDS : Verdict.UNDECIDED,
                        property.verdict(),
                        property + "\n" + property.trace());
            }
        }
        assertEquals(complete, report.complete());
        assertTrue(report.property(Scenario.NO_DEADLOCK).tested());
        assertTrue(report.rules().get("c.0") + report.rules().get("c.1") > 0, "somebody has been critical");
    }

    private static void assertFired(Report report, String... rules) {
        for (String rule : rules) {
            assertTrue(report.rules().get(rule) > 0, rule + " has not fired");
        }
    }
}
