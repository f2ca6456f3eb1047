package symposium.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializers;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import symposium.termination.safra.Safra;

class SearchMessageTest {

    private final ActorSystem system = ActorSystem.create(
            "search",
            ConfigFactory.parseString("akka.actor.provider = local, akka.loglevel = OFF, akka.stdout-loglevel = OFF")
                    .withFallback(ConfigFactory.parseResources("symposium-search.conf"))
                    .withFallback(ConfigFactory.defaultReferenceUnresolved())
                    .resolve());

    @AfterEach
    void end() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    /** No message of Safra's algorithm is forgotten where its types are listed. */
    @Test
    void everyMessageOfTheAlgorithmIsReadAsItWasWritten() {
        List<Safra.Message> messages =
                List.of(new Safra.Work(), new Safra.Token(true, -3), new Safra.Token(false, 7), new Safra.Terminated());
        assertEquals(
                Set.of(Safra.Message.class.getPermittedSubclasses()),
                messages.stream().map(Object::getClass).collect(Collectors.toSet()));
        List<Object> sent = messages.stream()
                .<Object>map(message -> new SearchMessage.TerminationStep(2, 11, message))
                .toList();

        assertEquals(sent, sent.stream().map(this::read).toList());
        assertEquals(
                List.of(true, false, false, false),
                sent.stream()
                        .map(step -> ((SearchMessage.TerminationStep) step).announces())
                        .toList());
    }

    private Object read(Object message) {
        Serialization serialization = SerializationExtension.get(system);
        int serializer = serialization.findSerializerFor(message).identifier();
        String manifest = Serializers.manifestFor(serialization.findSerializerFor(message), message);
        return serialization
                .deserialize(serialization.serialize(message).get(), serializer, manifest)
                .get();
    }
}
