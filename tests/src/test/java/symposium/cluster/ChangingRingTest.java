package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.ewd851.Ewd851Message;
import symposium.mutex.ewd851.Ewd851Message.Signal;
import symposium.mutex.ewd851.Ewd851Message.Token;

/** A process that can hear of changes is told of every one, and its messages reach whoever is its neighbour then. */
class ChangingRingTest {

    @Test
    void aProcessIsToldOfEveryChangeOfItsNeighbours() {
        HostedAlgorithm<Neighbours, Ewd851Message, MutexInput, MutexOutput> greeters = new HostedAlgorithm<>(
                "ewd851",
                Ewd851Message.class,
                MembershipTolerance.ANY_CHANGE,
                false,
                false,
                new LockBinding(),
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
            received(zero, new Neighbour(idOfOne, Side.LEFT), new Signal());

            one.node().kill();
            TraceEvent.Stepped left = (TraceEvent.Stepped)
                    zero.steps().await("the ring of two", neighbours(Neighbours.onRing(idOfTwo, idOfTwo)));
            assertEquals(new TreeSet<>(List.of(idOfOne)), ((Event.NeighboursChanged<?, ?>) left.event()).departed());
            received(zero, new Neighbour(idOfTwo, Side.LEFT), new Token());

            two.node().kill();
            zero.steps().await("being cut off", neighbours(Neighbours.none()));
        }
    }

    private static Predicate<TraceEvent> neighbours(Neighbours neighbours) {
        return on(event -> event instanceof Event.NeighboursChanged<?, ?> changed
                && changed.neighbours().equals(neighbours));
    }

    /** Waits until this has been received; it may have been before the recipient knew of the change that made the sender send it. */
    private static void received(Nodes.Watched recipient, Neighbour from, Ewd851Message message) {
        TraceEvent greeting = new TraceEvent.Stepped(
                recipient.node().process(), new Event.Received<>(from, message), Greeting.ANY, List.of());
        TestProbe.create(recipient.node().system()).awaitAssert(Nodes.PATIENCE, () -> {
            assertTrue(recipient.steps().all().contains(greeting), "not received: " + greeting);
            return null;
        });
    }

    private static Predicate<TraceEvent> on(Predicate<Event<?, ?>> condition) {
        return occurrence -> occurrence instanceof TraceEvent.Stepped stepped && condition.test(stepped.event());
    }

    private enum Greeting implements Rule {
        ANY;

        @Override
        public String label() {
            return "any";
        }
    }

    /** Greets its right neighbour whenever its neighbours change, and otherwise once somebody has departed. */
    private static final class Greeter implements Protocol<Neighbours, Ewd851Message, MutexInput, MutexOutput> {
        @Override
        public List<Greeting> rules() {
            return List.of(Greeting.values());
        }

        @Override
        public Neighbours initial(ProcessId self, Neighbours neighbours) {
            return neighbours;
        }

        @Override
        public Step<Neighbours, Ewd851Message, MutexOutput> step(
                Neighbours state, Event<Ewd851Message, MutexInput> event) {
            if (event instanceof Event.NeighboursChanged<Ewd851Message, MutexInput> changed) {
                List<Effect<Ewd851Message, MutexOutput>> greeting =
                        changed.neighbours().isEmpty()
                                ? List.of()
                                : List.of(new Effect.Send<>(
                                        changed.neighbours().right(),
                                        changed.departed().isEmpty() ? new Signal() : new Token()));
                return new Step<>(Greeting.ANY, changed.neighbours(), greeting);
            }
            return Step.by(Greeting.ANY, state);
        }
    }
}
