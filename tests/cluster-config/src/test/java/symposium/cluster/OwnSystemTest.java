package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cluster.settings.Settings;
import symposium.cluster.status.Observers;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.member.InvalidSetting;
import symposium.service.member.Termination;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.Lock;

/** The README's way into an application that has an actor system of its own. */
@Tag("slow")
class OwnSystemTest {

    /** All that an application says in its application.conf; the rest is Akka's and Symposium's reference.conf. */
    private static final String PLAIN = """
            akka {
              actor.provider = cluster
              remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
              cluster {
                roles = ["symposium"]
                downing-provider-class = "akka.cluster.sbr.SplitBrainResolverProvider"
                jmx.multi-mbeans-in-same-jvm = on
              }
            }
            """;

    private static final Config ALONE =
            plain("symposium { process = 0, processes = 1, services = [process], first-generation = 0 }");

    /** Without numbers, and quicker than Akka's defaults. */
    private static final Config ANY = plain("""
            symposium { processes = 3, services = [process, resources, election], algorithm = ewd851-by-chang-roberts }
            akka.cluster { gossip-interval = 200ms, leader-actions-interval = 200ms, periodic-tasks-initial-delay = 200ms }
            """);

    private static Config plain(String text) {
        return ConfigFactory.parseString(text)
                .withFallback(ConfigFactory.parseString(PLAIN))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
    }

    @Test
    void anApplicationsOwnActorSystemBecomesANode() {
        ActorTestKit shop = ActorTestKit.create("shop", ALONE);
        try {
            SymposiumNode node = SymposiumNode.within(shop.system(), Observers.none());
            node.joinItself();
            ActorRef<Lock.Command> lock = node.lock();

            TestProbe<Lock.Reply> me = shop.createTestProbe();
            lock.tell(new Lock.Acquire(me.ref()));
            Lock.Granted granted = me.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            lock.tell(new Lock.Release(granted.fence(), me.ref()));
            assertEquals(
                    granted.fence(), me.expectMessageClass(Lock.Released.class).fence());
        } finally {
            shop.shutdownTestKit();
        }
    }

    /** A second node with the number of the first does not fit in. */
    @Test
    void anApplicationsOwnActorSystemOutlivesItsNode() throws Exception {
        ActorTestKit first = ActorTestKit.create("shop", ALONE);
        ActorTestKit second = ActorTestKit.create("shop", ALONE);
        try {
            SymposiumNode node = SymposiumNode.within(first.system(), Observers.none());
            node.joinItself();
            TestProbe<Lock.Reply> holder = first.createTestProbe();
            node.lock().tell(new Lock.Acquire(holder.ref()));
            holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);

            SymposiumNode refused = SymposiumNode.within(second.system(), Observers.none());
            TestProbe<Lock.Reply> waiter = second.createTestProbe();
            refused.lock().tell(new Lock.Acquire(waiter.ref()));
            refused.join(List.of(node.address()));

            String why = waiter.expectMessageClass(Lock.Unavailable.class, Nodes.PATIENCE)
                    .why();
            assertTrue(why.contains("each node must have a different number"), why);
            assertEquals(
                    Termination.Cause.REFUSED,
                    refused.ended()
                            .toCompletableFuture()
                            .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .cause());
            assertFalse(
                    second.system().getWhenTerminated().toCompletableFuture().isDone());
        } finally {
            second.shutdownTestKit();
            first.shutdownTestKit();
        }
    }

    /** Akka reads a dispatcher when the first of its actors starts, and its other settings when they are used. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            symposium.dispatcher = [1]                         | symposium.dispatcher cannot be used: Expected either a dispatcher config or an alias
            symposium.dispatcher.type = Dispatcher2            | symposium.dispatcher cannot be used: Cannot instantiate
            symposium.dispatcher.executor = no-such-executor   | symposium.dispatcher cannot be used: Cannot instantiate
            symposium.dispatcher.throughput = many             | symposium.dispatcher cannot be used: String: 1: throughput has type STRING
            symposium.dispatcher.longest-run = -1ms            | symposium.dispatcher cannot be used: String: 1: Invalid value at 'longest-run': it is a duration, 0 or longer
            symposium.callbacks-dispatcher = no-such           | symposium.callbacks-dispatcher cannot be used: Dispatcher [no-such] not configured
            symposium.callbacks-dispatcher.most-threads = 0    | symposium.callbacks-dispatcher cannot be used: String: 1: Invalid value at 'most-threads': it is at least 1
            symposium.callbacks-dispatcher.keep-alive-time = 0 | symposium.callbacks-dispatcher cannot be used: String: 1: Invalid value at 'keep-alive-time': it is at least 1ms
            akka.cluster.roles = 5                             | String: 1: akka.cluster.roles has type NUMBER rather than LIST
            akka.actor.provider = []                           | String: 1: akka.actor.provider has type LIST rather than STRING
            akka.actor.default-dispatcher.throughput = many    | the configuration cannot be used: String: 1: throughput has type STRING
            akka.cluster.seed-nodes = here                     | the configuration cannot be used: String: 1: akka.cluster.seed-nodes: Wrong value type
            """)
    void whatAkkaCannotUseIsAWrongSetting(String setting, String line) {
        Config config = ConfigFactory.parseString(setting).withFallback(ALONE);
        String wrong = assertThrows(InvalidSetting.class, () -> SymposiumNode.start(config, Observers.none()))
                .getMessage();
        assertTrue(wrong.startsWith(line), wrong);
    }

    /** The fourth finds no place; when a node has been removed, the refused one does not take its place. */
    @Test
    void threeNodesFindTheirNumbersAndAFourthIsRefused() throws Exception {
        List<ActorTestKit> shops = new ArrayList<>();
        try {
            List<SymposiumNode> nodes = new ArrayList<>();
            for (int shop = 0; shop < 4; shop++) {
                shops.add(ActorTestKit.create("shop", ANY));
                SymposiumNode node = SymposiumNode.within(shops.get(shop).system(), Observers.none());
                nodes.add(node);
                if (shop == 0) {
                    node.joinItself();
                } else {
                    node.join(List.of(nodes.get(0).address()));
                }
                if (shop == 2) {
                    nodes.forEach(OwnSystemTest::isServed);
                }
            }
            assertEquals(
                    4, nodes.stream().map(SymposiumNode::process).distinct().count());
            Termination ended =
                    nodes.get(3).ended().toCompletableFuture().get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertEquals(Termination.Cause.REFUSED, ended.cause());
            assertTrue(ended.why().startsWith("3 processes (symposium.processes) take part already"), ended.why());
            nodes.subList(0, 3).forEach(OwnSystemTest::isServed);
        } finally {
            shops.forEach(ActorTestKit::shutdownTestKit);
        }
    }

    private static void isServed(SymposiumNode node) {
        TestProbe<Object> client = TestProbe.create(node.system());
        node.lock().tell(new Lock.Acquire(client.getRef().narrow()));
        Lock.Granted lock = client.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
        node.lock().tell(new Lock.Release(lock.fence(), client.getRef().narrow()));
        client.expectMessageClass(Lock.Released.class, Nodes.PATIENCE);
        ActorRef<LockService.Reply> owner = client.getRef().narrow();
        node.locks().tell(new LockService.Acquire("one", Claims.exclusive("till"), Optional.empty(), owner));
        LockService.Granted till = client.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
        node.locks().tell(new LockService.Release("one", till.fence(), owner));
        client.expectMessageClass(LockService.Released.class, Nodes.PATIENCE);
        node.leaderElection().tell(new LeaderElection.Subscribe(client.getRef().narrow()));
        client.fishForMessage(
                Nodes.PATIENCE,
                news -> news instanceof LeaderElection.Leads
                        ? FishingOutcomes.complete()
                        : FishingOutcomes.continueAndIgnore());
        client.stop();
    }

    @Test
    void whatANodeCannotRunWithIsSaidInALineEach() {
        Config local = plain("""
                symposium { process = 0, processes = 1 }
                akka.actor.provider = local
                akka.cluster.roles = [shop]
                akka.actor.serialization-bindings."symposium.wire.Wire" = jackson-json
                """);
        ActorTestKit shop = ActorTestKit.create("shop", local);
        try {
            InvalidSetting refused =
                    assertThrows(InvalidSetting.class, () -> SymposiumNode.within(shop.system(), Observers.none()));
            assertEquals("""
                    akka.actor.provider is local: a node is a member of a cluster; set it to cluster
                    akka.cluster.roles is [shop]: the other nodes find this one by its role; add symposium (symposium.role)
                    akka.actor.serialization-bindings."symposium.wire.Wire" is jackson-json: only symposium-cbor \
                    writes the messages between nodes, as reference.conf of symposium-service says; leave it so""", refused.getMessage());
        } finally {
            shop.shutdownTestKit();
        }
    }

    /** The profile names all paths by which nodes ask each other; without them they never hear of each other. */
    @Test
    void inUntrustedModeTheNodesMustReachEachOther() {
        Config mode = plain("""
                symposium { processes = 3, services = [process, resources, election], algorithm = ewd851-by-chang-roberts }
                akka.remote.artery { untrusted-mode = on, trusted-selection-paths = ["/system/symposium/description"] }
                """);
        assertEquals(
                "akka.remote.artery.trusted-selection-paths lacks [/system/symposium-status, /system/symposium/islands,"
                        + " /system/symposium/process, /system/symposium/resources, /system/symposium/election]: with"
                        + " akka.remote.artery.untrusted-mode = on Akka drops what the nodes ask each other there; include"
                        + " symposium-untrusted.conf",
                assertThrows(InvalidSetting.class, () -> AkkaSettings.require(mode, Settings.from(mode)))
                        .getMessage());
        Config profile =
                ConfigFactory.parseResources("symposium-untrusted.conf").withFallback(mode);
        AkkaSettings.require(profile, Settings.from(profile));
    }

    @Test
    void whatANodeCanRunWithAndShouldNotIsSaidInALineEach() {
        Config doubtful = plain("""
                symposium { process = 0, processes = 1, leave-timeout = 6s }
                akka.cluster.downing-provider-class = ""
                """);
        assertEquals(
                List.of(
                        "akka.cluster.downing-provider-class is empty: a node that has crashed is never removed, and what it"
                                + " held is not granted again; set it to akka.cluster.sbr.SplitBrainResolverProvider",
                        "akka.coordinated-shutdown.phases.before-cluster-shutdown.timeout is 5000 ms: a node that leaves"
                                + " hands over what it holds within 6000 ms (symposium.leave-timeout), and then tells its"
                                + " clients; set it to 7000 ms or more"),
                AkkaSettings.doubts(doubtful, Settings.from(doubtful)));
        assertEquals(List.of(), AkkaSettings.doubts(ALONE, Settings.from(ALONE)));
    }

    /** The settings for low latency leave the default dispatcher as it is. */
    @Test
    void theActorsOfAnApplicationShouldNotRunOnTheThreadOfTheTransport() {
        Config preset =
                ConfigFactory.parseResources("symposium-low-latency.conf").withFallback(ALONE);
        assertEquals(
                preset.getString("akka.actor.internal-dispatcher"),
                preset.getString("akka.remote.artery.advanced.use-dispatcher"));
        assertEquals(List.of(), AkkaSettings.doubts(preset, Settings.from(preset)));
        Config shared = ConfigFactory.parseString("akka.actor.default-dispatcher = akka.actor.internal-dispatcher")
                .withFallback(preset);
        assertEquals(
                List.of(
                        "akka.actor.default-dispatcher is symposium.transport-dispatcher, which has one thread: an actor"
                                + " of the application that blocks or computes for long there keeps all messages and heartbeats"
                                + " of this node waiting, and the others remove it; set it to another dispatcher"),
                AkkaSettings.doubts(shared, Settings.from(shared)));
    }
}
