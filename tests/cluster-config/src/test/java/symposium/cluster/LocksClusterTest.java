package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.Done;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;

/** The table on three nodes as actor systems of one JVM, over real connections. */
class LocksClusterTest {

    @Test
    @Tag("slow")
    void setsAreTakenSideBySideOrOneAfterTheOtherAndOutliveANode() {
        try (Nodes nodes = new Nodes(3)) {
            List<Nodes.Watched> all = nodes.startTogether(3);

            // Disjoint sets side by side.
            TestProbe<LockService.Reply> one = take(all.get(0), "a", "b");
            Fence first = taken(one, "a", "b");
            TestProbe<LockService.Reply> two = take(all.get(1), "c");
            Fence second = taken(two, "c");

            // One that shares something with both waits for both.
            TestProbe<LockService.Reply> three = take(all.get(2), "b", "c", "d");
            release(all.get(0), one, first);
            LockService.Status waits = status(all.get(2));
            assertEquals(
                    List.of(Claims.exclusive("b", "c", "d")),
                    waits.waiting().stream().map(LockService.Entry::claims).toList());
            release(all.get(1), two, second);
            Fence third = taken(three, "b", "c", "d");
            assertTrue(
                    third.compareTo(first) > 0 && third.compareTo(second) > 0,
                    third + " after " + first + " " + second);

            // Two wait for a node that dies, on one node and another: what it had is free when it has departed.
            TestProbe<LockService.Reply> waiting = take(all.get(0), "d");
            TestProbe<LockService.Reply> other = take(all.get(1), "b");
            all.get(2).node().kill();
            Fence fourth = taken(waiting, "d");
            Fence fifth = taken(other, "b");
            assertTrue(fourth.compareTo(third) > 0, fourth + " after " + third);
            assertTrue(fifth.compareTo(third) > 0, fifth + " after " + third);

            // It comes back, and finds taken what is taken.
            Nodes.Watched reborn = nodes.start(2);
            TestProbe<LockService.Reply> back = take(reborn, "b", "d");
            release(all.get(1), other, fifth);
            release(all.get(0), waiting, fourth);
            Fence sixth = taken(back, "b", "d");
            assertTrue(sixth.compareTo(fourth) > 0 && sixth.compareTo(fifth) > 0);

            // The rest of a majority goes: what is taken is lost, and its owners are notified.
            all.get(0).node().kill();
            all.get(1).node().kill();
            assertEquals(
                    sixth,
                    back.expectMessageClass(LockService.Lost.class, Nodes.PATIENCE)
                            .fence());
        }
    }

    /** With the settings for low latency the actors of an application do not run on the thread of the transport. */
    @Test
    void actorsThatBlockDelayNoLock() {
        CountDownLatch end = new CountDownLatch(1);
        try (Nodes nodes = new Nodes(2)) {
            ConfigFactory.parseResources("symposium-low-latency.conf")
                    .entrySet()
                    .forEach(each -> nodes.with(each.getKey(), each.getValue().unwrapped()));
            List<Nodes.Watched> all = nodes.startTogether(2);
            ActorSystem<?> system = all.get(0).node().system();
            assertEquals(
                    "symposium.transport-dispatcher",
                    system.settings().config().getString("akka.actor.internal-dispatcher"));
            int threads = 2 * Runtime.getRuntime().availableProcessors() + 64;
            for (int actor = 0; actor < threads; actor++) {
                system.systemActorOf(
                                Behaviors.<Done>receiveMessage(any -> {
                                    end.await();
                                    return Behaviors.stopped();
                                }),
                                "blocks-" + actor,
                                DispatcherSelector.defaultDispatcher())
                        .tell(Done.getInstance());
            }
            try {
                for (int round = 0; round < 10; round++) {
                    SymposiumNode node = all.get(round % 2).node();
                    Locks.of(node.locks(), node.system())
                            .acquire("hot")
                            .thenCompose(Lease::release)
                            .orTimeout(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .join();
                }
            } finally {
                // An actor system does not end while its actors block.
                end.countDown();
            }
        }
    }

    private static TestProbe<LockService.Reply> take(Nodes.Watched at, String... resources) {
        TestProbe<LockService.Reply> session = TestProbe.create(at.node().system());
        at.node()
                .locks()
                .tell(new LockService.Acquire("one", Claims.exclusive(resources), Optional.empty(), session.getRef()));
        return session;
    }

    private static Fence taken(TestProbe<LockService.Reply> session, String... resources) {
        LockService.Granted taken = session.expectMessageClass(LockService.Granted.class, Nodes.PATIENCE);
        assertEquals(Claims.exclusive(resources), taken.claims());
        return taken.fence();
    }

    private static void release(Nodes.Watched at, TestProbe<LockService.Reply> session, Fence fence) {
        at.node().locks().tell(new LockService.Release("one", fence, session.getRef()));
        session.expectMessage(Nodes.PATIENCE, new LockService.Released("one", fence));
    }

    private static LockService.Status status(Nodes.Watched at) {
        TestProbe<LockService.Status> asker = TestProbe.create(at.node().system());
        at.node().locks().tell(new LockService.GetStatus(asker.getRef()));
        return asker.receiveMessage(Nodes.PATIENCE);
    }
}
