package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.participant.Lock;

/** The promise to a holder on the wrong side of a network that has come apart. */
class PartitionTest {

    @Test
    void aHolderThatIsCutOffIsToldBeforeTheOthersAreGranted() throws Exception {
        try (Nodes nodes = new Nodes(3).with("akka.remote.artery.advanced.test-mode", "on")) {
            List<Nodes.Watched> ring = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            // A majority of two is granted already; cut while the third still joins, neither side would survive.
            ring.forEach(each ->
                    each.views().await("three members", view -> view.members().size() == 3 && !view.cutOff()));
            TestProbe<Lock.Reply> holder = acquires(ring.get(0));
            Lock.Granted before = holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            TestProbe<Lock.Reply> waiter = acquires(ring.get(1));

            Partition.around(ring.get(0).node(), ring.get(1).node(), ring.get(2).node());

            assertEquals(new Lock.Lost(before.fence()), holder.receiveMessage(Nodes.PATIENCE));
            waiter.expectNoMessage(Duration.ZERO);
            Lock.Granted after = waiter.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            assertTrue(after.fence().generation() > before.fence().generation(), before + " is outdated by " + after);
        }
    }

    /** Neither half is a majority: the half of the lowest address stays, and waits for one of the others. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void neitherHalfOfFourNodesGrantsUntilTheOthersAreBack(int first) throws Exception {
        try (Nodes nodes = new Nodes(4).with("akka.remote.artery.advanced.test-mode", "on")) {
            List<Nodes.Watched> all = nodes.startTogether(4);
            TestProbe<Lock.Reply> holder = acquires(all.get(first));
            Lock.Granted before = holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            Map<Nodes.Watched, TestProbe<Lock.Reply>> waiters = new LinkedHashMap<>();
            all.stream().filter(each -> each != all.get(first)).forEach(each -> waiters.put(each, acquires(each)));

            Partition.around(all.get(0).node(), all.get(2).node(), all.get(3).node());
            Partition.around(all.get(1).node(), all.get(2).node(), all.get(3).node());

            assertEquals(new Lock.Lost(before.fence()), holder.receiveMessage(Nodes.PATIENCE));
            all.forEach(each -> each.views().await("it is cut off", MembershipView::cutOff));
            CompletableFuture.anyOf(all.stream()
                            .map(each -> each.node().ended().toCompletableFuture())
                            .toArray(CompletableFuture<?>[]::new))
                    .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            boolean firstHalf = all.subList(0, 2).stream()
                    .anyMatch(each -> each.node().ended().toCompletableFuture().isDone());
            List<Nodes.Watched> removed = firstHalf ? all.subList(0, 2) : all.subList(2, 4);
            List<Nodes.Watched> staying = firstHalf ? all.subList(2, 4) : all.subList(0, 2);
            for (Nodes.Watched each : removed) {
                assertEquals(Termination.Cause.REMOVED, each.ended().cause());
                if (waiters.containsKey(each)) {
                    waiters.remove(each).expectMessageClass(Lock.Unavailable.class, Nodes.PATIENCE);
                }
            }
            MembershipView alone = staying.get(0)
                    .views()
                    .await("the others are gone", view -> view.members().size() == 2);
            assertTrue(alone.cutOff(), alone.toString());
            waiters.values().forEach(waiter -> waiter.expectNoMessage(Duration.ZERO));

            Nodes.Watched back = nodes.start(removed.get(0).node().process().number());
            waiters.put(back, acquires(back));
            List<CompletableFuture<Fence>> fences = waiters.entrySet().stream()
                    .map(each -> CompletableFuture.supplyAsync(
                            () -> granted(each.getKey(), each.getValue()), task -> new Thread(task).start()))
                    .toList();
            Set<Fence> distinct = new TreeSet<>(Set.of(before.fence()));
            fences.forEach(fence -> distinct.add(fence.join()));
            assertEquals(waiters.size() + 1, distinct.size(), distinct.toString());
            assertEquals(before.fence(), distinct.iterator().next());
        }
    }

    /** Awaits the lock, and releases it at once. */
    private static Fence granted(Nodes.Watched node, TestProbe<Lock.Reply> user) {
        Fence fence =
                user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE).fence();
        node.node().lock().tell(new Lock.Release(fence, user.getRef()));
        return fence;
    }

    private static TestProbe<Lock.Reply> acquires(Nodes.Watched node) {
        TestProbe<Lock.Reply> user = TestProbe.create(node.node().system());
        node.node().lock().tell(new Lock.Acquire(user.getRef()));
        return user;
    }
}
