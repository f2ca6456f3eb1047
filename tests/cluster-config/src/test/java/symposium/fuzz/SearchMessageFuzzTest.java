package symposium.fuzz;

import akka.actor.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Tag;

/**
 * The bytes of a message between the workers of a search on a cluster. The first line is the name of the message,
 * without that of its package, what follows is its CBOR.
 */
@Tag("fuzz")
class SearchMessageFuzzTest {

    private static final int SERIALIZER = 8511984;

    private static final Serialization SERIALIZATION = SerializationExtension.get(ActorSystem.create(
            "search",
            ConfigFactory.parseString(
                            "akka.actor.provider = local, akka.loglevel = OFF, akka.stdout-loglevel = OFF, akka.daemonic = on")
                    .withFallback(ConfigFactory.parseResources("symposium-search.conf"))
                    .withFallback(ConfigFactory.defaultReferenceUnresolved())
                    .resolve()));

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        Parsing.named(input, (name, bytes) -> {
            if (name.matches("[A-Za-z$]+")) {
                try {
                    message(bytes, "symposium.distributed.SearchMessage$" + name);
                } catch (Exception refused) {
                    // It is Akka that reads it, and its transport drops a message at any exception, but at no error.
                }
            }
        });
    }

    private static Object message(byte[] bytes, String name) {
        return SERIALIZATION.deserialize(bytes, SERIALIZER, name).get();
    }
}
