package symposium.checker.number;

import java.util.Arrays;
import symposium.checker.store.WordTable;

/**
 * A function of two numbers, each value of which is computed once, inside a guard.
 *
 * @param <T> the values, never null, and immutable; an array is one only as {@link Frozen}
 */
public final class Memo<T> {

    /** Computes a value of the function. */
    @FunctionalInterface
    public interface Computation<T> {
        public T of(int one, int other);
    }

    /** An array that nobody changes. */
    public record Frozen<A>(A array) {}

    /** A value whose second number is not small. */
    private record Entry<T>(long key, T value, Entry<T> next) {}

    /** Values whose second number is below this one are in arrays, the others, which are few, in a hash table. */
    private static final int DENSE = 32;

    private final Guard guard;
    private final int id;
    private final Computation<T> computation;
    private Object[][] dense = new Object[16][];
    private Entry<?>[] sparse = new Entry<?>[16];
    private int entries;

    public Memo(Guard guard, Computation<T> computation) {
        this.guard = guard;
        this.id = guard.register(this::of);
        this.computation = computation;
    }

    public T of(int one, int other) {
        T known = known(one, other);
        return known == null ? compute(one, other) : known;
    }

    /** The value, or null if this thread sees none. */
    @SuppressWarnings("unchecked")
    private T known(int one, int other) {
        if (other < DENSE) {
            Object[][] rows = dense;
            Object[] row = one < rows.length ? rows[one] : null;
            return row == null || other >= row.length ? null : (T) row[other];
        }
        long key = key(one, other);
        Entry<?>[] table = sparse;
        Entry<?> entry = table[place(key, table.length)];
        while (entry != null && entry.key != key) {
            entry = entry.next;
        }
        return entry == null ? null : (T) entry.value;
    }

    private T compute(int one, int other) {
        guard.enter();
        try {
            T known = known(one, other);
            if (known != null) {
                return known;
            }
            T value = begun(one, other);
            if (other < DENSE) {
                store(one, other, value);
            } else {
                store(key(one, other), value);
            }
            return value;
        } finally {
            guard.leave();
        }
    }

    private T begun(int one, int other) {
        guard.begin(id, one, other);
        try {
            return computation.of(one, other);
        } finally {
            guard.end();
        }
    }

    private void store(int one, int other, T value) {
        if (one >= dense.length) {
            dense = Arrays.copyOf(dense, one * 2);
        }
        Object[] row = dense[one];
        if (row == null || other >= row.length) {
            Object[] longer = row == null ? new Object[other + 1] : Arrays.copyOf(row, other + 1);
            longer[other] = value;
            dense[one] = longer;
        } else {
            row[other] = value;
        }
    }

    private void store(long key, T value) {
        if (entries++ == sparse.length) {
            Entry<?>[] former = sparse;
            Entry<?>[] larger = new Entry<?>[former.length * 2];
            for (Entry<?> chain : former) {
                for (Entry<?> entry = chain; entry != null; entry = entry.next) {
                    enter(larger, entry.key, entry.value);
                }
            }
            sparse = larger;
        }
        enter(sparse, key, value);
    }

    private static <V> void enter(Entry<?>[] table, long key, V value) {
        int place = place(key, table.length);
        @SuppressWarnings("unchecked")
        Entry<V> next = (Entry<V>) table[place];
        table[place] = new Entry<>(key, value, next);
    }

    private static long key(int one, int other) {
        return (long) one << Integer.SIZE | other;
    }

    private static int place(long key, int length) {
        return (int) (WordTable.hash(key) & length - 1);
    }
}
