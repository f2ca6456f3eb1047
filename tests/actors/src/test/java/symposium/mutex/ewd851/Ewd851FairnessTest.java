package symposium.mutex.ewd851;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.mutex.ewd851.RingGraph.Arc;
import symposium.mutex.ewd851.RingGraph.Edge;

/** "For fairness, take a delayed machine ...": the variant function k, and how often others come first. */
class Ewd851FairnessTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void kDecreasesAsTheMendedClaimSays(int machines) {
        Report report = Explorer.of(
                        Model.of(new Ewd851.Entry(), Start.of(machines, 0)).withInvariants(Ewd851Fairness.invariants()),
                        Limits.WIDE)
                .explore()
                .report(false);

        for (Property property :
                report.properties().subList(0, Ewd851Fairness.invariants().size())) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            assertTrue(machines == 1 || property.tested(), property.toString());
        }
    }

    /** Claim (iv) as printed: a signal that arrives outside the string does not decrease k. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void aSignalThatArrivesElsewhereLeavesKUnchanged(int machines) {
        RingGraph graph = RingGraph.of(machines);
        Map<String, Integer> unchanged = new HashMap<>();

        for (Edge edge : graph.edges()) {
            for (ProcessId delayed :
                    Ewd851Fairness.delayed(graph.state(edge.from())).toList()) {
                if (graph.state(edge.to()).state(delayed).delayed()
                        && Ewd851Fairness.k(graph.state(edge.from()), delayed)
                                == Ewd851Fairness.k(graph.state(edge.to()), delayed)) {
                    unchanged.merge(edge.step().rule().label(), 1, Integer::sum);
                }
            }
        }

        assertEquals(
                machines == 2 ? Set.of("n.0", "n.1", "c.0", "s.1") : Set.of("n.0", "n.1", "n.2", "c.0", "s.0", "s.1"),
                unchanged.keySet());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void theGreatestKIs3nMinus2(int machines) {
        RingGraph graph = RingGraph.of(machines);
        int greatest = 0;
        for (int state = 0; state < graph.size(); state++) {
            for (ProcessId delayed : Ewd851Fairness.delayed(graph.state(state)).toList()) {
                greatest = Math.max(greatest, Ewd851Fairness.k(graph.state(state), delayed));
            }
        }
        assertEquals(3 * machines - 2, greatest);
    }

    /**
     * A holder may complete neutral and critical engagements while the signal is in transit: n.0 and c.0 leave k
     * unchanged.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void thereIsNoBoundOnAllEntriesOfOthersWhileOneWaits(int machines) {
        RingGraph graph = RingGraph.of(machines);

        assertEquals(
                OptionalInt.empty(), RingGraph.explored(machines).report(true).overtaking());
        assertTrue(graph.edges().stream()
                .filter(entry -> entry.step().rule() == Ewd851.Rule.N_0)
                .filter(entry -> Ewd851Fairness.delayed(graph.state(entry.from()))
                        .findAny()
                        .isPresent())
                .anyMatch(entry -> graph.edges().stream()
                        .anyMatch(exit -> exit.step().rule() == Ewd851.Rule.C_0
                                && exit.from() == entry.to()
                                && exit.to() == entry.from())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void theTokenServesEachOfTheOthersAtMostOnceWhileOneWaits(int machines) {
        Explorer<?, ?, ?, ?, ?> ring = RingGraph.explored(machines);

        assertEquals(OptionalInt.of(machines - 1), ring.overtaking(Ewd851FairnessTest::entryByToken));
        assertEquals(
                OptionalInt.of(machines == 1 ? 0 : 1),
                ring.overtaking(occurrence ->
                        entryByToken(occurrence) && occurrence.process().equals(ProcessId.of(0))));
    }

    private static boolean entryByToken(TraceEvent occurrence) {
        return occurrence instanceof TraceEvent.Stepped stepped
                && RingGraph.ENTRIES_BY_TOKEN.contains((Ewd851.Rule) stepped.rule());
    }

    /**
     * Where all n-1 others are served first, one of them had called the token before: that is the string that (4) has
     * in excess.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void atMostNMinus2OfThemHaveAskedLater(int machines) {
        RingGraph graph = RingGraph.of(machines);
        for (int waiting = 0; waiting < machines; waiting++) {
            assertEquals(machines - 2, servedThoughTheyAskedLater(graph, ProcessId.of(waiting)));
        }
    }

    /**
     * A state together with the machines that were delayed before the waiting one was, and have not been served since.
     */
    private record Remembered(int state, int ahead) {}

    private static int servedThoughTheyAskedLater(RingGraph graph, ProcessId waiting) {
        Map<Integer, List<Edge>> leaving = graph.edges().stream().collect(Collectors.groupingBy(Edge::from));
        Map<Remembered, Integer> numbers = new LinkedHashMap<>();
        Deque<Remembered> queue = new ArrayDeque<>();
        for (Edge edge : graph.edges()) {
            if (!waits(graph, waiting, edge.from()) && waits(graph, waiting, edge.to())) {
                int ahead = Ewd851Fairness.delayed(graph.state(edge.from()))
                        .mapToInt(delayed -> 1 << delayed.number())
                        .sum();
                numbers.computeIfAbsent(new Remembered(edge.to(), ahead), first -> {
                    queue.add(first);
                    return numbers.size();
                });
            }
        }
        List<Arc> arcs = new ArrayList<>();
        while (!queue.isEmpty()) {
            Remembered here = queue.remove();
            for (Edge edge : leaving.getOrDefault(here.state(), List.of())) {
                if (waits(graph, waiting, edge.to())) {
                    int machine = 1 << edge.step().process().number();
                    boolean served = edge.by(RingGraph.ENTRIES_BY_TOKEN);
                    Remembered next = new Remembered(edge.to(), served ? here.ahead() & ~machine : here.ahead());
                    int to = numbers.computeIfAbsent(next, first -> {
                        queue.add(first);
                        return numbers.size();
                    });
                    arcs.add(new Arc(numbers.get(here), to, served && (here.ahead() & machine) == 0 ? 1 : 0));
                }
            }
        }
        return RingGraph.heaviest(new int[numbers.size()], arcs).orElseThrow();
    }

    private static boolean waits(RingGraph graph, ProcessId machine, int state) {
        return graph.state(state).state(machine).delayed();
    }
}
