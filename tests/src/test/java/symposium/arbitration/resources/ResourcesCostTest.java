package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a set costs in messages: 2 for each fork that lies elsewhere, and 1 for each that has been fetched while the session was tabled. */
class ResourcesCostTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void whoHasAllForksTakesForNothing(int processes) {
        Seated table = Seated.all(processes);
        table.takes(0, 1, "a").settles().releases(0, 1).settles();
        assertEquals(Map.of(), table.count(), "the forks lie at the lowest at the start");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void whoHasNoForkFetchesEach(int processes) {
        Seated table = Seated.all(processes);
        table.takes(processes - 1, 1, "a").settles();
        assertEquals(Map.of("Request", processes - 1, "Fork", processes - 1), table.count());

        table.releases(processes - 1, 1).settles();
        assertEquals(Map.of(), table.count(), "nobody knows of the session");

        table.takes(processes - 1, 2, "a").settles().releases(processes - 1, 2).settles();
        assertEquals(Map.of(), table.count(), "the forks are here now");
    }

    /** Everybody else fetches the fork while the session is tabled, whether or not it shares a resource with it: 3(n-1) in all. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void whoeverKnowsOfASessionIsToldOfItsEnd(int processes) {
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

    /** A process that comes: two greetings for each link. One that departs: each of the others tells all others of its generation. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void whatComingAndGoingCosts(int processes) {
        Seated table = Seated.apart(processes, new Resources(processes / 2 + 1, 1));
        java.util.List<Integer> all =
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
}
