package symposium.eventlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.cli.Commands;
import symposium.eventlog.reading.EventLog;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.wire.WireModule;

/** What event logs say is written as Jackson writes it on the wire, and read back. */
@Tag("fast")
class JsonRecordsTest {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModules(new Jdk8Module(), new ParameterNamesModule(), new WireModule())
            .build();

    @TempDir
    private Path directory;

    static Stream<String> everyAlgorithm() {
        return Catalogue.all().stream().map(Algorithm::name);
    }

    @ParameterizedTest
    @MethodSource("everyAlgorithm")
    void whatAlgorithmsSayIsWrittenAsOnTheWire(String name) throws Exception {
        Path file = directory.resolve("run.ndjson");
        assertEquals(
                0,
                Commands.of("simulate", name, "-n", "3", "--seed", "7", "--events", file.toString())
                        .code());
        EventLog log = EventLog.read(file);
        same(log, log.head().entry().orElseThrow());
    }

    @SuppressWarnings("unchecked") // the log is one of the algorithm
    private static <S, M, U, I, O> void same(EventLog log, Algorithm<S, M, U, I, O> algorithm) throws IOException {
        List<Type> users = RecordTypes.inputsAndOutputs(algorithm.problem());
        Map<ProcessId, Protocol<S, M, I, O>> protocols = new HashMap<>();
        Map<ProcessId, S> states = new HashMap<>();
        for (EventLog.Numbered each : log.lines()) {
            ProcessId self = each.line().process();
            if (each.line() instanceof LogLine.Began began) {
                Protocol<S, M, I, O> protocol = began.floor().isPresent()
                        ? algorithm.withDynamicMembership(
                                began.start(), began.floor().getAsLong())
                        : algorithm.protocol(began.start());
                protocols.put(self, protocol);
                states.put(self, protocol.initial(self, began.neighbours()));
            } else if (each.line() instanceof LogLine.Happened happened
                    && happened.event() instanceof TraceEvent.Stepped stepped) {
                if (stepped.event() instanceof Event.Input<?, ?> input) {
                    same(users.get(0), input.input());
                }
                Step<S, M, O> step = protocols.get(self).step(states.get(self), (Event<M, I>) stepped.event());
                states.put(self, step.next());
                for (Effect<M, O> effect : step.effects()) {
                    if (effect instanceof Effect.Send<M, O> send) {
                        same(algorithm.messages().genericType(), send.message());
                    } else if (effect instanceof Effect.Output<M, O> output) {
                        same(users.get(1), output.output());
                    }
                }
            }
            S state = states.get(self);
            assertEquals(
                    tree(JSON.constructType(state.getClass()), state),
                    JSON.readTree(Json.text(JsonRecords.json(state.getClass(), state))));
        }
    }

    private static void same(Type type, Object value) throws IOException {
        Object json = JsonRecords.json(type, value);
        assertEquals(jackson(JSON.constructType(type), value).toString(), Json.text(json));
        assertEquals(value, JsonRecords.value(type, Json.read(Json.text(json))));
    }

    private static JsonNode jackson(JavaType type, Object value) throws IOException {
        if (!type.getRawClass().isSealed()) {
            return tree(type, value);
        }
        Class<?> form = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        return JSON.createArrayNode()
                .add(form.getSimpleName())
                .add(tree(JSON.getTypeFactory().constructSpecializedType(type, form), value));
    }

    private static JsonNode tree(JavaType type, Object value) throws IOException {
        return JSON.readTree(JSON.writerFor(type).writeValueAsBytes(value));
    }

    @Test
    void textsAreReadAsTheyAreWritten() throws JsonProcessingException {
        String text = "{\"a\":[1,-2,true,false,null,\"\\\"\\\\\\n\\u0001\u00e9\"],\"b\":{},\"c\":[],\"d\":1.5}";
        assertEquals(text, Json.text(Json.read(text)));
        assertEquals(JSON.readTree(text).toString(), Json.text(Json.read(" " + text.replace(",", " ,\t\n"))));
        assertEquals("/\u00e9", Json.read("\"\\/\\u00e9\""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``          | No value, column 1
            {"a":1      | Unexpected end-of-input
            {"a" 1}     | Unexpected character ('1' (code 49)): was expecting a colon to separate field name and value, column 6
            {a:1}       | Unexpected character ('a' (code 97)): was expecting double-quote to start field name, column 2
            [1,]        | Unexpected character (']' (code 93)): expected a valid value
            [1] 2       | A second value, column 5
            1-2         | Unexpected character ('-' (code 45)): Expected space separating root-level values, column 2
            1e999       | A number greater than
            123456789012345678901 | Numeric value (123456789012345678901) out of range of long
            {"a":1,"a":2} | Duplicate field 'a'
            "a          | Unexpected end-of-input
            "\\x"       | Unrecognized character escape 'x' (code 120), column 3
            nil         | Unrecognized token 'nil'
            """)
    void whatIsNoJsonIsToldWithItsPlace(String text, String says) {
        String message = assertThrows(IllegalArgumentException.class, () -> Json.read(text))
                .getMessage();
        assertTrue(message.startsWith(says), message);
    }

    @Test
    void textsThatAreTooDeepAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Json.read("[".repeat(100_000)));
    }
}
