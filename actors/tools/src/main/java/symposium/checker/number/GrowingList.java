package symposium.checker.number;

import java.util.Arrays;

/**
 * Values by number from 0, in the order in which they were added.
 *
 * @param <T> the values, never null
 */
public final class GrowingList<T> {

    private final Guard guard;
    private Object[] values = new Object[16];
    private int size;

    public GrowingList(Guard guard) {
        this.guard = guard;
    }

    /** Adds a value; called inside the guard. */
    public void add(T value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    @SuppressWarnings("unchecked")
    public T get(int number) {
        Object[] now = values;
        T value = number < now.length ? (T) now[number] : null;
        return value == null ? guarded(number) : value;
    }

    @SuppressWarnings("unchecked")
    private T guarded(int number) {
        guard.enter();
        try {
            return (T) values[number];
        } finally {
            guard.leave();
        }
    }

    /** The number of values, as far as this thread sees. */
    public int size() {
        return size;
    }
}
