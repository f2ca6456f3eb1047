package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Seed;
import symposium.cli.simulate.ProcessCrowd;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;

/** Elections among many actors. */
class ProcessCrowdTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @Test
    void aThousandActorsElectTheGreatest() throws InterruptedException {
        elect(new DolevKlaweRodeh(), 1000);
    }

    @Test
    @Tag("exhaustive")
    void aHundredThousandActorsElectTheGreatest() throws InterruptedException {
        elect(new DolevKlaweRodeh(), 100_000);
    }

    private static <S, M> void elect(Protocol<S, M, Call, Leader> protocol, int processes) throws InterruptedException {
        long seed = Seed.next();
        List<ProcessId> seated = new ArrayList<>(Start.of(processes, 0).processes());
        Collections.shuffle(seated, new Random(seed));
        Map<ProcessId, ProcessId> leaders = new ConcurrentHashMap<>();
        CountDownLatch untold = new CountDownLatch(processes);
        LongAdder messages = new LongAdder();
        ProcessCrowd.Listener<M, Call, Leader> listener = new ProcessCrowd.Listener<>() {
            @Override
            public void sent(M message) {
                messages.increment();
            }

            @Override
            public void told(ProcessId process, Leader output, Consumer<Call> asks) {
                if (leaders.put(process, output.leader()) == null) {
                    untold.countDown();
                }
            }
        };
        ActorTestKit kit = ActorTestKit.create();
        try {
            long begin = System.nanoTime();
            ActorRef<ProcessCrowd.Command<Call>> crowd = kit.spawn(ProcessCrowd.create(
                    protocol,
                    seated,
                    new RelabelledTopology(Shape.RING, seated).byPlace(),
                    TimerDurations.all(LONG),
                    listener));
            TestProbe<ProcessCrowd.Begun> probe = kit.createTestProbe();
            crowd.tell(new ProcessCrowd.AwaitBegun<>(probe.getRef()));
            assertEquals(processes, probe.receiveMessage(LONG).processes());
            long begun = System.nanoTime();

            crowd.tell(new ProcessCrowd.AskAll<>(Call.INITIATE));
            assertTrue(untold.await(LONG.toSeconds(), TimeUnit.SECONDS), "seed " + seed + ": " + untold.getCount());

            System.out.printf(
                    Locale.ROOT,
                    "%s, %,d actors, seed %d: begun after %.1f s, all told after %.1f s more, %,d messages%n",
                    protocol.getClass().getSimpleName(),
                    processes,
                    seed,
                    (begun - begin) / 1e9,
                    (System.nanoTime() - begun) / 1e9,
                    messages.sum());
            assertEquals(Set.of(ProcessId.of(processes - 1)), Set.copyOf(leaders.values()), "seed " + seed);
        } finally {
            kit.shutdownTestKit();
        }
    }

    @Test
    void eachHasItsNeighboursAndNoProcessHasTimersFromTheStart() {
        assertThrows(IllegalArgumentException.class, () -> crowd(List.of(ProcessId.of(0)), List.of()));
        Start start = Start.of(3, 0);
        assertThrows(
                UnsupportedOperationException.class,
                () -> ProcessCrowd.create(
                        new Ewd851Misra.Entry().protocol(start),
                        List.copyOf(start.processes()),
                        Shape.RING.everyones(start.processes()),
                        TimerDurations.all(LONG),
                        null));
    }

    private static void crowd(List<ProcessId> members, List<Neighbours> neighbours) {
        ProcessCrowd.create(new DolevKlaweRodeh(), members, neighbours, TimerDurations.all(LONG), null);
    }
}
