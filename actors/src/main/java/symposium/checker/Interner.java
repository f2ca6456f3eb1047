package symposium.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/** Numbers distinct values from 0, in the order of their first event. */
final class Interner<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();
    private final ObjIntConsumer<T> added;

    Interner() {
        this((value, number) -> {});
    }

    /** @param added receives each new value with its number */
    Interner(ObjIntConsumer<T> added) {
        this.added = added;
    }

    /** The number of a value; a new value gets the next number. */
    int of(T value) {
        Integer known = numbers.putIfAbsent(value, values.size());
        if (known != null) {
            return known;
        }
        int number = values.size();
        values.add(value);
        added.accept(value, number);
        return number;
    }

    /** The number of a value, or -1 if it has none. */
    int find(T value) {
        return numbers.getOrDefault(value, -1);
    }

    T value(int number) {
        return values.get(number);
    }

    int size() {
        return values.size();
    }
}
