package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Standing;
import symposium.kernel.Step;
import symposium.mutex.Ask;
import symposium.mutex.Fence;
import symposium.mutex.Told;
import symposium.mutex.ewd851.Ewd851Message;
import symposium.mutex.ewd851.Ewd851Message.Signal;
import symposium.mutex.ewd851.Ewd851Message.Token;

/** One link of a real network fails, and recovers, while the nodes at its ends reach everybody else. */
class LinkFailureTest {

    private static final Residency<Neighbours, Ewd851Message, Ask, Told> CORRESPONDENTS = new Residency<>(
            "ewd851",
            Ewd851Message.class,
            Standing.ANY_CHANGE,
            true,
            true,
            new LockTrade(),
            start -> new Correspondent());

    @Test
    void bothEndsHearOfTheFailureAndOfTheRecoveryAndNothingOfBeforeArrivesAfterAndWhoLeavesHandsOver()
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
            ask(zero, Ask.RELEASE);
            received(one, idOfZero, new Token());
            received(two, idOfZero, new Token());

            Partition.around(zero.node(), one.node());
            ask(zero, Ask.ENTER);
            received(two, idOfZero, new Signal());
            linked(zero, idOfTwo);
            linked(one, idOfTwo);

            Partition.mended(zero.node(), one.node());
            linked(zero, idOfOne, idOfTwo);
            linked(one, idOfZero, idOfTwo);
            ask(zero, Ask.RELEASE);
            received(one, idOfZero, new Token());
            received(two, idOfZero, new Token());
            assertFalse(
                    one.steps().all().contains(step(one, idOfZero, new Signal())),
                    "what was sent over the link before it was found broken is lost");
            assertEquals(
                    Neighbours.of(List.of(idOfZero, idOfOne)),
                    lastNeighbours(two),
                    "whoever hears both has both as neighbours all the time");

            two.node().leave();
            received(one, idOfTwo, new Token());
            linked(one, idOfZero);
            assertEquals(Ended.Cause.LEFT, two.ended().cause());
            assertEquals(1, two.steps().count(on(event -> event instanceof Event.Leave<?, ?>)));
        }
    }

    /** Asks the process through its lock, of which these users take what they like. */
    private static void ask(Nodes.Watched at, Ask ask) {
        TestProbe<Lock.Reply> user = TestProbe.create(at.node().system());
        if (ask == Ask.ENTER) {
            at.node().lock().tell(new Lock.Acquire(user.getRef()));
        } else {
            // Whoever waits is granted it, and gives it back; where nobody waits, the lock gives it back itself.
            at.node().lock().tell(new Lock.UserTold(new Told.Granted(Fence.NONE)));
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
        for (Occurrence occurrence : at.steps().all()) {
            if (occurrence instanceof Occurrence.Stepped stepped
                    && stepped.event() instanceof Event.NeighboursChanged<?, ?> changed) {
                last = changed.neighbours();
            }
        }
        return last;
    }

    private static void received(Nodes.Watched at, ProcessId from, Ewd851Message message) {
        at.steps().await(message + " from " + from, step(at, from, message)::equals);
    }

    private static Occurrence step(Nodes.Watched at, ProcessId from, Ewd851Message message) {
        return new Occurrence.Stepped(
                at.node().process(), new Event.Received<>(Neighbour.of(from), message), Writing.ANY, List.of());
    }

    private static Predicate<Occurrence> on(Predicate<Event<?, ?>> condition) {
        return occurrence -> occurrence instanceof Occurrence.Stepped stepped && condition.test(stepped.event());
    }

    private enum Writing implements Rule {
        ANY;

        @Override
        public String label() {
            return "any";
        }
    }

    /** Writes to all its neighbours whenever it is asked: a signal to enter, a token to release or to leave. */
    private static final class Correspondent implements Protocol<Neighbours, Ewd851Message, Ask, Told> {
        @Override
        public String name() {
            return "correspondent";
        }

        @Override
        public List<Writing> rules() {
            return List.of(Writing.values());
        }

        @Override
        public Neighbours initial(ProcessId self, Neighbours neighbours) {
            return neighbours;
        }

        @Override
        public Step<Neighbours, Ewd851Message, Told> step(Neighbours state, Event<Ewd851Message, Ask> event) {
            if (event instanceof Event.NeighboursChanged<Ewd851Message, Ask> changed) {
                return Step.by(Writing.ANY, changed.neighbours());
            }
            if (event instanceof Event.Input<Ewd851Message, Ask> input) {
                return writing(state, input.input() == Ask.ENTER ? new Signal() : new Token());
            }
            return event instanceof Event.Leave ? writing(state, new Token()).leave() : Step.by(Writing.ANY, state);
        }

        private static Step<Neighbours, Ewd851Message, Told> writing(Neighbours state, Ewd851Message message) {
            List<Effect<Ewd851Message, Told>> letters = state.all().stream()
                    .<Effect<Ewd851Message, Told>>map(to -> new Effect.Send<>(to, message))
                    .toList();
            return new Step<>(Writing.ANY, state, letters);
        }
    }
}
