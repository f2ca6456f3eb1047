package symposium.mutex.tokenring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.Models;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.VariantTrials;
import symposium.regeneration.misrak.MisraK;

/**
 * Every interleaving, with losses of messages at any moment, or crashes; grants are numbered, so that each user asks
 * only so often.
 */
class TokenRingExhaustiveTest {

    private static final String NOT_OLDER = "no token comes that is older than what has been heard of";

    /**
     * The rules that need more than losses and crashes: a process cut off, a token that is taken for lost though it is
     * not.
     */
    private static final Set<Rule> BEYOND_CRASHES = Set.of(
            TokenRing.Rule.TOKEN_OLDER,
            TokenRing.Rule.TOKEN_TWICE,
            TokenRing.Rule.RING_CUT_OFF,
            TokenRing.Rule.SENDS_AFTER_LOSS);

    private static Model<TokenRing.State, TokenRing.Message, User, Input, Output> ring(
            int processes, int tokens, int requests, FaultBudget faults) {
        return Model.of(new TokenRing.Entry(tokens), Start.of(processes, 0))
                .withRequests(requests)
                .withFaults(faults);
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 2, 100", "3, 1, 1, 162", "1, 2, 2, 106", "2, 2, 2, 3688", "3, 2, 1, 15975", "2, 3, 1, 87447"})
    void withoutALossEveryWaitingUserEnters(int processes, int tokens, int requests, long states) {
        Report report = Explorer.check(ring(processes, tokens, requests, FaultBudget.NONE));

        assertEquals(Set.of(), VariantTrials.untested(report));
        Set<String> silent = labels(BEYOND_CRASHES);
        silent.addAll(List.of(TokenRing.Rule.RING_CLOSES.label(), MisraK.Rule.TOKEN_REGENERATES.label()));
        if (tokens == 1) {
            silent.add("token.meets");
        }
        assertEquals(silent, VariantTrials.silent(report));
        assertEquals(states, report.states());
    }

    /** All tokens but one may be lost: at most one is critical, fences grow, and every waiting user enters. */
    @ParameterizedTest
    @CsvSource({"1, 2, 2, 1, 432", "2, 2, 2, 1, 18108", "3, 2, 1, 1, 69402", "1, 3, 2, 2, 15556"})
    void allButOneMayBeLost(int processes, int tokens, int requests, int losses, long states) {
        check(processes, tokens, requests, losses, states);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"2, 3, 1, 2, 964333", "3, 2, 2, 1, 408939", "4, 2, 1, 1, 677430"})
    void allButOneMayBeLostOnLargerInstances(int processes, int tokens, int requests, int losses, long states) {
        check(processes, tokens, requests, losses, states);
    }

    private static void check(int processes, int tokens, int requests, int losses, long states) {
        Report report = Explorer.check(ring(processes, tokens, requests, FaultBudget.NONE.withLosses(losses)));

        assertEquals(Set.of(), VariantTrials.untested(report));
        Set<String> silent = labels(BEYOND_CRASHES);
        silent.add(TokenRing.Rule.RING_CLOSES.label());
        assertEquals(silent, VariantTrials.silent(report));
        assertEquals(states, report.states());
    }

    /**
     * However often users ask: each of the others comes first once, and once more for a token that is lost and issued
     * again.
     */
    @ParameterizedTest
    @CsvSource({"2, 1, 0, 1", "3, 1, 0, 2", "4, 1, 0, 3", "2, 2, 0, 1", "3, 2, 0, 2", "2, 2, 1, 2", "3, 2, 1, 4"})
    void withoutBoundOnRequestsAtMostNMinus1ComeFirstAndAsManyMoreForEachLoss(
            int processes, int tokens, int losses, int most) {
        var model = ring(processes, tokens, 1, FaultBudget.NONE.withLosses(losses));
        var unnumbered = Models.of(
                        model.name(),
                        new Unnumbered(model.protocol()),
                        ProblemDecorator.watchedBy(MutualExclusion.PROBLEM, Observer.indifferent()),
                        model.topology(),
                        model.processes())
                .withInvariants(model.invariants())
                .withChannels(model.channels())
                .withRequests(OptionalInt.empty())
                .withFaults(model.faults())
                .withReduction(model.quotient());
        Report report = Explorer.check(unnumbered);

        assertTrue(report.complete());
        assertEquals(Verdict.HOLDS, report.verdict(), report.properties().toString());
        assertEquals(OptionalInt.of(most), report.overtaking());
    }

    /** Safe, but deadlocked: all tokens are lost, and a process waits. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 2", "1, 3"})
    void whereAllAreLostNoProcessEntersAnyMore(int processes, int tokens) {
        Explorer<TokenRing.State, TokenRing.Message, User, Input, Output> explorer =
                Explorer.of(ring(processes, tokens, 1, FaultBudget.NONE.withLosses(tokens)), Limits.WIDE);
        Report report = explorer.explore().report(false);

        assertEquals(
                List.of(Scenario.NO_DEADLOCK),
                report.properties().stream()
                        .filter(property -> property.verdict() == Verdict.VIOLATED)
                        .map(Property::name)
                        .toList());
        String trace = report.property(Scenario.NO_DEADLOCK).trace().toString();
        assertEquals(tokens, trace.split("lost on the way").length - 1, trace);
    }

    /**
     * Whichever process crashes, and whenever: at most one process is critical, and fences grow. Where a token is left
     * the ring goes on; where a user waits and no step is possible, no token is left.
     */
    @ParameterizedTest
    @CsvSource({"2, 2, 1, 1", "3, 2, 1, 1", "3, 2, 1, 2", "2, 3, 1, 1"})
    void aCrashIsSafeAndTheRingGoesOnWhereATokenIsLeft(int processes, int tokens, int requests, int crashes) {
        var model = ring(processes, tokens, requests, FaultBudget.NONE.withCrashes(crashes));
        var explorer = Explorer.of(model.withProblem(ProblemDecorator.patient(MutualExclusion.PROBLEM)), Limits.WIDE)
                .explore();
        Report report = explorer.report(false);

        assertTrue(report.complete());
        for (Property property : report.properties()) {
            if (!property.name().equals(Scenario.NO_STARVATION)) {
                assertEquals(Verdict.HOLDS, property.verdict(), property + "\n" + property.trace());
                assertTrue(property.tested() || property.name().equals(NOT_OLDER), property.toString());
            }
        }
        assertEquals(labels(BEYOND_CRASHES), VariantTrials.silent(report));
        new Aftermath(explorer).waitingUsersAreServedWhereATokenIsLeft();
    }

    /** The tokens start at one process: if that crashes before any has left, none is left. */
    @Test
    void aCrashThatTakesAllTokensLeavesADeadRing() {
        Property broken = Explorer.of(ring(3, 2, 1, FaultBudget.NONE.withCrashes(1)), Limits.WIDE)
                .explore()
                .report(false)
                .violated()
                .orElseThrow();

        assertEquals(Scenario.NO_DEADLOCK, broken.name());
        assertEquals(4, broken.trace().size());
    }

    private static Set<String> labels(Set<Rule> rules) {
        return rules.stream().map(Rule::label).collect(Collectors.toCollection(TreeSet::new));
    }

    private static int tokens(Configuration<TokenRing.State, TokenRing.Message, User> at) {
        int tokens = 0;
        for (ProcessId process : at.processes()) {
            if (at.alive(process)) {
                tokens += at.state(process).tokens().tokens().size();
            }
        }
        for (ProcessId process : at.processes()) {
            for (ProcessId other : at.processes()) {
                tokens += at.inTransit(process, new Neighbour(other, symposium.kernel.Side.LEFT))
                        .size();
            }
        }
        return tokens;
    }

    /** States in which a process waits, and the states that can follow. */
    private static final class Aftermath {
        private final List<Boolean> waiting = new ArrayList<>();
        private final List<Integer> tokens = new ArrayList<>();
        private final List<int[]> arcs = new ArrayList<>();

        Aftermath(Explorer<TokenRing.State, TokenRing.Message, User, Input, Output> explorer) {
            explorer.reachable().forEach(at -> {
                waiting.add(at.processes().stream().anyMatch(each -> at.alive(each) && at.user(each) == User.WAITING));
                tokens.add(tokens(at));
            });
            explorer.forEachTransition((from, occurrence, to) -> {
                if (!(occurrence instanceof symposium.kernel.TraceEvent.Crashed)) {
                    arcs.add(new int[] {from, to});
                }
            });
        }

        /** From each state one can be reached in which no user waits, or no token is left; both kinds occur. */
        void waitingUsersAreServedWhereATokenIsLeft() {
            boolean[] well = new boolean[waiting.size()];
            int dead = 0;
            for (int state = 0; state < well.length; state++) {
                well[state] = !waiting.get(state) || tokens.get(state) == 0;
                dead += waiting.get(state) && tokens.get(state) == 0 ? 1 : 0;
            }
            assertTrue(dead > 0);
            boolean changed = true;
            while (changed) {
                changed = false;
                for (int each = arcs.size() - 1; each >= 0; each--) {
                    int[] arc = arcs.get(each);
                    if (well[arc[1]] && !well[arc[0]]) {
                        well[arc[0]] = true;
                        changed = true;
                    }
                }
            }
            for (int state = 0; state < well.length; state++) {
                assertTrue(well[state], "stuck in state " + state);
            }
        }
    }

    /** The algorithm with grants that are not numbered, so that its states are finite however often users ask. */
    private record Unnumbered(Protocol<TokenRing.State, TokenRing.Message, Input, Output> numbered)
            implements Protocol<TokenRing.State, TokenRing.Message, Input, Output> {
        @Override
        public List<? extends Rule> rules() {
            return numbered.rules();
        }

        @Override
        public TokenRing.State initial(ProcessId self, Neighbours neighbours) {
            return numbered.initial(self, neighbours);
        }

        @Override
        public List<? extends Timer> initialTimers(TokenRing.State initial) {
            return numbered.initialTimers(initial);
        }

        @Override
        public Step<TokenRing.State, TokenRing.Message, Output> step(
                TokenRing.State state, symposium.kernel.Event<TokenRing.Message, Input> event) {
            Step<TokenRing.State, TokenRing.Message, Output> step = numbered.step(state, event);
            TokenRing.State next = step.next();
            TokenRing.State unnumbered = new TokenRing.State(
                    next.tokens(),
                    next.user(),
                    next.generation(),
                    next.fence().map(fence -> Fence.start(fence.generation())));
            return new Step<>(step.rule(), unnumbered, step.effects());
        }
    }
}
