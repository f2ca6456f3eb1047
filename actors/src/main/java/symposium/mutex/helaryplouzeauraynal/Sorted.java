package symposium.mutex.helaryplouzeauraynal;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** Sorted maps and sets of processes, as immutable values. */
public final class Sorted {

    private Sorted() {}

    /** No process at all. */
    public static <V> SortedMap<ProcessId, V> empty() {
        return Collections.emptySortedMap();
    }

    /** The same with that value for that process. */
    public static <V> SortedMap<ProcessId, V> with(SortedMap<ProcessId, V> map, ProcessId key, V value) {
        SortedMap<ProcessId, V> more = new TreeMap<>(map);
        more.put(key, value);
        return Collections.unmodifiableSortedMap(more);
    }

    /** The same without that process. */
    public static <V> SortedMap<ProcessId, V> without(SortedMap<ProcessId, V> map, ProcessId key) {
        SortedMap<ProcessId, V> less = new TreeMap<>(map);
        less.remove(key);
        return Collections.unmodifiableSortedMap(less);
    }

    /** One process alone. */
    public static SortedSet<ProcessId> of(ProcessId one) {
        return ProcessSet.of(one);
    }

    /** The same with these neighbours. */
    public static SortedSet<ProcessId> union(SortedSet<ProcessId> set, Iterable<Neighbour> neighbours) {
        return ProcessSet.union(set, neighbours);
    }
}
