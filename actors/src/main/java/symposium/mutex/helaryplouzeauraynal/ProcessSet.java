package symposium.mutex.helaryplouzeauraynal;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/**
 * An immutable sorted set of processes in one array, equal to every set with the same elements. A flood makes one for each process that it
 * comes to: it takes four bytes for each element, and a union goes once through what it unites.
 */
final class ProcessSet extends AbstractSet<ProcessId> implements SortedSet<ProcessId> {

    private final ProcessId[] sorted;

    private ProcessSet(ProcessId[] sorted) {
        this.sorted = sorted;
    }

    static ProcessSet of(ProcessId one) {
        return new ProcessSet(new ProcessId[] {one});
    }

    private static ProcessSet of(SortedSet<ProcessId> set) {
        return set instanceof ProcessSet same ? same : new ProcessSet(set.toArray(new ProcessId[0]));
    }

    /** The same with these neighbours; itself when they are all in it. */
    static ProcessSet union(SortedSet<ProcessId> set, Iterable<Neighbour> neighbours) {
        ProcessSet before = of(set);
        ProcessId[] more = new ProcessId[4];
        int count = 0;
        boolean ascending = true;
        for (Neighbour neighbour : neighbours) {
            if (before.place(neighbour.id()) < 0) {
                if (count == more.length) {
                    more = Arrays.copyOf(more, count * 2);
                }
                ascending &= count == 0 || more[count - 1].compareTo(neighbour.id()) < 0;
                more[count++] = neighbour.id();
            }
        }
        if (count == 0) {
            return before;
        }
        if (!ascending) {
            more = new TreeSet<>(Arrays.asList(more).subList(0, count)).toArray(new ProcessId[0]);
            count = more.length;
        }
        return new ProcessSet(merged(before.sorted, more, count));
    }

    /** All of one, and the first so many of another that has none of them. */
    private static ProcessId[] merged(ProcessId[] one, ProcessId[] other, int others) {
        ProcessId[] merged = new ProcessId[one.length + others];
        int from = 0;
        int to = 0;
        for (int at = 0; at < others; at++) {
            while (from < one.length && one[from].compareTo(other[at]) < 0) {
                merged[to++] = one[from++];
            }
            merged[to++] = other[at];
        }
        System.arraycopy(one, from, merged, to, one.length - from);
        return merged;
    }

    private int place(ProcessId process) {
        return Arrays.binarySearch(sorted, process);
    }

    @Override
    public boolean contains(Object one) {
        return one instanceof ProcessId process && place(process) >= 0;
    }

    @Override
    public int size() {
        return sorted.length;
    }

    @Override
    public Iterator<ProcessId> iterator() {
        return Arrays.asList(sorted.clone()).iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProcessSet set ? Arrays.equals(sorted, set.sorted) : super.equals(other);
    }

    /** As {@link java.util.Set} demands it. */
    @Override
    public int hashCode() {
        int sum = 0;
        for (ProcessId process : sorted) {
            sum += process.hashCode();
        }
        return sum;
    }

    // --- what else a sorted set can do, on a copy

    @Override
    public Comparator<? super ProcessId> comparator() {
        return null;
    }

    @Override
    public SortedSet<ProcessId> subSet(ProcessId from, ProcessId to) {
        return new TreeSet<>(this).subSet(from, to);
    }

    @Override
    public SortedSet<ProcessId> headSet(ProcessId to) {
        return new TreeSet<>(this).headSet(to);
    }

    @Override
    public SortedSet<ProcessId> tailSet(ProcessId from) {
        return new TreeSet<>(this).tailSet(from);
    }

    @Override
    public ProcessId first() {
        if (sorted.length == 0) {
            throw new NoSuchElementException();
        }
        return sorted[0];
    }

    @Override
    public ProcessId last() {
        if (sorted.length == 0) {
            throw new NoSuchElementException();
        }
        return sorted[sorted.length - 1];
    }
}
