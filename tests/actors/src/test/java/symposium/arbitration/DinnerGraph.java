package symposium.arbitration;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every moment that a dinner can come to, and what leads from one to the next: the process of section 0 without any
 * theory.
 */
final class DinnerGraph {

    private final Table table;
    private final List<Dinner> moments = new ArrayList<>();
    private final List<int[]> successors = new ArrayList<>();
    private final List<List<Dinner.Move>> moves = new ArrayList<>();
    private final List<List<Integer>> predecessors = new ArrayList<>();

    DinnerGraph(Table table) {
        this(table, false);
    }

    /** @param oneByOne whether a philosopher gives its forks back one by one, and not all at once */
    DinnerGraph(Table table, boolean oneByOne) {
        this.table = table;
        Map<Dinner, Integer> numbers = new HashMap<>();
        add(numbers, Dinner.of(table, oneByOne));
        for (int at = 0; at < moments.size(); at++) {
            Dinner moment = moments.get(at);
            List<Dinner.Move> possible = moment.moves();
            int[] next = new int[possible.size()];
            for (int move = 0; move < next.length; move++) {
                Dinner after = moment.next(possible.get(move));
                Integer known = numbers.get(after);
                next[move] = known == null ? add(numbers, after) : known;
                predecessors.get(next[move]).add(at);
            }
            successors.add(next);
            moves.add(possible);
        }
    }

    private int add(Map<Dinner, Integer> numbers, Dinner moment) {
        numbers.put(moment, moments.size());
        moments.add(moment);
        predecessors.add(new ArrayList<>());
        return moments.size() - 1;
    }

    int size() {
        return moments.size();
    }

    /** Whether in some moment some philosopher has no future in which it eats. */
    boolean deadlock() {
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            BitSet hopeful = new BitSet(moments.size());
            Deque<Integer> frontier = new ArrayDeque<>();
            for (int at = 0; at < moments.size(); at++) {
                if (moments.get(at).eating(philosopher)) {
                    hopeful.set(at);
                    frontier.add(at);
                }
            }
            while (!frontier.isEmpty()) {
                for (int before : predecessors.get(frontier.remove())) {
                    if (!hopeful.get(before)) {
                        hopeful.set(before);
                        frontier.add(before);
                    }
                }
            }
            if (hopeful.cardinality() < moments.size()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The maximum delay for a philosopher: meals completed by the last of its blocking path, from its rising to the end
     * of its own meal.
     *
     * @param bound a number that the delay is not to exceed
     * @return the delay, or bound + 1 when it does
     */
    long delay(int philosopher, long bound) {
        long[] worst = new long[moments.size()];
        Arrays.fill(worst, Long.MIN_VALUE);
        Deque<Integer> frontier = new ArrayDeque<>();
        for (int at = 0; at < moments.size(); at++) {
            if (moments.get(at).eating(philosopher)) {
                // The next that counts is the end of its own meal; others may do as they like before.
                worst[at] = 1;
                frontier.add(at);
            }
        }
        while (!frontier.isEmpty()) {
            int at = frontier.remove();
            for (int before : predecessors.get(at)) {
                Dinner moment = moments.get(before);
                if (!moment.thinking(philosopher)) {
                    long through = worst[at] + weight(philosopher, before, at);
                    if (through > bound) {
                        return bound + 1;
                    }
                    if (!moments.get(at).thinking(philosopher) && through > worst[before]) {
                        worst[before] = through;
                        frontier.add(before);
                    }
                }
            }
        }
        long delay = 0;
        for (int at = 0; at < moments.size(); at++) {
            if (!moments.get(at).thinking(philosopher)) {
                delay = Math.max(delay, worst[at]);
            }
        }
        return delay;
    }

    private int weight(int philosopher, int from, int to) {
        List<Integer> path = blockingPath(philosopher, moments.get(from));
        int last = path.get(path.size() - 1);
        for (int move = 0; move < successors.get(from).length; move++) {
            if (successors.get(from)[move] == to
                    && moves.get(from).get(move).equals(new Dinner.Move(last, Dinner.Act.FINISH))
                    && last != philosopher) {
                return 1;
            }
        }
        return 0;
    }

    /** The blocking path of a philosopher up to one that is not blocked; it ends where it would come back to itself. */
    private static List<Integer> blockingPath(int philosopher, Dinner moment) {
        List<Integer> path = new ArrayList<>(List.of(philosopher));
        int last = philosopher;
        while (moment.blocked(last) && !path.contains(moment.blocker(last))) {
            last = moment.blocker(last);
            path.add(last);
        }
        return path;
    }

    /** What philosophers do from one moment to another, next to each other. */
    List<Dinner> moments() {
        return moments;
    }
}
