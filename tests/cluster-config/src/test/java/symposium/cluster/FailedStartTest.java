package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.PoisonPill;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedProcess;
import symposium.cluster.hosted.ServiceBinding;
import symposium.cluster.settings.Hocon;
import symposium.cluster.settings.Settings;
import symposium.cluster.status.Observers;
import symposium.service.member.InvalidSetting;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.participant.Lock;

/**
 * A node of which an actor fails at its start. The exception names the actor and the reason, of which the limit of time
 * for the start would know nothing; and nothing is left of the node.
 */
class FailedStartTest {

    private static final IllegalStateException FAULT = new IllegalStateException("it fails");

    /** The actor systems that have been started. */
    private static final Queue<ActorSystem<?>> SYSTEMS = new ConcurrentLinkedQueue<>();

    /** Akka makes one with every actor system of these tests. */
    public static final class Recorder extends ExtensionId<Extension> {

        private static final Recorder INSTANCE = new Recorder();

        /** Called by Akka. */
        public static Recorder getInstance() {
            return INSTANCE;
        }

        @Override
        public Extension createExtension(ActorSystem<?> system) {
            SYSTEMS.add(system);
            return new Extension() {};
        }
    }

    private final Config config = Hocon.quickNode(Map.of(
            "symposium.process",
            0,
            "symposium.processes",
            1,
            "symposium.services",
            List.of("process", "resources"),
            "symposium.algorithm",
            "ewd851-by-chang-roberts",
            "akka.remote.artery.canonical.port",
            freePort(),
            "akka.actor.typed.extensions",
            List.of(Recorder.class.getName())));

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new IllegalStateException(none);
        }
    }

    private HostedAlgorithm<?, ?, ?, ?> hosted() {
        return HostedAlgorithms.process(Settings.from(config));
    }

    private static <S, M, I, O> HostedAlgorithm<S, M, I, O> withoutProtocol(
            HostedAlgorithm<S, M, I, O> hosted, RuntimeException fault) {
        return hosted.withProtocol(start -> {
            throw fault;
        });
    }

    private static <S, M, I, O> HostedAlgorithm<S, M, I, O> withoutBehavior(HostedAlgorithm<S, M, I, O> hosted) {
        return hosted.withService(with(hosted.service(), (view, process) -> {
            throw FAULT;
        }));
    }

    private static <S, M, I, O> HostedAlgorithm<S, M, I, O> withoutService(HostedAlgorithm<S, M, I, O> hosted) {
        return hosted.withService(with(
                hosted.service(),
                (view, process) -> Behaviors.setup(context -> {
                    throw FAULT;
                })));
    }

    private static <I, O> ServiceBinding<Object, I, O> with(
            ServiceBinding<?, I, O> service,
            BiFunction<MembershipView, HostedProcess<I>, akka.actor.typed.Behavior<Object>> behavior) {
        return new ServiceBinding<>(
                Object.class, behavior, event -> event, service.raised(), service.excludes(), service.finishes());
    }

    private <T extends RuntimeException> T fails(Class<T> how, HostedAlgorithm<?, ?, ?, ?> hosted) {
        SYSTEMS.clear();
        T thrown = assertThrows(how, () -> SymposiumNode.start(config, hosted, Observers.none()));
        assertEquals(1, SYSTEMS.size());
        assertTrue(SYSTEMS.element().getWhenTerminated().toCompletableFuture().isDone());
        return thrown;
    }

    private void failsByTheFault(HostedAlgorithm<?, ?, ?, ?> hosted) {
        IllegalStateException thrown = fails(IllegalStateException.class, hosted);
        assertEquals(
                "the services of the node have not started: the service process of process 0 has failed:"
                        + " java.lang.IllegalStateException: it fails",
                thrown.getMessage());
        assertSame(FAULT, thrown.getCause().getCause());
    }

    @Test
    void aServiceThatFailsAtItsStartIsNamedWithTheReason() {
        failsByTheFault(withoutService(hosted()));
    }

    @Test
    void aHostThatFailsInItsConstructorIsNamedWithTheReason() {
        failsByTheFault(withoutBehavior(hosted()));
    }

    @Test
    void aProcessThatFailsAtItsStartIsNamedWithTheReason() {
        failsByTheFault(withoutProtocol(hosted(), FAULT));
    }

    @Test
    void aSettingThatOnlyAHostFindsInvalidIsSaidAsAnyOther() {
        InvalidSetting invalid =
                new InvalidSetting("symposium.algorithm is unfit for these services; take another one");
        assertSame(invalid, fails(InvalidSetting.class, withoutProtocol(hosted(), invalid)));
    }

    /** Above the hosts there is the actor that starts them. */
    @Test
    void aNodeWhoseTopFailsSaysTheReason() {
        IllegalStateException thrown = fails(IllegalStateException.class, null);
        assertInstanceOf(NullPointerException.class, thrown.getCause());
        assertEquals(
                "the services of the node have not started: "
                        + thrown.getCause().getMessage(),
                thrown.getMessage());
    }

    @Test
    void afterAFailedStartANodeStartsAtTheSamePort() throws Exception {
        fails(IllegalStateException.class, withoutService(hosted()));
        SymposiumNode node = SymposiumNode.start(config, Observers.none());
        try {
            assertEquals(
                    config.getInt("akka.remote.artery.canonical.port"),
                    node.address().getPort().orElseThrow());
            node.joinItself();
            TestProbe<Lock.Reply> user = TestProbe.create(node.system());
            node.lock().tell(new Lock.Acquire(user.getRef()));
            user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
        } finally {
            node.kill().toCompletableFuture().get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void aHostThatStopsLaterEndsItsNode() throws Exception {
        SymposiumNode node = SymposiumNode.start(config, Observers.none());
        Adapter.toClassic(node.system())
                .actorSelection("/system/" + NodePaths.GUARDIAN + "/resources")
                .tell(PoisonPill.getInstance(), akka.actor.ActorRef.noSender());
        assertEquals(
                new Termination(Termination.Cause.FAILED, "the service resources of process 0 has been stopped"),
                node.ended().toCompletableFuture().get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
}
