package symposium.mutex.helaryplouzeauraynal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Graph;
import symposium.mutex.MutualExclusion;
import symposium.simulation.Durations;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * Section 6: "Let d be the diameter of the network; broadcasting a request to every process or moving the token from
 * the current owner to the new one takes at most d Delta units of time. Thus the total transmission time of a complete
 * request operation takes at most 2 d Delta units of time."
 */
class HelaryPlouzeauRaynalTimeTest {

    private static final int SEEDS = 100;

    /** The greatest delay of a message: Delta. */
    private static final int DELTA = 10;

    /**
     * When all know the request, and when it is granted, from the request on.
     *
     * @param known when the last process has received the first copy
     */
    private record Times(long known, long granted) {

        static Times of(Graph graph, int requester, int holder, Durations delays, long seed) {
            Start start = Start.of(graph.nodes().size(), holder);
            long[] at = new long[3];
            Simulation.of(
                            new HelaryPlouzeauRaynal.Entry().protocol(start),
                            MutualExclusion.PROBLEM,
                            Network.of(graph, start.processes()),
                            Channels.UNORDERED,
                            Workload.initiating(
                                    MutualExclusion.PROBLEM, Set.of(ProcessId.of(requester)), Durations.exactly(0)))
                    .withDelays(delays)
                    .withSeed(seed)
                    .withWatcher((time, occurrence) -> {
                        if (occurrence instanceof TraceEvent.Stepped step) {
                            if (step.rule() == HelaryPlouzeauRaynal.Rule.ENTER_ASK) {
                                at[0] = time;
                            } else if (step.rule() == HelaryPlouzeauRaynal.Rule.REQUEST_NEW
                                    || step.rule() == HelaryPlouzeauRaynal.Rule.REQUEST_TRANSMIT) {
                                at[1] = time;
                            } else if (step.effects().stream().anyMatch(Effect.Output.class::isInstance)) {
                                at[2] = time;
                            }
                        }
                    })
                    .as(Run::new)
                    .runToTheEnd();
            return new Times(at[1] - at[0], at[2] - at[0]);
        }
    }

    private static int diameter(Graph graph) {
        int nodes = graph.nodes().size();
        int greatest = 0;
        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < nodes; to++) {
                greatest = Math.max(greatest, distance(graph, from, to));
            }
        }
        return greatest;
    }

    private static int distance(Graph graph, int from, int to) {
        Set<Integer> reached = Set.of(from);
        for (int links = 0; ; links++) {
            if (reached.contains(to)) {
                return links;
            }
            Set<Integer> farther = new java.util.TreeSet<>(reached);
            reached.forEach(node -> farther.addAll(graph.adjacent().get(node)));
            reached = farther;
        }
    }

    /** Where all messages take Delta, an entry takes twice the distance from the holder, so up to 2 d Delta. */
    @ParameterizedTest
    @ValueSource(strings = {"line of four", "star", "square", "diamond", "complete", "ring of five", "house", "banner"})
    void whereAllMessagesTakeDeltaAnEntryTakesTwiceTheDistance(String name) {
        Graph graph = Graphs.named(name);
        int nodes = graph.nodes().size();
        for (int holder = 1; holder < nodes; holder++) {
            Times times = Times.of(graph, 0, holder, Durations.exactly(DELTA), 0);
            assertEquals(2L * DELTA * distance(graph, 0, holder), times.granted());
            assertTrue(times.known() <= (long) DELTA * diameter(graph));
        }
    }

    /**
     * Where they take up to Delta, all know a request within d Delta. The token goes back along the path of the copy
     * that came first, which can be the longest induced path: so the whole takes at most d Delta and that path.
     */
    @ParameterizedTest
    @ValueSource(strings = {"line of four", "star", "square", "diamond", "complete", "ring of five", "house", "banner"})
    void whereTheyTakeUpToDeltaAllKnowTheRequestWithinTheDiameter(String name) {
        Graph graph = Graphs.named(name);
        int nodes = graph.nodes().size();
        HelaryPlouzeauRaynalCost cost =
                HelaryPlouzeauRaynalCost.on(graph, Start.of(nodes, 0).processes());
        for (int holder = 1; holder < nodes; holder++) {
            int induced = cost.tokensAtAnyDelays(ProcessId.of(0), ProcessId.of(holder))
                    .most();
            for (int seed = 0; seed < SEEDS; seed++) {
                Times times = Times.of(graph, 0, holder, Durations.between(0, DELTA), seed);
                assertTrue(times.known() <= (long) DELTA * diameter(graph), name + ", seed " + seed + ": " + times);
                assertTrue(
                        times.granted() <= (long) DELTA * (diameter(graph) + induced),
                        name + ", seed " + seed + ": " + times);
            }
        }
    }

    /** On a ring of five, two links from the holder, the token goes three: more than 2 d Delta in all. */
    @Test
    void onARingOfFiveAnEntryMayTakeLongerThanTwiceTheDiameter() {
        Graph ring = Graphs.named("ring of five");
        assertEquals(2, diameter(ring));
        long longest = 0;
        for (int seed = 0; seed < 50 * SEEDS; seed++) {
            longest = Math.max(
                    longest,
                    Times.of(ring, 0, 2, Durations.between(0, DELTA), seed).granted());
        }
        assertTrue(longest > 2 * 2 * DELTA, "at most " + longest);
    }
}
