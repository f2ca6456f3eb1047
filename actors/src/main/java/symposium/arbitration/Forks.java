package symposium.arbitration;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/** Immutable sets and maps of neighbours, as the states of philosophers hold them. */
public final class Forks {

    private static final SortedSet<ProcessId> NONE = Collections.emptySortedSet();

    private Forks() {}

    /** Nobody. */
    public static SortedSet<ProcessId> none() {
        return NONE;
    }

    /** The set with one more. */
    public static SortedSet<ProcessId> with(SortedSet<ProcessId> set, ProcessId one) {
        if (set.contains(one)) {
            return set;
        }
        SortedSet<ProcessId> more = new TreeSet<>(set);
        more.add(one);
        return Collections.unmodifiableSortedSet(more);
    }

    /** Those of the set that satisfy a condition. */
    public static SortedSet<ProcessId> only(SortedSet<ProcessId> set, Predicate<ProcessId> condition) {
        SortedSet<ProcessId> fewer = new TreeSet<>(set);
        fewer.removeIf(condition.negate());
        return fewer.isEmpty() ? NONE : Collections.unmodifiableSortedSet(fewer);
    }

    /** The set without one. */
    public static SortedSet<ProcessId> without(SortedSet<ProcessId> set, ProcessId one) {
        return only(set, each -> !each.equals(one));
    }

    /** The map with one more fork. */
    public static SortedMap<ProcessId, Long> with(SortedMap<ProcessId, Long> forks, ProcessId one, long uses) {
        SortedMap<ProcessId, Long> more = new TreeMap<>(forks);
        more.put(one, uses);
        return Collections.unmodifiableSortedMap(more);
    }

    /** Those of the forks that are shared with whom a condition holds of. */
    public static SortedMap<ProcessId, Long> only(SortedMap<ProcessId, Long> forks, Predicate<ProcessId> condition) {
        SortedMap<ProcessId, Long> fewer = new TreeMap<>(forks);
        fewer.keySet().removeIf(condition.negate());
        return Collections.unmodifiableSortedMap(fewer);
    }

    /** Every fork used once more. */
    public static SortedMap<ProcessId, Long> used(SortedMap<ProcessId, Long> forks) {
        SortedMap<ProcessId, Long> more = new TreeMap<>(forks);
        more.replaceAll((other, uses) -> uses + 1);
        return Collections.unmodifiableSortedMap(more);
    }

    /** The forks that lie at a philosopher at the start: those shared with higher names, never used. */
    public static SortedMap<ProcessId, Long> atTheStart(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, Long> forks = new TreeMap<>();
        for (Neighbour neighbour : neighbours) {
            if (self.compareTo(neighbour.id()) < 0) {
                forks.put(neighbour.id(), 0L);
            }
        }
        return Collections.unmodifiableSortedMap(forks);
    }
}
