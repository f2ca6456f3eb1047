package symposium.arbitration;

import java.util.OptionalLong;

/**
 * Blocking paths (section 2): a philosopher; or a blocking path extended with the blocking fork of its last
 * philosopher.
 *
 * <p>With each goes a state: those not on the path think, the last of the path eats, and each other owns the forks that
 * it grabs before the one by which its successor blocks it. So y<sub>0</sub> … y<sub>k</sub> may be extended with z if
 * y<sub>k</sub> shares a fork with z that it grabs after the one it shares with y<sub>k-1</sub>, which it owns, and if
 * no philosopher of the path owns a fork shared with z, who eats.
 *
 * <p>Only for tables free from the danger of deadlock: there, such a path never comes back to one of its philosophers.
 *
 * @param table one that is free from the danger of deadlock
 */
public record BlockingPaths(Table table) {

    /**
     * How many start at a philosopher; after Section 2 this is the maximum delay for it.
     *
     * @param most where to stop counting
     * @return the number, or empty when it is greater than {@code most}
     */
    public OptionalLong count(int philosopher, long most) {
        Counter counter = new Counter(table, most);
        counter.extend(philosopher, 0);
        return counter.count > most ? OptionalLong.empty() : OptionalLong.of(counter.count);
    }

    /** Counts without making lists: there may be very many. */
    private static final class Counter {
        private final Table table;
        private final long most;
        private final int[] path;
        /** How many of the path are next or own a fork shared with it, for each philosopher. */
        private final int[] barred;

        private long count;

        Counter(Table table, long most) {
            this.table = table;
            this.most = most;
            this.path = new int[table.size()];
            this.barred = new int[table.size()];
        }

        /** Puts a philosopher on the path at this place, and counts all that begins so. */
        void extend(int philosopher, int at) {
            path[at] = philosopher;
            barred[philosopher]++;
            int owned = at == 0 ? -1 : table.place(philosopher, path[at - 1]);
            int place = 0;
            while (place < table.degree(philosopher) && count <= most) {
                int next = table.grabs(philosopher, place++);
                if (place - 1 > owned && barred[next] == 0) {
                    extend(next, at + 1);
                }
                barred[next]++;
            }
            while (place > 0) {
                barred[table.grabs(philosopher, --place)]--;
            }
            barred[philosopher]--;
            count++;
        }
    }
}
