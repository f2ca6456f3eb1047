package symposium.arbitration;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/**
 * Whether the danger of deadlock is present, by Theorem 0: there is a connected subset of the philosophers with a
 * cyclic directed path of more than two first forks.
 *
 * <p>Such a path is one in the subset of its own philosophers, too, because the first fork in a set is first in every
 * part that contains it. So the danger is a <em>first-fork cycle</em>: three or more philosophers, each of which grabs
 * the fork that it shares with the next before all others that it shares with philosophers on the cycle.
 *
 * <p>To decide whether there is one is NP-complete. It is in NP, for the cycle is checked at once. And 3-SAT reduces to
 * it: let a philosopher stand for each literal of each clause, the clauses (three or more) in a circle. It shares forks
 * with every occurrence of its complement, and with every other literal of the next clause and of the one before; it
 * grabs those of complements first, by a common ranking of these forks, then those of the next clause, then those of
 * the one before, either in the order in which the clause lists them. On a first-fork cycle no first fork leads
 * to a complement, for from there on ranks would decrease all the way round; nor to the clause before, for all that
 * look back at the same clause look at the same literal. So the cycle goes round the clauses, and as all that look
 * ahead to a clause look at the same literal of those on the cycle, it takes one of each: literals that are true
 * together. {@code DangerTest} carries the reduction out.
 *
 * <p>So the usual cases are settled first: a table without cycles, and one with {@linkplain Ranks ranks}, are free. For
 * all others there is an exact search, which gives up after a given number of steps.
 */
public sealed interface Danger {

    /** There is no danger of deadlock. */
    record Absent(Reason reason) implements Danger {}

    /**
     * There is, and this is how it comes about.
     *
     * @param cycle a first-fork cycle: three or more philosophers, the least first
     */
    record Present(List<Integer> cycle) implements Danger {
        public Present {
            cycle = List.copyOf(cycle);
        }
    }

    /**
     * The search has given up.
     *
     * @param steps the number of steps
     */
    record Undecided(long steps) implements Danger {}

    /** Why there is no danger. */
    enum Reason {
        /** No cycle of forks. */
        NO_CYCLE("no forks form a cycle"),
        /** Forks have ranks. */
        RANKED("the forks have ranks, and each philosopher grabs them in ascending order"),
        /** The exact search has found nothing. */
        SEARCHED("the search has gone through every cycle that could be one of first forks");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A number of steps that the search takes in a few seconds. */
    long PATIENCE = 50_000_000;

    /**
     * Decides it.
     *
     * @param steps after how many steps of the search to give up
     */
    static Danger of(Table table, long steps) {
        if (table.forks() == table.size() - table.components().size()) {
            return new Absent(Reason.NO_CYCLE);
        }
        if (Ranks.of(table).isPresent()) {
            return new Absent(Reason.RANKED);
        }
        return new Search(table, steps).search();
    }

    /** Decides it with {@link #PATIENCE}. */
    static Danger of(Table table) {
        return of(table, PATIENCE);
    }

    /**
     * How a first-fork cycle comes to deadlock, from the state in which all think: one after the other stops thinking
     * and grabs its forks up to the one that it shares with the next; then each reaches for more, until another owns
     * the fork.
     *
     * @return the acts, in words
     */
    static List<String> run(Table table, List<Integer> cycle) {
        List<String> acts = new ArrayList<>();
        int[] owned = new int[table.size()];
        for (int at = 0; at < cycle.size(); at++) {
            int self = cycle.get(at);
            acts.add(table.name(self) + " stops thinking");
            int last = table.place(self, cycle.get((at + 1) % cycle.size()));
            while (owned[self] <= last) {
                acts.add(reach(self, owned, table));
            }
        }
        for (int self : new TreeSet<>(cycle)) {
            int before = -1;
            while (owned[self] > before) {
                before = owned[self];
                acts.add(reach(self, owned, table));
            }
        }
        return acts;
    }

    /** A philosopher reaches for its next fork, and grabs it unless the other owns it. */
    private static String reach(int self, int[] owned, Table table) {
        int other = table.grabs(self, owned[self]);
        boolean blocked = table.place(other, self) < owned[other];
        owned[self] += blocked ? 0 : 1;
        return table.name(self) + " reaches for the fork shared with " + table.name(other)
                + (blocked ? ", which " + table.name(other) + " owns" : ", and grabs it");
    }

    /**
     * Depth first, from the least philosopher of the cycle on. A philosopher can never join if one on the
     * path shares a fork with it and grabs that before the fork to its own successor. A branch is tried only where the
     * philosophers that may still join lead back to the start.
     */
    final class Search {
        private final Table table;
        private final long most;
        private final int[] path;
        private final boolean[] onPath;
        private final int[] barred;
        private int start;
        private long steps;

        private Search(Table table, long most) {
            this.table = table;
            this.most = most;
            this.path = new int[table.size()];
            this.onPath = new boolean[table.size()];
            this.barred = new int[table.size()];
        }

        private Danger search() {
            for (start = 0; start < table.size(); start++) {
                int length = extended(start, 0);
                if (length > 0) {
                    return new Present(Arrays.stream(path, 0, length).boxed().toList());
                }
                if (steps > most) {
                    return new Undecided(most);
                }
            }
            return new Absent(Reason.SEARCHED);
        }

        /**
         * The length of a first-fork cycle that begins with the path and this philosopher at this place, or 0 where
         * there is none.
         */
        private int extended(int philosopher, int at) {
            if (++steps > most) {
                return 0;
            }
            path[at] = philosopher;
            onPath[philosopher] = true;
            int found = 0;
            int place = 0;
            while (place < table.degree(philosopher) && found == 0) {
                int next = table.grabs(philosopher, place);
                if (next == start && at >= 2) {
                    found = at + 1;
                } else if (onPath[next]) {
                    // Any later fork would come after this one: it is the first, and leads nowhere.
                    break;
                } else if (next > start && barred[next] == 0 && leadsBack(next, philosopher)) {
                    found = extended(next, at + 1);
                }
                barred[next]++;
                place++;
            }
            while (place > 0) {
                barred[table.grabs(philosopher, --place)]--;
            }
            onPath[philosopher] = false;
            return found;
        }

        /** Whether a way over philosophers that may still join leads from one of them to the start. */
        private boolean leadsBack(int from, int before) {
            BitSet seen = new BitSet(table.size());
            Deque<Integer> frontier = new ArrayDeque<>();
            seen.set(from);
            frontier.add(from);
            while (!frontier.isEmpty()) {
                int each = frontier.remove();
                for (int place = 0; place < table.degree(each); place++) {
                    int next = table.grabs(each, place);
                    if (next == start && each != before) {
                        return true;
                    }
                    if (next > start && !onPath[next] && barred[next] == 0 && !seen.get(next)) {
                        seen.set(next);
                        frontier.add(next);
                    }
                }
            }
            return false;
        }
    }
}
