package symposium.eventlog;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.clock.Stamp;
import symposium.clock.Timestamp;
import symposium.clock.VectorTime;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;

/** Writes and reads the lines of the event logs of one algorithm; see the package. Safe for use by several threads. */
public final class EventCodec {

    /** The letters of a time, of which a fraction of a second may follow. */
    private static final String TIME = "0000-00-00T00:00:00";

    private static final int WITH_SIDE = 3;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final LogHead head;
    private final Map<String, Timer> timers;
    private final Type messages;
    private final Type inputs;
    private final Type outputs;

    /** @throws IllegalArgumentException when the catalogue does not have the algorithm */
    public EventCodec(LogHead head) {
        this.head = head;
        Algorithm<?, ?, ?, ?, ?> algorithm = head.entry()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the catalogue has no algorithm " + head.algorithm() + ": symposium algorithms lists all"));
        timers = algorithm.timers().stream().collect(Collectors.toMap(Timer::name, timer -> timer));
        messages = algorithm.messages().genericType();
        List<Type> problem = RecordTypes.inputsAndOutputs(algorithm.problem());
        inputs = problem.get(0);
        outputs = problem.get(1);
    }

    // --- writing

    /** The first line, without a line end. */
    public String write() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", LogHead.FORMAT);
        json.put("version", LogHead.VERSION);
        json.put("algorithm", head.algorithm());
        json.put("fences", head.fences());
        return Json.text(json);
    }

    /** A state as lines have it. */
    public Object state(Object state) {
        return JsonRecords.json(state.getClass(), state);
    }

    /** A line, without a line end. */
    public String write(LogLine line) {
        Map<String, Object> json = new LinkedHashMap<>();
        line.at().ifPresent(at -> json.put("at", at));
        if (line instanceof LogLine.Began began) {
            json.put("begin", id(began.process()));
            json.put("processes", ids(began.start().processes()));
            json.put("holder", id(began.start().holder()));
            json.put("quorum", began.start().quorum());
            began.floor().ifPresent(floor -> json.put("floor", floor));
            json.put("neighbours", neighbours(began.neighbours()));
            began.state().ifPresent(state -> json.put("state", state));
            return Json.text(json);
        }
        LogLine.Happened happened = (LogLine.Happened) line;
        json.put("process", id(happened.process()));
        happened(happened, json);
        happened.state().ifPresent(state -> json.put("state", state));
        happened.stamp().ifPresent(stamp -> {
            json.put("lamport", stamp.logical().clock());
            Map<String, Object> vector = new LinkedHashMap<>();
            stamp.vector().counts().forEach((process, count) -> vector.put(key(process), count));
            json.put("vector", vector);
        });
        return Json.text(json);
    }

    private static String key(ProcessId process) {
        return process.number() + "@" + process.incarnation();
    }

    private void happened(LogLine.Happened happened, Map<String, Object> json) {
        TraceEvent event = happened.event();
        if (event instanceof TraceEvent.Stepped stepped) {
            json.put("step", happened.step());
            json.put("rule", stepped.rule().label());
            json.put("event", event(stepped.event()));
            json.put("effects", effects(stepped.effects()));
        } else if (event instanceof TraceEvent.MessageFault fault) {
            json.put("fault", fault instanceof TraceEvent.MessageLost ? "lost" : "duplicated");
            json.put("message", message(fault.message()));
            json.put("from", neighbour(fault.from()));
        } else if (event instanceof TraceEvent.LinkChange link) {
            json.put("fault", link instanceof TraceEvent.LinkFailed ? "link-failed" : "link-recovered");
            json.put("other", id(link.other()));
        } else if (event instanceof TraceEvent.Partitioned partitioned) {
            json.put("fault", "partitioned");
            json.put("side", ids(partitioned.side()));
        } else if (event instanceof TraceEvent.FalselyDeparted departed) {
            json.put("fault", "falsely-departed");
            json.put("other", id(departed.other()));
        } else if (event instanceof TraceEvent.Failed failed) {
            json.put("fault", "failed");
            json.put("event", event(failed.event()));
            json.put("why", failed.why());
        } else if (event instanceof TraceEvent.Threw threw) {
            json.put("fault", "threw");
            json.put("why", threw.why());
        } else {
            json.put("fault", event instanceof TraceEvent.Joined ? "joined" : "crashed");
        }
    }

    private Map<String, Object> event(Event<?, ?> event) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (event instanceof Event.Input<?, ?> input) {
            json.put("input", JsonRecords.json(inputs, input.input()));
        } else if (event instanceof Event.Received<?, ?> received) {
            json.put("received", message(received.message()));
            json.put("from", neighbour(received.from()));
        } else if (event instanceof Event.Undeliverable<?, ?> undeliverable) {
            json.put("undeliverable", message(undeliverable.message()));
            json.put("to", neighbour(undeliverable.to()));
        } else if (event instanceof Event.NeighboursChanged<?, ?> changed) {
            json.put("neighbours", neighbours(changed.neighbours()));
            json.put("departed", ids(changed.departed()));
        } else if (event instanceof Event.Timeout<?, ?> timeout) {
            json.put("timeout", timeout.timer().name());
        } else {
            json.put("leave", true);
        }
        return json;
    }

    /** A message as lines have it. */
    public Object message(Object message) {
        return JsonRecords.json(messages, message);
    }

    /** Effects as lines have them. */
    public List<Object> effects(List<? extends Effect<?, ?>> effects) {
        List<Object> all = new ArrayList<>();
        effects.forEach(effect -> all.add(effect(effect)));
        return all;
    }

    private Map<String, Object> effect(Effect<?, ?> effect) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (effect instanceof Effect.Send<?, ?> send) {
            json.put("send", message(send.message()));
            json.put("to", neighbour(send.to()));
        } else if (effect instanceof Effect.Output<?, ?> output) {
            json.put("output", JsonRecords.json(outputs, output.output()));
        } else if (effect instanceof Effect.Schedule<?, ?> schedule) {
            json.put("schedule", schedule.timer().name());
        } else if (effect instanceof Effect.Cancel<?, ?> cancel) {
            json.put("cancel", cancel.timer().name());
        } else {
            json.put("left", true);
        }
        return json;
    }

    private static Object id(ProcessId process) {
        return JsonRecords.json(ProcessId.class, process);
    }

    private static List<Object> ids(Collection<ProcessId> some) {
        List<Object> all = new ArrayList<>();
        some.forEach(each -> all.add(id(each)));
        return all;
    }

    private static List<Object> neighbours(Neighbours neighbours) {
        List<Object> all = new ArrayList<>();
        neighbours.forEach(each -> all.add(neighbour(each)));
        return all;
    }

    private static List<Object> neighbour(Neighbour neighbour) {
        List<Object> json = new ArrayList<>(
                List.of((long) neighbour.id().number(), neighbour.id().incarnation()));
        if (neighbour.side() != Side.NONE) {
            json.add(neighbour.side().name());
        }
        return json;
    }

    // --- reading

    /** The head that a first line says. */
    public static LogHead head(String line) throws Malformed {
        Map<?, ?> json = parsed(line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line);
        if (!LogHead.FORMAT.equals(json.get("format"))) {
            throw new Malformed("no event log: its first line has \"format\":\"" + LogHead.FORMAT + "\"");
        }
        if (!Long.valueOf(LogHead.VERSION).equals(json.get("version"))) {
            throw new Malformed("an event log of version " + Json.text(json.get("version")) + "; version "
                    + LogHead.VERSION + " is read here");
        }
        return new LogHead(text(json, "algorithm"), Boolean.TRUE.equals(json.get("fences")));
    }

    private static Map<?, ?> parsed(String line) throws Malformed {
        try {
            if (Json.read(line) instanceof Map<?, ?> json) {
                return json;
            }
        } catch (IllegalArgumentException malformed) {
            throw new Malformed("no JSON: " + malformed.getMessage());
        }
        throw new Malformed("each line is a JSON object");
    }

    /** What a line after the first says. */
    public LogLine read(String text) throws Malformed {
        Map<?, ?> json = parsed(text);
        Optional<String> at = Optional.empty();
        if (json.containsKey("at")) {
            if (!(json.get("at") instanceof String time) || !isTime(time)) {
                throw new Malformed(
                        "\"at\" is a time such as 2026-01-31T12:00:00.5Z, not " + Json.text(json.get("at")));
            }
            at = Optional.of(time);
        }
        Optional<Object> state = Optional.ofNullable(json.get("state"));
        try {
            if (json.containsKey("begin")) {
                Start start = new Start(
                        new TreeSet<>(ids(json, "processes")),
                        id(json, "holder"),
                        Math.toIntExact(number(json, "quorum")));
                OptionalLong floor =
                        json.containsKey("floor") ? OptionalLong.of(number(json, "floor")) : OptionalLong.empty();
                return new LogLine.Began(id(json, "begin"), at, start, floor, neighbours(json), state);
            }
            return new LogLine.Happened(
                    happened(json),
                    at,
                    json.containsKey("step") ? number(json, "step") : 0,
                    state,
                    stamp(id(json, "process"), json));
        } catch (IllegalArgumentException | ArithmeticException outside) {
            throw new Malformed(outside.getMessage());
        }
    }

    /** Whether it is the time of a clock of the world, with or without a fraction of a second. */
    private static boolean isTime(String text) {
        String digits = text.replaceAll("[0-9]", "0");
        return digits.startsWith(TIME) && digits.substring(TIME.length()).matches("(\\.0{1,9})?Z");
    }

    private TraceEvent happened(Map<?, ?> json) throws Malformed {
        ProcessId process = id(json, "process");
        if (json.containsKey("rule")) {
            List<Effect<?, ?>> effects = new ArrayList<>();
            for (Object effect : list(json, "effects")) {
                effects.add(effect(effect));
            }
            return new TraceEvent.Stepped(
                    process, event(field(json, "event")), new LoggedRule(text(json, "rule")), effects);
        }
        String fault = text(json, "fault");
        return switch (fault) {
            case "crashed" -> new TraceEvent.Crashed(process);
            case "joined" -> new TraceEvent.Joined(process);
            case "lost" ->
                new TraceEvent.MessageLost(process, neighbour(field(json, "from")), message(json, "message"));
            case "duplicated" ->
                new TraceEvent.MessageDuplicated(process, neighbour(field(json, "from")), message(json, "message"));
            case "link-failed" -> new TraceEvent.LinkFailed(process, other(json, process));
            case "link-recovered" -> new TraceEvent.LinkRecovered(process, other(json, process));
            case "partitioned" -> new TraceEvent.Partitioned(process, ids(json, "side"));
            case "falsely-departed" -> new TraceEvent.FalselyDeparted(process, other(json, process));
            case "failed" -> new TraceEvent.Failed(process, event(field(json, "event")), text(json, "why"));
            case "threw" -> new TraceEvent.Threw(process, text(json, "why"));
            default -> throw new Malformed("there is no fault \"" + fault + "\"");
        };
    }

    private static ProcessId other(Map<?, ?> json, ProcessId process) throws Malformed {
        ProcessId other = id(json, "other");
        if (other.equals(process)) {
            throw new Malformed("\"other\" is process " + process + " itself");
        }
        return other;
    }

    private Event<?, ?> event(Object event) throws Malformed {
        Map<?, ?> json = event instanceof Map<?, ?> map ? map : Map.of();
        if (json.containsKey("input")) {
            return new Event.Input<>(value(inputs, json.get("input")));
        }
        if (json.containsKey("received")) {
            return new Event.Received<>(neighbour(field(json, "from")), message(json, "received"));
        }
        if (json.containsKey("undeliverable")) {
            return new Event.Undeliverable<>(neighbour(field(json, "to")), message(json, "undeliverable"));
        }
        if (json.containsKey("neighbours")) {
            return new Event.NeighboursChanged<>(neighbours(json), ids(json, "departed"));
        }
        if (json.containsKey("timeout")) {
            return new Event.Timeout<>(timer(json, "timeout"));
        }
        if (json.containsKey("leave")) {
            return new Event.Leave<>();
        }
        throw new Malformed(
                "an event is an input, received, undeliverable, neighbours, timeout or leave, not " + Json.text(event));
    }

    private Effect<?, ?> effect(Object effect) throws Malformed {
        Map<?, ?> json = effect instanceof Map<?, ?> map ? map : Map.of();
        if (json.containsKey("send")) {
            return new Effect.Send<>(neighbour(field(json, "to")), message(json, "send"));
        }
        if (json.containsKey("output")) {
            return new Effect.Output<>(value(outputs, json.get("output")));
        }
        if (json.containsKey("schedule")) {
            return new Effect.Schedule<>(timer(json, "schedule"));
        }
        if (json.containsKey("cancel")) {
            return new Effect.Cancel<>(timer(json, "cancel"));
        }
        if (json.containsKey("left")) {
            return new Effect.Left<>();
        }
        throw new Malformed("an effect is a send, output, schedule, cancel or left, not " + Json.text(effect));
    }

    private Timer timer(Map<?, ?> json, String field) throws Malformed {
        Timer timer = timers.get(json.get(field));
        if (timer == null) {
            throw new Malformed(head.algorithm() + " has the timers " + new TreeSet<>(timers.keySet()) + ", not "
                    + Json.text(json.get(field)));
        }
        return timer;
    }

    private Object message(Map<?, ?> json, String field) throws Malformed {
        return value(messages, field(json, field));
    }

    private static Object value(Type type, Object json) throws Malformed {
        try {
            return JsonRecords.value(type, json);
        } catch (IllegalArgumentException | ArithmeticException malformed) {
            throw new Malformed(Json.text(json) + ": " + malformed.getMessage());
        }
    }

    private static Optional<Stamp> stamp(ProcessId process, Map<?, ?> json) throws Malformed {
        if (!json.containsKey("lamport")) {
            return Optional.empty();
        }
        if (!(field(json, "vector") instanceof Map<?, ?> vector)) {
            throw new Malformed("\"vector\" has a number for each process");
        }
        SortedMap<ProcessId, Long> counts = new TreeMap<>();
        for (Object key : vector.keySet()) {
            counts.put(JsonRecords.id((String) key), number(vector, (String) key));
        }
        return Optional.of(new Stamp(new Timestamp(number(json, "lamport"), process), new VectorTime(counts)));
    }

    private static Object field(Map<?, ?> json, String field) throws Malformed {
        if (!json.containsKey(field)) {
            throw new Malformed("it lacks \"" + field + "\"");
        }
        return json.get(field);
    }

    private static String text(Map<?, ?> json, String field) throws Malformed {
        if (field(json, field) instanceof String text) {
            return text;
        }
        throw new Malformed("\"" + field + "\" is a text, not " + Json.text(json.get(field)));
    }

    private static long number(Map<?, ?> json, String field) throws Malformed {
        if (field(json, field) instanceof Long number) {
            return number;
        }
        throw new Malformed("\"" + field + "\" is a whole number, not " + Json.text(json.get(field)));
    }

    private static List<?> list(Map<?, ?> json, String field) throws Malformed {
        if (field(json, field) instanceof List<?> list) {
            return list;
        }
        throw new Malformed("\"" + field + "\" is a list, not " + Json.text(json.get(field)));
    }

    private static ProcessId id(Map<?, ?> json, String field) throws Malformed {
        return neighbour(field(json, field)).id();
    }

    private static SortedSet<ProcessId> ids(Map<?, ?> json, String field) throws Malformed {
        SortedSet<ProcessId> ids = new TreeSet<>();
        for (Object each : list(json, field)) {
            ids.add(neighbour(each).id());
        }
        return ids;
    }

    private static Neighbours neighbours(Map<?, ?> json) throws Malformed {
        List<Neighbour> all = new ArrayList<>();
        for (Object each : list(json, "neighbours")) {
            all.add(neighbour(each));
        }
        return new Neighbours(all);
    }

    private static Neighbour neighbour(Object json) throws Malformed {
        if (json instanceof List<?> list
                && list.size() >= 2
                && list.get(0) instanceof Long number
                && list.get(1) instanceof Long incarnation) {
            ProcessId id = new ProcessId(Math.toIntExact(number), incarnation);
            return list.size() < WITH_SIDE
                    ? Neighbour.of(id)
                    : new Neighbour(id, Side.valueOf(String.valueOf(list.get(2))));
        }
        throw new Malformed(
                "a process is written [number,incarnation], and as a neighbour with its side, not " + Json.text(json));
    }

    /** A line is none of an event log. */
    public static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }
}
