package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.OneRule;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
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

/**
 * A process that can hear of changes is told of every one, and its messages reach a node that is its neighbour then.
 */
@Tag("slow")
class ChangingRingTest {

    @SuppressWarnings("unchecked")
    private static final Class<Fenced.Message<Ewd851.Message>> MESSAGES =
            (Class<Fenced.Message<Ewd851.Message>>) (Class<?>) Fenced.Message.class;

    @Test
    void aProcessIsToldOfEveryChangeOfItsNeighbours() {
        HostedAlgorithm<Neighbours, Fenced.Message<Ewd851.Message>, Input, Output> greeters = new HostedAlgorithm<>(
                "ewd851",
                MESSAGES,
                MembershipTolerance.ANY_CHANGE,
                false,
                false,
                Set.of(),
                ServiceBindings.lock(),
                start -> new Greeter());
        try (Nodes nodes = new Nodes(3)) {
            Nodes.Watched zero = nodes.start(0, greeters);
            Nodes.Watched one = nodes.start(1, greeters);
            Nodes.Watched two = nodes.start(2, greeters);
            ProcessId idOfZero = zero.node().process();
            ProcessId idOfOne = one.node().process();
            ProcessId idOfTwo = two.node().process();

            zero.steps().await("the ring of three", neighbours(Neighbours.onRing(idOfOne, idOfTwo)));
            one.steps().await("the ring of three", neighbours(Neighbours.onRing(idOfTwo, idOfZero)));
            two.steps().await("the ring of three", neighbours(Neighbours.onRing(idOfZero, idOfOne)));
            received(zero, new Neighbour(idOfOne, Side.LEFT), new Fenced.Message<>(Fence.NONE, new Signal()));

            one.node().kill();
            TraceEvent.Stepped left = (TraceEvent.Stepped)
                    zero.steps().await("the ring of two", neighbours(Neighbours.onRing(idOfTwo, idOfTwo)));
            assertEquals(new TreeSet<>(List.of(idOfOne)), ((Event.NeighboursChanged<?, ?>) left.event()).departed());
            received(zero, new Neighbour(idOfTwo, Side.LEFT), new Fenced.Message<>(Fence.NONE, new Token()));

            two.node().kill();
            zero.steps().await("being cut off", neighbours(Neighbours.none()));
        }
    }

    private static Predicate<TraceEvent> neighbours(Neighbours neighbours) {
        return on(event -> event instanceof Event.NeighboursChanged<?, ?> changed
                && changed.neighbours().equals(neighbours));
    }

    /**
     * Waits until this has been received; it may have been before the recipient knew of the change that made the sender
     * send it.
     */
    private static void received(Nodes.Watched recipient, Neighbour from, Fenced.Message<Ewd851.Message> message) {
        TraceEvent greeting = new TraceEvent.Stepped(
                recipient.node().process(), new Event.Received<>(from, message), OneRule.Does.ACTS, List.of());
        TestProbe.create(recipient.node().system()).awaitAssert(Nodes.PATIENCE, () -> {
            assertTrue(recipient.steps().all().contains(greeting), "not received: " + greeting);
            return null;
        });
    }

    private static Predicate<TraceEvent> on(Predicate<Event<?, ?>> condition) {
        return occurrence -> occurrence instanceof TraceEvent.Stepped stepped && condition.test(stepped.event());
    }

    /** Greets its right neighbour whenever its neighbours change, and otherwise once some node has departed. */
    private static final class Greeter implements OneRule.OfNeighbours<Fenced.Message<Ewd851.Message>, Input, Output> {
        @Override
        public Step<Neighbours, Fenced.Message<Ewd851.Message>, Output> step(
                Neighbours state, Event<Fenced.Message<Ewd851.Message>, Input> event) {
            if (event instanceof Event.NeighboursChanged<Fenced.Message<Ewd851.Message>, Input> changed) {
                List<Effect<Fenced.Message<Ewd851.Message>, Output>> greeting =
                        changed.neighbours().isEmpty()
                                ? List.of()
                                : List.of(new Effect.Send<>(
                                        changed.neighbours().right(),
                                        changed.departed().isEmpty()
                                                ? new Fenced.Message<>(Fence.NONE, new Signal())
                                                : new Fenced.Message<>(Fence.NONE, new Token())));
                return new Step<>(OneRule.Does.ACTS, changed.neighbours(), greeting);
            }
            return Step.by(OneRule.Does.ACTS, state);
        }
    }
}
