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
 * Stamps a list of occurrences, by running the fragments of both clocks over it.
 *
 * <p>An event is what happens at one process at once: a step, whatever it receives and sends; a step that failed; a crash; a coming. A step
 * that receives a message with stamp t and sends others is stamped as a receipt, {@code c max (t + 1)}, and what it sends carries that stamp;
 * one that receives nothing is stamped as a sending, be it of several messages or none, as the paper treats internal events. What happens to
 * a link is no event of any process and gets no stamp.
 *
 * <p>A message received is the oldest on its link that equals it. One that was received before and is received again was doubled; the stamp
 * of its sending is that of the last. One that was never sent in this list came from outside, and its receipt counts as an internal event.
 */
public final class TraceStamps {

    /** The way of a message: over which link, and what. */
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
     * The same occurrences in the same order, each with its stamps; all clocks start anew.
     *
     * @param occurrences in an order in which they can have happened: what a process did in the order in which it did it, and no message
     *     received before it was sent
     */
    public static List<Stamped> of(List<TraceEvent> occurrences) {
        TraceStamps stamps = new TraceStamps();
        List<Stamped> stamped = new ArrayList<>();
        for (TraceEvent occurrence : occurrences) {
            stamped.add(new Stamped(occurrence, stamps.stamp(occurrence)));
        }
        return List.copyOf(stamped);
    }

    private Optional<Stamp> stamp(TraceEvent occurrence) {
        ProcessId self = occurrence.process();
        if (occurrence instanceof TraceEvent.MessageLost lost) {
            taken(Way.into(self, lost.from(), lost.message()));
            return Optional.empty();
        }
        if (occurrence instanceof TraceEvent.MessageDuplicated doubled) {
            Deque<Stamp> sent = inTransit.get(Way.into(self, doubled.from(), doubled.message()));
            if (sent != null && !sent.isEmpty()) {
                sent.addFirst(sent.getFirst());
            }
            return Optional.empty();
        }
        if (occurrence instanceof TraceEvent.LinkFailed
                || occurrence instanceof TraceEvent.LinkRecovered
                || occurrence instanceof TraceEvent.InvariantThrew) {
            return Optional.empty();
        }
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            Stamp stamp = event(self, stepped.event());
            send(self, stepped.effects(), stamp);
            return Optional.of(stamp);
        }
        if (occurrence instanceof TraceEvent.Failed failed) {
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

    /** The stamp of the oldest such message under way, which is so no more. */
    private Optional<Stamp> taken(Way way) {
        Deque<Stamp> sent = inTransit.get(way);
        return sent == null ? Optional.empty() : Optional.ofNullable(sent.pollFirst());
    }
}
