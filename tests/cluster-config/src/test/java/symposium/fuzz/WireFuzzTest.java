package symposium.fuzz;

import akka.actor.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.typesafe.config.ConfigFactory;
import java.io.NotSerializableException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Tag;
import symposium.input.PlainText;
import symposium.wire.Unknown;
import symposium.wire.Unreadable;
import symposium.wire.Wire;
import symposium.wire.WireMessage;
import symposium.wire.WireSerializer;

/** The bytes of a message between nodes. The first line is the name of the message, what follows is its CBOR. */
@Tag("fuzz")
class WireFuzzTest {

    /** An actor system without a cluster. */
    private static final class Node {
        private static final ActorSystem ACTORS = ActorSystem.create(
                "wire",
                ConfigFactory.parseString(
                                "akka.actor.provider = local, akka.loglevel = OFF, akka.stdout-loglevel = OFF, akka.daemonic = on")
                        .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
                        .withFallback(ConfigFactory.defaultReferenceUnresolved())
                        .resolve());

        private static WireSerializer serializer() {
            try {
                return (WireSerializer) SerializationExtension.get(ACTORS).serializerFor(Wire.class);
            } catch (NotSerializableException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static final WireSerializer SERIALIZER = Node.serializer();

    /** It tells the serializer which actor system it is of. */
    private static final Serialization SERIALIZATION = SerializationExtension.get(Node.ACTORS);

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        Parsing.named(input, (name, bytes) -> Parsing.read(UncheckedIOException.class, () -> message(bytes, name))
                .filter(WireFuzzTest::isWritten)
                .ifPresent(message -> Parsing.same(
                        message, () -> message(SERIALIZATION.serialize(message).get(), name))));
    }

    private static Object message(byte[] bytes, String name) {
        return SERIALIZATION.deserialize(bytes, SERIALIZER.identifier(), name).get();
    }

    /** Jackson reads half a surrogate pair, which it does not write. */
    private static boolean isWritten(Object message) {
        return !(message instanceof Unknown
                || PlainText.isMalformed(message.toString())
                || message instanceof WireMessage.Envelope envelope && envelope.message() instanceof Unreadable);
    }
}
