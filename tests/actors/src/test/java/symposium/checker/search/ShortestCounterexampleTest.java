package symposium.checker.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.Toy;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.search.SearchWorkerTest.Network;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Scenario;

/**
 * The counterexample of every search is a shortest one, also if a step out of an early state of a level violates a
 * property, and a late state of the level violates one itself.
 */
@Tag("fast")
class ShortestCounterexampleTest {

    private static final List<String> WAYS = List.of("left", "right");
    private static final String ASKED = "please";

    /** What a process does: a walk through a table by the inputs of its user. */
    private record Table(int[][] next, boolean[] bad, boolean[] throwing, boolean[] stuck) {

        static Table random(int size, long seed) {
            Random random = new Random(seed);
            Table table = new Table(new int[size][], new boolean[size], new boolean[size], new boolean[size]);
            for (int at = 0; at < size; at++) {
                table.next[at] = random.ints(WAYS.size(), 0, size).toArray();
                table.bad[at] = at > 0 && random.nextInt(size) == 0;
                table.throwing[at] = random.nextInt(size) == 0;
                table.stuck[at] = random.nextInt(size) == 0;
            }
            return table;
        }

        /** The length of a shortest way to a violation by one process; processes do not meet. */
        OptionalInt shortest() {
            int[] far = new int[next.length];
            Arrays.fill(far, -1);
            far[0] = 0;
            Deque<Integer> reached = new ArrayDeque<>(List.of(0));
            int shortest = Integer.MAX_VALUE;
            while (!reached.isEmpty()) {
                int at = reached.remove();
                if (bad[at]) {
                    shortest = Math.min(shortest, far[at]);
                }
                if (throwing[at] || stuck[at]) {
                    shortest = Math.min(shortest, far[at] + 1);
                }
                for (int to : next[at]) {
                    if (far[to] < 0) {
                        far[to] = far[at] + 1;
                        reached.add(to);
                    }
                }
            }
            return shortest == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(shortest);
        }

        /** Each process walks by itself. A request is answered at once, or at a stuck place never. */
        Model<Toy.State, String, Boolean, String, String> model(int processes) {
            Toy toy = new Toy(List.of(), (p, event) -> {
                int at = p.note().isEmpty() ? 0 : Integer.parseInt(p.note());
                String input = ((Event.Input<String, String>) event).input();
                if (input.equals(ASKED)) {
                    return stuck[at] ? p.acts() : p.acts().tell("served");
                }
                if (throwing[at] && input.equals(WAYS.get(1))) {
                    throw new InvariantViolation("no step here", "at " + at);
                }
                return p.noting("" + next[at][WAYS.indexOf(input)]).acts();
            });
            Toy.Users users = new Toy.Users(List.of(WAYS.get(0), WAYS.get(1), ASKED), false);
            return Toy.model(processes, users, toy)
                    .withRequests(OptionalInt.empty())
                    .withInvariants(List.of(new Invariant.OfProcess<>(
                            "no bad place",
                            (state, user) -> true,
                            (state, user) -> state.note().isEmpty() || !bad[Integer.parseInt(state.note())])));
        }
    }

    private static void assertShortest(Table table, int processes, String named) {
        if (table.shortest().isEmpty()) {
            return;
        }
        int shortest = table.shortest().getAsInt();
        Model<Toy.State, String, Boolean, String, String> model = table.model(processes);
        assertEquals(
                shortest,
                SearchWorkerTest.length(
                        Explorer.of(model, Limits.WIDE).explore().report(false)),
                named + ", one thread");
        assertEquals(
                shortest,
                SearchWorkerTest.length(
                        Explorer.of(model, Limits.WIDE, 3, 1).explore().report(false)),
                named + ", several threads");
        assertEquals(
                shortest,
                SearchWorkerTest.length(new Network<>(model, 3, shortest).search(Long.MAX_VALUE)),
                named + ", several workers");
    }

    /** From the first place a step violates an invariant one level down, on the other side the state itself does. */
    @Test
    void aStateThatViolatesAnInvariantBeforeAStepOutOfItsLevel() {
        int[][] next = {{1, 2}, {1, 1}, {2, 2}};
        boolean[] none = new boolean[3];
        boolean[] first = {false, true, false};
        boolean[] second = {false, false, true};
        assertShortest(new Table(next, second, first, none), 1, "an invariant");
        assertShortest(new Table(next, none, none, new boolean[] {true, false, false}), 1, Scenario.NO_DEADLOCK);
    }

    @Test
    void asShortAsASearchOfTheTableFinds() {
        for (int seed = 1; seed <= 150; seed++) {
            assertShortest(Table.random(5 + seed % 20, seed), 1 + seed % 3, "seed " + seed);
        }
    }
}
