package symposium.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import symposium.arbitration.resources.Mode;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.links.LinkIncarnation;
import symposium.wire.WireMessage.Envelope;

/**
 * What Jackson has to know to write and read envelopes and the messages in them; named in the configuration under
 * {@code akka.serialization.jackson.symposium-cbor.jackson-modules}.
 */
public final class WireModule extends SimpleModule {

    private static final long serialVersionUID = 1;

    private static final String ALGORITHM = "algorithm";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String SIDE = "side";
    private static final String INCARNATION = "incarnation";
    private static final String NUMBER = "number";
    private static final String MESSAGE = "message";
    private static final int SHARED = 0;
    private static final int EXCLUSIVE = 1;

    /** The module for all algorithms of the catalogue. */
    public WireModule() {
        super("symposium");
        WireTypes types = new WireTypes();
        addSerializer(Envelope.class, new EnvelopeWriter(types));
        addDeserializer(Envelope.class, new EnvelopeReader(types));
        addSerializer(ProcessId.class, new PairWriter<>(ProcessId.class, ProcessId::number, ProcessId::incarnation));
        addDeserializer(
                ProcessId.class,
                new PairReader<>(
                        ProcessId.class, (number, incarnation) -> new ProcessId(Math.toIntExact(number), incarnation)));
        addSerializer(
                LinkIncarnation.class,
                new PairWriter<>(LinkIncarnation.class, LinkIncarnation::sender, LinkIncarnation::recipient));
        addDeserializer(LinkIncarnation.class, new PairReader<>(LinkIncarnation.class, LinkIncarnation::new));
        addSerializer(Mode.class, new ModeWriter());
        addDeserializer(Mode.class, new ModeReader());
        addKeySerializer(ProcessId.class, new ProcessIdKeyWriter());
        addKeyDeserializer(ProcessId.class, new ProcessIdKeyReader());
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.insertAnnotationIntrospector(new SealedTypes());
    }

    private static final class EnvelopeWriter extends StdSerializer<Envelope> {
        private static final long serialVersionUID = 1;
        private final transient WireTypes types;
        private final transient Map<String, MessageWriter> writers = new ConcurrentHashMap<>();

        EnvelopeWriter(WireTypes types) {
            super(Envelope.class);
            this.types = types;
        }

        @Override
        public void serialize(Envelope envelope, JsonGenerator to, SerializerProvider serializers) throws IOException {
            MessageWriter writer = writers.get(envelope.algorithm());
            if (writer == null) {
                writer = writer(envelope.algorithm(), serializers);
                writers.put(envelope.algorithm(), writer);
            }
            to.writeStartObject();
            to.writeStringField(ALGORITHM, envelope.algorithm());
            to.writeFieldName(FROM);
            pair(to, envelope.from().number(), envelope.from().incarnation());
            to.writeFieldName(TO);
            pair(to, envelope.to().number(), envelope.to().incarnation());
            to.writeStringField(SIDE, envelope.side().name());
            to.writeFieldName(INCARNATION);
            pair(to, envelope.incarnation().sender(), envelope.incarnation().recipient());
            to.writeNumberField(NUMBER, envelope.number());
            to.writeFieldName(MESSAGE);
            writer.write(envelope.message(), to, serializers);
            to.writeEndObject();
        }

        private MessageWriter writer(String algorithm, SerializerProvider serializers) throws IOException {
            JavaType type = serializers.constructType(types.of(algorithm)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "the catalogue has " + types.algorithms() + ", but not " + algorithm)));
            return new MessageWriter(type, serializers.findTypeSerializer(type), new ConcurrentHashMap<>());
        }
    }

    /**
     * Writes the messages of one algorithm. What Jackson finds by reflection is found once.
     *
     * @param type of the messages
     * @param named writes the name of their type; null when they have one type
     * @param types that have been written, each with the parameters of {@code type}
     */
    private record MessageWriter(JavaType type, TypeSerializer named, Map<Class<?>, JavaType> types) {

        void write(Object message, JsonGenerator to, SerializerProvider serializers) throws IOException {
            if (named == null) {
                serializers.findValueSerializer(type).serialize(message, to, serializers);
                return;
            }
            JavaType special = types.get(message.getClass());
            if (special == null) {
                special = serializers.constructSpecializedType(type, message.getClass());
                types.put(message.getClass(), special);
            }
            serializers.findValueSerializer(special).serializeWithType(message, to, serializers, named);
        }
    }

    /** Reads the fields as they come. The message is the last that is written, and what follows it is ignored. */
    private static final class EnvelopeReader extends StdDeserializer<Envelope> {
        private static final long serialVersionUID = 1;
        private final transient WireTypes types;
        private final transient Map<String, JsonDeserializer<Object>> readers = new ConcurrentHashMap<>();

        EnvelopeReader(WireTypes types) {
            super(Envelope.class);
            this.types = types;
        }

        @Override
        public Envelope deserialize(JsonParser from, DeserializationContext context) throws IOException {
            String algorithm = "";
            ProcessId sender = null;
            ProcessId recipient = null;
            Side side = null;
            LinkIncarnation incarnation = null;
            long number = 0;
            Object message = new Unreadable("it has no message");
            for (String field = from.nextFieldName(); field != null; field = from.nextFieldName()) {
                from.nextToken();
                switch (field) {
                    case ALGORITHM -> algorithm = from.getValueAsString("");
                    case FROM -> sender = context.readValue(from, ProcessId.class);
                    case TO -> recipient = context.readValue(from, ProcessId.class);
                    case SIDE -> side = context.readValue(from, Side.class);
                    case INCARNATION -> incarnation = context.readValue(from, LinkIncarnation.class);
                    case NUMBER -> number = from.getValueAsLong();
                    case MESSAGE -> message = message(algorithm, from, context);
                    default -> from.skipChildren();
                }
                if (field.equals(MESSAGE)) {
                    break;
                }
            }
            if (sender == null || recipient == null || side == null || incarnation == null) {
                return context.reportInputMismatch(Envelope.class, "a message between nodes lacks a part");
            }
            return new Envelope(algorithm, sender, recipient, side, incarnation, number, message);
        }

        private Object message(String algorithm, JsonParser from, DeserializationContext context) {
            try {
                JsonDeserializer<Object> reader = readers.get(algorithm);
                if (reader == null) {
                    Optional<Type> type = types.of(algorithm);
                    if (type.isEmpty()) {
                        return new Unreadable(
                                "the catalogue here has " + types.algorithms() + ", but not " + algorithm);
                    }
                    reader = context.findRootValueDeserializer(context.constructType(type.get()));
                    readers.put(algorithm, reader);
                }
                Object value = from.currentToken() == JsonToken.VALUE_NULL ? null : reader.deserialize(from, context);
                return value != null ? value : new Unreadable("a message of " + algorithm + " is missing");
            } catch (JsonProcessingException unknown) {
                return new Unreadable("no message of " + algorithm + ": " + unknown.getOriginalMessage());
            } catch (IOException impossible) {
                return new Unreadable("no message of " + algorithm + ": " + impossible.getMessage());
            }
        }
    }

    private static void pair(JsonGenerator to, long first, long second) throws IOException {
        to.writeStartArray();
        to.writeNumber(first);
        to.writeNumber(second);
        to.writeEndArray();
    }

    /** Two numbers are an array. */
    private static final class PairWriter<T> extends StdSerializer<T> {
        private static final long serialVersionUID = 1;
        private final transient ToLongFunction<T> first;
        private final transient ToLongFunction<T> second;

        PairWriter(Class<T> type, ToLongFunction<T> first, ToLongFunction<T> second) {
            super(type);
            this.first = first;
            this.second = second;
        }

        @Override
        public void serialize(T value, JsonGenerator to, SerializerProvider serializers) throws IOException {
            pair(to, first.applyAsLong(value), second.applyAsLong(value));
        }
    }

    private static final class PairReader<T> extends StdDeserializer<T> {
        private static final long serialVersionUID = 1;
        private final transient BiFunction<Long, Long, T> made;

        PairReader(Class<T> type, BiFunction<Long, Long, T> made) {
            super(type);
            this.made = made;
        }

        @Override
        public T deserialize(JsonParser from, DeserializationContext context) throws IOException {
            if (from.currentToken() == JsonToken.START_ARRAY && from.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                long first = from.getLongValue();
                if (from.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                    long second = from.getLongValue();
                    if (from.nextToken() == JsonToken.END_ARRAY) {
                        try {
                            return made.apply(first, second);
                        } catch (ArithmeticException | IllegalArgumentException outside) {
                            return context.reportInputMismatch(_valueClass, outside.getMessage());
                        }
                    }
                }
            }
            return context.reportInputMismatch(_valueClass, "it is written [number,number]");
        }
    }

    /** The modes that most sessions take are a digit each; others are an array of units and capacity. */
    private static final class ModeWriter extends StdSerializer<Mode> {
        private static final long serialVersionUID = 1;

        ModeWriter() {
            super(Mode.class);
        }

        @Override
        public void serialize(Mode mode, JsonGenerator to, SerializerProvider serializers) throws IOException {
            if (mode.equals(Mode.SHARED)) {
                to.writeNumber(SHARED);
            } else if (mode.equals(Mode.EXCLUSIVE)) {
                to.writeNumber(EXCLUSIVE);
            } else {
                to.writeArray(new int[] {mode.units(), mode.capacity()}, 0, 2);
            }
        }
    }

    private static final class ModeReader extends StdDeserializer<Mode> {
        private static final long serialVersionUID = 1;

        ModeReader() {
            super(Mode.class);
        }

        @Override
        public Mode deserialize(JsonParser from, DeserializationContext context) throws IOException {
            if (from.currentToken() == JsonToken.VALUE_NUMBER_INT && from.getLongValue() == SHARED) {
                return Mode.SHARED;
            }
            if (from.currentToken() == JsonToken.VALUE_NUMBER_INT && from.getLongValue() == EXCLUSIVE) {
                return Mode.EXCLUSIVE;
            }
            int[] permits =
                    from.currentToken() == JsonToken.START_ARRAY ? context.readValue(from, int[].class) : new int[0];
            try {
                return Mode.permits(permits[0], permits[1]);
            } catch (IndexOutOfBoundsException | IllegalArgumentException malformed) {
                return context.reportInputMismatch(Mode.class, "a mode is written 0, 1 or [units,capacity]");
            }
        }
    }

    /** As a key of a map, a process is its number and its incarnation. */
    private static final class ProcessIdKeyWriter extends StdSerializer<ProcessId> {
        private static final long serialVersionUID = 1;

        ProcessIdKeyWriter() {
            super(ProcessId.class);
        }

        @Override
        public void serialize(ProcessId id, JsonGenerator to, SerializerProvider serializers) throws IOException {
            to.writeFieldName(id.number() + "@" + id.incarnation());
        }
    }

    private static final class ProcessIdKeyReader extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context) throws IOException {
            int at = key.indexOf('@');
            try {
                return new ProcessId(Integer.parseInt(key.substring(0, at)), Long.parseLong(key.substring(at + 1)));
            } catch (IndexOutOfBoundsException | IllegalArgumentException malformed) {
                return context.handleWeirdKey(ProcessId.class, key, "a process is written number@incarnation");
            }
        }
    }
}
