package symposium.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import symposium.browser.Playground;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.EventLogFollower;
import symposium.eventlog.reading.EventLogFollower.Followed;

/**
 * The page of a run: the processes and the messages between them, the space-time diagram, the states, at any moment,
 * forward and back.
 */
public final class RunPage {

    private static final String NO_EVENTS = "null";

    /** The page of a longer log cannot replay it: it would take too long, and the page would be too large. */
    private static final int MOST_REPLAYED = 20_000;

    private RunPage() {}

    /**
     * One HTML file that has all it needs, opens without a server, and can be mailed.
     *
     * @param log with the states of the processes, where it has them; see {@link
     *     symposium.eventlog.reading.LogVerifier#withStates}
     * @param first the number of the event at which the page opens, from 1
     * @param last the number of the last event that it has
     */
    public static String of(EventLog log, int first, int last, String title) {
        RunFeed feed = new RunFeed(Integer.MAX_VALUE);
        List<Followed> all = EventLogFollower.of(log);
        // A begin is a line, and no event.
        int events = 0;
        int lines = 0;
        int opens = 0;
        while (lines < all.size() && events < last) {
            events += all.get(lines).isEvent() ? 1 : 0;
            lines++;
            opens = events < first ? lines : opens;
        }
        feed.add(log.head(), all.subList(0, lines));
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        feed.from(0, lines).forEach(each -> json.add(each.json()));
        return page(title, List.of(), json.toString(), opens + 1, Optional.of(log));
    }

    /**
     * The page that a server has.
     *
     * @param done the log of a run that does not go on
     */
    static String live(String title, List<RunFault> faults, Optional<EventLog> done) {
        return page(title, faults, NO_EVENTS, 0, done);
    }

    private static String page(String title, List<RunFault> faults, String events, int opens, Optional<EventLog> done) {
        Optional<EventLog> replayed = done.filter(log -> log.lines().size() <= MOST_REPLAYED);
        return read("run.html")
                .replace("{{title}}", Html.escaped(title))
                .replace("{{faults}}", buttons(faults))
                .replace("{{network}}", Playground.networkScript())
                .replace("{{states}}", read("states.js"))
                .replace("{{run}}", read("run.js"))
                .replace("{{rules}}", Playground.rules())
                .replace("{{opens}}", Integer.toString(opens))
                .replace("{{engine}}", replayed.map(log -> Playground.engine()).orElse(""))
                // No text of the log ends the element that holds it.
                .replace("{{log}}", replayed.map(EventLog::placed).orElse("").replace("<", "\\u003c"))
                .replace("{{events}}", events.replace("<", "\\u003c"));
    }

    private static String buttons(List<RunFault> faults) {
        ArrayNode buttons = JsonNodeFactory.instance.arrayNode();
        faults.forEach(each -> buttons.addObject()
                .put("name", each.name())
                .put("label", each.label())
                .put("hint", each.hint())
                .put("processes", each.processes()));
        return buttons.toString();
    }

    private static String read(String resource) {
        try (InputStream file = RunPage.class.getResourceAsStream(resource)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
