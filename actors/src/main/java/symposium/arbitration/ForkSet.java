package symposium.arbitration;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.kernel.ProcessId;

/** An immutable set of neighbours in an array, in ascending order: of few there are very many, and each is made anew with every message. */
final class ForkSet extends AbstractSet<ProcessId> implements SortedSet<ProcessId> {

    static final ForkSet NONE = new ForkSet(new ProcessId[0]);

    private final ProcessId[] neighbours;

    /** @param neighbours in ascending order, each once; not changed any more */
    ForkSet(ProcessId[] neighbours) {
        this.neighbours = neighbours;
    }

    static ForkSet of(SortedSet<ProcessId> set) {
        return set instanceof ForkSet already ? already : new ForkSet(set.toArray(new ProcessId[0]));
    }

    ForkSet with(ProcessId one) {
        int at = Arrays.binarySearch(neighbours, one);
        return at >= 0 ? this : new ForkSet(inserted(neighbours, -1 - at, one));
    }

    static ProcessId[] inserted(ProcessId[] before, int at, ProcessId one) {
        ProcessId[] more = new ProcessId[before.length + 1];
        System.arraycopy(before, 0, more, 0, at);
        more[at] = one;
        System.arraycopy(before, at, more, at + 1, before.length - at);
        return more;
    }

    ForkSet only(Predicate<ProcessId> condition) {
        ProcessId[] kept = new ProcessId[neighbours.length];
        int count = 0;
        for (ProcessId each : neighbours) {
            if (condition.test(each)) {
                kept[count++] = each;
            }
        }
        if (count == neighbours.length) {
            return this;
        }
        return count == 0 ? NONE : new ForkSet(Arrays.copyOf(kept, count));
    }

    @Override
    public boolean contains(Object other) {
        return other instanceof ProcessId process && Arrays.binarySearch(neighbours, process) >= 0;
    }

    @Override
    public int size() {
        return neighbours.length;
    }

    @Override
    public Iterator<ProcessId> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < neighbours.length;
            }

            @Override
            public ProcessId next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return neighbours[next++];
            }
        };
    }

    @Override
    public Comparator<? super ProcessId> comparator() {
        return null;
    }

    @Override
    public ProcessId first() {
        return iterator().next();
    }

    @Override
    public ProcessId last() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return neighbours[neighbours.length - 1];
    }

    @Override
    public SortedSet<ProcessId> subSet(ProcessId from, ProcessId to) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(this).subSet(from, to));
    }

    @Override
    public SortedSet<ProcessId> headSet(ProcessId to) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(this).headSet(to));
    }

    @Override
    public SortedSet<ProcessId> tailSet(ProcessId from) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(this).tailSet(from));
    }
}
