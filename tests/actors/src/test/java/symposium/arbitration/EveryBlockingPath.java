package symposium.arbitration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The blocking paths that {@link BlockingPaths} counts, one by one. */
public final class EveryBlockingPath {

    private EveryBlockingPath() {}

    /**
     * Every blocking path that starts at a philosopher, in the order of the paper: an extension before what it extends,
     * and of two that part at Y the one over the fork that Y grabs first.
     *
     * @param most how many at the most
     * @throws IllegalArgumentException when there are more
     */
    public static List<List<Integer>> from(int philosopher, Table table, int most) {
        List<List<Integer>> found = new ArrayList<>();
        walk(List.of(philosopher), table, path -> {
            if (found.size() == most) {
                throw new IllegalArgumentException(
                        "more than " + most + " blocking paths start at " + table.name(philosopher));
            }
            return found.add(path);
        });
        return found;
    }

    /** Whether the visitor wants more. */
    private static boolean walk(List<Integer> path, Table table, Predicate<List<Integer>> visitor) {
        int last = path.get(path.size() - 1);
        int owned = path.size() == 1 ? -1 : table.place(last, path.get(path.size() - 2));
        for (int place = owned + 1; place < table.degree(last); place++) {
            int next = table.grabs(last, place);
            if (mayEat(path, next, table)) {
                List<Integer> longer = new ArrayList<>(path);
                longer.add(next);
                if (!walk(List.copyOf(longer), table, visitor)) {
                    return false;
                }
            }
        }
        return visitor.test(path);
    }

    /**
     * Whether none of those on the path but the last, which is blocked, owns a fork shared with {@code next}, nor is
     * {@code next} itself.
     */
    private static boolean mayEat(List<Integer> path, int next, Table table) {
        for (int at = 0; at < path.size(); at++) {
            int each = path.get(at);
            if (each == next
                    || at < path.size() - 1
                            && table.share(each, next)
                            && table.place(each, next) < table.place(each, path.get(at + 1))) {
                return false;
            }
        }
        return true;
    }
}
