package symposium.clock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;

/**
 * Stamps a list of trace events, by running both clocks over it.
 *
 * <p>An event takes place at one process, atomically: a step with all that it receives and sends, a failed step, a
 * crash, or a join. A step that receives a message with stamp t is stamped as a receipt, {@code c max (t + 1)}, and
 * its messages carry that stamp. A step that receives nothing is stamped as a sending, as the paper treats internal
 * events; it may send any number of messages. Trace events of links belong to no process and get no stamp.
 *
 * <p>A receipt takes the oldest equal message on its link. A second receipt of the same message means that it was
 * duplicated; its sending has the stamp of the last one. A message never sent in this list came from outside, and its
 * receipt counts as an internal event.
 */
public final class TraceStamps {

    /** A message on a link. */
    private record Way(ProcessId from, ProcessId to, Side side, Object message) {
        static Way into(ProcessId self, Neighbour from, Object message) {
            return new Way(from.id(), self, from.side().opposite(), message);
        }

        static Way outOf(ProcessId self, Neighbour to, Object message) {
            return new Way(self, to.id(), to.side(), message);
        }
    }

    private final Map<ProcessId, LogicalClock> logical = new HashMap<>();
    private final Map<ProcessId, VectorClock> vector = new HashMap<>();
    private final Map<Way, Deque<Stamp>> inTransit = new HashMap<>();
    private final Map<Way, Stamp> arrived = new HashMap<>();

    private TraceStamps() {}

    /**
     * The same trace events in the same order, with their stamps; all clocks start at their initial values.
     *
     * @param events in an order consistent with causality: events of one process in order, and each message sent
     *     before it is received
     */
    public static List<Stamped> of(List<TraceEvent> events) {
        TraceStamps stamps = new TraceStamps();
        List<Stamped> stamped = new ArrayList<>();
        for (TraceEvent event : events) {
            stamped.add(new Stamped(event, stamps.stamp(event)));
        }
        return List.copyOf(stamped);
    }

    private Optional<Stamp> stamp(TraceEvent event) {
        ProcessId self = event.process();
        if (event instanceof TraceEvent.MessageLost lost) {
            taken(Way.into(self, lost.from(), lost.message()));
            return Optional.empty();
        }
        if (event instanceof TraceEvent.MessageDuplicated duplicated) {
            Deque<Stamp> sent = inTransit.get(Way.into(self, duplicated.from(), duplicated.message()));
            if (sent != null && !sent.isEmpty()) {
                sent.addFirst(sent.getFirst());
            }
            return Optional.empty();
        }
        if (event instanceof TraceEvent.LinkFailed
                || event instanceof TraceEvent.LinkRecovered
                || event instanceof TraceEvent.FalselyDeparted
                || event instanceof TraceEvent.InvariantThrew) {
            return Optional.empty();
        }
        if (event instanceof TraceEvent.Stepped stepped) {
            Stamp stamp = event(self, stepped.event());
            send(self, stepped.effects(), stamp);
            return Optional.of(stamp);
        }
        if (event instanceof TraceEvent.Failed failed) {
            return Optional.of(event(self, failed.event()));
        }
        return Optional.of(internal(self));
    }

    private Stamp event(ProcessId self, Event<?, ?> event) {
        if (event instanceof Event.Received<?, ?> received) {
            Way way = Way.into(self, received.from(), received.message());
            Stamp sent = taken(way).orElse(arrived.get(way));
            if (sent != null) {
                arrived.put(way, sent);
                return receipt(self, sent);
            }
        } else if (event instanceof Event.Undeliverable<?, ?> undeliverable) {
            taken(Way.outOf(self, undeliverable.to(), undeliverable.message()));
        }
        return internal(self);
    }

    private Stamp internal(ProcessId self) {
        LogicalClock number = logical.getOrDefault(self, LogicalClock.START);
        VectorClock numbers = vector.computeIfAbsent(self, VectorClock::startOf);
        logical.put(self, number.sent());
        vector.put(self, numbers.sent());
        return new Stamp(new Timestamp(number.sending(), self), numbers.sending());
    }

    private Stamp receipt(ProcessId self, Stamp sent) {
        LogicalClock number = logical.getOrDefault(self, LogicalClock.START);
        VectorClock numbers = vector.computeIfAbsent(self, VectorClock::startOf);
        long clock = sent.logical().clock();
        logical.put(self, number.received(clock));
        vector.put(self, numbers.received(sent.vector()));
        return new Stamp(new Timestamp(number.receiving(clock), self), numbers.receiving(sent.vector()));
    }

    private void send(ProcessId self, List<? extends Effect<?, ?>> effects, Stamp stamp) {
        for (Effect<?, ?> effect : effects) {
            if (effect instanceof Effect.Send<?, ?> send) {
                inTransit
                        .computeIfAbsent(Way.outOf(self, send.to(), send.message()), way -> new ArrayDeque<>())
                        .addLast(stamp);
            }
        }
    }

    /** Removes the oldest such message in transit and returns its stamp. */
    private Optional<Stamp> taken(Way way) {
        Deque<Stamp> sent = inTransit.get(way);
        return sent == null ? Optional.empty() : Optional.ofNullable(sent.pollFirst());
    }
}
