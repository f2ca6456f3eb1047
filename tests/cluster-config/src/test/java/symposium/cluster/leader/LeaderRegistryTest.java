package symposium.cluster.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.actor.typed.javadsl.Behaviors;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import symposium.cluster.execution.DeathWatch;

/** The watchers of elections at one node. */
class LeaderRegistryTest {

    private static final int ELECTIONS = 10_000;
    private static final int ACTORS = 100;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final TestInbox<LeaderReport> watcher = TestInbox.create("watcher");
    private final TestInbox<LeaderReport> other = TestInbox.create("other");

    private static void registering(Consumer<LeaderRegistry> part) {
        BehaviorTestKit.create(Behaviors.<Object>setup(context -> {
            part.accept(new LeaderRegistry(
                    context.getSelf(), new DeathWatch<Object>(context, stopped -> "stopped"), false));
            return Behaviors.empty();
        }));
    }

    @Test
    void aWatcherThatHasStoppedIsToldNothingMore() {
        registering(registry -> {
            registry.watch("x", watcher.getRef());
            registry.watch("y", watcher.getRef());
            registry.watch("x", other.getRef());
            registry.unwatch("y", watcher.getRef());
            registry.stopped(watcher.getRef());
            watcher.getAllReceived();
            other.getAllReceived();
            registry.cutOff(true);
            assertFalse(watcher.hasMessages());
            assertEquals(1, other.getAllReceived().size());
        });
    }

    /** The message of a member that no longer watches may be lost. */
    @Test
    void aWatchThatIsNotRenewedEnds() {
        registering(registry -> {
            registry.watch("x", watcher.getRef());
            registry.watch("x", other.getRef());
            registry.expire();
            registry.watch("x", other.getRef());
            registry.expire();
            watcher.getAllReceived();
            other.getAllReceived();
            registry.cutOff(true);
            assertFalse(watcher.hasMessages());
            assertEquals(1, other.getAllReceived().size());
            assertTrue(registry.isWatched());
            registry.expire();
            assertFalse(registry.isWatched());
        });
    }

    /** Every owner of a lock that stops is told here, and most watch no election. */
    @Test
    void anActorThatWatchesNoElectionStopsWithoutALookAtAll() {
        registering(registry -> {
            for (int election = 0; election < ELECTIONS; election++) {
                registry.watch("e" + election, watcher.getRef());
            }
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int actor = 0; actor < ACTORS; actor++) {
                registry.stopped(other.getRef());
            }
            long each = (THREADS.getCurrentThreadAllocatedBytes() - before) / ACTORS;
            assertTrue(each < ELECTIONS, each + " bytes for each");
        });
    }
}
