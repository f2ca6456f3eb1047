package symposium.arbitration.resources;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.Sorted;

/**
 * How a session takes a resource: this number of units of as many as there are.
 *
 * <p>Sessions that take units may have a resource together as long as their units do not exceed the least capacity that
 * any of them states. {@link #SHARED} goes with {@link #SHARED} alone.
 *
 * @param units how many it takes, from 1 to the capacity
 * @param capacity how many there are; sessions need not state the same
 */
public record Mode(int units, int capacity) implements Comparable<Mode> {

    private static final int UNBOUNDED = Integer.MAX_VALUE;
    private static final Comparator<Mode> ORDER =
            Comparator.comparingInt(Mode::capacity).thenComparingInt(Mode::units);

    /** All there is: no other session has the resource at the same time, in whatever mode. */
    public static final Mode EXCLUSIVE = new Mode(1, 1);

    /** What readers take: any number of sessions have the resource together, and none in another mode. */
    public static final Mode SHARED = new Mode(1, UNBOUNDED);

    /** @throws IllegalArgumentException when the units are not from 1 to the capacity */
    public Mode {
        if (units < 1 || units > capacity || capacity == UNBOUNDED && units > 1) {
            throw new IllegalArgumentException("a mode takes from 1 unit to all, of fewer than " + UNBOUNDED + ", not "
                    + units + " of " + capacity);
        }
    }

    /**
     * Some of the permits of a resource; all of them exclude every other session.
     *
     * @param some how many it takes, from 1 to all
     * @param all how many there are, fewer than {@link Integer#MAX_VALUE}
     */
    public static Mode permits(int some, int all) {
        if (all == UNBOUNDED) {
            throw new IllegalArgumentException("there are fewer than " + UNBOUNDED + " permits");
        }
        return new Mode(some, all);
    }

    /** Each of these resources exclusively. */
    public static SortedMap<String, Mode> exclusively(Collection<String> resources) {
        SortedMap<String, Mode> modes = new TreeMap<>();
        resources.forEach(resource -> modes.put(resource, EXCLUSIVE));
        return Sorted.map(modes);
    }

    /** Whether sessions with these two modes may be kept from having a resource together, if need be by a third. */
    public boolean mayConflict(Mode other) {
        return !equals(SHARED) || !other.equals(SHARED);
    }

    /** Whether sessions with these two modes never have a resource together. */
    public boolean excludes(Mode other) {
        return !fit(List.of(this, other));
    }

    /** Whether sessions with these modes may have a resource together. */
    public static boolean fit(Collection<Mode> modes) {
        if (modes.contains(SHARED)) {
            return modes.stream().allMatch(SHARED::equals);
        }
        long units = modes.stream().mapToLong(Mode::units).sum();
        return modes.stream().allMatch(mode -> units <= mode.capacity());
    }

    /**
     * Whether sessions with these modes may have a resource together.
     *
     * @param counts how many there are with each mode
     */
    static boolean fit(SortedMap<Mode, Integer> counts) {
        if (counts.size() < 2 && counts.containsKey(SHARED)) {
            return true;
        }
        long units = 0;
        for (Map.Entry<Mode, Integer> each : counts.entrySet()) {
            units += (long) each.getKey().units() * each.getValue();
        }
        return counts.isEmpty()
                || !counts.containsKey(SHARED) && units <= counts.firstKey().capacity();
    }

    /** Resources and their modes as text; those without a mode are exclusive. */
    public static String print(Map<String, Mode> modes) {
        return modes.entrySet().stream()
                .map(each -> each.getKey() + (each.getValue().equals(EXCLUSIVE) ? "" : " (" + each.getValue() + ")"))
                .toList()
                .toString();
    }

    @Override
    public int compareTo(Mode other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return equals(EXCLUSIVE) ? "exclusive" : equals(SHARED) ? "shared" : units + " of " + capacity;
    }
}
