package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.demo.SafetyMonitor;
import symposium.demo.event.DemoEvent;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;
import symposium.service.participant.Lock;

/** Nodes that share the lock without pause, while one after the other is killed and comes back. */
@Tag("exhaustive")
class TortureTest {

    private static final int NODES = 5;
    private static final int DEATHS = 15;
    private static final int MEALS_BETWEEN_DEATHS = 40;

    @Test
    void whicheverNodeDiesTheOthersEatOneAtATimeUnderGrowingFences() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("torture with seed " + seed);
        Random lot = new Random(seed);
        Table table = new Table();
        try (Nodes nodes = new Nodes(NODES)) {
            List<Nodes.Watched> ring = new ArrayList<>();
            for (int process = 0; process < NODES; process++) {
                ring.add(seat(nodes, process, table, lot));
            }
            ring.forEach(one ->
                    one.views().await("all at the table", view -> view.members().size() == NODES));
            for (int death = 0; death < DEATHS; death++) {
                for (int meal = 0; meal < MEALS_BETWEEN_DEATHS; meal++) {
                    table.meals.await("a meal", any -> true);
                }
                int victim =
                        lot.nextBoolean() ? table.eater().map(ProcessId::number).orElse(0) : lot.nextInt(NODES);
                ProcessId died = ring.get(victim).node().process();
                table.dies(died);
                ring.get(victim).node().kill();
                long before = System.nanoTime();
                table.meals.await("a meal after the death of " + died, any -> true);
                Nodes.Watched survivor = ring.get((victim + 1) % NODES);
                survivor.views().await("the departure of " + died, view -> view.departed()
                        .contains(died));
                table.meals.await("a meal without " + died, any -> true);
                System.out.println("death " + death + " of " + died + ", all is well after "
                        + Duration.ofNanos(System.nanoTime() - before).toMillis() + " ms");
                ring.set(victim, seat(nodes, victim, table, lot));
                ProcessId reborn = ring.get(victim).node().process();
                table.meals.await("a meal of the new " + reborn, reborn::equals);
            }
            for (Nodes.Watched one : ring) {
                Predicate<TraceEvent> failure = TraceEvent.Failed.class::isInstance;
                assertEquals(
                        0,
                        one.steps().count(failure),
                        "steps that no rule admits at " + one.node().process());
            }
        }
        assertEquals(Optional.empty(), table.violation());
    }

    private static Nodes.Watched seat(Nodes nodes, int process, Table table, Random lot) {
        Nodes.Watched watched = nodes.start(process);
        SymposiumNode node = watched.node();
        node.spawn(User.create(node.process(), node.lock(), table, new Random(lot.nextLong())), "user");
        return watched;
    }

    /** Tells the monitor of living users; a node that dies is started again in its place. */
    private static final class Table {
        private final Nodes.Sightings<ProcessId> meals = new Nodes.Sightings<>();
        private final Set<ProcessId> dead = new HashSet<>();
        private final SafetyMonitor monitor = new SafetyMonitor(DemoScript.of("ewd851-misra"));
        private Optional<ProcessId> eater = Optional.empty();

        synchronized void begins(ProcessId process, Fence fence) {
            if (!dead.contains(process)) {
                tell(new DemoEvent.Granted(process, new DemoEvent.Grant.OfLock(fence)));
                meals.accept(process);
                eater = Optional.of(process);
            }
        }

        synchronized void ends(ProcessId process, Fence fence) {
            if (!dead.contains(process)) {
                tell(new DemoEvent.Released(process, new DemoEvent.Grant.OfLock(fence)));
                eatsNoMore(process);
            }
        }

        synchronized void dies(ProcessId process) {
            dead.add(process);
            tell(new DemoEvent.Killed(process));
            eatsNoMore(process);
        }

        private void eatsNoMore(ProcessId process) {
            eater = eater.filter(other -> !other.equals(process));
        }

        private void tell(DemoEvent event) {
            monitor.on(Duration.ZERO, event);
        }

        synchronized Optional<ProcessId> eater() {
            return eater;
        }

        synchronized Optional<String> violation() {
            return monitor.violation();
        }
    }

    private static final class User {
        private User() {}

        static Behavior<Object> create(ProcessId self, ActorRef<Lock.Command> lock, Table table, Random lot) {
            return Behaviors.withTimers(timers -> Behaviors.setup(context -> {
                ActorRef<Lock.Reply> replies = context.getSelf().narrow();
                lock.tell(new Lock.Acquire(replies));
                return Behaviors.receive(Object.class)
                        .onMessage(Lock.Granted.class, granted -> {
                            table.begins(self, granted.fence());
                            timers.startSingleTimer(granted.fence(), Duration.ofMillis(1 + lot.nextInt(10)));
                            return Behaviors.same();
                        })
                        .onMessage(Fence.class, sated -> {
                            table.ends(self, sated);
                            lock.tell(new Lock.Release(sated, replies));
                            return Behaviors.same();
                        })
                        .onMessage(Lock.Released.class, released -> {
                            timers.startSingleTimer("hungry", Duration.ofMillis(1 + lot.nextInt(60)));
                            return Behaviors.same();
                        })
                        .onMessageEquals("hungry", () -> {
                            lock.tell(new Lock.Acquire(replies));
                            return Behaviors.same();
                        })
                        .onMessage(Lock.Lost.class, lost -> {
                            table.ends(self, lost.fence());
                            timers.cancelAll();
                            lock.tell(new Lock.Acquire(replies));
                            return Behaviors.same();
                        })
                        .build();
            }));
        }
    }
}
