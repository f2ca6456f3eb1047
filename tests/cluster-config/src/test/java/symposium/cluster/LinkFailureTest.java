package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.OneRule;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.participant.LockActor;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.MembershipTolerance;
import symposium.mutex.Fence;
import symposium.mutex.Fenced;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.Token;
import symposium.service.member.Termination;
import symposium.service.participant.Lock;

/** One link of a real network fails, and recovers, while the nodes at its ends reach all others. */
@Tag("slow")
class LinkFailureTest {

    @SuppressWarnings("unchecked")
    private static final Class<Fenced.Message<Ewd851.Message>> MESSAGES =
            (Class<Fenced.Message<Ewd851.Message>>) (Class<?>) Fenced.Message.class;

    private static final HostedAlgorithm<Neighbours, Fenced.Message<Ewd851.Message>, Input, Output> CORRESPONDENTS =
            new HostedAlgorithm<>(
                    "ewd851",
                    MESSAGES,
                    MembershipTolerance.ANY_CHANGE,
                    true,
                    true,
                    Set.of(),
                    ServiceBindings.lock(),
                    start -> new Correspondent());

    @Test
    void bothEndsHearOfTheFailureAndOfTheRecoveryAndNothingOfBeforeArrivesAfterAndANodeThatLeavesHandsOver()
            throws Exception {
        try (Nodes nodes = new Nodes(3)
                .with("symposium.algorithm", "helary-plouzeau-raynal")
                .with("symposium.topology", "complete")
                .with("akka.remote.artery.advanced.test-mode", "on")
                .with("akka.cluster.split-brain-resolver.stable-after", "10m")) {
            Nodes.Watched zero = nodes.start(0, CORRESPONDENTS);
            Nodes.Watched one = nodes.start(1, CORRESPONDENTS);
            Nodes.Watched two = nodes.start(2, CORRESPONDENTS);
            ProcessId idOfZero = zero.node().process();
            ProcessId idOfOne = one.node().process();
            ProcessId idOfTwo = two.node().process();
            linked(zero, idOfOne, idOfTwo);
            linked(one, idOfZero, idOfTwo);
            linked(two, idOfZero, idOfOne);
            ask(zero, Input.RELEASE);
            received(one, idOfZero, new Fenced.Message<>(Fence.NONE, new Token()));
            received(two, idOfZero, new Fenced.Message<>(Fence.NONE, new Token()));

            Partition.around(zero.node(), one.node());
            ask(zero, Input.ENTER);
            received(two, idOfZero, new Fenced.Message<>(Fence.NONE, new Signal()));
            linked(zero, idOfTwo);
            linked(one, idOfTwo);

            Partition.mended(zero.node(), one.node());
            linked(zero, idOfOne, idOfTwo);
            linked(one, idOfZero, idOfTwo);
            ask(zero, Input.RELEASE);
            received(one, idOfZero, new Fenced.Message<>(Fence.NONE, new Token()));
            received(two, idOfZero, new Fenced.Message<>(Fence.NONE, new Token()));
            assertFalse(
                    one.steps().all().contains(step(one, idOfZero, new Fenced.Message<>(Fence.NONE, new Signal()))),
                    "what was sent over the link before it was found broken is lost");
            assertEquals(
                    Neighbours.of(List.of(idOfZero, idOfOne)),
                    lastNeighbours(two),
                    "the node that reaches both has both as neighbours all the time");

            two.node().leave();
            received(one, idOfTwo, new Fenced.Message<>(Fence.NONE, new Token()));
            linked(one, idOfZero);
            assertEquals(Termination.Cause.LEFT, two.ended().cause());
            assertEquals(1, two.steps().count(on(event -> event instanceof Event.Leave<?, ?>)));
        }
    }

    /**
     * Section 7 of Hélary, Plouzeau and Raynal: requests and token take another path, and the link again when it has
     * recovered.
     */
    @Test
    void aNodeIsGrantedTheLockAlthoughItDoesNotHearTheHolder() throws Exception {
        try (Nodes nodes = new Nodes(3)
                .with("symposium.algorithm", "helary-plouzeau-raynal-7")
                .with("symposium.topology", "complete")
                .with("akka.remote.artery.advanced.test-mode", "on")
                .with("akka.cluster.split-brain-resolver.stable-after", "10m")) {
            Nodes.Watched zero = nodes.start(0);
            Nodes.Watched one = nodes.start(1);
            Nodes.Watched two = nodes.start(2);
            linked(zero, one.node().process(), two.node().process());
            linked(one, zero.node().process(), two.node().process());
            TestProbe<Lock.Reply> holder = TestProbe.create(zero.node().system());
            Fence first = acquired(zero, holder);

            Partition.around(zero.node(), one.node());
            linked(zero, two.node().process());
            linked(one, two.node().process());
            zero.node().lock().tell(new Lock.Release(first, holder.getRef()));
            holder.expectMessage(Nodes.PATIENCE, new Lock.Released(first));
            TestProbe<Lock.Reply> other = TestProbe.create(one.node().system());
            Fence second = acquired(one, other);
            assertTrue(second.compareTo(first) > 0, second + " after " + first);

            Partition.mended(zero.node(), one.node());
            linked(zero, one.node().process(), two.node().process());
            one.node().lock().tell(new Lock.Release(second, other.getRef()));
            Fence third = acquired(zero, holder);
            assertTrue(third.compareTo(second) > 0, third + " after " + second);
        }
    }

    private static Fence acquired(Nodes.Watched at, TestProbe<Lock.Reply> user) {
        at.node().lock().tell(new Lock.Acquire(user.getRef()));
        return user.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE).fence();
    }

    /** Asks the process through its lock, of which these users take what they like. */
    private static void ask(Nodes.Watched at, Input ask) {
        TestProbe<Lock.Reply> user = TestProbe.create(at.node().system());
        if (ask == Input.ENTER) {
            at.node().lock().tell(new Lock.Acquire(user.getRef()));
        } else {
            // A node that waits is granted it, and gives it back; where no node waits, the lock gives it back itself.
            at.node().lock().tell(new LockActor.FromHost(new HostEvent.Told<>(new Output.Granted(Fence.NONE))));
            at.node().lock().tell(new Lock.Release(Fence.NONE, user.getRef()));
        }
    }

    private static void linked(Nodes.Watched at, ProcessId... others) {
        at.steps()
                .await(
                        "links of " + at.node().process() + " with " + List.of(others),
                        on(event -> event instanceof Event.NeighboursChanged<?, ?> changed
                                && changed.neighbours().equals(Neighbours.of(List.of(others)))));
    }

    private static Neighbours lastNeighbours(Nodes.Watched at) {
        Neighbours last = Neighbours.none();
        for (TraceEvent occurrence : at.steps().all()) {
            if (occurrence instanceof TraceEvent.Stepped stepped
                    && stepped.event() instanceof Event.NeighboursChanged<?, ?> changed) {
                last = changed.neighbours();
            }
        }
        return last;
    }

    private static void received(Nodes.Watched at, ProcessId from, Fenced.Message<Ewd851.Message> message) {
        at.steps().await(message + " from " + from, step(at, from, message)::equals);
    }

    private static TraceEvent step(Nodes.Watched at, ProcessId from, Fenced.Message<Ewd851.Message> message) {
        return new TraceEvent.Stepped(
                at.node().process(), new Event.Received<>(Neighbour.of(from), message), OneRule.Does.ACTS, List.of());
    }

    private static Predicate<TraceEvent> on(Predicate<Event<?, ?>> condition) {
        return occurrence -> occurrence instanceof TraceEvent.Stepped stepped && condition.test(stepped.event());
    }

    /** Writes to all its neighbours whenever it is asked: a signal to enter, a token to release or to leave. */
    private static final class Correspondent
            implements OneRule.OfNeighbours<Fenced.Message<Ewd851.Message>, Input, Output> {
        @Override
        public Step<Neighbours, Fenced.Message<Ewd851.Message>, Output> step(
                Neighbours state, Event<Fenced.Message<Ewd851.Message>, Input> event) {
            if (event instanceof Event.NeighboursChanged<Fenced.Message<Ewd851.Message>, Input> changed) {
                return Step.by(OneRule.Does.ACTS, changed.neighbours());
            }
            if (event instanceof Event.Input<Fenced.Message<Ewd851.Message>, Input> input) {
                return writing(
                        state,
                        input.input() == Input.ENTER
                                ? new Fenced.Message<>(Fence.NONE, new Signal())
                                : new Fenced.Message<>(Fence.NONE, new Token()));
            }
            return event instanceof Event.Leave
                    ? writing(state, new Fenced.Message<>(Fence.NONE, new Token()))
                            .leave()
                    : Step.by(OneRule.Does.ACTS, state);
        }

        private static Step<Neighbours, Fenced.Message<Ewd851.Message>, Output> writing(
                Neighbours state, Fenced.Message<Ewd851.Message> message) {
            List<Effect<Fenced.Message<Ewd851.Message>, Output>> letters = state.all().stream()
                    .<Effect<Fenced.Message<Ewd851.Message>, Output>>map(to -> new Effect.Send<>(to, message))
                    .toList();
            return new Step<>(OneRule.Does.ACTS, state, letters);
        }
    }
}
