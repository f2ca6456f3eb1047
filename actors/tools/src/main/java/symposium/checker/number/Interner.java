package symposium.checker.number;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjIntConsumer;

/** Numbers distinct values from 0, in the order of their first event. */
public final class Interner<T> {

    private final Guard guard;
    private final Map<T, Integer> numbers = new ConcurrentHashMap<>();
    private final GrowingList<T> values;
    private final ObjIntConsumer<T> added;

    public Interner(Guard guard) {
        this(guard, (value, number) -> {});
    }

    /** @param added receives each new value with its number, inside the guard */
    public Interner(Guard guard, ObjIntConsumer<T> added) {
        this.guard = guard;
        this.values = new GrowingList<>(guard);
        this.added = added;
    }

    /** The number of a value; a new value gets the next number. */
    public int of(T value) {
        Integer known = numbers.get(value);
        return known == null ? add(value) : known;
    }

    private int add(T value) {
        guard.enter();
        try {
            Integer known = numbers.get(value);
            if (known != null) {
                return known;
            }
            guard.naming();
            int number = values.size();
            values.add(value);
            added.accept(value, number);
            // Others see the number when all is done that depends on it.
            numbers.put(value, number);
            return number;
        } finally {
            guard.leave();
        }
    }

    /** The number of a value, or -1 if it has none. */
    public int find(T value) {
        return numbers.getOrDefault(value, -1);
    }

    public T value(int number) {
        return values.get(number);
    }

    public int size() {
        return values.size();
    }
}
