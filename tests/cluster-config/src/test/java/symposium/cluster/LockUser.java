package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import symposium.mutex.Fence;
import symposium.service.participant.Lock;

/** A user of the lock of a node. */
final class LockUser {

    private LockUser() {}

    /** Acquires the lock and releases it. Returns the fence, which must be greater than the last one. */
    static Fence acquireAndRelease(Nodes.Watched at, Fence last) {
        Fence fence = acquire(at, last);
        TestProbe<Lock.Reply> user = TestProbe.create(at.node().system());
        at.node().lock().tell(new Lock.Release(fence, user.getRef()));
        user.expectMessage(Nodes.PATIENCE, new Lock.Released(fence));
        return fence;
    }

    /** Acquires the lock. Returns the fence, which must be greater than the last one. */
    static Fence acquire(Nodes.Watched at, Fence last) {
        TestProbe<Lock.Reply> user = TestProbe.create(at.node().system());
        at.node().lock().tell(new Lock.Acquire(user.getRef()));
        Fence fence =
                user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE).fence();
        assertTrue(fence.compareTo(last) > 0, fence + " after " + last);
        return fence;
    }
}
