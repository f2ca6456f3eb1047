package symposium.arbitration;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/** Immutable sets and maps of neighbours, as the states of philosophers hold them. */
public final class Forks {

    private Forks() {}

    /** Nobody. */
    public static SortedSet<ProcessId> none() {
        return ForkSet.NONE;
    }

    /** The set with one more. */
    public static SortedSet<ProcessId> with(SortedSet<ProcessId> set, ProcessId one) {
        return ForkSet.of(set).with(one);
    }

    /** Those of the set that satisfy a condition. */
    public static SortedSet<ProcessId> only(SortedSet<ProcessId> set, Predicate<ProcessId> condition) {
        return ForkSet.of(set).only(condition);
    }

    /** The set without one. */
    public static SortedSet<ProcessId> without(SortedSet<ProcessId> set, ProcessId one) {
        return only(set, each -> !each.equals(one));
    }

    /** No uses of any fork. */
    public static SortedMap<ProcessId, Long> unused() {
        return ForkMap.NONE;
    }

    /** The map with one more fork. */
    public static SortedMap<ProcessId, Long> with(SortedMap<ProcessId, Long> forks, ProcessId one, long uses) {
        return ForkMap.of(forks).with(one, uses);
    }

    /** Those of the forks that are shared with whom a condition holds of. */
    public static SortedMap<ProcessId, Long> only(SortedMap<ProcessId, Long> forks, Predicate<ProcessId> condition) {
        return ForkMap.of(forks).only(condition);
    }

    /** Every fork used once more. */
    public static SortedMap<ProcessId, Long> used(SortedMap<ProcessId, Long> forks) {
        return ForkMap.of(forks).used();
    }

    /** The forks that lie at a philosopher at the start: those shared with higher names, never used. */
    public static SortedMap<ProcessId, Long> atTheStart(ProcessId self, Neighbours neighbours) {
        return ForkMap.unused(neighbours.all().stream()
                .map(Neighbour::id)
                .filter(other -> self.compareTo(other) < 0)
                .sorted()
                .toArray(ProcessId[]::new));
    }
}
