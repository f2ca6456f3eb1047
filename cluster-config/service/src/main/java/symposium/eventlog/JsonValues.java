package symposium.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.UnaryOperator;

/** Changes of JSON values, as other readers need them. */
public final class JsonValues {

    private JsonValues() {}

    /** Browsers round numbers that are beyond 2^53: here those are texts. */
    public static JsonNode exact(JsonNode json) {
        return with(
                json,
                value -> value.isIntegralNumber() && Math.abs(value.asLong()) > 1L << 53
                        ? JsonNodeFactory.instance.textNode(value.asText())
                        : value);
    }

    /** The same arrays and objects with other values in them. */
    static JsonNode with(JsonNode json, UnaryOperator<JsonNode> other) {
        if (json.isArray()) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            json.forEach(each -> all.add(with(each, other)));
            return all;
        }
        if (json.isObject()) {
            ObjectNode all = JsonNodeFactory.instance.objectNode();
            json.fields().forEachRemaining(each -> all.set(each.getKey(), with(each.getValue(), other)));
            return all;
        }
        return other.apply(json);
    }
}
