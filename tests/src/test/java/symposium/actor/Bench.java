package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.mutex.Ask;
import symposium.mutex.Fence;
import symposium.mutex.Told;

/** Process 1 of three as an actor, everyone linked with everyone; probes stand in for processes 0 and 2 and for its user. */
final class Bench<S, M> {

    static final ProcessId ZERO = ProcessId.of(0);
    static final ProcessId SELF = ProcessId.of(1);
    static final ProcessId TWO = ProcessId.of(2);

    private final Map<ProcessId, TestProbe<ProcessActor.Command<M, Ask>>> others;
    private final TestProbe<Told> user;
    private final TestProbe<Occurrence> log;
    private final ActorRef<ProcessActor.Command<M, Ask>> process;

    Bench(ActorTestKit kit, Protocol<S, M, Ask, Told> protocol) {
        others = Map.of(ZERO, kit.createTestProbe("zero"), TWO, kit.createTestProbe("two"));
        user = kit.createTestProbe("user");
        log = kit.createTestProbe("log");
        process = kit.spawn(ProcessActor.create(
                SELF,
                Neighbours.of(List.of(ZERO, TWO)),
                protocol,
                new Surroundings<>(
                        (to, message) -> others.get(to.id())
                                .getRef()
                                .tell(new ProcessActor.Delivery<>(SELF, Side.NONE, message)),
                        told -> user.getRef().tell(told),
                        Timings.all(Duration.ofSeconds(1)),
                        occurrence -> log.getRef().tell(occurrence))));
    }

    void asks() {
        process.tell(new ProcessActor.Ask<>(Ask.ENTER));
    }

    void releases() {
        process.tell(new ProcessActor.Ask<>(Ask.RELEASE));
    }

    void receives(ProcessId from, M message) {
        process.tell(new ProcessActor.Delivery<>(from, Side.NONE, message));
    }

    /** The process hears that these have departed. */
    void departed(ProcessId... gone) {
        SortedSet<ProcessId> departed = new TreeSet<>(List.of(gone));
        List<ProcessId> left =
                List.of(ZERO, TWO).stream().filter(id -> !departed.contains(id)).toList();
        process.tell(new ProcessActor.NeighboursChanged<>(Neighbours.of(left), departed));
    }

    /** The process is cut off: nobody is known to have departed, and it has no neighbours. */
    void cutOff() {
        process.tell(new ProcessActor.NeighboursChanged<>(Neighbours.none(), new TreeSet<>()));
    }

    void undeliverable(ProcessId to, M message) {
        process.tell(new ProcessActor.Undeliverable<>(Neighbour.of(to), message));
    }

    Taken tookStep(String label) {
        Occurrence.Stepped stepped = log.expectMessageClass(Occurrence.Stepped.class);
        assertEquals(label, stepped.rule().label(), stepped.toString());
        return new Taken(stepped);
    }

    /** A step that the process took, and what of it has been seen from outside. */
    final class Taken {
        private final Occurrence.Stepped stepped;
        private int seen;

        private Taken(Occurrence.Stepped stepped) {
            this.stepped = stepped;
        }

        Taken sends(ProcessId to, M message) {
            others.get(to).expectMessage(new ProcessActor.Delivery<>(SELF, Side.NONE, message));
            seen++;
            return this;
        }

        Taken sendsBoth(M message) {
            return sends(ZERO, message).sends(TWO, message);
        }

        Taken grants(long generation, long grant) {
            user.expectMessage(new Told.Granted(new Fence(generation, grant)));
            seen++;
            return this;
        }

        Taken loses(long generation, long grant) {
            user.expectMessage(new Told.Lost(new Fence(generation, grant)));
            seen++;
            return this;
        }

        void andNothingElse() {
            assertEquals(seen, stepped.effects().size(), "effects of " + stepped);
        }
    }
}
