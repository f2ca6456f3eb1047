package symposium.eventlog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.clock.LogicalClock;
import symposium.clock.Stamp;
import symposium.clock.Timestamp;
import symposium.clock.VectorClock;
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
        CausalMerge merge = new CausalMerge();
        for (EventLog log : logs) {
            int number = merge.log();
            log.lines().forEach(line -> merge.add(number, line));
        }
        List<EventLog.Numbered> merged = new ArrayList<>();
        Map<Integer, Integer> sendings = new HashMap<>();
        for (Optional<CausalMerge.Placed> next = merge.next(true); next.isPresent(); next = merge.next(true)) {
            next.get().sending().ifPresent(sending -> sendings.put(merged.size(), sending));
            merged.add(next.get().line());
        }
        return new MergedLog(new EventLog(head, merged), Map.copyOf(sendings));
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
