package symposium.checker;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A function of two numbers, each value of which is computed once.
 *
 * @param <T> the values, never null
 */
final class Memo<T> {

    /** Computes a value of the function. */
    @FunctionalInterface
    interface Computation<T> {
        T of(int one, int other);
    }

    /** Values whose second number is below this one are in arrays, the others, which are few, in a map. */
    private static final int DENSE = 32;

    private final Computation<T> computation;
    private Object[][] dense = new Object[16][];
    private final Map<Long, T> sparse = new HashMap<>();

    Memo(Computation<T> computation) {
        this.computation = computation;
    }

    @SuppressWarnings("unchecked")
    T of(int one, int other) {
        if (other < DENSE) {
            Object[] row = one < dense.length ? dense[one] : null;
            T known = row == null || other >= row.length ? null : (T) row[other];
            return known == null ? computeDense(one, other) : known;
        }
        long key = (long) one << Integer.SIZE | other;
        T known = sparse.get(key);
        return known == null ? computeSparse(key, one, other) : known;
    }

    private T computeDense(int one, int other) {
        T value = computation.of(one, other);
        if (one >= dense.length) {
            dense = Arrays.copyOf(dense, one * 2);
        }
        Object[] row = dense[one];
        if (row == null || other >= row.length) {
            row = row == null ? new Object[other + 1] : Arrays.copyOf(row, other + 1);
            dense[one] = row;
        }
        row[other] = value;
        return value;
    }

    private T computeSparse(long key, int one, int other) {
        T value = computation.of(one, other);
        sparse.put(key, value);
        return value;
    }
}
