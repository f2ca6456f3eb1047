package symposium.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** What commands print under {@code --json}. */
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
}
