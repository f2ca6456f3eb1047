package symposium.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogLine;
import symposium.eventlog.reading.EventLog;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** Event logs of runs that no clock has seen: of the checker and of simulations. */
public final class RunLogs {

    private RunLogs() {}

    /**
     * A run from its start.
     *
     * @param present the processes that are there at the start
     * @param cutOff whether each begins without neighbours, above generation 0
     */
    public static EventLog of(
            LogHead head,
            Start start,
            Topology topology,
            SortedSet<ProcessId> present,
            boolean cutOff,
            List<TraceEvent> events) {
        List<EventLog.Numbered> lines = new ArrayList<>();
        for (ProcessId process : present) {
            add(
                    lines,
                    new LogLine.Began(
                            process,
                            Optional.empty(),
                            start,
                            cutOff ? OptionalLong.of(0) : OptionalLong.empty(),
                            cutOff ? Neighbours.none() : topology.neighbours(process, start.processes()),
                            Optional.empty()));
        }
        Map<ProcessId, Long> steps = new HashMap<>();
        for (TraceEvent event : events) {
            long step = event instanceof TraceEvent.Stepped ? steps.merge(event.process(), 1L, Long::sum) : 0;
            if (event instanceof TraceEvent.Joined joined) {
                add(
                        lines,
                        new LogLine.Began(
                                joined.process(),
                                Optional.empty(),
                                start,
                                OptionalLong.of(0),
                                Neighbours.none(),
                                Optional.empty()));
            }
            add(lines, new LogLine.Happened(event, Optional.empty(), step, Optional.empty(), Optional.empty()));
        }
        return new EventLog(head, lines);
    }

    private static void add(List<EventLog.Numbered> lines, LogLine line) {
        lines.add(new EventLog.Numbered("", lines.size() + 2, line));
    }
}
