package symposium;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;

/** Numbers in JSON that programs print. */
public final class JsonNumbers {

    /** The greatest whole number up to which {@code jq}, JavaScript and Grafana read each exactly. */
    private static final BigInteger GREATEST = BigInteger.ONE.shiftLeft(53).subtract(BigInteger.ONE);

    private JsonNumbers() {}

    /**
     * The same JSON.
     *
     * @throws AssertionError when it has a whole number that readers round
     */
    public static JsonNode exact(JsonNode json) {
        if (json.isIntegralNumber() && json.bigIntegerValue().abs().compareTo(GREATEST) > 0) {
            throw new AssertionError(json + " is beyond 2^53 - 1, where readers round: a string is required");
        }
        json.forEach(JsonNumbers::exact);
        return json;
    }
}
