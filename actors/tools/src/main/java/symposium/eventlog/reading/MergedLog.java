package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import symposium.clock.LogicalClock;
import symposium.clock.Stamp;
import symposium.clock.Timestamp;
import symposium.clock.VectorClock;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogLine;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;

/**
 * The logs of one run in one order that agrees with causality: the lines of each log in their order, and each message
 * sent before it is received or lost. Among lines that are not ordered by that, the one with the earlier time goes
 * first.
 *
 * <p>A receipt takes the oldest equal message of its link that has not been received. A receipt of which no log has the
 * sending goes last, when nothing else can go.
 *
 * @param log all lines
 * @param sendings for each line that receives a message, gets it back or loses it, the index of the line that sent it
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

    /**
     * The logs of the groups of processes that have nothing to do with each other: of a cluster all of whose nodes were
     * started again, those before and those after. Two processes are of one group if one knows the other as a
     * neighbour, or has been told of its departure.
     */
    public List<MergedLog> groups() {
        Map<ProcessId, ProcessId> parents = new HashMap<>();
        for (EventLog.Numbered each : log.lines()) {
            ProcessId self = each.line().process();
            known(each.line()).forEach(other -> parents.put(root(other, parents), root(self, parents)));
        }
        Map<ProcessId, List<EventLog.Numbered>> lines = new LinkedHashMap<>();
        Map<ProcessId, Map<Integer, Integer>> sent = new HashMap<>();
        int[] places = new int[log.lines().size()];
        for (int at = 0; at < places.length; at++) {
            ProcessId group = root(log.lines().get(at).line().process(), parents);
            List<EventLog.Numbered> own = lines.computeIfAbsent(group, any -> new ArrayList<>());
            places[at] = own.size();
            own.add(log.lines().get(at));
            Map<Integer, Integer> ofGroup = sent.computeIfAbsent(group, any -> new HashMap<>());
            Optional.ofNullable(sendings.get(at)).ifPresent(from -> ofGroup.put(own.size() - 1, places[from]));
        }
        List<MergedLog> groups = new ArrayList<>();
        lines.forEach(
                (group, own) -> groups.add(new MergedLog(new EventLog(log.head(), own), Map.copyOf(sent.get(group)))));
        return groups;
    }

    private static Set<ProcessId> known(LogLine line) {
        Set<ProcessId> known = new TreeSet<>();
        if (line instanceof LogLine.Began began) {
            known.addAll(Sorted.ids(began.neighbours()));
        } else if (line instanceof LogLine.Happened happened
                && happened.event() instanceof TraceEvent.Stepped stepped) {
            if (stepped.event() instanceof Event.NeighboursChanged<?, ?> changed) {
                known.addAll(Sorted.ids(changed.neighbours()));
                known.addAll(changed.departed());
            } else if (stepped.event() instanceof Event.Received<?, ?> received) {
                known.add(received.from().id());
            }
        }
        return known;
    }

    private static ProcessId root(ProcessId process, Map<ProcessId, ProcessId> parents) {
        ProcessId root = process;
        for (ProcessId parent = parents.get(root); parent != null && !parent.equals(root); parent = parents.get(root)) {
            root = parent;
        }
        parents.put(process, root);
        return root;
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
