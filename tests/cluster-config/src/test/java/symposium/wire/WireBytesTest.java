package symposium.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import akka.actor.ExtendedActorSystem;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.SerializationExtension;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.Golden;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.links.LinkIncarnation;
import symposium.service.lock.LockService;

/**
 * The very bytes of every message of every version of the protocol are kept, but for the addresses of actors, and every
 * later version reads them. Those
 * of this version are rewritten only on purpose: {@code mvn test -Dtest=WireBytesTest -Dsymposium.golden=write}; those
 * of a version that has been released never are.
 */
@Tag("fast")
class WireBytesTest {

    private static final ProcessId FROM = new ProcessId(0, 7);
    private static final ProcessId TO = new ProcessId(1, 123456789012L);
    private static final ObjectMapper CBOR = new ObjectMapper(new CBORFactory());

    @AutoClose("shutdownTestKit")
    private static ActorTestKit kit;

    private static WireSerializer serializer;
    private static ActorRef<?> actor;

    @BeforeAll
    static void start() throws IOException {
        kit = WireKit.start();
        ExtendedActorSystem system = (ExtendedActorSystem) Adapter.toClassic(kit.system());
        serializer = (WireSerializer) SerializationExtension.get(system).serializerFor(Wire.class);
        actor = ActorRefResolver.get(kit.system()).resolveActorRef("akka://wire/user/peer#7");
    }

    private static String golden(int version) {
        return "symposium/wire/bytes-" + version + ".txt";
    }

    @Test
    void whatThisVersionWritesIsAsKept() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Object message : messages()) {
            text.append(serializer.manifest(message))
                    .append(' ')
                    .append(withoutAddresses(HexFormat.of().formatHex(bytes(message))))
                    .append('\n');
        }
        Golden.assertKept(golden(MessageNames.VERSION), text.toString());
    }

    /** One message of each kind: of every algorithm of the product, and of every message between nodes. */
    private static List<Object> messages() {
        Map<Object, Object> byKind = new LinkedHashMap<>();
        WireTypes types = new WireTypes();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all(WireBytesTest.class.getClassLoader())) {
            String name = algorithm.name();
            if (!algorithm.getClass().getName().startsWith("symposium.own.")) {
                Type type = types.of(name).orElseThrow();
                for (Object message : Samples.of(type, actor)) {
                    byKind.putIfAbsent(
                            name + message.getClass(),
                            new WireMessage.Envelope(
                                    name, FROM, TO, Side.RIGHT, new LinkIncarnation(3, 2), 7, message));
                }
            }
        }
        MessageNames names = MessageNames.current();
        for (String name : names.all()) {
            Class<?> type = names.type(name).orElseThrow();
            if (type != WireMessage.Envelope.class) {
                List<Object> samples = Samples.of(type, actor);
                byKind.put(type, samples.get(samples.size() - 1));
            }
        }
        return List.copyOf(byKind.values());
    }

    /** The addresses of the samples, which begin with the name of the transport's protocol, as the files name them. */
    private static Map<String, String> addresses() throws IOException {
        String reference = ActorRefResolver.get(kit.system()).toSerializationFormat(actor);
        String node = new Address("akka", "symposium", "host", 1).toString();
        return Map.of("<reference>", hex(reference), "<address>", hex(node));
    }

    private static String hex(String text) throws IOException {
        return HexFormat.of().formatHex(CBOR.writeValueAsBytes(text));
    }

    private static String withoutAddresses(String hex) throws IOException {
        String without = hex;
        for (Map.Entry<String, String> each : addresses().entrySet()) {
            without = without.replace(each.getValue(), each.getKey());
        }
        return without;
    }

    private static String withAddresses(String kept) throws IOException {
        String hex = kept;
        for (Map.Entry<String, String> each : addresses().entrySet()) {
            hex = hex.replace(each.getKey(), each.getValue());
        }
        return hex;
    }

    private static byte[] bytes(Object message) {
        return SerializationExtension.get(kit.system()).serialize(message).get();
    }

    private static Object read(byte[] bytes, String name) {
        return SerializationExtension.get(kit.system())
                .deserialize(bytes, serializer.identifier(), name)
                .get();
    }

    /**
     * A message of which a part is missing, as one of another version may be, is refused, or can be told and compared.
     */
    @Test
    void aMessageWithoutAPartIsRefusedOrComplete() throws IOException {
        int read = 0;
        int refused = 0;
        for (Object message : messages()) {
            JsonNode whole = CBOR.readTree(bytes(message));
            for (ObjectNode each : objects(whole)) {
                for (String part : names(each)) {
                    JsonNode taken = each.remove(part);
                    try {
                        Object found = read(CBOR.writeValueAsBytes(whole), serializer.manifest(message));
                        assertTrue(!found.toString().isEmpty()
                                && found.equals(found)
                                && found.hashCode() == found.hashCode());
                        read++;
                    } catch (UncheckedIOException refusal) {
                        refused++;
                    } catch (RuntimeException failure) {
                        throw new AssertionError(serializer.manifest(message) + " without " + part, failure);
                    } finally {
                        each.set(part, taken);
                    }
                }
            }
        }
        assertTrue(read > 0 && refused > 0, read + " read, " + refused + " refused");
    }

    /** Jackson's table of names takes two for one that differ in zero bytes alone. */
    @Test
    void aMessageDoesNotChangeHowTheNextIsRead() throws IOException {
        ObjectNode cancelled = CBOR.createObjectNode().put("id", "one");
        byte[] before = CBOR.writeValueAsBytes(cancelled);
        read(CBOR.writeValueAsBytes(cancelled.put("\0\0id", "other")), "lock.cancelled");

        assertEquals(new LockService.Cancelled("one"), read(before, "lock.cancelled"));
    }

    private static List<String> names(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<ObjectNode> objects(JsonNode node) {
        List<ObjectNode> objects = new ArrayList<>();
        if (node instanceof ObjectNode object) {
            objects.add(object);
        }
        node.forEach(child -> objects.addAll(objects(child)));
        return objects;
    }

    /** What is read is what was written: written again, it has all that it had. */
    @ParameterizedTest
    @ValueSource(ints = 1)
    void everyMessageOfAVersionIsRead(int version) throws IOException {
        List<String> lines;
        try (InputStream kept = getClass().getClassLoader().getResourceAsStream(golden(version))) {
            lines = new String(kept.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        assertTrue(lines.size() > 100, "messages: " + lines.size());
        for (String line : lines) {
            String name = line.substring(0, line.indexOf(' '));
            byte[] written = HexFormat.of().parseHex(withAddresses(line.substring(name.length() + 1)));
            Object message = read(written, name);
            if (message instanceof WireMessage.Envelope envelope) {
                assertTrue(!(envelope.message() instanceof Unreadable), envelope::toString);
            }
            assertHasAll(CBOR.readTree(written), CBOR.readTree(bytes(message)), line);
        }
    }

    private static void assertHasAll(JsonNode written, JsonNode again, String what) {
        if (written.isObject()) {
            written.fields().forEachRemaining(field -> {
                assertTrue(again.has(field.getKey()), () -> field.getKey() + " is gone: " + what);
                assertHasAll(field.getValue(), again.get(field.getKey()), what);
            });
        } else if (written.isArray()) {
            assertEquals(written.size(), again.size(), what);
            for (int i = 0; i < written.size(); i++) {
                assertHasAll(written.get(i), again.get(i), what);
            }
        } else {
            assertEquals(written, again, what);
        }
    }

    /** A later version may have more of everything. */
    @Test
    void whatIsNotKnownIsIgnored() throws IOException {
        for (Object message : messages()) {
            JsonNode more = NewerWireSerializer.withMore(CBOR.readTree(bytes(message)));
            Object read = read(CBOR.writeValueAsBytes(more), serializer.manifest(message));
            assertEquals(Arrays.toString(bytes(message)), Arrays.toString(bytes(read)), message::toString);
        }
    }

    @Test
    void aMessageOfALaterVersionIsUnknownAndSaysFromWhomItIs() throws IOException {
        byte[] written = CBOR.writeValueAsBytes(CBOR.createObjectNode());
        assertEquals(
                "Unknown[name=tidings, from=Optional.empty, to=Optional.empty]",
                read(written, "tidings").toString());
    }
}
