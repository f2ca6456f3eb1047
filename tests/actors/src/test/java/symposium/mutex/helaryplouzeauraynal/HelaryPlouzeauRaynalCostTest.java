package symposium.mutex.helaryplouzeauraynal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Grid;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Req;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalCost.Range;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** Messages per entry, against section 6. */
class HelaryPlouzeauRaynalCostTest {

    private record Place(Topology topology, int processes) {}

    static List<Place> places() {
        return List.of(
                new Place(Shape.TREE, 15),
                new Place(Shape.LINE, 9),
                new Place(Shape.CYCLE, 3),
                new Place(Shape.CYCLE, 4),
                new Place(Shape.CYCLE, 5),
                new Place(Shape.CYCLE, 6),
                new Place(Shape.CYCLE, 11),
                new Place(Shape.STAR, 8),
                new Place(Shape.COMPLETE, 9),
                new Place(new Grid(3, 4), 12),
                new Place(new Grid(4, 4), 16),
                new Place(Shape.PETERSEN, 10));
    }

    private static HelaryPlouzeauRaynalCost cost(Place place) {
        return HelaryPlouzeauRaynalCost.on(
                place.topology(), Start.of(place.processes(), 0).processes());
    }

    private static Metrics oneEntry(Place place, int holder, int requester, Durations delays, long seed) {
        Start start = Start.of(place.processes(), holder);
        Workload<User, Input> users =
                Workload.initiating(MutualExclusion.PROBLEM, Set.of(ProcessId.of(requester)), Durations.exactly(1));
        return Simulation.of(
                        new HelaryPlouzeauRaynal.Entry().protocol(start),
                        MutualExclusion.PROBLEM,
                        Network.of(place.topology(), start.processes()),
                        Channels.UNORDERED,
                        users)
                .withDelays(delays)
                .withSeed(seed)
                .as(Run::new)
                .runToTheEnd();
    }

    // --- unit delays: exact for every requester and holder

    @ParameterizedTest
    @MethodSource("places")
    void withUnitDelaysAnEntryCostsExactlyWhatTheFormulaSays(Place place) {
        HelaryPlouzeauRaynalCost cost = cost(place);
        for (int holder = 0; holder < place.processes(); holder++) {
            for (int requester = 0; requester < place.processes(); requester++) {
                Metrics tally = oneEntry(place, holder, requester, Durations.exactly(1), 0);

                assertEquals(1, tally.served());
                ProcessId from = ProcessId.of(requester);
                assertEquals(holder == requester ? 0 : cost.requests(from), tally.messages("req"), tally.toString());
                assertEquals(cost.tokens(from, ProcessId.of(holder)), tally.messages("token"), tally.toString());
            }
        }
    }

    /** What the general formula comes to on the paper's topologies. */
    @Test
    void onTheTopologiesOfThePaperTheRequestsAreAsManyAsItSaysButOnTheRing() {
        assertEquals(14, cost(new Place(Shape.TREE, 15)).requests(ProcessId.of(3)));
        assertEquals(8, cost(new Place(Shape.LINE, 9)).requests(ProcessId.of(4)));
        assertEquals(7, cost(new Place(Shape.STAR, 8)).requests(ProcessId.of(1)));
        assertEquals(8, cost(new Place(Shape.COMPLETE, 9)).requests(ProcessId.of(0)));
        assertEquals(2, cost(new Place(Shape.CYCLE, 3)).requests(ProcessId.of(0)));
        assertEquals(4, cost(new Place(Shape.CYCLE, 4)).requests(ProcessId.of(0)));
        assertEquals(6, cost(new Place(Shape.CYCLE, 5)).requests(ProcessId.of(0)));
        assertEquals(12, cost(new Place(Shape.CYCLE, 11)).requests(ProcessId.of(0)));
        assertEquals(21, cost(new Place(Shape.PETERSEN, 10)).requests(ProcessId.of(0)));
    }

    @ParameterizedTest
    @MethodSource("places")
    void aHolderOfTheTokenEntersWithoutMessages(Place place) {
        assertEquals(0, oneEntry(place, 2, 2, Durations.exactly(1), 0).total());
    }

    // --- any delays: exact extremes on small graphs

    /** Every interleaving: the messages along any way to the end, least and most. */
    private static Range explored(Graph graph, int requester, int holder, boolean requests, boolean tokens) {
        Explorer<?, ?, ?, ?, ?> explorer = Explorer.of(
                        Model.of(
                                        new HelaryPlouzeauRaynal.Entry(),
                                        Start.of(graph.nodes().size(), holder))
                                .withTopology(graph)
                                .withInitiators(Set.of(ProcessId.of(requester))),
                        Limits.WIDE)
                .explore();
        int[] least = new int[explorer.states()];
        int[] most = new int[explorer.states()];
        boolean[] last = new boolean[explorer.states()];
        Arrays.fill(least, Integer.MAX_VALUE);
        Arrays.fill(most, -1);
        Arrays.fill(last, true);
        least[0] = 0;
        most[0] = 0;
        // A state is found after all shorter ways, and no two ways to it differ in length: each step takes one message
        // or one demand away.
        boolean[] changed = {true};
        while (changed[0]) {
            changed[0] = false;
            explorer.forEachTransition((from, occurrence, to) -> {
                last[from] = false;
                int sent = messages(occurrence, requests, tokens);
                if (least[from] != Integer.MAX_VALUE
                        && (least[from] + sent < least[to] || most[from] + sent > most[to])) {
                    least[to] = Math.min(least[to], least[from] + sent);
                    most[to] = Math.max(most[to], most[from] + sent);
                    changed[0] = true;
                }
            });
        }
        int fewest = Integer.MAX_VALUE;
        int greatest = -1;
        for (int state = 0; state < last.length; state++) {
            if (last[state]) {
                fewest = Math.min(fewest, least[state]);
                greatest = Math.max(greatest, most[state]);
            }
        }
        return new Range(fewest, greatest);
    }

    private static int messages(TraceEvent occurrence, boolean requests, boolean tokens) {
        int sent = 0;
        for (Effect<?, ?> effect : ((TraceEvent.Stepped) occurrence).effects()) {
            if (effect instanceof Effect.Send<?, ?> send) {
                sent += (send.message() instanceof Req ? requests : tokens) ? 1 : 0;
            }
        }
        return sent;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pair",
                "line of three",
                "triangle",
                "line of four",
                "star",
                "square",
                "paw",
                "diamond",
                "complete",
                "ring of five",
                "kite",
                "house",
                "wheel",
                "banner"
            })
    void whateverTheDelaysAnEntryCostsWhatSomeTreeOfTheRequestCosts(String name) {
        Graph graph = Graphs.named(name);
        int nodes = graph.nodes().size();
        HelaryPlouzeauRaynalCost cost =
                HelaryPlouzeauRaynalCost.on(graph, Start.of(nodes, 0).processes());
        int edges = graph.edges().size();
        for (int requester = 0; requester < nodes; requester++) {
            ProcessId from = ProcessId.of(requester);
            for (int holder = 0; holder < nodes; holder++) {
                if (holder != requester) {
                    ProcessId at = ProcessId.of(holder);
                    Range requests = explored(graph, requester, holder, true, false);
                    Range tokens = explored(graph, requester, holder, false, true);

                    assertEquals(cost.requestsAtAnyDelays(from), requests);
                    assertEquals(cost.tokensAtAnyDelays(from, at), tokens);
                    assertEquals(cost.messagesAtAnyDelays(from, at), explored(graph, requester, holder, true, true));

                    Range printed = HelaryPlouzeauRaynalCost.printedRequests(nodes, edges);
                    assertTrue(printed.least() <= requests.least() && requests.most() <= printed.most());
                    assertTrue(requests.most() <= HelaryPlouzeauRaynalCost.mostRequests(nodes, edges));
                    assertEquals(longestInducedPath(graph, requester, holder), tokens.most());
                }
            }
        }
    }

    /** The longest path whose nodes are linked only along it. */
    private static int longestInducedPath(Graph graph, int from, int to) {
        return induced(graph, new java.util.ArrayList<>(List.of(from)), to);
    }

    private static int induced(Graph graph, List<Integer> path, int to) {
        int last = path.get(path.size() - 1);
        if (last == to) {
            return path.size() - 1;
        }
        int longest = -1;
        for (int next : graph.adjacent().get(last)) {
            boolean chord = path.subList(0, path.size() - 1).stream()
                    .anyMatch(on -> graph.adjacent().get(on).contains(next));
            if (!path.contains(next) && !chord) {
                path.add(next);
                longest = Math.max(longest, induced(graph, path, to));
                path.remove(path.size() - 1);
            }
        }
        return longest;
    }

    // --- where the paper's bounds are not right, or not tight

    @ParameterizedTest
    @CsvSource({"3, 2, 2, 3, 3", "4, 4, 4, 5, 6", "5, 5, 6, 6, 8", "6, 6, 7, 7, 10", "7, 7, 8, 8, 12"})
    void onARingNRequestsAtLeastFromFourProcessesOnAndTwoNMinusTwoMessagesAtMost(
            int processes, int fewest, int most, int least, int greatest) {
        HelaryPlouzeauRaynalCost ring = cost(new Place(Shape.CYCLE, processes));

        assertEquals(new Range(fewest, most), ring.requestsAtAnyDelays(ProcessId.of(0)));
        assertEquals(HelaryPlouzeauRaynalCost.requestsOnRing(processes), ring.requestsAtAnyDelays(ProcessId.of(0)));
        List<Range> all = Stream.iterate(1, owner -> owner + 1)
                .limit(processes - 1L)
                .map(owner -> ring.messagesAtAnyDelays(ProcessId.of(0), ProcessId.of(owner)))
                .toList();
        assertEquals(least, all.stream().mapToInt(Range::least).min().getAsInt());
        assertEquals(greatest, all.stream().mapToInt(Range::most).max().getAsInt());
    }

    /** On a ring of six, two links from the owner, the token may go four. */
    @Test
    void theTokensWayIsNotBoundedByTheDiameter() {
        Range way = cost(new Place(Shape.CYCLE, 6)).tokensAtAnyDelays(ProcessId.of(0), ProcessId.of(2));

        assertEquals(new Range(2, 4), way);
    }

    /**
     * "Between n-1 and 2e": each but the requester has a link that it got its copy from, and sends nothing back over
     * it.
     */
    @Test
    void theMostRequestsAre2EMinusNPlus1AndPetersensGraphTakesThemAll() {
        HelaryPlouzeauRaynalCost petersen = cost(new Place(Shape.PETERSEN, 10));

        assertEquals(15, petersen.links());
        assertEquals(21, HelaryPlouzeauRaynalCost.mostRequests(10, 15));
        assertEquals(21, petersen.requests(ProcessId.of(0)));
    }

    @ParameterizedTest
    @MethodSource("places")
    void noRandomRunCostsMoreThanTheBounds(Place place) {
        HelaryPlouzeauRaynalCost cost = cost(place);
        int most = HelaryPlouzeauRaynalCost.mostRequests(cost.processes(), cost.links());
        for (int seed = 0; seed < 200; seed++) {
            Metrics tally = oneEntry(place, 0, place.processes() - 1, Durations.between(0, 9), seed);

            assertTrue(tally.messages("req") >= place.processes() - 1, tally.toString());
            assertTrue(tally.messages("req") <= most, tally.toString());
            assertTrue(tally.messages("token") < place.processes(), tally.toString());
        }
    }
}
