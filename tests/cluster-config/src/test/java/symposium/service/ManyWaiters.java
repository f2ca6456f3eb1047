package symposium.service;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import symposium.cluster.settings.Hocon;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/**
 * Prints how long a hand-off of one name takes in a cluster of three nodes in this JVM, by how many wait for it. Each
 * holder releases at once.
 */
public final class ManyWaiters {

    private static final int NODES = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final double NANOS_OF_MILLI = 1e6;

    private ManyWaiters() {}

    /** @param args how many requests wait at all nodes together, each time */
    public static void main(String[] args) throws Exception {
        List<Integer> sizes = args.length == 0
                ? List.of(2_000, 20, 500, 2_000, 5_000, 20_000)
                : Arrays.stream(args).map(Integer::valueOf).toList();
        List<ActorTestKit> kits = new ArrayList<>();
        try {
            while (kits.size() < NODES) {
                kits.add(ActorTestKit.create("shop", Hocon.quickNode(Map.of("symposium.processes", NODES))));
                Cluster.get(kits.get(kits.size() - 1).system())
                        .manager()
                        .tell(Join.create(
                                Cluster.get(kits.get(0).system()).selfMember().address()));
            }
            kits.forEach(kit -> Symposium.get(kit.system()));
            for (ActorTestKit kit : kits) {
                Symposium.get(kit.system()).ready().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            System.out.printf("%8s %16s %16s%n", "waiters", "ms/request", "ms/hand-off");
            for (int waiters : sizes) {
                measure(kits, waiters);
            }
        } finally {
            kits.forEach(ActorTestKit::shutdownTestKit);
        }
    }

    private static void measure(List<ActorTestKit> kits, int waiters) {
        ActorRef<LockService.Command> first =
                Symposium.get(kits.get(0).system()).locks().service();
        TestProbe<LockService.Reply> holder = kits.get(0).createTestProbe();
        first.tell(new LockService.Acquire("0", Claims.exclusive("one"), Optional.empty(), holder.ref()));
        LockService.Granted held = holder.expectMessageClass(LockService.Granted.class, PATIENCE);
        TestProbe<Integer> done = kits.get(0).createTestProbe();
        long begin = System.nanoTime();
        for (ActorTestKit kit : kits) {
            kit.spawn(crowd(Symposium.get(kit.system()).locks().service(), done.ref(), waiters / NODES));
        }
        for (ActorTestKit kit : kits) {
            TestProbe<LockService.Status> asking = kit.createTestProbe();
            done.awaitAssert(PATIENCE, () -> {
                Symposium.get(kit.system()).locks().service().tell(new LockService.GetStatus(asking.ref()));
                if (asking.receiveMessage(PATIENCE).waiting().size() < waiters / NODES) {
                    throw new AssertionError("not all wait");
                }
                return null;
            });
        }
        long waiting = System.nanoTime();
        first.tell(new LockService.Release("0", held.fence(), holder.ref()));
        for (int node = 0; node < NODES; node++) {
            done.receiveMessage(PATIENCE);
        }
        long end = System.nanoTime();
        System.out.printf(
                "%8d %16.4f %16.4f%n",
                waiters, (waiting - begin) / NANOS_OF_MILLI / waiters, (end - waiting) / NANOS_OF_MILLI / waiters);
    }

    private static Behavior<LockService.Reply> crowd(
            ActorRef<LockService.Command> locks, ActorRef<Integer> done, int size) {
        return Behaviors.setup(context -> {
            for (int each = 1; each <= size; each++) {
                ActorRef<LockService.Reply> owner = context.spawnAnonymous(Behaviors.<LockService.Reply>ignore());
                locks.tell(new LockService.Acquire(
                        Integer.toString(each),
                        Claims.exclusive("one"),
                        Optional.empty(),
                        owner,
                        context.getSelf(),
                        context.getSelf()));
            }
            int[] released = {0};
            return Behaviors.receiveMessage(reply -> {
                if (reply instanceof LockService.Granted granted) {
                    locks.tell(new LockService.Release(granted.id(), granted.fence(), context.getSelf()));
                } else if (reply instanceof LockService.Released) {
                    released[0]++;
                } else {
                    throw new IllegalStateException(reply.toString());
                }
                if (released[0] == size) {
                    done.tell(size);
                    return Behaviors.stopped();
                }
                return Behaviors.same();
            });
        });
    }
}
