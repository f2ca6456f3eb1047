package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import akka.actor.testkit.typed.Effect.TimerCancelled;
import akka.actor.testkit.typed.Effect.TimerScheduled;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Topology;

/**
 * Lets what has happened elsewhere, in the checker or in a random walk, happen once more to hosting actors, and
 * compares: the actor adds nothing and loses nothing.
 *
 * <p>Every process is a {@link ProcessActor} of its own in a {@link BehaviorTestKit}. After each occurrence the actor
 * concerned must have reported exactly that occurrence, carried out exactly its effects in their order, started exactly
 * the timers it says, and done nothing else. A message can be received, lost or doubled only when an actor has sent it.
 */
final class Replay<S, M, I, O> {

    /** Read once: an actor's kit reads it otherwise. */
    private static final Config CONFIG = ConfigFactory.load("application-test");

    private record Link(ProcessId from, Neighbour to) {}

    private record Cancelled(Object timer) {}

    private final class Hosted {
        final List<Effect<M, O>> performed = new ArrayList<>();
        final List<TraceEvent> reported = new ArrayList<>();
        /** Timers that were started and not cancelled: the kit keeps one that has expired. */
        final Set<Object> running = new HashSet<>();

        final BehaviorTestKit<ProcessActor.Command<M, I>> kit;
        Neighbours known;

        Hosted(ProcessId self, SortedSet<ProcessId> members) {
            ProcessContext<M, O> surroundings = new ProcessContext<>(
                    new MessageTransport<>() {
                        @Override
                        public void send(Neighbour to, M message) {
                            performed.add(new Effect.Send<>(to, message));
                            inTransit(self, to).add(message);
                        }

                        @Override
                        public boolean leaves() {
                            performed.add(new Effect.Left<>());
                            return false;
                        }
                    },
                    output -> performed.add(new Effect.Output<>(output)),
                    timer -> {
                        performed.add(new Effect.Schedule<>(timer));
                        return Duration.ofSeconds(1);
                    },
                    step -> reported.add(step));
            Neighbours neighbours = startsCutOff
                    ? Neighbours.none()
                    : new Neighbours(topology.neighbours(self, members).all().stream()
                            .filter(neighbour ->
                                    neighbour.id().equals(self) || !down.contains(Set.of(self, neighbour.id())))
                            .toList());
            known = neighbours;
            kit = BehaviorTestKit.create(
                    ProcessActor.create(self, neighbours, protocol, surroundings), "process", CONFIG);
            running.addAll(protocol.initialTimers(protocol.initial(self, neighbours)));
            assertEquals(
                    protocol.initialTimers(protocol.initial(self, neighbours)),
                    scheduled("process " + self + " starts: "),
                    "timers otherwise");
        }

        /**
         * The timers started and cancelled since this was last asked; the actor has done nothing else to its
         * surroundings.
         */
        List<Object> scheduled(String at) {
            List<Object> scheduled = new ArrayList<>();
            for (akka.actor.testkit.typed.Effect effect : kit.getAllEffects()) {
                if (effect instanceof TimerScheduled<?> started) {
                    scheduled.add(started.key());
                } else if (effect instanceof TimerCancelled cancelled) {
                    scheduled.add(new Cancelled(cancelled.key()));
                } else {
                    fail(at + "the actor adds " + effect);
                }
            }
            return scheduled;
        }

        void run(ProcessActor.Command<M, I> command) {
            performed.clear();
            reported.clear();
            kit.run(command);
        }
    }

    private final Protocol<S, M, I, O> protocol;
    private final Topology topology;
    private final boolean startsCutOff;
    private final Map<ProcessId, Hosted> processes = new TreeMap<>();
    private final Map<Link, List<M>> inTransit = new HashMap<>();
    private final Set<Set<ProcessId>> down = new HashSet<>();
    private int number;

    /** Hosting actors for all members, in the protocol's initial states. */
    Replay(Protocol<S, M, I, O> protocol, Topology topology, SortedSet<ProcessId> members) {
        this(protocol, topology, members, false);
    }

    /** @param startsCutOff whether every process starts without neighbours */
    Replay(Protocol<S, M, I, O> protocol, Topology topology, SortedSet<ProcessId> members, boolean startsCutOff) {
        this.protocol = protocol;
        this.topology = topology;
        this.startsCutOff = startsCutOff;
        members.forEach(member -> processes.put(member, new Hosted(member, members)));
    }

    /** Lets all of this happen, in this order. */
    void replay(List<TraceEvent> path) {
        path.forEach(this::happen);
    }

    /** Lets this happen next. */
    void happen(TraceEvent occurrence) {
        String at = "occurrence " + number++ + ", " + occurrence + ": ";
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            stepped(at, stepped);
        } else if (occurrence instanceof TraceEvent.Failed failed) {
            failed(at, failed);
        } else if (occurrence instanceof TraceEvent.MessageLost lost) {
            takeFromLink(at, lost.process(), lost.from(), lost.message());
        } else if (occurrence instanceof TraceEvent.MessageDuplicated doubled) {
            doubled(at, doubled);
        } else if (occurrence instanceof TraceEvent.Crashed crashed) {
            assertNotNull(processes.remove(crashed.process()), at + "there is no such process");
        } else if (occurrence instanceof TraceEvent.LinkFailed failed) {
            assertTrue(down.add(Set.of(failed.process(), failed.other())), at + "it is down");
        } else if (occurrence instanceof TraceEvent.LinkRecovered recovered) {
            assertTrue(down.remove(Set.of(recovered.process(), recovered.other())), at + "it is not down");
        } else if (occurrence instanceof TraceEvent.Joined joined) {
            joined(joined.process());
        }
    }

    /** The messages that have been sent and neither received nor lost. */
    long inTransit() {
        return inTransit.values().stream().mapToLong(List::size).sum();
    }

    /** A process that comes finds all that are alive, but those behind links that are down. */
    private void joined(ProcessId process) {
        SortedSet<ProcessId> members = new TreeSet<>(processes.keySet());
        members.add(process);
        processes.put(process, new Hosted(process, members));
    }

    private void stepped(String at, TraceEvent.Stepped stepped) {
        Hosted process = processes.get(stepped.process());
        assertNotNull(process, at + "there is no such process");
        process.run(command(at, stepped.process(), stepped.event()));
        assertEquals(List.of(stepped), process.reported, at + "reported otherwise");
        assertEquals(
                stepped.effects().stream()
                        .filter(effect -> !(effect instanceof Effect.Cancel))
                        .toList(),
                process.performed,
                at + "done otherwise");
        List<Object> asked = new ArrayList<>();
        for (Effect<?, ?> effect : stepped.effects()) {
            if (effect instanceof Effect.Schedule<?, ?> schedule) {
                asked.add(schedule.timer());
                process.running.add(schedule.timer());
            } else if (effect instanceof Effect.Cancel<?, ?> cancel && process.running.remove(cancel.timer())) {
                asked.add(new Cancelled(cancel.timer()));
            }
        }
        assertEquals(asked, process.scheduled(at), at + "timers otherwise");
        if (stepped.effects().stream().anyMatch(Effect.Left.class::isInstance)) {
            assertTrue(!process.kit.isAlive(), at + "who has left stops");
            processes.remove(stepped.process());
        }
    }

    private void failed(String at, TraceEvent.Failed failed) {
        Hosted process = processes.get(failed.process());
        assertNotNull(process, at + "there is no such process");
        process.run(command(at, failed.process(), failed.event()));
        assertEquals(1, process.reported.size(), at + "reported otherwise: " + process.reported);
        assertTrue(process.reported.get(0) instanceof TraceEvent.Failed, at + "did not fail: " + process.reported);
        assertEquals(List.of(), process.performed, at + "a step that fails has no effects");
        assertEquals(
                failed.event() instanceof Event.Input, process.kit.isAlive(), at + "who fails stops, but for users");
    }

    @SuppressWarnings("unchecked")
    private ProcessActor.Command<M, I> command(String at, ProcessId self, Event<?, ?> untyped) {
        Event<M, I> event = (Event<M, I>) untyped;
        if (event instanceof Event.Input<M, I> input) {
            return new ProcessActor.Ask<>(input.input());
        }
        if (event instanceof Event.Received<M, I> received) {
            takeFromLink(at, self, received.from(), received.message());
            return new ProcessActor.Delivery<>(
                    received.from().id(), received.from().side(), received.message());
        }
        if (event instanceof Event.Undeliverable<M, I> undeliverable) {
            assertTrue(
                    inTransit(self, undeliverable.to()).remove(undeliverable.message()), at + "it has not sent that");
            return new ProcessActor.Undeliverable<>(undeliverable.to(), undeliverable.message());
        }
        if (event instanceof Event.NeighboursChanged<M, I> changed) {
            return new ProcessActor.NeighboursChanged<>(
                    changed.neighbours(), changed.departed(), failed(self, changed.neighbours(), changed.departed()));
        }
        if (event instanceof Event.Leave) {
            return new ProcessActor.Leave<>();
        }
        return new ProcessActor.TimerExpired<>(((Event.Timeout<M, I>) event).timer());
    }

    /** Behind which links that are down there were neighbours until now. */
    private Set<ProcessId> failed(ProcessId self, Neighbours now, SortedSet<ProcessId> departed) {
        Set<ProcessId> failed = new TreeSet<>();
        Hosted process = processes.get(self);
        for (Neighbour before : process.known) {
            boolean gone = before.id().equals(self) || departed.contains(before.id()) || now.contains(before);
            if (!gone && down.contains(Set.of(self, before.id()))) {
                failed.add(before.id());
            }
        }
        process.known = now;
        return failed;
    }

    private void takeFromLink(String at, ProcessId to, Neighbour from, Object message) {
        assertTrue(inTransit(from.id(), from.seenBack(to)).remove(message), at + "nobody has sent that");
    }

    @SuppressWarnings("unchecked")
    private void doubled(String at, TraceEvent.MessageDuplicated doubled) {
        M message = (M) doubled.message();
        List<M> link = inTransit(doubled.from().id(), doubled.from().seenBack(doubled.process()));
        assertTrue(link.contains(message), at + "nobody has sent that");
        link.add(message);
    }

    private List<M> inTransit(ProcessId from, Neighbour to) {
        return inTransit.computeIfAbsent(new Link(from, to), link -> new ArrayList<>());
    }
}
