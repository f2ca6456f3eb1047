package symposium.cli.report;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Topology;

/**
 * A JSON object that a command prints under {@code --json}, with its fields in order. A process is its number; a
 * topology and a constant are their texts; an empty {@code Optional} is null.
 */
public final class JsonObject {

    /** How a process is printed. */
    private interface ByNumber {
        @JsonValue
        int number();
    }

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule().addSerializer(Topology.class, ToStringSerializer.instance))
            .addMixIn(ProcessId.class, ByNumber.class)
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .build();

    private final Map<String, Object> fields = new LinkedHashMap<>();

    /** Appends a field. */
    public JsonObject with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    /** Appends a field, if there is a value. */
    public JsonObject withPresent(String name, Optional<?> value) {
        value.ifPresent(present -> fields.put(name, present));
        return this;
    }

    /** Appends a field, unless the list is empty. */
    public JsonObject withAny(String name, List<?> values) {
        return withPresent(name, Optional.of(values).filter(list -> !list.isEmpty()));
    }

    /** Appends several fields. */
    public JsonObject withAll(Map<String, ?> several) {
        fields.putAll(several);
        return this;
    }

    @JsonValue
    public Map<String, Object> fields() {
        return fields;
    }

    /** An object with one field, and the objects of several runs. */
    public static <R> JsonObject runs(String field, Object value, List<R> runs, Function<R, JsonObject> each) {
        return new JsonObject()
                .with(field, value)
                .with("runs", runs.stream().map(each).toList());
    }

    /** The object in one line. */
    @Override
    public String toString() {
        try {
            return MAPPER.writeValueAsString(fields);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("not made of what JSON knows: " + fields, impossible);
        }
    }
}
