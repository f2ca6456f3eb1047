package symposium.mutex;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/** Sets of processes in the order of their names, never changed: what permission-based algorithms keep of whom they asked and who asked them. */
public final class Processes {

    private static final SortedSet<ProcessId> NONE = Collections.unmodifiableSortedSet(new TreeSet<>());

    private Processes() {}

    /** Nobody. */
    public static SortedSet<ProcessId> none() {
        return NONE;
    }

    /** These. */
    public static SortedSet<ProcessId> of(Collection<ProcessId> ids) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(ids));
    }

    /** All at the other ends of these links. */
    public static SortedSet<ProcessId> of(Neighbours neighbours) {
        return of(neighbours.all().stream().map(Neighbour::id).toList());
    }

    /** These and one more. */
    public static SortedSet<ProcessId> with(SortedSet<ProcessId> ids, ProcessId one) {
        SortedSet<ProcessId> more = new TreeSet<>(ids);
        more.add(one);
        return Collections.unmodifiableSortedSet(more);
    }

    /** These but one. */
    public static SortedSet<ProcessId> without(SortedSet<ProcessId> ids, ProcessId one) {
        return without(ids, List.of(one));
    }

    /** These but those. */
    public static SortedSet<ProcessId> without(SortedSet<ProcessId> ids, Collection<ProcessId> those) {
        return Collections.unmodifiableSortedSet(
                ids.stream().filter(id -> !those.contains(id)).collect(Collectors.toCollection(TreeSet::new)));
    }
}
