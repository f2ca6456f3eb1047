package symposium.election.changroberts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.election.Election;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Channels;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** "Number of messages of type 'election'": exact, in the best and the worst order, and on average. */
class ChangRobertsCostTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 50})
    void theGreatestAloneNeedsNElectionsAndNToAnnounce(int processes) {
        List<Integer> increasing = IntStream.range(0, processes).boxed().toList();
        Metrics tally = elect(increasing, Set.of(ProcessId.of(processes - 1)));

        assertEquals(processes, tally.messages().get("candidate"));
        assertEquals(processes, tally.messages().get("elected"));
    }

    /**
     * "In the least favourable situation the processes are arranged in decreasing order and all initiate an election
     * simultaneously".
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 50})
    void inDecreasingOrderAllTogetherNeedNTimesNPlusOneHalves(int processes) {
        List<Integer> decreasing = IntStream.range(0, processes)
                .map(at -> processes - 1 - at)
                .boxed()
                .toList();
        Metrics tally = elect(decreasing, everyone(processes));

        assertEquals(processes * (processes + 1L) / 2, tally.messages().get("candidate"));
        assertEquals(processes, tally.messages().get("elected"));
    }

    /** In increasing order every number but the greatest goes one link. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 50})
    void inIncreasingOrderAllTogetherNeedTwoNMinusOne(int processes) {
        Metrics tally = elect(IntStream.range(0, processes).boxed().toList(), everyone(processes));

        assertEquals(2L * processes - 1, tally.messages().get("candidate"));
    }

    /**
     * n(1 + 1/2 + ... + 1/n) on average, which is what the chapter's expression amounts to; over the (n-1)! orders, the
     * sums are whole numbers.
     */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 3", "3, 11", "4, 50", "5, 274", "6, 1764", "7, 13068", "8, 109584"})
    void onAverageOverAllOrdersTheyNeedNTimesTheHarmonicNumber(int processes, long sum) {
        long found = 0;
        for (List<Integer> order : orders(processes)) {
            found += elect(order, everyone(processes)).messages().get("candidate");
        }
        assertEquals(sum, found);
        assertEquals(expected(processes), (double) sum / orders(processes).size(), 1e-9);
    }

    /** "E = n + the sum of E_i", "E_i = the sum of k P(i,k)", i and k from 1 to n - 1. */
    private static double expected(int n) {
        double mean = n;
        for (int i = 1; i < n; i++) {
            for (int k = 1; k < n; k++) {
                double p = (double) choices(i - 1, k - 1) / choices(n - 1, k - 1) * (n - i) / (n - k);
                mean += k * p;
            }
        }
        return mean;
    }

    /** "C(a,b) for the number of combinations of b items from a set of a". */
    private static long choices(int a, int b) {
        long choices = 1;
        for (int each = 1; each <= b; each++) {
            choices = choices * (a - each + 1) / each;
        }
        return choices;
    }

    private static Set<ProcessId> everyone(int processes) {
        return Set.copyOf(IntStream.range(0, processes).mapToObj(ProcessId::of).toList());
    }

    /** All ways round the ring, from the greatest on. */
    private static List<List<Integer>> orders(int processes) {
        List<List<Integer>> orders = List.of(List.of(processes - 1));
        for (int next = 0; next < processes - 1; next++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> order : orders) {
                for (int at = 1; at <= order.size(); at++) {
                    List<Integer> one = new ArrayList<>(order);
                    one.add(at, next);
                    longer.add(one);
                }
            }
            orders = longer;
        }
        return orders;
    }

    /** @param order the numbers, each the left neighbour of the one before it */
    private static Metrics elect(List<Integer> order, Set<ProcessId> initiators) {
        int size = order.size();
        List<ProcessId> ring = order.stream().map(ProcessId::of).toList();
        List<Neighbours> neighbours = IntStream.range(0, size)
                .mapToObj(at -> Neighbours.onRing(ring.get((at + 1) % size), ring.get((at + size - 1) % size)))
                .toList();
        return Simulation.of(
                        new ChangRoberts(),
                        Election.PROBLEM,
                        new Network(ring, neighbours),
                        Channels.FIFO,
                        Workload.initiating(Election.PROBLEM, initiators, Durations.exactly(0)))
                .as(Run::new)
                .runToTheEnd();
    }
}
