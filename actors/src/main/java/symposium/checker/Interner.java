package symposium.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives each distinct value a small number, from 0, in the order of appearance. */
final class Interner<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    /** The number of a value, a new one where the value is new. */
    int of(T value) {
        Integer known = numbers.get(value);
        if (known != null) {
            return known;
        }
        numbers.put(value, values.size());
        values.add(value);
        return values.size() - 1;
    }

    T value(int number) {
        return values.get(number);
    }

    int size() {
        return values.size();
    }
}
