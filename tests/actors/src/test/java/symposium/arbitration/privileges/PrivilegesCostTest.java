package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.arbitration.privileges.PrivilegeMessage.Ask;
import symposium.arbitration.privileges.PrivilegeMessage.Hand;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
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
 * What a set costs in messages: one for a privilege that is elsewhere, and those of its request. Of three processes
 * both others are asked, so it takes one round trip.
 */
class PrivilegesCostTest {

    /** By the number of processes, of each of them. */
    private static final Map<Integer, List<Integer>> DEAREST =
            Map.of(1, List.of(0), 2, List.of(2, 3), 3, List.of(4, 5, 5));

    /** How many others are asked for a privilege of which no process is known to keep requests. */
    private static int asked(int processes) {
        return processes == 3 ? 2 : 1;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void theFirstProcessTakesForNothing(int processes) {
        Seated table = Seated.all(processes);
        table.takes(0, 1, "a").settles().releases(0, 1).settles();
        assertEquals(Map.of(), table.count(), "all privileges are there at the start");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void anotherRequestsThePrivilege(int processes) {
        Seated table = Seated.all(processes);
        table.takes(processes - 1, 1, "a").settles();
        assertEquals(Map.of("Ask", asked(processes), "Hand", 1), table.count());

        table.releases(processes - 1, 1).settles();
        assertEquals(Map.of(), table.count(), "nobody waits for the session");

        table.takes(processes - 1, 2, "a").settles().releases(processes - 1, 2).settles();
        assertEquals(Map.of(), table.count(), "the privilege is here now");
    }

    /** A request costs the same for each of the others that may have used the name last. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aNameLastUsedElsewhereTakesOneRoundTrip(int processes) {
        Random random = new Random(1);
        Seated table = Seated.all(processes);
        for (int ticket = 1; ticket < 1_000; ticket++) {
            int process = random.nextInt(processes);
            boolean here = table.state(process).has(0);
            table.takes(process, ticket, "a")
                    .settles()
                    .releases(process, ticket)
                    .settles();
            assertEquals(1, table.told().size());
            assertEquals(here ? Map.of() : Map.of("Ask", processes - 1, "Hand", 1), table.count());
            assertEquals(here ? 0 : 2, table.toldAfter(), "message delays");
        }
    }

    /** Requests that are given up, however many, cost no more than one hop each way for each process. */
    @Test
    void requestsThatAreGivenUpLeaveNoQueue() {
        Seated table = Seated.all(4);
        table.takes(0, 1, "a").settles();
        for (int ticket = 2; ticket < 100; ticket++) {
            for (int process = 1; process < 3; process++) {
                table.takes(process, ticket, "a").settles().asks(process, new Request.Withdraw(ticket));
            }
        }
        table.takes(3, 1, "a").settles();
        assertEquals(3, table.state(0).privilege(0).queue().size(), "one of each process");
        table.count();
        table.told();
        table.releases(0, 1).settles();
        assertEquals(
                1, table.told().stream().filter(each -> each.startsWith("3: ")).count(), "the one that waits");
        assertTrue(table.count().get("Hand") <= 3, "through those that have given up");
    }

    /** A name of which no other process wants any costs a request and a privilege once, and then nothing. */
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
            int first = names * (processes - 1);
            assertEquals(round == 0 ? Map.of("Ask", asked(processes) * first, "Hand", first) : Map.of(), table.count());
            assertEquals(processes * names, table.told().size(), "all are taken at once");
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

    /** All that is kept of a name that is not used is where its privilege went last. */
    @Test
    void namesThatAreNotUsedLeaveWhereTheyAre() {
        Seated table = Seated.all(2, Parts.MOST);
        PrivilegeState before = table.state(1);
        table.takes(1, 1, "a").settles().releases(1, 1).settles();
        table.takes(0, 1, "a").settles().releases(0, 1).settles();
        PrivilegeState after = table.state(1);
        assertEquals(1, after.parts().size());
        assertEquals(
                before.with(
                        next -> next.latest(after.latest()).clock(after.clock()).parts(after.parts())),
                after);
        assertEquals(Optional.empty(), table.state(0).part(0).place(), "it is at home");
    }

    /** Several sessions of one process that wait together do T0 together: its messages are shared. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void sessionsThatWaitTogetherShareThePrivilege(int processes) {
        Seated table = Seated.all(processes);
        table.takes(processes - 1, 1, "a")
                .takes(processes - 1, 2, "b")
                .takes(processes - 1, 3, "a", "b")
                .settles();
        assertEquals(Map.of("Ask", asked(processes), "Hand", 1), table.count());
        table.releases(processes - 1, 1)
                .releases(processes - 1, 2)
                .releases(processes - 1, 3)
                .settles();
        assertEquals(Map.of(), table.count(), "among sessions of one process nothing is sent");
    }

    /** Where a process comes, or departs, each member announces the new view to all others. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void whatComingAndGoingCosts(int processes) {
        Seated table = Seated.all(processes, new Privileges(processes / 2 + 1, 1));
        List<Integer> left = IntStream.range(0, processes - 1).boxed().toList();
        for (int self : left) {
            table.hears(self, left.stream().filter(other -> other != self).toList(), processes - 1);
        }
        table.settles();
        assertEquals(Map.of("View", (processes - 1) * (processes - 2)), table.count());
    }

    /** Over every run in which each takes one set of up to two parts, after every step. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theDearestRuns(int processes) {
        Dearest dearest = new Dearest(processes);
        assertEquals(
                DEAREST.get(processes),
                IntStream.range(0, processes)
                        .map(process -> dearest.of(ProcessId.of(process)))
                        .boxed()
                        .toList());
    }

    /**
     * What a set costs in the dearest of all runs: the hops of its request, and the privileges that come to its
     * process.
     */
    private static final class Dearest {
        private record Edge(int to, List<ProcessId> payers) {}

        private final List<List<Edge>> edges = new ArrayList<>();

        Dearest(int processes) {
            Explorer<PrivilegeState, PrivilegeMessage, User, Request, Grant> explorer = Explorer.of(
                            Model.of(new Privileges.Entry(), Start.of(processes, 0))
                                    .withRequests(1),
                            Limits.WIDE)
                    .explore();
            explorer.reachable().forEach(state -> edges.add(new ArrayList<>()));
            explorer.forEachTransition((from, occurrence, to) -> edges.get(from).add(new Edge(to, payers(occurrence))));
        }

        private static List<ProcessId> payers(TraceEvent occurrence) {
            List<ProcessId> payers = new ArrayList<>();
            for (Effect<?, ?> effect : ((TraceEvent.Stepped) occurrence).effects()) {
                if (effect instanceof Effect.Send<?, ?> send && send.message() instanceof Ask ask) {
                    ask.requests().stream()
                            .map(request -> request.bid().process())
                            .distinct()
                            .forEach(payers::add);
                } else if (effect instanceof Effect.Send<?, ?> send) {
                    payers.add(send.message() instanceof Hand ? send.to().id() : occurrence.process());
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
