package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.arbitration.resources.ResourceMessage.Fork;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;

/**
 * What a set costs in messages: 2 for each fork that lies elsewhere, and 1 for each that has been fetched while the
 * session was tabled.
 */
class ResourcesCostTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void aPhilosopherThatHasAllForksTakesForNothing(int processes) {
        Seated table = Seated.all(processes);
        table.takes(0, 1, "a").settles().releases(0, 1).settles();
        assertEquals(Map.of(), table.count(), "the forks lie at the lowest at the start");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void aPhilosopherThatHasNoForkFetchesEach(int processes) {
        Seated table = Seated.all(processes);
        table.takes(processes - 1, 1, "a").settles();
        assertEquals(Map.of("Request", processes - 1, "Fork", processes - 1), table.count());

        table.releases(processes - 1, 1).settles();
        assertEquals(Map.of(), table.count(), "nobody knows of the session");

        table.takes(processes - 1, 2, "a").settles().releases(processes - 1, 2).settles();
        assertEquals(Map.of(), table.count(), "the forks are here now");
    }

    /**
     * Everybody else fetches the fork while the session is tabled, whether or not it shares a resource with it: 3(n-1)
     * in all.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void aPhilosopherThatKnowsOfASessionIsToldOfItsEnd(int processes) {
        Seated table = Seated.all(processes);
        int last = processes - 1;
        table.takes(last, 1, "a").settles();
        assertEquals(
                2 * last, table.count().values().stream().mapToInt(each -> each).sum());
        for (int other = 0; other < last; other++) {
            table.takes(other, 1, "b" + other).settles();
        }
        table.count();
        table.releases(last, 1).settles();
        assertEquals(Map.of("Undirected", last), table.count());
    }

    /** Each name of which no other process wants any costs the forks once, and then nothing. */
    @Test
    void namesThatOnlyOneProcessUsesCostNothing() {
        int processes = 3;
        int names = 1_000;
        Seated table = Seated.all(processes, Parts.MOST);
        for (int round = 0; round < 3; round++) {
            for (int name = 0; name < names; name++) {
                for (int process = 0; process < processes; process++) {
                    table.takes(process, name, "stock-" + process + "-" + name).settles();
                }
                for (int process = 0; process < processes; process++) {
                    table.releases(process, name).settles();
                }
            }
            int first = round == 0 ? names * (1 + 2) : 0;
            Map<String, Integer> count = table.count();
            assertEquals(first, count.getOrDefault("Request", 0), count.toString());
            assertEquals(first, count.getOrDefault("Fork", 0), count.toString());
            assertEquals(processes * names, table.told().size(), "all are taken at once");
            if (round > 0) {
                assertEquals(Map.of(), count);
            }
        }
    }

    /** Another process may be slow about other names. */
    @Test
    void whatIsAskedForElsewhereDelaysNoOtherName() {
        Seated table = Seated.all(2, Parts.MOST);
        table.takes(1, 1, "mine").settles().releases(1, 1).settles().told();
        table.takes(0, 1, "far").takes(1, 2, "far");
        table.asks(1, new Request.Take(3, Mode.exclusively(List.of("mine")), false));
        assertEquals(2, table.told().size(), "by 0 and by 1, before any message has arrived");
        table.settles().releases(0, 1).settles();
        assertEquals(1, table.told().size(), "the other, in its turn");
    }

    /** A fork that lies where it lay at first takes no memory. */
    @Test
    void namesThatAreAtHomeAgainLeaveNothing() {
        Seated table = Seated.all(2, Parts.MOST);
        ResourceState before = table.state(1);
        table.takes(1, 1, "a").settles().releases(1, 1).settles();
        assertFalse(table.state(1).peers().get(ProcessId.of(0)).moved().isEmpty());
        table.takes(0, 1, "a").settles().releases(0, 1).settles();
        ResourceState after = table.state(1);
        assertEquals(before.peers(), after.peers());
        assertEquals(before.queues(), after.queues());
    }

    /** Several sessions of one process that wait together do T0 together: its messages are shared. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void sessionsThatWaitTogetherShareTheForks(int processes) {
        Seated table = Seated.all(processes);
        table.takes(processes - 1, 1, "a")
                .takes(processes - 1, 2, "b")
                .takes(processes - 1, 3, "a", "b")
                .settles();
        assertEquals(Map.of("Request", processes - 1, "Fork", processes - 1), table.count());
        table.releases(processes - 1, 1)
                .releases(processes - 1, 2)
                .releases(processes - 1, 3)
                .settles();
        assertEquals(Map.of(), table.count(), "among sessions of one process nothing is sent");
    }

    /**
     * A process that comes: two greetings for each link. One that departs: each of the others tells all others of its
     * generation.
     */
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void whatComingAndGoingCosts(int processes) {
        Seated table = Seated.apart(processes, new ResourceAllocation(processes / 2 + 1, 1));
        List<Integer> all =
                java.util.stream.IntStream.range(0, processes).boxed().toList();
        for (int each : all) {
            table.hears(each, all.stream().filter(other -> other != each).toList());
        }
        table.settles();
        assertEquals(Map.of("Hello", processes * (processes - 1)), table.count());
        for (int each = 0; each < processes - 1; each++) {
            int self = each;
            table.hears(
                    each,
                    all.stream()
                            .filter(other -> other != self && other != processes - 1)
                            .toList(),
                    processes - 1);
        }
        table.settles();
        assertEquals(Map.of("News", (processes - 1) * (processes - 2)), table.count());
    }

    /**
     * Over every run in which each takes one set, after every step: a set never costs more than 3(n-1), and the one
     * that has no fork may pay that.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void noRunCostsMoreAndSomeCostAsMuch(int processes) {
        Dearest dearest = new Dearest(processes);
        for (int process = 0; process < processes; process++) {
            int most = dearest.of(ProcessId.of(process));
            assertTrue(most <= 3 * (processes - 1), "process " + process + " pays " + most);
        }
        assertEquals(3 * (processes - 1), dearest.of(ProcessId.of(processes - 1)));
    }

    /**
     * What a set costs in the dearest of all runs: the forks that are asked for and come to its process, and the news
     * that it is given back.
     */
    private static final class Dearest {
        private record Edge(int to, List<ProcessId> payers) {}

        private final List<List<Edge>> edges = new ArrayList<>();

        Dearest(int processes) {
            Explorer<ResourceState, ResourceMessage, User, Request, Grant> explorer = Explorer.of(
                            Model.of(new ResourceAllocation.Entry(), Start.of(processes, 0))
                                    .withRequests(1),
                            Limits.WIDE)
                    .explore();
            explorer.reachable().forEach(state -> edges.add(new ArrayList<>()));
            explorer.forEachTransition((from, occurrence, to) -> edges.get(from).add(new Edge(to, payers(occurrence))));
        }

        private static List<ProcessId> payers(TraceEvent occurrence) {
            List<ProcessId> payers = new ArrayList<>();
            for (Effect<?, ?> effect : ((TraceEvent.Stepped) occurrence).effects()) {
                if (effect instanceof Effect.Send<?, ?> send) {
                    payers.add(send.message() instanceof Fork ? send.to().id() : occurrence.process());
                }
            }
            return payers;
        }

        /**
         * The longest way there is, in messages for that process; the moments of a run do not recur where each asks
         * once.
         */
        int of(ProcessId payer) {
            int[] paid = new int[edges.size()];
            int most = 0;
            Deque<Integer> frontier = new ArrayDeque<>(List.of(0));
            boolean[] seen = new boolean[edges.size()];
            while (!frontier.isEmpty()) {
                int at = frontier.remove();
                for (Edge edge : edges.get(at)) {
                    int through = paid[at] + Collections.frequency(edge.payers(), payer);
                    if (!seen[edge.to()] || through > paid[edge.to()]) {
                        seen[edge.to()] = true;
                        paid[edge.to()] = through;
                        most = Math.max(most, through);
                        frontier.add(edge.to());
                    }
                }
            }
            return most;
        }
    }
}
