package symposium.cluster.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Optional;
import symposium.arbitration.resources.Mode;
import symposium.cluster.wire.WireMessage.Envelope;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.links.LinkIncarnation;

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
        MessageTypes types = new MessageTypes();
        addSerializer(Envelope.class, new EnvelopeWriter(types));
        addDeserializer(Envelope.class, new EnvelopeReader(types));
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
        private final transient MessageTypes types;

        EnvelopeWriter(MessageTypes types) {
            super(Envelope.class);
            this.types = types;
        }

        @Override
        public void serialize(Envelope envelope, JsonGenerator to, SerializerProvider serializers) throws IOException {
            JavaType type = serializers.constructType(types.of(envelope.algorithm())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "the catalogue has " + types.algorithms() + ", but not " + envelope.algorithm())));
            to.writeStartObject();
            to.writeStringField(ALGORITHM, envelope.algorithm());
            to.writeObjectField(FROM, envelope.from());
            to.writeObjectField(TO, envelope.to());
            to.writeStringField(SIDE, envelope.side().name());
            to.writeObjectField(INCARNATION, envelope.incarnation());
            to.writeNumberField(NUMBER, envelope.number());
            to.writeFieldName(MESSAGE);
            TypeSerializer named = serializers.findTypeSerializer(type);
            if (named == null) {
                serializers.findValueSerializer(type).serialize(envelope.message(), to, serializers);
            } else {
                serializers
                        .findValueSerializer(serializers.constructSpecializedType(
                                type, envelope.message().getClass()))
                        .serializeWithType(envelope.message(), to, serializers, named);
            }
            to.writeEndObject();
        }
    }

    private static final class EnvelopeReader extends StdDeserializer<Envelope> {
        private static final long serialVersionUID = 1;
        private final transient MessageTypes types;

        EnvelopeReader(MessageTypes types) {
            super(Envelope.class);
            this.types = types;
        }

        @Override
        public Envelope deserialize(JsonParser from, DeserializationContext context) throws IOException {
            ObjectCodec codec = from.getCodec();
            JsonNode envelope = codec.readTree(from);
            String algorithm = envelope.path(ALGORITHM).asText();
            return new Envelope(
                    algorithm,
                    codec.treeToValue(envelope.path(FROM), ProcessId.class),
                    codec.treeToValue(envelope.path(TO), ProcessId.class),
                    codec.treeToValue(envelope.path(SIDE), Side.class),
                    codec.treeToValue(envelope.path(INCARNATION), LinkIncarnation.class),
                    envelope.path(NUMBER).asLong(),
                    message(algorithm, envelope.path(MESSAGE), codec, context));
        }

        private Object message(String algorithm, JsonNode message, ObjectCodec codec, DeserializationContext context) {
            Optional<Type> type = types.of(algorithm);
            if (type.isEmpty()) {
                return new Unreadable("the catalogue here has " + types.algorithms() + ", but not " + algorithm);
            }
            try {
                JavaType read = context.constructType(type.get());
                Object value = codec.readValue(codec.treeAsTokens(message), read);
                return value != null ? value : new Unreadable("a message of " + algorithm + " is missing");
            } catch (JsonProcessingException unknown) {
                return new Unreadable("no message of " + algorithm + ": " + unknown.getOriginalMessage());
            } catch (IOException impossible) {
                return new Unreadable("no message of " + algorithm + ": " + impossible.getMessage());
            }
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
