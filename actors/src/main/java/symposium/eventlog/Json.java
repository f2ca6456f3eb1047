package symposium.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON texts, and the values that they say: maps by name in their order, lists, texts, whole numbers as {@link Long},
 * others as {@link Double}, booleans and null.
 */
public final class Json {

    /** Deeper texts are refused: each level takes some of the stack. */
    private static final int MOST_DEPTH = 500;

    /** Without a table of names, which would keep those of all texts. */
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Json() {}

    /** The text of a value, in one line. Of anything else, its own text is the text. */
    public static String text(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator to = FACTORY.createGenerator(text)) {
            write(value, to);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void write(Object value, JsonGenerator to) throws IOException {
        if (value instanceof Map<?, ?> map) {
            to.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                to.writeFieldName(String.valueOf(entry.getKey()));
                write(entry.getValue(), to);
            }
            to.writeEndObject();
        } else if (value instanceof List<?> list) {
            to.writeStartArray();
            for (Object each : list) {
                write(each, to);
            }
            to.writeEndArray();
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            to.writeRawValue(String.valueOf(value));
        } else {
            to.writeString(value.toString());
        }
    }

    /**
     * The value that a text says.
     *
     * @throws IllegalArgumentException when it is no JSON; the message says where
     */
    public static Object read(String text) {
        try (JsonParser from = FACTORY.createParser(text)) {
            from.nextToken();
            Object value = value(from, 0);
            if (from.nextToken() != null) {
                throw new JsonParseException(from, "A second value");
            }
            return value;
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    malformed.getOriginalMessage() + ", column " + column(malformed), malformed);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The column of the last letter that has been read. */
    private static int column(JsonProcessingException malformed) {
        return Math.max(1, malformed.getLocation().getColumnNr() - 1);
    }

    private static Object value(JsonParser from, int depth) throws IOException {
        if (depth > MOST_DEPTH) {
            throw new JsonParseException(from, "More than " + MOST_DEPTH + " values within each other");
        }
        if (!from.hasCurrentToken()) {
            throw new JsonParseException(from, "No value");
        }
        return switch (from.currentToken()) {
            case START_OBJECT -> object(from, depth + 1);
            case START_ARRAY -> array(from, depth + 1);
            case VALUE_STRING -> from.getText();
            case VALUE_NUMBER_INT -> from.getLongValue();
            case VALUE_NUMBER_FLOAT -> finite(from);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Map<String, Object> object(JsonParser from, int depth) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        for (String name = from.nextFieldName(); name != null; name = from.nextFieldName()) {
            from.nextToken();
            map.put(name, value(from, depth));
        }
        return map;
    }

    private static List<Object> array(JsonParser from, int depth) throws IOException {
        List<Object> list = new ArrayList<>();
        while (from.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(from, depth));
        }
        return list;
    }

    private static double finite(JsonParser from) throws IOException {
        double number = from.getDoubleValue();
        if (Double.isInfinite(number)) {
            throw new JsonParseException(from, "A number greater than " + Double.MAX_VALUE);
        }
        return number;
    }
}
