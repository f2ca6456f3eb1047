package symposium.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import symposium.clock.Stamped;
import symposium.kernel.Printable;
import symposium.kernel.TraceEvent;

/** A trace as numbered lines: process, rule, event and effects. */
public final class TraceListing {

    private static final String BETWEEN = "  ";

    private static final Map<Class<?>, String> FAULTS = Map.ofEntries(
            Map.entry(TraceEvent.MessageLost.class, "loss"),
            Map.entry(TraceEvent.MessageDuplicated.class, "duplication"),
            Map.entry(TraceEvent.LinkFailed.class, "link fails"),
            Map.entry(TraceEvent.LinkRecovered.class, "link recovers"),
            Map.entry(TraceEvent.Joined.class, "joins"),
            Map.entry(TraceEvent.Partitioned.class, "partition"),
            Map.entry(TraceEvent.FalselyDeparted.class, "false departure"),
            Map.entry(TraceEvent.Crashed.class, "crash"));

    private TraceListing() {}

    /** The lines, each with a line end; empty for an empty trace. */
    public static String of(Trace trace) {
        return of(trace, 1);
    }

    /**
     * The lines, numbered from {@code first}.
     *
     * @param first the number of the first line
     */
    public static String of(Trace trace, int first) {
        return listed(trace, first, at -> List.of());
    }

    /** The lines, each with its logical and vector time after its number; trace events of links have none. */
    public static String stamped(Trace trace) {
        List<Stamped> stamped = TraceStamps.of(trace.events());
        return listed(trace, 1, at -> stamped.get(at)
                .stamp()
                .map(stamp -> List.of(stamp.logical().toString(), stamp.vector().toString()))
                .orElse(List.of("", "")));
    }

    private static String listed(Trace trace, int first, IntFunction<List<String>> stamps) {
        List<List<String>> rows = new ArrayList<>();
        for (TraceEvent event : trace.events()) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(first + rows.size())));
            row.addAll(stamps.apply(rows.size()));
            row.add("process " + trace.name(event.process()));
            row.add(rule(event));
            row.add(event(trace, event));
            row.add(effects(trace, event));
            rows.add(row);
        }
        return TextTable.lines(rows, BETWEEN, column -> column == 0).stream()
                .map(line -> BETWEEN + line + "\n")
                .collect(Collectors.joining());
    }

    private static String rule(TraceEvent event) {
        return event instanceof TraceEvent.Stepped stepped
                ? stepped.rule().label()
                : FAULTS.getOrDefault(event.getClass(), "fails");
    }

    private static String event(Trace trace, TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            return trace.words(stepped.event());
        }
        if (event instanceof TraceEvent.MessageFault fault) {
            return Printable.print(fault.message()) + " from " + trace.name(fault.from());
        }
        if (event instanceof TraceEvent.Partitioned partitioned) {
            return trace.separated(partitioned);
        }
        if (event instanceof TraceEvent.LinkChange link) {
            return "with " + trace.name(link.other());
        }
        if (event instanceof TraceEvent.FalselyDeparted departed) {
            return "of " + trace.name(departed.other());
        }
        return event instanceof TraceEvent.Failed failed ? trace.words(failed.event()) : "";
    }

    private static String effects(Trace trace, TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            return stepped.effects().stream().map(trace::words).collect(Collectors.joining(", "));
        }
        return event instanceof TraceEvent.AlgorithmFailure failure ? failure.why() : "";
    }
}
