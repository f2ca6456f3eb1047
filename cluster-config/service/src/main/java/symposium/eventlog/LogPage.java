package symposium.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.trace.SvgDiagram;
import symposium.trace.Trace;

/**
 * A log as one HTML file that opens without a server, and can be mailed: the space-time diagram, and beside it the
 * states of all processes at a moment that is chosen by buttons, keys, a slider or a click, forward and back. The
 * address names the moment.
 */
public final class LogPage {

    private static final ObjectMapper JSON = new ObjectMapper();

    private LogPage() {}

    /**
     * The page.
     *
     * @param log with the states of the processes, where it has them; see {@link LogVerifier#withStates}
     * @param first the number of the first event that is shown, from 1
     * @param most how many are shown at most
     */
    public static String of(EventLog log, int first, int most, String title) {
        Trace all = log.trace();
        int last = (int) Math.min(all.events().size(), first - 1L + most);
        Trace shown = new Trace(all.processes(), all.events().subList(first - 1, last));
        String diagram =
                SvgDiagram.of(shown, title, log.head().entry().orElseThrow().problem());
        return template()
                .replace("{{title}}", escaped(title))
                .replace("{{diagram}}", diagram)
                // No text of the log ends the element that holds it.
                .replace("{{log}}", data(log, first, last).toString().replace("<", "\\u003c"));
    }

    private static ObjectNode data(EventLog log, int first, int last) {
        TreeMap<ProcessId, JsonNode> before = new TreeMap<>();
        List<LogLine.Happened> events = new ArrayList<>();
        for (EventLog.Numbered each : log.lines()) {
            if (each.line() instanceof LogLine.Began began) {
                before.put(began.process(), began.state().orElse(JSON.createObjectNode()));
            } else if (each.line() instanceof LogLine.Happened happened) {
                events.add(happened);
                if (events.size() < first) {
                    happened.state().ifPresent(state -> before.put(happened.process(), state));
                }
            }
        }
        ObjectNode data = JSON.createObjectNode().put("first", first);
        ArrayNode begins = data.putArray("begins");
        before.forEach((process, state) ->
                begins.addObject().put("process", process.toString()).set("state", JsonValues.exact(state)));
        ArrayNode all = data.putArray("events");
        for (LogLine.Happened each : events.subList(first - 1, last)) {
            ObjectNode event = all.addObject()
                    .put("process", each.process().toString())
                    .put("text", each.event().toString())
                    .put("gone", each.event() instanceof TraceEvent.Crashed);
            each.state().ifPresent(state -> event.set("state", JsonValues.exact(state)));
        }
        return data;
    }

    private static String template() {
        return read("page.html").replace("{{states}}", statesScript());
    }

    /** The script that shows states which are JSON: {@code flat}, {@code brief} and {@code text}. */
    public static String statesScript() {
        return read("states.js");
    }

    private static String read(String resource) {
        try (InputStream file = LogPage.class.getResourceAsStream(resource)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        Arrays.stream(text.split(""))
                .forEach(letter -> escaped.append(
                        switch (letter) {
                            case "<" -> "&lt;";
                            case ">" -> "&gt;";
                            case "&" -> "&amp;";
                            case "\"" -> "&quot;";
                            default -> letter;
                        }));
        return escaped.toString();
    }
}
