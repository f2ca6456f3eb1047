package symposium.arbitration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Colours for forks such that those that meet at a philosopher differ, one more than meet at any philosopher at the
 * most: J. Misra and D. Gries, <em>A constructive proof of Vizing's theorem</em>, Information Processing Letters 41,
 * 1992.
 */
final class EdgeColouring {

    private static final int NONE = -1;

    private final Table table;
    private final int colours;
    /** For each two philosophers the colour of their fork. */
    private final int[][] colour;
    /** For each philosopher and colour, the neighbour that shares the fork of that colour. */
    private final int[][] partner;

    private EdgeColouring(Table table) {
        this.table = table;
        this.colours = table.mostForks() + 1;
        this.colour = new int[table.size()][table.size()];
        this.partner = new int[table.size()][colours];
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            Arrays.fill(colour[philosopher], NONE);
            Arrays.fill(partner[philosopher], NONE);
        }
    }

    /** For each two philosophers that share a fork its colour, from 0; unused colours are left out. */
    static int[][] of(Table table) {
        EdgeColouring colouring = new EdgeColouring(table);
        table.pairs().forEach(fork -> colouring.paint(fork.one(), fork.other()));
        return colouring.compact();
    }

    private void paint(int x, int first) {
        List<Integer> fan = fan(x, first);
        int c = free(x);
        int d = free(fan.get(fan.size() - 1));
        invert(x, c, d);
        int end = 0;
        while (!(isFree(fan.get(end), d) && isFan(x, fan, end))) {
            end++;
        }
        for (int at = 0; at < end; at++) {
            int next = colour[x][fan.get(at + 1)];
            clear(x, fan.get(at + 1));
            set(x, fan.get(at), next);
        }
        set(x, fan.get(end), d);
    }

    /** A maximal fan of x: each fork's colour is free at the one before. */
    private List<Integer> fan(int x, int first) {
        List<Integer> fan = new ArrayList<>(List.of(first));
        boolean grown = true;
        while (grown) {
            grown = false;
            int last = fan.get(fan.size() - 1);
            for (int other : table.order(x)) {
                if (colour[x][other] != NONE && !fan.contains(other) && isFree(last, colour[x][other])) {
                    fan.add(other);
                    grown = true;
                    break;
                }
            }
        }
        return fan;
    }

    private boolean isFan(int x, List<Integer> fan, int end) {
        for (int at = 0; at < end; at++) {
            int next = colour[x][fan.get(at + 1)];
            if (next == NONE || !isFree(fan.get(at), next)) {
                return false;
            }
        }
        return true;
    }

    /** Exchanges the colours c and d on the path of these that begins at x, where c is free. */
    private void invert(int x, int c, int d) {
        List<int[]> path = new ArrayList<>();
        int at = x;
        int wanted = d;
        while (partner[at][wanted] != NONE) {
            int next = partner[at][wanted];
            path.add(new int[] {at, next, wanted == d ? c : d});
            at = next;
            wanted = wanted == d ? c : d;
        }
        path.forEach(fork -> clear(fork[0], fork[1]));
        path.forEach(fork -> set(fork[0], fork[1], fork[2]));
    }

    private int free(int philosopher) {
        int found = 0;
        while (!isFree(philosopher, found)) {
            found++;
        }
        return found;
    }

    private boolean isFree(int philosopher, int which) {
        return partner[philosopher][which] == NONE;
    }

    private void clear(int one, int other) {
        int which = colour[one][other];
        partner[one][which] = NONE;
        partner[other][which] = NONE;
        colour[one][other] = NONE;
        colour[other][one] = NONE;
    }

    private void set(int one, int other, int which) {
        colour[one][other] = which;
        colour[other][one] = which;
        partner[one][which] = other;
        partner[other][which] = one;
    }

    private int[][] compact() {
        List<Integer> used = Arrays.stream(colour)
                .flatMapToInt(Arrays::stream)
                .filter(which -> which != NONE)
                .distinct()
                .boxed()
                .toList();
        for (int[] row : colour) {
            Arrays.setAll(row, other -> used.indexOf(row[other]));
        }
        return colour;
    }
}
