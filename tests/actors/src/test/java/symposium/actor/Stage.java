package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;

/**
 * One process as an actor; probes stand in for its neighbours, its user and its log.
 *
 * <p>That it does nothing else is told by its log: each step names its rule and all its effects. That it carries out
 * these and no more is {@link ReplayTest}'s to show.
 */
public final class Stage<S, M, I, O> {

    private final ProcessId self;
    private final Map<Neighbour, TestProbe<ProcessActor.Command<M, I>>> others = new HashMap<>();
    private final TestProbe<O> user;
    private final TestProbe<TraceEvent> log;
    private final ActorRef<ProcessActor.Command<M, I>> process;

    public Stage(ActorTestKit kit, ProcessId self, Neighbours neighbours, Protocol<S, M, I, O> protocol) {
        this.self = self;
        neighbours.forEach(neighbour -> others.put(neighbour, kit.createTestProbe("neighbour")));
        user = kit.createTestProbe("user");
        log = kit.createTestProbe("log");
        process = kit.spawn(ProcessActor.create(
                self,
                neighbours,
                protocol,
                new ProcessContext<>(
                        (to, message) -> others.get(to).getRef().tell(seenFromThere(to, message)),
                        told -> user.getRef().tell(told),
                        TimerDurations.all(Duration.ofSeconds(1)),
                        occurrence -> log.getRef().tell(occurrence))));
    }

    private ProcessActor.Delivery<M, I> seenFromThere(Neighbour to, M message) {
        return new ProcessActor.Delivery<>(self, to.side().opposite(), message);
    }

    /** Its user asks for that. */
    public void asks(I input) {
        process.tell(new ProcessActor.Ask<>(input));
    }

    public void receives(Neighbour from, M message) {
        process.tell(new ProcessActor.Delivery<>(from.id(), from.side(), message));
    }

    /** It hears that its neighbours are these from now on, and that those have departed. */
    public void hears(Neighbours now, SortedSet<ProcessId> departed) {
        process.tell(new ProcessActor.NeighboursChanged<>(now, departed));
    }

    public void undeliverable(Neighbour to, M message) {
        process.tell(new ProcessActor.Undeliverable<>(to, message));
    }

    /** The next step that it takes is by the rule of that label. */
    public Taken tookStep(String label) {
        TraceEvent.Stepped stepped = log.expectMessageClass(TraceEvent.Stepped.class);
        assertEquals(label, stepped.rule().label(), stepped.toString());
        return new Taken(stepped);
    }

    /** A step that it took, and what of it has been seen from outside. */
    public final class Taken {
        private final TraceEvent.Stepped stepped;
        private int seen;

        private Taken(TraceEvent.Stepped stepped) {
            this.stepped = stepped;
        }

        public Taken sends(Neighbour to, M message) {
            others.get(to).expectMessage(seenFromThere(to, message));
            seen++;
            return this;
        }

        public Taken tells(O told) {
            user.expectMessage(told);
            seen++;
            return this;
        }

        public void andNothingElse() {
            assertEquals(seen, stepped.effects().size(), "effects of " + stepped);
        }

        /** The number of its effects, seen or not. */
        Taken andHasEffects(int count) {
            assertEquals(count, stepped.effects().size(), stepped.toString());
            return this;
        }
    }
}
