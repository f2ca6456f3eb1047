package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import symposium.eventlog.Json;

/** Changes of values of {@link Json}, as other readers need them. */
public final class JsonValues {

    private JsonValues() {}

    /** Browsers round numbers that are beyond 2^53: here those are texts. */
    public static Object exact(Object json) {
        return with(
                json, value -> value instanceof Long number && Math.abs(number) > 1L << 53 ? number.toString() : value);
    }

    /** The same lists and maps with other values in them. */
    static Object with(Object json, UnaryOperator<Object> other) {
        if (json instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(each -> all.add(with(each, other)));
            return all;
        }
        if (json instanceof Map<?, ?> map) {
            Map<Object, Object> all = new LinkedHashMap<>();
            map.forEach((name, each) -> all.put(name, with(each, other)));
            return all;
        }
        return other.apply(json);
    }
}
