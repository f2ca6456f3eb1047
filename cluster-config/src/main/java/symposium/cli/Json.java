package symposium.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON objects that commands print under {@code --json}. */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    /** One object in one line. */
    static String of(Map<String, ?> object) {
        try {
            return MAPPER.writeValueAsString(object);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("not made of numbers, strings, lists and maps: " + object, impossible);
        }
    }

    /** An object with one field, and the objects of several runs. */
    static Map<String, Object> runs(String field, Object value, List<Map<String, Object>> runs) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(field, value);
        object.put("runs", runs);
        return object;
    }
}
