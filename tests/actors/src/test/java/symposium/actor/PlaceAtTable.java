package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;

/** Philosopher 1 between 0 and 2, with probes in the place of both neighbours and of the user. */
final class PlaceAtTable<S, M> {

    static final ProcessId ZERO = ProcessId.of(0);
    static final ProcessId SELF = ProcessId.of(1);
    static final ProcessId TWO = ProcessId.of(2);

    private final Map<ProcessId, TestProbe<ProcessActor.Command<M, Input>>> others;
    private final TestProbe<Output> user;
    private final TestProbe<TraceEvent> log;
    private final ActorRef<ProcessActor.Command<M, Input>> process;

    /**
     * @param delay how long its timers last
     * @param order in which it grabs its forks
     */
    PlaceAtTable(ActorTestKit kit, Protocol<S, M, Input, Output> protocol, Duration delay, ProcessId... order) {
        others = Map.of(ZERO, kit.createTestProbe("zero"), TWO, kit.createTestProbe("two"));
        user = kit.createTestProbe("user");
        log = kit.createTestProbe("log");
        process = kit.spawn(ProcessActor.create(
                SELF,
                Neighbours.of(List.of(order)),
                protocol,
                new ProcessContext<>(
                        (to, message) -> others.get(to.id())
                                .getRef()
                                .tell(new ProcessActor.Delivery<>(SELF, Side.NONE, message)),
                        told -> user.getRef().tell(told),
                        TimerDurations.all(delay),
                        occurrence -> log.getRef().tell(occurrence))));
    }

    void isHungry() {
        process.tell(new ProcessActor.Ask<>(Input.HUNGRY));
    }

    void completesItsMeal() {
        process.tell(new ProcessActor.Ask<>(Input.SATED));
    }

    void receives(ProcessId from, M message) {
        process.tell(new ProcessActor.Delivery<>(from, Side.NONE, message));
    }

    void hearsOfTheDeathOf(ProcessId dead) {
        process.tell(new ProcessActor.NeighboursChanged<>(
                Neighbours.of(List.of(dead.equals(ZERO) ? TWO : ZERO)), new TreeSet<>(List.of(dead))));
    }

    Taken tookStep(String label) {
        TraceEvent.Stepped stepped = log.expectMessageClass(TraceEvent.Stepped.class);
        assertEquals(label, stepped.rule().label(), stepped.toString());
        return new Taken(stepped);
    }

    /** A step that it took, and what of it has been seen from outside. */
    final class Taken {
        private final TraceEvent.Stepped stepped;
        private int seen;

        private Taken(TraceEvent.Stepped stepped) {
            this.stepped = stepped;
        }

        Taken sends(ProcessId to, M message) {
            others.get(to).expectMessage(new ProcessActor.Delivery<>(SELF, Side.NONE, message));
            seen++;
            return this;
        }

        /** It takes its time before it is ready for the next fork. */
        Taken delays() {
            assertEquals(
                    1,
                    stepped.effects().stream()
                            .filter(effect -> effect.toString().startsWith("schedule"))
                            .count());
            seen++;
            return this;
        }

        Taken eats() {
            user.expectMessage(new Output.Eats(new TreeMap<>()));
            seen++;
            return this;
        }

        void andNothingElse() {
            assertEquals(seen, stepped.effects().size(), "effects of " + stepped);
        }
    }
}
