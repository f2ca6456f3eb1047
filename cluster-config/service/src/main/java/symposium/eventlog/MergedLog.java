package symposium.eventlog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import symposium.clock.LogicalClock;
import symposium.clock.Stamp;
import symposium.clock.Timestamp;
import symposium.clock.VectorClock;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/**
 * The logs of one run in one order that agrees with causality: the lines of each log in their order, and each message
 * sent before it is received. Among lines that are not ordered by that, the one with the earlier time goes first.
 *
 * <p>A receipt takes the oldest equal message of its link that has not been received. A receipt of which no log has the
 * sending goes last, when nothing else can go.
 *
 * @param log all lines
 * @param sendings for each line that receives a message, or gets it back, the index of the line that sent it
 */
public record MergedLog(EventLog log, Map<Integer, Integer> sendings) {

    private record Link(ProcessId from, Neighbour to) {}

    private record Sent(Object message, int at) {}

    /**
     * Merges logs of one run.
     *
     * @throws InvalidLog when they are of several algorithms
     */
    public static MergedLog of(List<EventLog> logs) throws InvalidLog {
        LogHead head = logs.get(0).head();
        for (EventLog log : logs) {
            if (!log.head().equals(head)) {
                throw new InvalidLog("logs of one run have one head: " + head.algorithm()
                        + (head.fences() ? " with fences" : "") + " and "
                        + log.head().algorithm() + (log.head().fences() ? " with fences" : "") + " are different");
            }
        }
        return new Merging(logs).all(head);
    }

    private static final class Merging {

        private final List<EventLog> logs;
        private final int[] next;
        private final Map<Link, LinkedList<Sent>> inTransit = new HashMap<>();
        private final List<EventLog.Numbered> merged = new ArrayList<>();
        private final Map<Integer, Integer> sendings = new HashMap<>();

        Merging(List<EventLog> logs) {
            this.logs = logs;
            this.next = new int[logs.size()];
        }

        MergedLog all(LogHead head) {
            for (int log = first(); log >= 0; log = first()) {
                take(logs.get(log).lines().get(next[log]++));
            }
            return new MergedLog(new EventLog(head, merged), Map.copyOf(sendings));
        }

        /** The log whose next line goes next, or -1 when all are at their ends. */
        private int first() {
            int first = -1;
            boolean ready = false;
            for (int log = 0; log < next.length; log++) {
                if (next[log] < logs.get(log).lines().size()) {
                    LogLine line = line(log);
                    boolean may = received(line).map(this::isInTransit).orElse(true);
                    if (first < 0 || may && !ready || may == ready && time(line).isBefore(time(line(first)))) {
                        first = log;
                        ready = may;
                    }
                }
            }
            return first;
        }

        private LogLine line(int log) {
            return logs.get(log).lines().get(next[log]).line();
        }

        private static Instant time(LogLine line) {
            return line.at().orElse(Instant.MIN);
        }

        /** The message that a line takes from a link. */
        private record Receipt(Link link, Object message) {}

        private static Optional<Receipt> received(LogLine line) {
            if (line instanceof LogLine.Happened happened && happened.event() instanceof TraceEvent.Stepped stepped) {
                ProcessId self = stepped.process();
                if (stepped.event() instanceof Event.Received<?, ?> received) {
                    Neighbour from = received.from();
                    return Optional.of(new Receipt(new Link(from.id(), from.seenBack(self)), received.message()));
                }
                if (stepped.event() instanceof Event.Undeliverable<?, ?> back) {
                    return Optional.of(new Receipt(new Link(self, back.to()), back.message()));
                }
            }
            return Optional.empty();
        }

        private boolean isInTransit(Receipt receipt) {
            return inTransit.getOrDefault(receipt.link(), new LinkedList<>()).stream()
                    .anyMatch(sent -> sent.message().equals(receipt.message()));
        }

        private void take(EventLog.Numbered numbered) {
            received(numbered.line()).ifPresent(this::arrives);
            if (numbered.line() instanceof LogLine.Happened happened) {
                for (Effect.Send<Object, ?> send : happened.event().sends(Object.class)) {
                    inTransit
                            .computeIfAbsent(new Link(happened.process(), send.to()), any -> new LinkedList<>())
                            .add(new Sent(send.message(), merged.size()));
                }
            }
            merged.add(numbered);
        }

        private void arrives(Receipt receipt) {
            ListIterator<Sent> each =
                    inTransit.getOrDefault(receipt.link(), new LinkedList<>()).listIterator();
            while (each.hasNext()) {
                Sent sent = each.next();
                if (sent.message().equals(receipt.message())) {
                    sendings.put(merged.size(), sent.at());
                    each.remove();
                    return;
                }
            }
        }
    }

    /** The log with the times of Lamport's and of vector clocks at each step, as {@link symposium.clock} has them. */
    public EventLog stamped() {
        Map<ProcessId, LogicalClock> logical = new HashMap<>();
        Map<ProcessId, VectorClock> vector = new HashMap<>();
        List<EventLog.Numbered> stamped = new ArrayList<>();
        for (EventLog.Numbered each : log.lines()) {
            if (!(each.line() instanceof LogLine.Happened happened)
                    || !(happened.event() instanceof TraceEvent.Stepped)) {
                stamped.add(each);
                continue;
            }
            ProcessId self = happened.process();
            Optional<Stamp> sent = Optional.ofNullable(sendings.get(stamped.size()))
                    .flatMap(at -> ((LogLine.Happened) stamped.get(at).line()).stamp());
            LogicalClock number = logical.getOrDefault(self, LogicalClock.START);
            VectorClock numbers = vector.computeIfAbsent(self, VectorClock::startOf);
            Stamp stamp = sent.map(from -> new Stamp(
                            new Timestamp(number.receiving(from.logical().clock()), self),
                            numbers.receiving(from.vector())))
                    .orElseGet(() -> new Stamp(new Timestamp(number.sending(), self), numbers.sending()));
            logical.put(
                    self,
                    sent.map(from -> number.received(from.logical().clock())).orElseGet(number::sent));
            vector.put(self, sent.map(from -> numbers.received(from.vector())).orElseGet(numbers::sent));
            stamped.add(new EventLog.Numbered(
                    each.file(),
                    each.number(),
                    new LogLine.Happened(
                            happened.event(), happened.at(), happened.step(), happened.state(), Optional.of(stamp))));
        }
        return new EventLog(log.head(), stamped);
    }
}
