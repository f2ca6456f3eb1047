package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import symposium.eventlog.Json;
import symposium.eventlog.LogLine;
import symposium.kernel.Event;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.trace.MessageDelivery;
import symposium.trace.Trace;

/** Formats of others in which a log can be viewed. */
public enum LogExport {

    /** The log of ShiViz (I. Beschastnikh and others): two lines for each event, the vector clock and the text. */
    SHIVIZ(LogExport::shiviz),

    /** A sequence diagram of Mermaid. */
    MERMAID(LogExport::mermaid),

    /**
     * The trace format of Apalache and its viewers (Informal Trace Format): the states of all processes, computed where
     * the log lacks them.
     */
    ITF(LogExport::itf);

    private static final int BEYOND_ONE_LINE = 60;
    private static final Pattern OF_MERMAID = Pattern.compile("[#;$%<&]");
    private static final Pattern LINE_ENDS = Pattern.compile("\\R");

    private final Function<MergedLog, String> text;

    LogExport(Function<MergedLog, String> text) {
        this.text = text;
    }

    /** The log in this format. */
    public String of(MergedLog log) {
        return text.apply(log);
    }

    private static String shiviz(MergedLog log) {
        StringBuilder lines = new StringBuilder("(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)\n\n");
        for (EventLog.Numbered each : log.stamped().lines()) {
            if (each.line() instanceof LogLine.Happened happened
                    && happened.stamp().isPresent()) {
                Map<String, Object> clock = new LinkedHashMap<>();
                happened.stamp().get().vector().counts().forEach((process, count) -> clock.put(host(process), count));
                lines.append(host(happened.process()) + " " + Json.text(clock) + "\n"
                        + onOneLine(what(happened.event())) + "\n");
            }
        }
        return lines.toString();
    }

    private static String host(ProcessId process) {
        return "process" + process.toString().replaceAll("[^0-9A-Za-z]", "_");
    }

    private static String what(TraceEvent event) {
        return event instanceof TraceEvent.Stepped stepped
                ? stepped.rule().label() + ": " + stepped.event() + effects(stepped)
                : event.toString();
    }

    private static String effects(TraceEvent.Stepped stepped) {
        return stepped.effects().isEmpty()
                ? ""
                : " -> " + stepped.effects().stream().map(Object::toString).collect(Collectors.joining("; "));
    }

    private static String mermaid(MergedLog log) {
        Trace trace = log.log().trace();
        StringBuilder lines = new StringBuilder("sequenceDiagram\n");
        trace.processes().forEach(each -> lines.append("    participant " + host(each) + " as " + each + "\n"));
        Map<Integer, List<MessageDelivery>> ended =
                trace.deliveries().stream().collect(Collectors.groupingBy(MessageDelivery::endedAt));
        for (int at = 0; at <= trace.events().size(); at++) {
            for (MessageDelivery each : ended.getOrDefault(at, List.of())) {
                String arrow =
                        switch (each.fate()) {
                            case RECEIVED, RETURNED -> "->>";
                            case LOST -> "-x";
                            case IN_TRANSIT -> "-)";
                        };
                lines.append("    " + host(each.from()) + arrow + host(each.to()) + ": "
                        + brief(Printable.print(each.message())) + "\n");
            }
            if (at < trace.events().size()) {
                note(trace.events().get(at), lines);
            }
        }
        return lines.toString();
    }

    private static void note(TraceEvent event, StringBuilder lines) {
        String text = event instanceof TraceEvent.Stepped stepped
                ? stepped.rule().label()
                        + (stepped.event() instanceof Event.Received
                                ? ""
                                : ": " + brief(stepped.event().toString()))
                : brief(event.toString());
        lines.append("    Note over " + host(event.process()) + ": " + text + "\n");
    }

    /** At most as long as a diagram bears; what Mermaid would read as its own is written by its number. */
    private static String brief(String text) {
        String plain = onOneLine(text);
        String brief = plain.length() <= BEYOND_ONE_LINE ? plain : plain.substring(0, BEYOND_ONE_LINE) + " ...";
        return OF_MERMAID.matcher(brief).replaceAll(own -> "#" + own.group().codePointAt(0) + ";");
    }

    /** The names of resources are anything. */
    private static String onOneLine(String text) {
        return LINE_ENDS.matcher(text).replaceAll(" ");
    }

    private static String itf(MergedLog merged) {
        // Logs without states have them computed, as far as the algorithm is known.
        EventLog log = merged.log().head().entry().isPresent() ? LogVerifier.withStates(merged) : merged.log();
        List<Object> states = new ArrayList<>();
        Map<ProcessId, Object> now = new TreeMap<>();
        for (EventLog.Numbered each : log.lines()) {
            ProcessId self = each.line().process();
            String action = "begin";
            if (each.line() instanceof LogLine.Happened happened) {
                action = what(happened.event());
                happened.state().ifPresent(state -> now.put(self, values(state)));
            } else if (each.line() instanceof LogLine.Began began) {
                began.state().ifPresent(state -> now.put(self, values(state)));
            }
            List<Object> map = new ArrayList<>();
            now.forEach((process, its) -> map.add(List.of(process.toString(), its)));
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("#meta", Map.of("index", states.size()));
            state.put("process", self.toString());
            state.put("action", action);
            state.put("state", Map.of("#map", map));
            states.add(state);
        }
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("format", "ITF");
        meta.put("format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html");
        meta.put("description", "a log of " + log.head().algorithm());
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("#meta", meta);
        all.put("vars", List.of("process", "action", "state"));
        all.put("states", states);
        return Json.text(all) + "\n";
    }

    /** Numbers are written as the format requires for those that may exceed 2^53; it has no null. */
    private static Object values(Object state) {
        return JsonValues.with(
                state,
                json -> json instanceof Long number
                        ? Map.of("#bigint", number.toString())
                        : json == null ? "none" : json);
    }
}
