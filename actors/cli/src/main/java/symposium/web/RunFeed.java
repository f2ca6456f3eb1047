package symposium.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import symposium.browser.Playground;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogLine;
import symposium.eventlog.reading.EventLogFollower;
import symposium.eventlog.reading.JsonValues;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Problem;

/**
 * What a page is told of a run: its events in their order, as JSON, of which the latest are kept. Safe for use by
 * several threads.
 */
final class RunFeed {

    /** How many events are kept; of earlier ones a page that comes later is told only that there were some. */
    static final int MOST = 20_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * An event.
     *
     * @param place its place among all events, from 0
     */
    record Moment(int place, ObjectNode json) {}

    private final int most;
    private final Deque<Moment> moments = new ArrayDeque<>();
    private final Map<ProcessId, Object> users = new HashMap<>();
    /** By label, as a log names a rule: by which the page finds its text. */
    private final Map<String, String> rules = new HashMap<>();

    /** By the place of a line in the logs: its place here, where other events stand between. */
    private final Map<Integer, Integer> placed = new LinkedHashMap<>();

    private int places;

    RunFeed(int most) {
        this.most = most;
    }

    /** Adds what has come. */
    synchronized void add(LogHead head, List<EventLogFollower.Followed> lines) {
        Algorithm<?, ?, ?, ?, ?> algorithm = head.entry().orElseThrow();
        Problem<?, ?, ?> problem = algorithm.problem();
        for (EventLogFollower.Followed each : lines) {
            if (rules.isEmpty() && each.line() instanceof LogLine.Began began) {
                algorithm
                        .protocol(began.start())
                        .rules()
                        .forEach(rule -> rules.put(rule.label(), Playground.ruleKey(rule)));
            }
            placed.put(each.place(), places);
            add(json(each.line(), sending(each), problem));
        }
    }

    /** Adds what is in no log: that a process has been killed, for instance. */
    synchronized void happens(ProcessId process, String what, boolean gone) {
        add(event(process, "fault").put("text", what).put("gone", gone));
    }

    /** The place here of the line that sent what this one receives. */
    private OptionalInt sending(EventLogFollower.Followed line) {
        return line.sending().isPresent() && placed.containsKey(line.sending().getAsInt())
                ? OptionalInt.of(placed.get(line.sending().getAsInt()))
                : OptionalInt.empty();
    }

    private void add(ObjectNode json) {
        moments.add(new Moment(places, json.put("place", places)));
        places++;
        if (moments.size() > most) {
            int gone = moments.remove().place();
            Iterator<Integer> oldest = placed.values().iterator();
            if (oldest.hasNext() && oldest.next() == gone) {
                oldest.remove();
            }
        }
    }

    /** The first of the events that are kept from this place on. */
    synchronized List<Moment> from(int place, int atMost) {
        // Every page asks again and again; mostly there is nothing new.
        return place >= places
                ? List.of()
                : moments.stream()
                        .skip(Math.max(0, place - moments.getFirst().place()))
                        .limit(atMost)
                        .toList();
    }

    private static ObjectNode event(ProcessId process, String kind) {
        return JSON.createObjectNode()
                .put("process", process.number())
                .put("incarnation", Long.toString(process.incarnation()))
                .put("kind", kind);
    }

    private <U, I, O> ObjectNode json(LogLine line, OptionalInt sending, Problem<U, I, O> problem) {
        if (line instanceof LogLine.Began began) {
            users.put(began.process(), problem.initial());
            ObjectNode json = event(began.process(), "begins").put("text", "begins");
            began.neighbours()
                    .forEach(each -> json.withArray("neighbours").add(each.id().number()));
            began.state().ifPresent(state -> json.set("state", JSON.valueToTree(JsonValues.exact(state))));
            return withUser(json, began.process(), problem);
        }
        LogLine.Happened happened = (LogLine.Happened) line;
        if (!(happened.event() instanceof TraceEvent.Stepped stepped)) {
            ObjectNode fault = event(happened.process(), "fault")
                    .put("text", afterProcess(happened.event().toString()))
                    .put("gone", happened.event() instanceof TraceEvent.Crashed);
            if (happened.event() instanceof TraceEvent.MessageLost lost) {
                end(fault, "lost", lost.from(), lost.message(), sending);
            }
            return fault;
        }
        ProcessId self = stepped.process();
        ObjectNode json = event(self, "step")
                .put("rule", stepped.rule().label())
                .put("key", rules.get(stepped.rule().label()))
                .put("text", afterProcess(stepped.toString()));
        happened.at().ifPresent(at -> json.put("at", Instant.parse(at).toEpochMilli()));
        if (stepped.event() instanceof Event.Received<?, ?> received) {
            end(json, "received", received.from(), received.message(), sending);
        } else if (stepped.event() instanceof Event.NeighboursChanged<?, ?> changed) {
            ArrayNode neighbours = json.putArray("neighbours");
            changed.neighbours().forEach(each -> neighbours.add(each.id().number()));
            ArrayNode departed = json.putArray("departed");
            changed.departed().forEach(each -> departed.addObject()
                    .put("process", each.number())
                    .put("incarnation", Long.toString(each.incarnation())));
        }
        ArrayNode sends = json.putArray("sends");
        stepped.sends(Object.class).forEach(send -> sends.addObject()
                .put("to", send.to().id().number())
                .put("type", Printable.typeName(send.message()))
                .put("text", Printable.print(send.message())));
        happened.state().ifPresent(state -> json.set("state", JSON.valueToTree(JsonValues.exact(state))));
        follow(stepped, problem);
        return withUser(json, self, problem);
    }

    private static String afterProcess(String text) {
        return text.substring(text.indexOf(": ") + 2);
    }

    /** A message is no longer in transit. */
    private static void end(ObjectNode json, String how, Neighbour from, Object message, OptionalInt sending) {
        json.putObject(how)
                .put("from", from.id().number())
                .put("type", Printable.typeName(message))
                .put("text", Printable.print(message))
                .put("sending", sending.orElse(-1));
    }

    @SuppressWarnings("unchecked") // the log is one of an algorithm that solves the problem
    private <U, I, O> void follow(TraceEvent.Stepped stepped, Problem<U, I, O> problem) {
        U user = (U) users.getOrDefault(stepped.process(), problem.initial());
        if (stepped.event() instanceof Event.Input<?, ?> input) {
            user = problem.asked(user, (I) input.input());
        }
        for (Effect<?, ?> effect : stepped.effects()) {
            if (effect instanceof Effect.Output<?, ?> output) {
                user = problem.told(user, (O) output.output());
            }
        }
        users.put(stepped.process(), user);
    }

    @SuppressWarnings("unchecked")
    private <U> ObjectNode withUser(ObjectNode json, ProcessId process, Problem<U, ?, ?> problem) {
        U user = (U) users.getOrDefault(process, problem.initial());
        boolean waits = problem.waits(user);
        boolean served = !waits && !user.equals(problem.initial());
        return json.put("waits", waits)
                .put("served", served)
                .put(
                        "user",
                        user instanceof Enum<?>
                                ? Printable.typeName(user)
                                : served ? "served" : waits ? "waits" : "idle");
    }
}
