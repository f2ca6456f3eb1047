package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import akka.actor.testkit.typed.Effect;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import symposium.cluster.leader.LeaderReport;
import symposium.cluster.leader.LeaderWatchActor;
import symposium.mutex.Fence;
import symposium.service.election.LeaderState;
import symposium.service.election.LeaderState.Leader;
import symposium.service.election.LeaderState.NoLeader;
import symposium.service.election.LeaderState.Reason;
import symposium.service.election.LeaderWatch;
import symposium.service.lock.LockService;

/** What those that follow an election are told, by what the services of two nodes say in any order. */
class LeaderWatchTest {

    private static final Leader FIRST = leader(new Fence(1, 1));
    private static final Leader SECOND = leader(new Fence(1, 2));

    private final BehaviorTestKit<LeaderWatch.Command> watch =
            BehaviorTestKit.create(LeaderWatchActor.create(any -> {}));
    private final TestInbox<LockService.Command> one = TestInbox.create("one");
    private final TestInbox<LockService.Command> two = TestInbox.create("two");
    private final TestInbox<LeaderState> follower = TestInbox.create("follower");
    private final Set<ActorRef<LockService.Command>> both = Set.of(one.getRef(), two.getRef());

    private static Leader leader(Fence fence) {
        return new Leader("x", fence, "at " + fence, new Address("akka", "shop", "10.0.0.1", 2551));
    }

    @Test
    void aFollowerIsToldOfTheLeaderAndOfEachChangeOnce() {
        found(both, both);
        follow();
        none(Fence.NONE, Reason.UNKNOWN);
        said(one, Optional.empty(), false);
        assertEquals(List.of(), follower.getAllReceived(), "the leader may be at the other node");
        said(two, Optional.of(FIRST), false);
        follower.expectMessage(FIRST);
        said(two, Optional.of(FIRST), false);
        assertEquals(List.of(), follower.getAllReceived());
        said(two, Optional.empty(), false);
        none(FIRST.fence(), Reason.VACANT);
    }

    @Test
    void aFollowerThatComesLaterIsToldTheLeaderAtOnce() {
        found(both, both);
        follow();
        said(one, Optional.of(FIRST), false);
        TestInbox<LeaderState> late = TestInbox.create("late");
        watch.run(new LeaderWatch.Follow("x", late.getRef()));
        late.expectMessage(FIRST);
        assertEquals(1, one.getAllReceived().size(), "the node has been asked once");
    }

    /** What two nodes say may cross: the term says who came later. */
    @Test
    void aLeaderOfALaterTermIsNotReplacedByOneOfAnEarlier() {
        followed();
        said(two, Optional.of(SECOND), false);
        follower.expectMessage(SECOND);
        said(one, Optional.of(FIRST), false);
        said(one, Optional.empty(), false);
        assertEquals(List.of(), follower.getAllReceived());
        said(one, Optional.of(FIRST), false);
        said(two, Optional.empty(), false);
        none(SECOND.fence(), Reason.VACANT);
    }

    @Test
    void aLeaderWhoseNodeIsUnreachableLeadsUntilItIsRemoved() {
        followed();
        said(two, Optional.of(FIRST), false);
        follower.expectMessage(FIRST);
        found(both, Set.of(one.getRef()));
        assertEquals(List.of(), follower.getAllReceived());
        found(Set.of(one.getRef()), Set.of(one.getRef()));
        none(FIRST.fence(), Reason.VACANT);
    }

    @Test
    void noLeaderIsKnownWhileNoNodeSeesAMajority() {
        followed();
        said(two, Optional.of(FIRST), false);
        follower.expectMessage(FIRST);
        said(one, Optional.empty(), true);
        assertEquals(List.of(), follower.getAllReceived());
        found(both, Set.of(one.getRef()));
        none(FIRST.fence(), Reason.CUT_OFF);
        found(both, both);
        follower.expectMessage(FIRST);
        found(both, Set.of());
        none(FIRST.fence(), Reason.CUT_OFF);
    }

    @Test
    void aNodeThatComesIsAskedAndChangesNothingUntilItSaysSo() {
        found(Set.of(one.getRef()), Set.of(one.getRef()));
        follow();
        said(one, Optional.empty(), false);
        follower.getAllReceived();
        found(both, both);
        assertEquals(List.of(), follower.getAllReceived());
        assertEquals(1, two.getAllReceived().size());
        said(two, Optional.of(FIRST), false);
        follower.expectMessage(FIRST);
    }

    @Test
    void nothingIsKeptOfAnElectionThatNobodyFollows() {
        followed();
        one.getAllReceived();
        watch.run(new LeaderWatch.Unfollow("x", follower.getRef()));
        assertEquals(LeaderReport.Unwatch.class, one.receiveMessage().getClass());
        said(one, Optional.of(FIRST), false);
        assertEquals(List.of(), follower.getAllReceived());
        assertEquals(List.of(), one.getAllReceived(), "the watch at a node that has not heard expires");
        follow();
        none(Fence.NONE, Reason.UNKNOWN);
        follower.getAllReceived();
        watch.run(stopped());
        one.getAllReceived();
        found(Set.of(), Set.of());
        found(both, both);
        assertEquals(List.of(), one.getAllReceived(), "the one that followed has stopped");
    }

    @Test
    void aQuestionIsAnsweredWhenAllAreHeardOrAfterTheInterval() {
        found(both, both);
        watch.run(new LeaderWatch.GetLeader("x", follower.getRef()));
        said(one, Optional.empty(), false);
        assertEquals(List.of(), follower.getAllReceived());
        said(two, Optional.empty(), false);
        none(Fence.NONE, Reason.VACANT);
        watch.getAllEffects();
        watch.run(new LeaderWatch.GetLeader("x", follower.getRef()));
        watch.run(timer());
        none(Fence.NONE, Reason.UNKNOWN);
    }

    @Test
    void anActorThatAsksTwiceIsAnsweredTwice() {
        found(both, both);
        watch.run(new LeaderWatch.GetLeader("x", follower.getRef()));
        watch.run(new LeaderWatch.GetLeader("x", follower.getRef()));
        said(one, Optional.empty(), false);
        said(two, Optional.empty(), false);
        none(Fence.NONE, Reason.VACANT);
        none(Fence.NONE, Reason.VACANT);
        assertEquals(List.of(), follower.getAllReceived());
    }

    /** The network may lose what a node tells. */
    @Test
    void whatIsFollowedIsAskedForAgain() {
        followed();
        one.getAllReceived();
        watch.run(timers().filter(Enum.class::isInstance).findFirst().orElseThrow());
        assertEquals(
                List.of(LeaderReport.Watch.class),
                one.getAllReceived().stream().map(Object::getClass).toList());
    }

    @Test
    void aNameThatIsInvalidIsRefused() {
        for (LeaderWatch.Command asked : List.of(
                new LeaderWatch.Follow("", follower.getRef()), new LeaderWatch.GetLeader("\n", follower.getRef()))) {
            watch.run(asked);
            NoLeader refused = (NoLeader) follower.receiveMessage();
            assertEquals(Reason.INVALID, refused.reason());
            assertTrue(refused.why().contains("is not a name"), refused.why());
        }
    }

    private void followed() {
        found(both, both);
        follow();
        said(one, Optional.empty(), false);
        said(two, Optional.empty(), false);
        follower.getAllReceived();
    }

    private void follow() {
        watch.run(new LeaderWatch.Follow("x", follower.getRef()));
    }

    private void found(Set<ActorRef<LockService.Command>> all, Set<ActorRef<LockService.Command>> reachable) {
        watch.run(new LeaderWatchActor.Found(all, reachable));
    }

    private void said(TestInbox<LockService.Command> node, Optional<Leader> leader, boolean cutOff) {
        watch.run(new LeaderWatchActor.Reported(new LeaderReport("x", leader, cutOff, node.getRef())));
    }

    private void none(Fence fence, Reason reason) {
        follower.expectMessage(new NoLeader("x", fence, reason));
    }

    private LeaderWatch.Command stopped() {
        return watch.getAllEffects().stream()
                .filter(Effect.WatchedWith.class::isInstance)
                .map(effect -> (LeaderWatch.Command) ((Effect.WatchedWith<?, ?>) effect).message())
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private LeaderWatch.Command timer() {
        return timers().filter(due -> !(due instanceof Enum)).findFirst().orElseThrow();
    }

    private Stream<LeaderWatch.Command> timers() {
        return watch.getAllEffects().stream()
                .filter(Effect.TimerScheduled.class::isInstance)
                .map(effect -> (LeaderWatch.Command) ((Effect.TimerScheduled<?>) effect).msg());
    }
}
