package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.participant.Lock;
import symposium.wire.WireMessage.Envelope;

/**
 * What a network loses between nodes that go on living is made good, whatever algorithm they run, though these do not
 * provide for losses. Everything between one node and the others is lost while it says something, and no node notices:
 * the failure detectors have been told to be patient.
 */
@Tag("slow")
class LossTest {

    /** Hears from the transport what it loses. */
    private static final class Losses extends AppenderBase<ILoggingEvent> {
        private final CountDownLatch first = new CountDownLatch(1);

        Losses() {
            Logger transport = (Logger) LoggerFactory.getLogger("akka.remote.artery.OutboundTestStage");
            transport.setLevel(Level.DEBUG);
            transport.setAdditive(false);
            transport.addAppender(this);
            start();
        }

        @Override
        protected void append(ILoggingEvent said) {
            if (said.getFormattedMessage().startsWith("dropping outbound message [" + Envelope.class.getName())) {
                first.countDown();
            }
        }

        /** Waits until a message of an algorithm has been lost. */
        void await() throws InterruptedException {
            assertTrue(first.await(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS), "nothing has been lost");
            stop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ewd851", "lamport", "suzuki-kasami", "helary-plouzeau-raynal"})
    void aRequestThatIsLostComesAgain(String algorithm) throws Exception {
        try (Nodes nodes = losing().with("symposium.algorithm", algorithm)) {
            List<Nodes.Watched> all = started(nodes);
            Fence last = eats(all.get(0), eats(all.get(1), Fence.NONE));

            TestProbe<Lock.Reply> user = TestProbe.create(all.get(1).node().system());
            Losses losses = new Losses();
            deaf(all, 1);
            all.get(1).node().lock().tell(new Lock.Acquire(user.getRef()));
            losses.await();
            hearing(all, 1);

            granted(user, last);
        }
    }

    @Test
    void aReleaseThatIsLostComesAgain() throws Exception {
        try (Nodes nodes = losing().with("symposium.algorithm", "lamport")) {
            List<Nodes.Watched> all = started(nodes);
            TestProbe<Lock.Reply> user = TestProbe.create(all.get(0).node().system());
            all.get(0).node().lock().tell(new Lock.Acquire(user.getRef()));
            Fence fence = granted(user, Fence.NONE);

            Losses losses = new Losses();
            deaf(all, 0);
            all.get(0).node().lock().tell(new Lock.Release(fence, user.getRef()));
            losses.await();
            hearing(all, 0);

            eats(all.get(1), fence);
        }
    }

    @Test
    void aSetThatIsAskedForIsTakenThoughTheRequestsAreLost() throws Exception {
        try (Nodes nodes = losing()) {
            List<Nodes.Watched> all = started(nodes);
            TestProbe<LockService.Reply> first =
                    TestProbe.create(all.get(0).node().system());
            all.get(0)
                    .node()
                    .locks()
                    .tell(new LockService.Acquire("one", Claims.exclusive("a"), Optional.empty(), first.getRef()));
            Fence fence = first.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE)
                    .fence();

            Losses losses = new Losses();
            deaf(all, 2);
            TestProbe<LockService.Reply> second =
                    TestProbe.create(all.get(2).node().system());
            all.get(2)
                    .node()
                    .locks()
                    .tell(new LockService.Acquire("one", Claims.exclusive("b"), Optional.empty(), second.getRef()));
            losses.await();
            hearing(all, 2);

            Fence later = second.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE)
                    .fence();
            assertTrue(later.compareTo(fence) > 0, later + " after " + fence);
        }
    }

    private static Nodes losing() {
        return new Nodes(3)
                .with("akka.loglevel", "DEBUG")
                .with("akka.remote.artery.advanced.test-mode", "on")
                .with("akka.cluster.failure-detector.acceptable-heartbeat-pause", "10m");
    }

    private static List<Nodes.Watched> started(Nodes nodes) {
        List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
        all.forEach(one -> one.views().await("all three", seen -> seen.members().size() == 3 && !seen.cutOff()));
        return all;
    }

    private static void deaf(List<Nodes.Watched> all, int one) throws Exception {
        Partition.around(all.get(one).node(), others(all, one));
    }

    private static void hearing(List<Nodes.Watched> all, int one) throws Exception {
        Partition.mended(all.get(one).node(), others(all, one));
    }

    private static SymposiumNode[] others(List<Nodes.Watched> all, int one) {
        return all.stream()
                .filter(each -> each != all.get(one))
                .map(Nodes.Watched::node)
                .toArray(SymposiumNode[]::new);
    }

    private static Fence eats(Nodes.Watched at, Fence last) {
        TestProbe<Lock.Reply> user = TestProbe.create(at.node().system());
        at.node().lock().tell(new Lock.Acquire(user.getRef()));
        Fence fence = granted(user, last);
        at.node().lock().tell(new Lock.Release(fence, user.getRef()));
        assertEquals(new Lock.Released(fence), user.receiveMessage(Nodes.PATIENCE));
        return fence;
    }

    private static Fence granted(TestProbe<Lock.Reply> user, Fence last) {
        Fence fence =
                user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE).fence();
        assertTrue(fence.compareTo(last) > 0, fence + " after " + last);
        return fence;
    }
}
