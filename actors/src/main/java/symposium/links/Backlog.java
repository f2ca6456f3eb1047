package symposium.links;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An immutable list, of which a version with one element more takes constant time. Versions share one array, as long as
 * each has been made from the last one.
 */
final class Backlog<T> extends AbstractList<T> {

    /** The elements before the end of a version do not change. */
    private final List<T> shared;

    private final int from;
    private final int to;

    private Backlog(List<T> shared, int from, int to) {
        this.shared = shared;
        this.from = from;
        this.to = to;
    }

    /** The list itself, if it is one, or a copy. */
    static <T> Backlog<T> of(List<T> some) {
        return some instanceof Backlog<T> it ? it : new Backlog<>(new ArrayList<>(some), 0, some.size());
    }

    /** With one element more, at the end. */
    Backlog<T> with(T element) {
        synchronized (shared) {
            // What is no longer in the list does not stay in memory for long.
            if (shared.size() == to && from <= size()) {
                shared.add(element);
                return new Backlog<>(shared, from, to + 1);
            }
        }
        List<T> copy = new ArrayList<>(size() + 1);
        copy.addAll(this);
        copy.add(element);
        return new Backlog<>(copy, 0, copy.size());
    }

    /** Without this many elements at the start. */
    Backlog<T> without(int first) {
        return new Backlog<>(shared, from + Objects.checkIndex(first, size() + 1), to);
    }

    @Override
    public T get(int index) {
        int at = from + Objects.checkIndex(index, size());
        synchronized (shared) {
            return shared.get(at);
        }
    }

    @Override
    public int size() {
        return to - from;
    }
}
