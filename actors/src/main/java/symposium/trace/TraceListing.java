package symposium.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.clock.Stamped;
import symposium.clock.TraceStamps;
import symposium.kernel.Effect;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/** A trace as numbered lines: process, rule, event and effects. */
public final class TraceListing {

    private static final String BETWEEN = "  ";

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
        List<List<String>> rows = new ArrayList<>();
        for (TraceEvent event : trace.events()) {
            rows.add(List.of(
                    Integer.toString(first + rows.size()),
                    "process " + trace.name(event.process()),
                    rule(event),
                    event(trace, event),
                    effects(trace, event)));
        }
        return aligned(rows);
    }

    /** The lines, each with its logical and vector time after its number; trace events of links have none. */
    public static String stamped(Trace trace) {
        List<List<String>> rows = new ArrayList<>();
        for (Stamped each : TraceStamps.of(trace.events())) {
            TraceEvent event = each.event();
            rows.add(List.of(
                    Integer.toString(1 + rows.size()),
                    each.stamp().map(stamp -> stamp.logical().toString()).orElse(""),
                    each.stamp().map(stamp -> stamp.vector().toString()).orElse(""),
                    "process " + trace.name(event.process()),
                    rule(event),
                    event(trace, event),
                    effects(trace, event)));
        }
        return aligned(rows);
    }

    private static String aligned(List<List<String>> rows) {
        int[] widths = new int[rows.isEmpty() ? 1 : rows.get(0).size()];
        for (List<String> row : rows) {
            for (int cell = 0; cell < widths.length; cell++) {
                widths[cell] = Math.max(widths[cell], row.get(cell).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(BETWEEN);
            line.append(" ".repeat(widths[0] - row.get(0).length())).append(row.get(0));
            for (int cell = 1; cell < widths.length; cell++) {
                line.append(BETWEEN)
                        .append(row.get(cell))
                        .append(" ".repeat(widths[cell] - row.get(cell).length()));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String rule(TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            return stepped.rule().label();
        }
        if (event instanceof TraceEvent.MessageLost) {
            return "loss";
        }
        if (event instanceof TraceEvent.MessageDuplicated) {
            return "duplication";
        }
        if (event instanceof TraceEvent.LinkFailed) {
            return "link fails";
        }
        if (event instanceof TraceEvent.LinkRecovered) {
            return "link recovers";
        }
        if (event instanceof TraceEvent.Joined) {
            return "joins";
        }
        if (event instanceof TraceEvent.Partitioned) {
            return "partition";
        }
        return event instanceof TraceEvent.Crashed ? "crash" : "fails";
    }

    private static String event(Trace trace, TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            return trace.words(stepped.event());
        }
        if (event instanceof TraceEvent.MessageLost lost) {
            return Printable.print(lost.message()) + " from " + trace.name(lost.from());
        }
        if (event instanceof TraceEvent.MessageDuplicated duplicated) {
            return Printable.print(duplicated.message()) + " from " + trace.name(duplicated.from());
        }
        if (event instanceof TraceEvent.Partitioned partitioned) {
            return trace.separated(partitioned);
        }
        Optional<ProcessId> other = Trace.otherEnd(event);
        if (other.isPresent()) {
            return "with " + trace.name(other.get());
        }
        return event instanceof TraceEvent.Failed failed ? trace.words(failed.event()) : "";
    }

    private static String effects(Trace trace, TraceEvent event) {
        if (event instanceof TraceEvent.Failed failed) {
            return failed.why();
        }
        if (event instanceof TraceEvent.InvariantThrew threw) {
            return threw.why();
        }
        List<String> parts = new ArrayList<>();
        if (event instanceof TraceEvent.Stepped stepped) {
            for (Effect<?, ?> effect : stepped.effects()) {
                parts.add(trace.words(effect));
            }
        }
        return String.join(", ", parts);
    }
}
