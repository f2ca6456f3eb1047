package symposium.mutex.ewd851;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851Invariant4.Comparison;

/** The regular expressions of EWD851 against the states that the transitions reach. */
class Ewd851Invariant4Test {

    /** The transitions that lead away from (0), stage by stage, as the paper introduces them. */
    private static final EnumSet<Ewd851.Rule> TO_1 = EnumSet.of(Ewd851.Rule.N_0, Ewd851.Rule.N_1);

    private static final EnumSet<Ewd851.Rule> TO_2 = with(TO_1, Ewd851.Rule.S_0);
    private static final EnumSet<Ewd851.Rule> TO_3 = with(TO_2, Ewd851.Rule.N_2);
    private static final EnumSet<Ewd851.Rule> TO_4 =
            with(with(with(TO_3, Ewd851.Rule.S_1), Ewd851.Rule.S_2), Ewd851.Rule.S_3);

    private static EnumSet<Ewd851.Rule> with(EnumSet<Ewd851.Rule> rules, Ewd851.Rule another) {
        EnumSet<Ewd851.Rule> more = EnumSet.copyOf(rules);
        more.add(another);
        return more;
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3", "2, 16, 18", "3, 87, 90", "4, 404, 408", "5, 1735, 1740", "6, 7122, 7128", "7, 28385, 28392"
    })
    void nothingElseIsReachableAndAllButOneStringIsInEveryRotation(int machines, long reachable, long language) {
        compare(machines, reachable, language);
    }

    @ParameterizedTest
    @CsvSource({"8, 110776, 110784"})
    @Tag("slow")
    void nothingElseIsReachableAndAllButOneStringIsInEveryRotationAtLargerSizes(
            int machines, long reachable, long language) {
        nothingElseIsReachableAndAllButOneStringIsInEveryRotation(machines, reachable, language);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"9, 425511, 425520", "10, 1614230, 1614240"})
    void soItIsOnLargerRings(int machines, long reachable, long language) {
        compare(machines, reachable, language);
    }

    private static void compare(int machines, long reachable, long language) {
        Comparison comparison =
                Ewd851Invariant4.compare(machines, RingGraph.explored(machines).reachable()::forEach);

        assertEquals(reachable, comparison.reachable());
        assertEquals(language, comparison.language());
        assertEquals(List.of(), comparison.excess());
        assertEquals(rotations("wd" + " u bn".repeat(machines - 1) + " t"), new TreeSet<>(comparison.missing()));
        assertEquals(rings(Ewd851Invariant4.UNREACHABLE, machines), new TreeSet<>(comparison.missing()));
        assertEquals(machines, comparison.missing().size());
    }

    /** n·a(n) members, where a(n) = 4a(n-1) - 2a(n-2): the coefficients of 3x(1-x) / (1-4x+2x²). */
    @Test
    @Tag("slow")
    void theNumberOfMembersIsThatOfTheGeneratingFunction() {
        long before = 3;
        long at = 9;
        for (int machines = 1; machines <= 9; machines++) {
            assertEquals(
                    machines * before,
                    RingExpression.of(Ewd851Invariant4.FORMULA).states(machines).length);
            long next = 4 * at - 2 * before;
            before = at;
            at = next;
        }
    }

    private static Set<String> rotations(String ring) {
        List<String> word = List.of(ring.split(" "));
        Set<String> all = new TreeSet<>();
        for (int shift = 0; shift < word.size(); shift += 2) {
            List<String> rotated = new ArrayList<>(word.subList(shift, word.size()));
            rotated.addAll(word.subList(0, shift));
            all.add(String.join(" ", rotated));
        }
        return all;
    }

    private static Set<String> rings(String expression, int machines) {
        Set<String> all = new TreeSet<>();
        Arrays.stream(RingExpression.of(expression).states(machines))
                .mapToObj(code -> RingExpression.ring(code, machines))
                .forEach(all::add);
        return all;
    }

    /**
     * Each transition leaves in the ring one of the things of which the missing strings have none: they have no
     * predecessor.
     */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void everyStepLeavesBehindWhatTheMissingStringsDoNotHave(int machines) {
        RingGraph graph = RingGraph.of(machines);
        Set<Ewd851.Rule> seen = EnumSet.noneOf(Ewd851.Rule.class);

        for (RingGraph.Edge edge : graph.edges()) {
            seen.add((Ewd851.Rule) edge.step().rule());
            assertTrue(leftBehind(Ewd851Invariant4.ring(graph.state(edge.to()))), edge.toString());
        }

        assertEquals(EnumSet.allOf(Ewd851.Rule.class), seen);
        for (String missing : rings(Ewd851Invariant4.UNREACHABLE, machines)) {
            assertFalse(leftBehind(missing), missing);
        }
    }

    private static boolean leftBehind(String ring) {
        String round = ring + " " + ring;
        return round.matches(".*(Wn|Wc|Bc|bd|s|t wn).*");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void formula0IsTheInitialState(int machines) {
        assertEquals(reached(machines, EnumSet.noneOf(Ewd851.Rule.class)), rings("Wn u (wn u)*", machines));
    }

    /** "(0) could equivalently have been written as u Wn (u wn)*": a ring has no beginning. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void formula0CanBeWrittenInOtherWays(int machines) {
        Set<String> formula0 = rings("Wn u (wn u)*", machines);
        assertEquals(formula0, rings("u Wn (u wn)*", machines));
        assertEquals(formula0, rings("(wn u)* Wn u (wn u)*", machines));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void formula1IsTheClosureUnderTheTerminationOfNeutralEngagements(int machines) {
        assertEquals(reached(machines, TO_1), rings("(wd s (wn u)*)* (Wn | Wc) u (wn u)*", machines));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void formula2IsTheClosureUnderS0AsWell(int machines) {
        assertEquals(reached(machines, TO_2), rings("(wd (u bn)* s (wn u)*)* (Wn|Wc) u (wn u)*", machines));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void formula3IsTheClosureUnderN2AndThenS1AsWell(int machines) {
        Set<String> formula3 = rings(Ewd851Invariant4.E + " (Wn|Wc) u (wn u)*", machines);

        assertEquals(reached(machines, TO_3), formula3);
        assertEquals(reached(machines, with(TO_3, Ewd851.Rule.S_1)), formula3, "s.1 does not introduce new states");
    }

    /** "... the transitions (c.0), (c.1) do not lead to new reachable states", and t.0, t.1 and t.2 neither. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void formula4LessTheMissingStringsIsTheClosureUnderS2AndS3AndUnderAllTransitions(int machines) {
        Set<String> formula4 = rings(Ewd851Invariant4.FORMULA, machines);
        formula4.removeAll(rings(Ewd851Invariant4.UNREACHABLE, machines));

        assertEquals(reached(machines, EnumSet.allOf(Ewd851.Rule.class)), formula4);
        assertEquals(reached(machines, TO_4), formula4);
    }

    /** The rings reached by those rules alone, wherever the token starts. */
    private static Set<String> reached(int machines, Set<Ewd851.Rule> rules) {
        RingGraph graph = RingGraph.of(machines);
        Set<String> initial = rings("Wn u (wn u)*", machines);
        Set<Integer> reached = new HashSet<>();
        for (int state = 0; state < graph.size(); state++) {
            if (initial.contains(Ewd851Invariant4.ring(graph.state(state)))) {
                reached.add(state);
            }
        }
        boolean grown = true;
        while (grown) {
            grown = false;
            for (RingGraph.Edge edge : graph.edges()) {
                if (edge.by(rules) && reached.contains(edge.from())) {
                    grown |= reached.add(edge.to());
                }
            }
        }
        Set<String> rings = new TreeSet<>();
        reached.forEach(state -> rings.add(Ewd851Invariant4.ring(graph.state(state))));
        return rings;
    }

    @Test
    void aRingIsWrittenFromItsLastMachineToTheRight() {
        List<String> first = new ArrayList<>();
        RingGraph.explored(3).reachable().forEach(state -> first.add(Ewd851Invariant4.ring(state)));

        assertEquals("wn u wn u Wn u", first.get(0));
        assertTrue(first.contains("wn u wd s Wn u"), "machine 1 has sent a signal to machine 0");
        assertTrue(first.contains("wn u wd t wn u"), "machine 0 has sent the token to machine 1");
    }

    @Test
    void statesOutsideAreListedAndNotLost() {
        Variant<Ewd851.State, Ewd851.Message, Input, Output> variant = new Ewd851.Entry()
                .checks().variants(Start.of(2, 0)).stream()
                        .filter(each -> each.name().equals("s.2 becomes black"))
                        .findFirst()
                        .orElseThrow();
        Explorer<Ewd851.State, Ewd851.Message, User, Input, Output> explorer = Explorer.of(
                        Model.of(new Ewd851.Entry(), Start.of(2, 0))
                                .withProtocol(variant.protocol())
                                .withInvariants(List.of()),
                        Limits.WIDE)
                .explore();

        Comparison comparison = Ewd851Invariant4.compare(2, explorer.reachable()::forEach);

        assertTrue(comparison.excess().contains("wd t bn u"), comparison.toString());
        assertEquals(
                comparison.reachable() - comparison.excess().size(),
                comparison.language() - comparison.missing().size());
    }

    @Test
    void aRingOfAnotherSizeIsRefused() {
        Explorer<Ewd851.State, Ewd851.Message, User, Input, Output> ring = RingGraph.explored(2);

        assertThrows(IllegalArgumentException.class, () -> Ewd851Invariant4.compare(3, ring.reachable()::forEach));
    }

    @Test
    void anExpressionWithAnUnknownWordIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> RingExpression.of("wn u | xx"));
        assertThrows(IllegalArgumentException.class, () -> RingExpression.of("(wn u"));
        assertThrows(IllegalArgumentException.class, () -> RingExpression.of("wn u)"));
        assertThrows(IllegalArgumentException.class, () -> RingExpression.of("*"));
        assertThrows(
                IllegalArgumentException.class, () -> RingExpression.of("wn u").states(0));
        assertThrows(
                IllegalArgumentException.class, () -> RingExpression.of("wn u").states(15));
    }
}
