package symposium.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.SerializationTestKit;
import akka.serialization.jackson.JacksonObjectMapperProvider;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.arbitration.resources.Mode;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.links.LinkIncarnation;
import symposium.links.LinkState;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.participant.Lock;
import symposium.service.status.ClusterStatus;
import symposium.service.status.NodeStatus;
import symposium.service.status.StatusService;
import symposium.wire.DescriptionQuery.Description;
import symposium.wire.WireMessage.Envelope;
import symposium.wire.WireMessage.FormationProposal;
import symposium.wire.WireMessage.LinkHandshake;

/** Whatever is sent arrives as it was, and what cannot be read is known as such. */
@Tag("fast")
class WireTest {

    private static final ProcessId FROM = new ProcessId(1, 123_456_789_012L);
    private static final ProcessId TO = new ProcessId(0, -1);

    @AutoClose("shutdownTestKit")
    private static ActorTestKit kit;

    private static ObjectMapper mapper;

    @BeforeAll
    static void start() {
        kit = WireKit.start();
        mapper = JacksonObjectMapperProvider.get(kit.system()).create("symposium-cbor", Optional.empty());
    }

    static List<String> algorithms() {
        return List.copyOf(new WireTypes().algorithms());
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void everyMessageOfEveryAlgorithmArrivesAsItWasSent(String name) {
        SerializationTestKit serialization = new SerializationTestKit(kit.system());
        List<Object> messages = Samples.of(new WireTypes().of(name).orElseThrow());
        assertFalse(messages.isEmpty());
        for (Object message : messages) {
            for (Side side : Side.values()) {
                serialization.verifySerialization(
                        new Envelope(name, FROM, TO, side, new LinkIncarnation(3, 2), 7, message), true);
            }
        }
    }

    @Test
    void whatHostsSayToEachOtherArrivesAsItWasSent() {
        SerializationTestKit serialization = new SerializationTestKit(kit.system());
        for (LinkState state : LinkState.values()) {
            serialization.verifySerialization(new LinkHandshake(FROM, TO, new LinkIncarnation(1, 0), state), true);
        }
        serialization.verifySerialization(
                new DescriptionQuery(kit.<Description>createTestProbe().ref()), true);
        serialization.verifySerialization(
                new Description(
                        1,
                        FROM,
                        new TreeMap<>(Map.of("symposium.processes", "3")),
                        true,
                        new TreeMap<>(Map.of(
                                "process", kit.<WireMessage>createTestProbe().ref()))),
                true);
        serialization.verifySerialization(
                new FormationProposal(FROM, TO, List.of(FROM, TO), 1_700_000_000L, true), true);
        serialization.verifySerialization(new WireMessage.Unheard(FROM, TO), true);
        serialization.verifySerialization(new WireMessage.MembershipProbe(FROM, TO, 3), true);
        serialization.verifySerialization(new WireMessage.MembershipConfirmation(FROM, TO, 3), true);
        serialization.verifySerialization(new WireMessage.NotUnderstood(FROM, TO, "tidings", 1), true);
    }

    @Test
    void aStatusArrivesAsItWasSent() {
        SerializationTestKit serialization = new SerializationTestKit(kit.system());
        serialization.verifySerialization(
                new StatusService.GetClusterStatus(
                        Set.of("a"),
                        7,
                        Duration.ofMillis(300),
                        kit.<ClusterStatus>createTestProbe().ref()),
                true);
        serialization.verifySerialization(
                new StatusService.GetNodeStatus(
                        Set.of(),
                        7,
                        1000,
                        Duration.ofMillis(300),
                        kit.<NodeStatus>createTestProbe().ref()),
                true);
        Instant now = Instant.ofEpochSecond(1_700_000_000L, 123_456_000);
        Claims claims = Claims.exclusive("a").and(Claims.shared("b")).and(Claims.permits("c", 2, 5));
        NodeStatus status = new NodeStatus(
                "akka://symposium@host:1",
                FROM,
                Optional.of("cut off"),
                List.of("akka://symposium@host:1"),
                List.of("akka://symposium@host:2"),
                Optional.of(new NodeStatus.Voters(2, List.of("akka://symposium@host:1"), true)),
                List.of(new NodeStatus.Service("resources", "resources", true, false, 1, 2, 3, 4, List.of("3.1"))),
                List.of(
                        new LockService.Entry("1", "akka://owner", claims, Optional.of(new Fence(7, 1)), now),
                        new LockService.Entry("2", "akka://owner", claims, Optional.empty(), now)),
                5,
                6,
                Optional.of(new NodeStatus.AlgorithmLock("ewd851", Lock.Place.AWAITED, Fence.NONE, 2)),
                Optional.of(new NodeStatus.Leader(9, TO, false)));
        serialization.verifySerialization(
                new ClusterStatus(
                        "akka://symposium@host:1",
                        now,
                        List.of(status),
                        List.of(new ClusterStatus.Silent("akka://symposium@host:2", "it sleeps"))),
                true);
        serialization.verifySerialization(
                new LockService.TimedOut("1", Duration.ofSeconds(2), "this node sees no majority now"), true);
    }

    @Test
    void everyKindOfComponentArrivesAsItWasSent() throws JsonProcessingException {
        for (Object sample : Samples.of(Everything.class)) {
            String written = mapper.writerFor(Everything.class).writeValueAsString(sample);
            assertEquals(sample, mapper.readValue(written, Everything.class), written);
        }
        assertTrue(Samples.of(Everything.class).size() >= 4);
    }

    @Test
    void aModeIsADigitOrTwoNumbers() throws JsonProcessingException {
        Map<Mode, String> modes =
                Map.of(Mode.SHARED, "0", Mode.EXCLUSIVE, "1", Mode.permits(2, 5), "[2,5]", Mode.permits(3, 3), "[3,3]");
        for (Map.Entry<Mode, String> each : modes.entrySet()) {
            assertEquals(each.getValue(), mapper.writeValueAsString(each.getKey()));
            assertEquals(each.getKey(), mapper.readValue(each.getValue(), Mode.class));
        }
        for (String malformed : List.of("2", "-1", "[]", "[1]", "[3,2]", "[0,1]", "[1,2147483647]", "\"x\"", "{}")) {
            assertThrows(JsonProcessingException.class, () -> mapper.readValue(malformed, Mode.class), malformed);
        }
    }

    @Test
    void aProcessAndAnIncarnationAreTwoNumbers() throws JsonProcessingException {
        assertEquals("[1,123456789012]", mapper.writeValueAsString(FROM));
        assertEquals(FROM, mapper.readValue("[1,123456789012]", ProcessId.class));
        assertEquals("[3,2]", mapper.writeValueAsString(new LinkIncarnation(3, 2)));
        for (String malformed : List.of("1", "[]", "[1]", "[1,2,3]", "[1,\"x\"]", "[4294967296,0]", "{}")) {
            assertThrows(JsonProcessingException.class, () -> mapper.readValue(malformed, ProcessId.class), malformed);
        }
    }

    @Test
    void aTypeIsWrittenUnderItsSimpleName() throws JsonProcessingException {
        assertEquals(
                "[\"Leaf\",{\"colour\":\"RED\"}]",
                mapper.writerFor(Everything.class).writeValueAsString(new Everything.Branch.Leaf(Colour.RED)));
    }

    @Test
    void twoTypesOfOneNameUnderOneRootAreRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> SealedTypes.named(Twins.class));
        assertTrue(refused.getMessage().endsWith("share one"), refused.getMessage());
    }

    @Test
    void aMessageOfAnUnknownAlgorithmIsUnreadable() throws JsonProcessingException {
        Object message = readBent("ewd851", "ewd8510");
        assertEquals(
                new Unreadable("the catalogue here has " + new WireTypes().algorithms() + ", but not ewd8510"),
                message);
    }

    @Test
    void aMessageOfAnUnknownTypeIsUnreadable() throws JsonProcessingException {
        Object message = readBent("\"Token\"", "\"Tokamak\"");
        assertTrue(message instanceof Unreadable, message.toString());
        assertTrue(((Unreadable) message).why().contains("Tokamak"), message.toString());
    }

    @Test
    void aNameOfAClassOnTheWireIsNotLoaded() throws JsonProcessingException {
        Object message = readBent("\"Token\"", "\"java.lang.ProcessBuilder\"");
        assertTrue(message instanceof Unreadable, message.toString());
    }

    private static Object readBent(String what, String into) throws JsonProcessingException {
        Envelope envelope = new Envelope(
                "ewd851",
                FROM,
                TO,
                Side.RIGHT,
                LinkIncarnation.NONE,
                1,
                new symposium.mutex.Fenced.Message<>(
                        symposium.mutex.Fence.NONE, new symposium.mutex.ewd851.Ewd851.Token()));
        String written = mapper.writeValueAsString(envelope);
        assertEquals(envelope, mapper.readValue(written, Envelope.class));
        assertTrue(written.contains(what), written);
        return mapper.readValue(written.replace(what, into), Envelope.class).message();
    }

    enum Colour {
        RED,
        GREEN
    }

    sealed interface Everything {
        sealed interface Branch extends Everything {
            record Leaf(Colour colour) implements Branch {}

            enum Bud implements Branch {
                OPEN,
                CLOSED
            }
        }

        record Stem(
                Branch branch,
                Optional<Colour> maybe,
                OptionalLong number,
                SortedSet<ProcessId> processes,
                List<Branch> branches,
                SortedMap<ProcessId, Branch> byProcess,
                Map<String, Integer> counts,
                long generation,
                boolean isGreen)
                implements Everything {
            /** Looks like a property, but is none. */
            public boolean isEmpty() {
                throw new IllegalStateException("not a component");
            }

            public String getName() {
                throw new IllegalStateException("not a component");
            }
        }
    }

    sealed interface Twins {
        record Twin() implements Twins {}

        sealed interface Other extends Twins {
            record Twin() implements Other {}
        }
    }
}
