package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.cluster.lock.LocalLocks;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** Twenty thousand requests at one service: each is answered in its turn, and nothing of them is left. */
@Tag("slow")
class ManyWaitersTest {

    private static final int MANY = 20_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> IN_ORDER =
            IntStream.range(0, MANY).mapToObj(Integer::toString).toList();

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit SHOP = ActorTestKit.create(
            "shop", ConfigFactory.parseString("akka.actor.provider = local\nsymposium.waiters-limit = " + MANY));

    private final ActorRef<LockService.Command> locks = SHOP.spawn(LocalLocks.alone(0));

    /** Owners that ask for one name, and release it as soon as they have it. The others are told which had it. */
    private static Behavior<LockService.Reply> crowd(ActorRef<LockService.Command> locks, ActorRef<List<String>> done) {
        return Behaviors.setup(context -> {
            for (String id : IN_ORDER) {
                ActorRef<LockService.Reply> owner = context.spawnAnonymous(Behaviors.<LockService.Reply>ignore());
                locks.tell(new LockService.Acquire(
                        id,
                        Claims.exclusive("one"),
                        Optional.of(PATIENCE),
                        owner,
                        context.getSelf(),
                        context.getSelf()));
            }
            List<String> had = new ArrayList<>();
            return Behaviors.receiveMessage(reply -> {
                if (reply instanceof LockService.Granted granted) {
                    had.add(granted.id());
                    locks.tell(new LockService.Release(granted.id(), granted.fence(), context.getSelf()));
                } else if (!(reply instanceof LockService.Released)) {
                    had.add(reply.toString());
                }
                if (reply instanceof LockService.Released && had.size() == MANY) {
                    done.tell(List.copyOf(had));
                }
                return Behaviors.same();
            });
        });
    }

    @Test
    void eachOfManyWaitersIsGrantedInItsTurn() {
        TestProbe<List<String>> done = SHOP.createTestProbe();
        SHOP.spawn(crowd(locks, done.ref()));
        assertEquals(IN_ORDER, done.receiveMessage(PATIENCE));
        assertEquals(List.of(), standing().entries());
    }

    /** The holder keeps the name until all others have been cancelled, because their owners have stopped. */
    @Test
    void ofManyWaitersThatStopNothingIsLeft() {
        TestProbe<LockService.Reply> holder = SHOP.createTestProbe();
        locks.tell(new LockService.Acquire("0", Claims.exclusive("one"), Optional.empty(), holder.ref()));
        Fence fence =
                holder.expectMessageClass(LockService.Granted.class, PATIENCE).fence();
        ActorRef<LockService.Reply> crowd =
                SHOP.spawn(crowd(locks, SHOP.<List<String>>createTestProbe().ref()));
        holder.awaitAssert(PATIENCE, () -> {
            assertEquals(MANY, standing().waiting().size());
            return null;
        });
        SHOP.stop(crowd);
        holder.awaitAssert(PATIENCE, () -> {
            assertEquals(List.of(), standing().waiting());
            return null;
        });
        TestProbe<LockService.Reply> next = SHOP.createTestProbe();
        locks.tell(new LockService.Acquire("1", Claims.exclusive("one"), Optional.empty(), next.ref()));
        locks.tell(new LockService.Release("0", fence, holder.ref()));
        next.expectMessageClass(LockService.Granted.class, PATIENCE);
    }

    /** One owner takes many names, one after the other, and has them all at once. */
    @Test
    void oneOwnerHoldsManyNames() {
        TestProbe<LockService.Reply> owner = SHOP.createTestProbe();
        List<Fence> fences = new ArrayList<>();
        for (String id : IN_ORDER) {
            locks.tell(new LockService.Acquire(id, Claims.exclusive("name " + id), Optional.empty(), owner.ref()));
            fences.add(owner.expectMessageClass(LockService.Granted.class, PATIENCE)
                    .fence());
        }
        assertEquals(MANY, standing().held().size());
        locks.tell(new LockService.Acquire("again", Claims.shared("name 7"), Optional.empty(), owner.ref()));
        assertEquals(
                LockService.Reason.ALREADY_CLAIMED,
                owner.expectMessageClass(LockService.Refused.class, PATIENCE).reason());
        for (int each = 0; each < MANY / 2; each++) {
            locks.tell(new LockService.Release(IN_ORDER.get(each), fences.get(each), owner.ref()));
            owner.expectMessageClass(LockService.Released.class, PATIENCE);
        }
        owner.stop();
        TestProbe<LockService.Reply> heir = SHOP.createTestProbe();
        locks.tell(new LockService.Acquire(
                "0", Claims.exclusive("name 0", "name " + (MANY - 1)), Optional.empty(), heir.ref()));
        heir.expectMessageClass(LockService.Granted.class, PATIENCE);
        assertEquals(1, standing().entries().size());
    }

    /** Those that wait in any mode count, granted requests do not, and an election counts by itself. */
    @Test
    void whatIsBeyondTheLimitIsRefused() {
        ActorTestKit small = ActorTestKit.create(
                "small", ConfigFactory.parseString("akka.actor.provider = local\nsymposium.waiters-limit = 2"));
        try {
            ActorRef<LockService.Command> few = small.spawn(LocalLocks.alone(0));
            List<TestProbe<LockService.Reply>> owners = IntStream.range(0, 5)
                    .mapToObj(each -> small.<LockService.Reply>createTestProbe())
                    .toList();
            few.tell(acquire(Claims.shared("x"), owners.get(0)));
            owners.get(0).expectMessageClass(LockService.Granted.class, PATIENCE);
            few.tell(acquire(Claims.exclusive("x"), owners.get(1)));
            few.tell(acquire(Claims.shared("x").and(Claims.exclusive("y")), owners.get(2)));
            for (TestProbe<LockService.Reply> late : owners.subList(3, 5)) {
                few.tell(acquire(Claims.exclusive("w", "x"), late));
                late.expectMessage(
                        PATIENCE,
                        new LockService.Refused(
                                "1",
                                LockService.Reason.TOO_MANY_WAITERS,
                                "2 requests wait for x on this node, as many as symposium.waiters-limit allows:"
                                        + " ask again later, or raise it"));
            }
            few.tell(new LockService.TryAcquire(
                    "1", Claims.shared("x"), Optional.empty(), owners.get(3).ref()));
            owners.get(3).expectMessageClass(LockService.Refused.class, PATIENCE);
            few.tell(new LockService.Cancel(
                    "1", owners.get(1).ref(), owners.get(1).ref()));
            owners.get(1).expectMessage(PATIENCE, new LockService.Cancelled("1"));
            owners.get(2).expectMessageClass(LockService.Granted.class, PATIENCE);
            few.tell(acquire(Claims.exclusive("x"), owners.get(3)));
            few.tell(acquire(Claims.exclusive("x"), owners.get(4)));
            for (TestProbe<LockService.Reply> candidate : owners) {
                few.tell(new LockService.Campaign("2", "x", "", Optional.empty(), candidate.ref()));
                if (candidate.equals(owners.get(0))) {
                    candidate.expectMessageClass(LockService.Granted.class, PATIENCE);
                }
            }
            LockService.Refused refused = owners.get(3).expectMessageClass(LockService.Refused.class, PATIENCE);
            assertTrue(refused.why().startsWith("2 requests wait for election x on this node"), refused.why());
        } finally {
            small.shutdownTestKit();
        }
    }

    private static LockService.Acquire acquire(Claims claims, TestProbe<LockService.Reply> owner) {
        return new LockService.Acquire("1", claims, Optional.empty(), owner.ref());
    }

    private LockService.Status standing() {
        TestProbe<LockService.Status> asker = SHOP.createTestProbe();
        locks.tell(new LockService.GetStatus(asker.getRef()));
        return asker.receiveMessage(PATIENCE);
    }
}
