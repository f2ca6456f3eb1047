package symposium.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import symposium.clock.LogicalClock;
import symposium.clock.Stamp;
import symposium.clock.Stamped;
import symposium.clock.Timestamp;
import symposium.clock.VectorClock;
import symposium.clock.VectorTime;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.trace.MessageDelivery.Fate;

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

    private final Map<ProcessId, LogicalClock> logical = new HashMap<>();
    private final Map<ProcessId, VectorClock> vector = new HashMap<>();

    private TraceStamps() {}

    /**
     * The same trace events in the same order, with their stamps; all clocks start at their initial values.
     *
     * @param events in an order consistent with causality: events of one process in order, and each message sent
     *     before it is received
     */
    public static List<Stamped> of(List<TraceEvent> events) {
        Map<Integer, Integer> sentAt = Trace.of(events).deliveries().stream()
                .filter(delivery -> delivery.fate() == Fate.RECEIVED)
                .collect(Collectors.toMap(MessageDelivery::endedAt, MessageDelivery::sentAt));
        TraceStamps stamps = new TraceStamps();
        List<Stamped> stamped = new ArrayList<>();
        for (TraceEvent event : events) {
            Optional<Stamp> sent = Optional.ofNullable(sentAt.get(stamped.size()))
                    .flatMap(at -> stamped.get(at).stamp());
            stamped.add(new Stamped(
                    event, isOfProcess(event) ? Optional.of(stamps.next(event.process(), sent)) : Optional.empty()));
        }
        return List.copyOf(stamped);
    }

    private static boolean isOfProcess(TraceEvent event) {
        return !(event instanceof TraceEvent.MessageFault
                || event instanceof TraceEvent.LinkChange
                || event instanceof TraceEvent.FalselyDeparted
                || event instanceof TraceEvent.Threw);
    }

    /** The stamp of an event that receives a message with the stamp {@code sent}, or of one that receives none. */
    private Stamp next(ProcessId self, Optional<Stamp> sent) {
        LogicalClock number = logical.getOrDefault(self, LogicalClock.START);
        VectorClock numbers = vector.computeIfAbsent(self, VectorClock::startOf);
        if (sent.isEmpty()) {
            logical.put(self, number.sent());
            vector.put(self, numbers.sent());
            return new Stamp(new Timestamp(number.sending(), self), numbers.sending());
        }
        long clock = sent.get().logical().clock();
        VectorTime time = sent.get().vector();
        logical.put(self, number.received(clock));
        vector.put(self, numbers.received(time));
        return new Stamp(new Timestamp(number.receiving(clock), self), numbers.receiving(time));
    }
}
