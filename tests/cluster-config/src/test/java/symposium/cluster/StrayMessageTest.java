package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.ActorRef;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cluster.hosted.HostedProcess;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.status.NodeReadiness;
import symposium.cluster.status.Observers;
import symposium.mutex.MutualExclusion.Input;
import symposium.service.member.Warning;
import symposium.service.participant.Lock;

/** No message ends a service in silence. */
class StrayMessageTest {

    @ParameterizedTest
    @ValueSource(strings = {"process", "resources", "election"})
    void anObjectThatIsNoMessageIsDroppedWithOneWarning(String host) {
        try (Nodes nodes = new Nodes(1)) {
            Nodes.Watched alone = nodes.start(0);
            for (int times = 0; times < 5; times++) {
                Adapter.toClassic(alone.node().system())
                        .actorSelection("/system/symposium/" + host)
                        .tell("a string", ActorRef.noSender());
            }
            alone.warnings().await("dropped", warning -> warning.kind() == Warning.Kind.DROPPED);
            TestProbe<Lock.Reply> client = TestProbe.create(alone.node().system());
            alone.node().lock().tell(new Lock.Acquire(client.getRef()));
            client.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            assertEquals(
                    List.of(
                            "process 0 has dropped an object of java.lang.String, which is not a message between nodes"),
                    alone.warnings().all().stream().map(Warning::line).toList());
        }
    }

    @Test
    void aServiceThatFailsAnswersAndItsNodeIsNotReady() {
        ActorTestKit kit = ActorTestKit.create();
        try {
            BlockingQueue<String> failed = new LinkedBlockingQueue<>();
            TestProbe<HostedService<?, ?>> opened = kit.createTestProbe();
            kit.spawn(Behaviors.setup(context -> {
                opened.getRef()
                        .tell(ServiceBindings.lock()
                                .open(
                                        context,
                                        LockTest.VIEW,
                                        HostedProcess.of(StrayMessageTest::fail, any -> {}),
                                        () -> {},
                                        failed::add));
                return Behaviors.empty();
            }));
            akka.actor.typed.ActorRef<Lock.Command> lock =
                    opened.receiveMessage().taking(Lock.Command.class).orElseThrow();
            TestProbe<Lock.Reply> client = kit.createTestProbe();
            for (int times = 0; times < 2; times++) {
                lock.tell(new Lock.Acquire(client.getRef()));
                client.expectMessage(new Lock.Unavailable(
                        "the service of this node has failed: java.lang.IllegalStateException: the process fails"));
            }
            assertEquals(1, failed.size(), failed.toString());
            NodeReadiness readiness = new NodeReadiness(new TreeSet<>(), 3, 2, LockTest.VIEW);
            readiness
                    .before(Observers.none())
                    .warnings()
                    .accept(new Warning(LockTest.VIEW.self(), Warning.Kind.SERVICE_FAILED, failed.remove()));
            assertEquals(
                    "the service of this node has failed: java.lang.IllegalStateException: the process fails",
                    readiness.readiness().notReady().orElseThrow());
        } finally {
            kit.shutdownTestKit();
        }
    }

    private static void fail(Input input) {
        throw new IllegalStateException("the process fails");
    }
}
