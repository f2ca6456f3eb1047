package symposium.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers distinct values from 0, in the order of their first event. */
final class Interner<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    /** The number of a value; a new value gets the next number. */
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
