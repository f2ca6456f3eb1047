package symposium.wire;

import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.serialization.SerializationExtension;
import akka.serialization.SerializerWithStringManifest;
import akka.serialization.jackson.JacksonObjectMapperProvider;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import symposium.kernel.ProcessId;

/**
 * Writes and reads the messages between nodes as CBOR, by names that do not depend on classes.
 *
 * <p>A node reads what a node of another version has written. Components that it does not know are ignored. So what a
 * later version adds is primitive or {@link Optional}: where it is missing, it is 0, false or empty, which means "as
 * before". A message without any other component is refused. A message whose name it does
 * not know is {@link Unknown}, and is answered {@link WireMessage.NotUnderstood}: by the host to which it came, or
 * here, where it names an actor that waits for a reply.
 */
public class WireSerializer extends SerializerWithStringManifest {

    private static final String BINDING = "symposium-cbor";
    private static final int IDENTIFIER = 8511983;

    private final ExtendedActorSystem system;
    private final MessageNames names;
    private volatile ObjectMapper mapper;

    /** Called by Akka. */
    public WireSerializer(ExtendedActorSystem system) {
        this(system, MessageNames.current());
    }

    /** One that knows these messages. */
    protected WireSerializer(ExtendedActorSystem system, MessageNames names) {
        this.system = system;
        this.names = names;
    }

    /**
     * The messages that the nodes of an actor system know.
     *
     * @throws IllegalStateException when the system has another serializer for them
     */
    public static MessageNames names(ActorSystem system) {
        try {
            return ((WireSerializer) SerializationExtension.get(system).serializerFor(Wire.class)).names;
        } catch (NotSerializableException | ClassCastException other) {
            throw new IllegalStateException("messages between nodes have another serializer", other);
        }
    }

    /** Not before it is used: the mapper asks for the serializers, this one among them. */
    protected ObjectMapper mapper() {
        ObjectMapper made = mapper;
        if (made == null) {
            // Two threads may make one each: they are alike.
            made = JacksonObjectMapperProvider.get(system)
                    .create(BINDING, Optional.of(factory()))
                    .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
            mapper = made;
        }
        return made;
    }

    /**
     * A factory of parsers that share no table of names. In that of Jackson 2.13 a name takes the place of another that
     * differs only in zero bytes: one message would change how the next ones are read.
     */
    private static CBORFactory factory() {
        return CBORFactory.builder()
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .build();
    }

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        return names.of(message).name();
    }

    @Override
    public byte[] toBinary(Object message) {
        try {
            return mapper().writeValueAsBytes(message);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** @throws UncheckedIOException when the bytes are no such message; then the transport drops it */
    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        try {
            Optional<Class<?>> type = names.type(manifest);
            Object message = type.isPresent() ? mapper().readValue(bytes, type.get()) : unknown(manifest, bytes);
            // Jackson reads the null of CBOR, too.
            return Objects.requireNonNull(message, "null");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (RuntimeException malformed) {
            // As the parser of CBOR throws them at what is none.
            throw new UncheckedIOException(new IOException("no message " + manifest + ": " + malformed, malformed));
        }
    }

    private Unknown unknown(String name, byte[] bytes) throws IOException {
        JsonNode content = mapper().readTree(bytes);
        Unknown unknown = new Unknown(name, process(content.get("from")), process(content.get("to")));
        JsonNode replyTo = content.get("replyTo");
        if (replyTo != null && replyTo.isTextual()) {
            ProcessId nobody = ProcessId.of(0);
            ActorRef<Object> asker =
                    mapper().readerFor(new TypeReference<ActorRef<Object>>() {}).readValue(replyTo);
            asker.tell(new WireMessage.NotUnderstood(
                    unknown.to().orElse(nobody), unknown.from().orElse(nobody), name, names.version()));
        }
        return unknown;
    }

    private Optional<ProcessId> process(JsonNode written) throws IOException {
        return written == null ? Optional.empty() : Optional.of(mapper().treeToValue(written, ProcessId.class));
    }
}
