package symposium.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

    private static final ObjectMapper JSON = new ObjectMapper();
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
                ObjectNode clock = JSON.createObjectNode();
                happened.stamp().get().vector().counts().forEach((process, count) -> clock.put(host(process), count));
                lines.append(host(happened.process()) + " " + clock + "\n" + onOneLine(what(happened.event())) + "\n");
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
        ObjectNode all = JSON.createObjectNode();
        all.putObject("#meta")
                .put("format", "ITF")
                .put("format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html")
                .put("description", "a log of " + log.head().algorithm());
        all.putArray("vars").add("process").add("action").add("state");
        ArrayNode states = all.putArray("states");
        Map<ProcessId, ObjectNode> now = new TreeMap<>();
        int index = 0;
        for (EventLog.Numbered each : log.lines()) {
            ProcessId self = each.line().process();
            String action = "begin";
            if (each.line() instanceof LogLine.Happened happened) {
                action = what(happened.event());
                happened.state().ifPresent(state -> now.put(self, (ObjectNode) values(state)));
            } else if (each.line() instanceof LogLine.Began began) {
                began.state().ifPresent(state -> now.put(self, (ObjectNode) values(state)));
            }
            ObjectNode state = states.addObject();
            state.putObject("#meta").put("index", index++);
            state.put("process", self.toString());
            state.put("action", action);
            ArrayNode map = state.putObject("state").putArray("#map");
            now.forEach((process, its) -> map.addArray().add(process.toString()).add(its));
        }
        return all.toPrettyString() + "\n";
    }

    /** Numbers are written as the format wants those that may exceed 2^53; it has no null. */
    private static JsonNode values(JsonNode state) {
        return JsonValues.with(
                state,
                json -> json.isIntegralNumber()
                        ? JSON.createObjectNode().put("#bigint", json.asText())
                        : json.isNull() ? JSON.getNodeFactory().textNode("none") : json);
    }
}
