package symposium.arbitration.privileges;

import java.util.Arrays;
import java.util.List;

/** Prints how long a hand-off of one name takes, by how many sessions wait for it at three processes. */
public final class HandOffs {

    private static final int PROCESSES = 3;
    private static final int MOST = 200;
    private static final int WARM_UP = 2_000;
    private static final double NANOS_OF_MILLI = 1e6;

    private HandOffs() {}

    /** @param args how many sessions wait, each time */
    public static void main(String[] args) {
        List<Integer> sizes = args.length == 0
                ? List.of(20, 500, 2_000, 5_000, 20_000)
                : Arrays.stream(args).map(Integer::valueOf).toList();
        for (int done = 0; done < WARM_UP; done += MOST) {
            handOffs(100);
        }
        System.out.printf("%8s %16s %16s %16s%n", "waiters", "ms/request", "median ms/hand-off", "mean ms/hand-off");
        for (int waiters : sizes) {
            long begin = System.nanoTime();
            Seated table = waiting(waiters);
            double request = (System.nanoTime() - begin) / NANOS_OF_MILLI / waiters;
            double[] times = handOffs(table, Math.min(waiters - 1, MOST));
            System.out.printf(
                    "%8d %16.4f %16.4f %16.4f%n",
                    waiters,
                    request,
                    times[times.length / 2],
                    Arrays.stream(times).average().orElseThrow());
        }
    }

    private static void handOffs(int waiters) {
        handOffs(waiting(waiters), waiters - 1);
    }

    /** Sessions of each process in turn, of which the first has the name. */
    private static Seated waiting(int sessions) {
        Seated table = Seated.all(PROCESSES);
        for (int session = 0; session < sessions; session++) {
            table.takes(session % PROCESSES, session, "a").settles();
        }
        return table;
    }

    /** The times of the first of them, in order. */
    private static double[] handOffs(Seated table, int count) {
        table.told();
        double[] times = new double[count];
        for (int session = 0; session < count; session++) {
            long begin = System.nanoTime();
            table.releases(session % PROCESSES, session).settles();
            times[session] = (System.nanoTime() - begin) / NANOS_OF_MILLI;
            if (table.told().size() != 1) {
                throw new IllegalStateException("one session is next");
            }
        }
        Arrays.sort(times);
        return times;
    }
}
