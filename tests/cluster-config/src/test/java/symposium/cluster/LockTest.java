package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import akka.Done;
import akka.actor.testkit.typed.Effect;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.Effects;
import akka.actor.testkit.typed.javadsl.TestInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.participant.LockActor;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;
import symposium.service.participant.Lock;

/** Applications of one node, one after the other in the place of the one user that its process has. */
class LockTest {

    private static final Fence FIRST = new Fence(1, 1);
    private static final Fence SECOND = new Fence(1, 2);
    static final MembershipView VIEW = MembershipView.alone(ProcessId.of(0), Shape.RING);

    private final List<Input> asked = new ArrayList<>();
    private final BehaviorTestKit<Lock.Command> lock = BehaviorTestKit.create(LockActor.create(VIEW, asked::add));
    private final TestInbox<Lock.Reply> a = TestInbox.create("a");
    private final TestInbox<Lock.Reply> b = TestInbox.create("b");
    private final TestInbox<Done> closed = TestInbox.create("closed");

    @Test
    void aClientThatAsksIsGrantedWhenTheProcessIs() {
        acquire(a);
        assertEquals(List.of(Input.ENTER), asked);
        told(new Output.Granted(FIRST));
        a.expectMessage(new Lock.Granted(FIRST));
    }

    @Test
    void theSecondWaitsUntilTheFirstHasReleasedAndTheLockHasComeAgain() {
        acquire(a);
        acquire(b);
        told(new Output.Granted(FIRST));
        assertEquals(List.of(Input.ENTER), asked, "a process has one user");
        release(a, FIRST);
        assertEquals(List.of(Input.ENTER, Input.RELEASE, Input.ENTER), asked);
        assertEquals(List.of(new Lock.Granted(FIRST), new Lock.Released(FIRST)), a.getAllReceived());
        told(new Output.Granted(SECOND));
        b.expectMessage(new Lock.Granted(SECOND));
    }

    /** Nobody knows whether it ever will be formed; when it is, the lock is as ever. */
    @Test
    void whileTheClusterIsNotFormedInTimeNobodyWaits() {
        acquire(a);
        seen(unformed(Optional.of("sees only 1 of 3")));
        a.expectMessage(new Lock.Unavailable("sees only 1 of 3"));
        acquire(b);
        b.expectMessage(new Lock.Unavailable("sees only 1 of 3"));
        seen(unformed(Optional.empty()));
        acquire(b);
        assertEquals(List.of(Input.ENTER), asked, "the process has been asked for the first");
        told(new Output.Granted(FIRST));
        b.expectMessage(new Lock.Granted(FIRST));
    }

    static MembershipView unformed(Optional<String> why) {
        return new MembershipView(
                VIEW.self(),
                VIEW.topology(),
                VIEW.members(),
                VIEW.unreachable(),
                VIEW.departed(),
                true,
                Optional.empty(),
                why);
    }

    private void seen(MembershipView view) {
        lock.run(new LockActor.FromHost(new HostEvent.Seen<>(view)));
    }

    @Test
    void aReleaseWithAnotherFenceReleasesNothing() {
        acquire(a);
        told(new Output.Granted(SECOND));
        release(b, FIRST);
        b.expectMessage(new Lock.NotHeld(FIRST, "the lock is held here under fence 1.2"));
        assertEquals(List.of(Input.ENTER), asked);
    }

    @Test
    void aSecondReleaseIsToldSo() {
        acquire(a);
        told(new Output.Granted(FIRST));
        release(a, FIRST);
        release(a, FIRST);
        assertEquals(
                List.of(
                        new Lock.Granted(FIRST),
                        new Lock.Released(FIRST),
                        new Lock.NotHeld(
                                FIRST,
                                "no application of this node holds the lock; it has been released, or lost when the node was cut off, or never granted here")),
                a.getAllReceived());
    }

    @Test
    void aHolderIsToldOfTheLossAndTheNextIsAskedFor() {
        acquire(a);
        acquire(b);
        told(new Output.Granted(FIRST));
        told(new Output.Lost(FIRST));
        assertEquals(List.of(new Lock.Granted(FIRST), new Lock.Lost(FIRST)), a.getAllReceived());
        assertEquals(List.of(Input.ENTER, Input.ENTER), asked);
        told(new Output.Granted(SECOND));
        b.expectMessage(new Lock.Granted(SECOND));
    }

    @Test
    void aLossThatCrossesTheReleaseTellsNoClient() {
        acquire(a);
        acquire(b);
        told(new Output.Granted(FIRST));
        release(a, FIRST);
        told(new Output.Lost(FIRST));
        assertEquals(List.of(new Lock.Granted(FIRST), new Lock.Released(FIRST)), a.getAllReceived());
        assertEquals(List.of(Input.ENTER, Input.RELEASE, Input.ENTER), asked);
    }

    @Test
    void aClientThatStopsWhileWaitingIsForgotten() {
        acquire(a);
        acquire(b);
        Effect.WatchedWith<?, ?> watched = lock.expectEffectClass(Effect.WatchedWith.class);
        lock.run((Lock.Command) watched.message());
        told(new Output.Granted(FIRST));
        a.getAllReceived().forEach(reply -> assertEquals(null, reply));
        b.expectMessage(new Lock.Granted(FIRST));
    }

    @Test
    void whenAllHaveStoppedWaitingAGrantIsGivenBackAtOnce() {
        acquire(a);
        Effect.WatchedWith<?, ?> watched = lock.expectEffectClass(Effect.WatchedWith.class);
        lock.run((Lock.Command) watched.message());
        told(new Output.Granted(FIRST));
        assertEquals(List.of(Input.ENTER, Input.RELEASE), asked);
    }

    @Test
    void aClientThatStopsWhileHoldingGivesTheLockBack() {
        acquire(a);
        Effect.WatchedWith<?, ?> watched = lock.expectEffectClass(Effect.WatchedWith.class);
        told(new Output.Granted(FIRST));
        acquire(b);
        lock.run((Lock.Command) watched.message());
        assertEquals(List.of(Input.ENTER, Input.RELEASE, Input.ENTER), asked);
        told(new Output.Granted(SECOND));
        b.expectMessage(new Lock.Granted(SECOND));
    }

    /** The temporary reference of an ask ends with the answer. */
    @Test
    void anOwnerKeepsTheLockWhenTheOneThatWasAnsweredStops() {
        lock.run(new Lock.Acquire(a.getRef(), b.getRef(), a.getRef()));
        told(new Output.Granted(FIRST));
        b.expectMessage(new Lock.Granted(FIRST));
        lock.expectEffect(Effects.watchedWith(a.getRef(), stopped(a)));
        lock.expectEffect(Effects.watchedWith(b.getRef(), stopped(b)));
        lock.expectEffect(Effects.unwatched(b.getRef()));
        lock.run(stopped(b));
        assertEquals(List.of(Input.ENTER), asked);
        told(new Output.Lost(FIRST));
        a.expectMessage(new Lock.Lost(FIRST));
        lock.expectEffect(Effects.unwatched(a.getRef()));
    }

    /** An ask that times out stops while its request waits. */
    @Test
    void aRequestIsGivenUpWhenTheOneThatIsToBeAnsweredStops() {
        lock.run(new Lock.Acquire(a.getRef(), b.getRef(), a.getRef()));
        lock.run(stopped(b));
        told(new Output.Granted(FIRST));
        assertEquals(List.of(Input.ENTER, Input.RELEASE), asked);
    }

    private static Lock.Command stopped(TestInbox<Lock.Reply> inbox) {
        return new LockActor.Stopped(inbox.getRef());
    }

    @Test
    void theStatusSaysWhereTheLockIs() {
        assertEquals(new Lock.Status(Lock.Place.IDLE, Fence.NONE, 0, VIEW, Optional.empty()), status());
        acquire(a);
        acquire(b);
        assertEquals(new Lock.Status(Lock.Place.AWAITED, Fence.NONE, 2, VIEW, Optional.empty()), status());
        told(new Output.Granted(FIRST));
        assertEquals(new Lock.Status(Lock.Place.HELD_HERE, FIRST, 1, VIEW, Optional.empty()), status());
        release(a, FIRST);
        told(new Output.Granted(SECOND));
        release(b, SECOND);
        assertEquals(new Lock.Status(Lock.Place.IDLE, SECOND, 0, VIEW, Optional.empty()), status());
    }

    @Test
    void theStatusSaysWhyAClientThatWaitsMayWaitForEver() {
        Warning warning = new Warning(ProcessId.of(0), Warning.Kind.EXCLUDED, "process 0 stays outside");
        acquire(a);
        lock.run(new LockActor.FromHost(new HostEvent.Warned<>(warning)));
        assertEquals(new Lock.Status(Lock.Place.AWAITED, Fence.NONE, 1, VIEW, Optional.of(warning)), status());
        assertEquals(List.of(), a.getAllReceived(), "it waits");
    }

    @Test
    void aRequestWithoutAClientIsRefusedToTheCaller() {
        assertThrows(NullPointerException.class, () -> new Lock.Acquire(null));
    }

    @Test
    void whenTheNodeEndsEverybodyIsToldSo() {
        acquire(a);
        acquire(b);
        told(new Output.Granted(FIRST));
        lock.run(new LockActor.FromHost(new HostEvent.Closed<>("the node ends", closed.getRef())));
        assertEquals(List.of(new Lock.Granted(FIRST), new Lock.Lost(FIRST)), a.getAllReceived());
        b.expectMessage(new Lock.Unavailable("the node ends"));
        closed.expectMessage(Done.getInstance());
        acquire(b);
        b.expectMessage(new Lock.Unavailable("the node ends"));
        assertEquals(List.of(Input.ENTER, Input.RELEASE), asked, "the lock is given back");
    }

    @Test
    void whatIsGrantedAfterTheEndIsGivenBack() {
        acquire(a);
        lock.run(new LockActor.FromHost(new HostEvent.Closed<>("the node ends", closed.getRef())));
        a.expectMessage(new Lock.Unavailable("the node ends"));
        assertEquals(List.of(Input.ENTER), asked, "what is not granted cannot be given back");
        told(new Output.Granted(FIRST));
        assertEquals(List.of(Input.ENTER, Input.RELEASE), asked);
        assertEquals(List.of(), a.getAllReceived());
    }

    private void acquire(TestInbox<Lock.Reply> user) {
        lock.run(new Lock.Acquire(user.getRef()));
    }

    private void release(TestInbox<Lock.Reply> user, Fence fence) {
        lock.run(new Lock.Release(fence, user.getRef()));
    }

    private void told(Output told) {
        lock.run(new LockActor.FromHost(new HostEvent.Told<>(told)));
    }

    private Lock.Status status() {
        TestInbox<Lock.Status> inbox = TestInbox.create("status");
        lock.run(new Lock.GetStatus(inbox.getRef()));
        return inbox.receiveMessage();
    }
}
