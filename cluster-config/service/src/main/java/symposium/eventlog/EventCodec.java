package symposium.eventlog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
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
import symposium.kernel.Algorithm;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Start;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.wire.WireModule;

/** Writes and reads the lines of the event logs of one algorithm; see the package. Safe for use by several threads. */
public final class EventCodec {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModules(new Jdk8Module(), new ParameterNamesModule(), new WireModule())
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final LogHead head;
    private final Map<String, Timer> timers;
    private final JavaType messages;
    private final JavaType inputs;
    private final JavaType outputs;

    /** @throws IllegalArgumentException when the catalogue does not have the algorithm */
    public EventCodec(LogHead head) {
        this.head = head;
        Algorithm<?, ?, ?, ?, ?> algorithm = head.entry()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the catalogue has no algorithm " + head.algorithm() + ": symposium algorithms lists all"));
        timers = algorithm.timers().stream().collect(Collectors.toMap(Timer::name, timer -> timer));
        messages = JSON.constructType(algorithm.messageType());
        JavaType[] problem = JSON.getTypeFactory()
                .findTypeParameters(JSON.constructType(algorithm.problem().getClass()), Problem.class);
        inputs = problem[1];
        outputs = problem[2];
    }

    /** The head of the logs that this codec writes and reads. */
    public LogHead head() {
        return head;
    }

    // --- writing

    /** The first line, without a line end. */
    String write() {
        return JSON.createObjectNode()
                .put("format", LogHead.FORMAT)
                .put("version", LogHead.VERSION)
                .put("algorithm", head.algorithm())
                .put("fences", head.fences())
                .toString();
    }

    /** A state as lines have it. */
    public JsonNode state(Object state) {
        return tree(JSON.constructType(state.getClass()), state);
    }

    /** A line, without a line end. */
    String write(LogLine line) {
        ObjectNode json = JSON.createObjectNode();
        line.at().ifPresent(at -> json.put("at", at.toString()));
        if (line instanceof LogLine.Began began) {
            json.set("begin", JSON.valueToTree(began.process()));
            json.set("processes", JSON.valueToTree(began.start().processes()));
            json.set("holder", JSON.valueToTree(began.start().holder()));
            json.put("quorum", began.start().quorum());
            began.floor().ifPresent(floor -> json.put("floor", floor));
            json.set("neighbours", neighbours(began.neighbours()));
            began.state().ifPresent(state -> json.set("state", state));
            return json.toString();
        }
        LogLine.Happened happened = (LogLine.Happened) line;
        json.set("process", JSON.valueToTree(happened.process()));
        happened(happened, json);
        happened.state().ifPresent(state -> json.set("state", state));
        happened.stamp().ifPresent(stamp -> {
            json.put("lamport", stamp.logical().clock());
            ObjectNode vector = json.putObject("vector");
            stamp.vector().counts().forEach((process, count) -> vector.put(key(process), count));
        });
        return json.toString();
    }

    private static String key(ProcessId process) {
        return process.number() + "@" + process.incarnation();
    }

    private void happened(LogLine.Happened happened, ObjectNode json) {
        TraceEvent event = happened.event();
        if (event instanceof TraceEvent.Stepped stepped) {
            json.put("step", happened.step());
            json.put("rule", stepped.rule().label());
            json.set("event", event(stepped.event()));
            ArrayNode effects = json.putArray("effects");
            stepped.effects().forEach(effect -> effects.add(effect(effect)));
        } else if (event instanceof TraceEvent.MessageFault fault) {
            json.put("fault", fault instanceof TraceEvent.MessageLost ? "lost" : "duplicated");
            json.set("message", value(messages, fault.message()));
            json.set("from", neighbour(fault.from()));
        } else if (event instanceof TraceEvent.LinkChange link) {
            json.put("fault", link instanceof TraceEvent.LinkFailed ? "link-failed" : "link-recovered");
            json.set("other", JSON.valueToTree(link.other()));
        } else if (event instanceof TraceEvent.Partitioned partitioned) {
            json.put("fault", "partitioned");
            json.set("side", JSON.valueToTree(partitioned.side()));
        } else if (event instanceof TraceEvent.FalselyDeparted departed) {
            json.put("fault", "falsely-departed");
            json.set("other", JSON.valueToTree(departed.other()));
        } else if (event instanceof TraceEvent.Failed failed) {
            json.put("fault", "failed");
            json.set("event", event(failed.event()));
            json.put("why", failed.why());
        } else if (event instanceof TraceEvent.Threw threw) {
            json.put("fault", "threw");
            json.put("why", threw.why());
        } else {
            json.put("fault", event instanceof TraceEvent.Joined ? "joined" : "crashed");
        }
    }

    /** An event as lines have it. */
    ObjectNode event(Event<?, ?> event) {
        ObjectNode json = JSON.createObjectNode();
        if (event instanceof Event.Input<?, ?> input) {
            json.set("input", value(inputs, input.input()));
        } else if (event instanceof Event.Received<?, ?> received) {
            json.set("received", value(messages, received.message()));
            json.set("from", neighbour(received.from()));
        } else if (event instanceof Event.Undeliverable<?, ?> undeliverable) {
            json.set("undeliverable", value(messages, undeliverable.message()));
            json.set("to", neighbour(undeliverable.to()));
        } else if (event instanceof Event.NeighboursChanged<?, ?> changed) {
            json.set("neighbours", neighbours(changed.neighbours()));
            json.set("departed", JSON.valueToTree(changed.departed()));
        } else if (event instanceof Event.Timeout<?, ?> timeout) {
            json.put("timeout", timeout.timer().name());
        } else {
            json.put("leave", true);
        }
        return json;
    }

    /** An effect as lines have it. */
    ObjectNode effect(Effect<?, ?> effect) {
        ObjectNode json = JSON.createObjectNode();
        if (effect instanceof Effect.Send<?, ?> send) {
            json.set("send", value(messages, send.message()));
            json.set("to", neighbour(send.to()));
        } else if (effect instanceof Effect.Output<?, ?> output) {
            json.set("output", value(outputs, output.output()));
        } else if (effect instanceof Effect.Schedule<?, ?> schedule) {
            json.put("schedule", schedule.timer().name());
        } else if (effect instanceof Effect.Cancel<?, ?> cancel) {
            json.put("cancel", cancel.timer().name());
        } else {
            json.put("left", true);
        }
        return json;
    }

    /** A value with the name of its form, where its type has several. */
    private static JsonNode value(JavaType type, Object value) {
        if (!type.getRawClass().isSealed()) {
            return tree(type, value);
        }
        Class<?> form = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        JavaType special = JSON.getTypeFactory().constructSpecializedType(type, form);
        return JSON.createArrayNode().add(form.getSimpleName()).add(tree(special, value));
    }

    private static JsonNode tree(JavaType type, Object value) {
        try {
            return JSON.readTree(JSON.writerFor(type).writeValueAsBytes(value));
        } catch (IOException impossible) {
            throw new IllegalStateException(value + " cannot be written as a " + type.toCanonical(), impossible);
        }
    }

    private static ArrayNode neighbours(Neighbours neighbours) {
        ArrayNode all = JSON.createArrayNode();
        neighbours.forEach(each -> all.add(neighbour(each)));
        return all;
    }

    private static ArrayNode neighbour(Neighbour neighbour) {
        ArrayNode json = JSON.createArrayNode()
                .add(neighbour.id().number())
                .add(neighbour.id().incarnation());
        return neighbour.side() == Side.NONE ? json : json.add(neighbour.side().name());
    }

    // --- reading

    /** The head that a first line says. */
    static LogHead head(String line) throws Malformed {
        JsonNode json = parsed(line);
        if (!json.path("format").asText().equals(LogHead.FORMAT)) {
            throw new Malformed("no event log: its first line has \"format\":\"" + LogHead.FORMAT + "\"");
        }
        if (json.path("version").asInt() != LogHead.VERSION) {
            throw new Malformed("an event log of version " + json.path("version") + "; version " + LogHead.VERSION
                    + " is read here");
        }
        return new LogHead(text(json, "algorithm"), json.path("fences").asBoolean());
    }

    private static JsonNode parsed(String line) throws Malformed {
        try {
            JsonNode json = JSON.readTree(line);
            if (json != null && json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException malformed) {
            throw new Malformed("no JSON: " + malformed.getOriginalMessage());
        }
        throw new Malformed("each line is a JSON object");
    }

    /** What a line after the first says. */
    LogLine read(String text) throws Malformed {
        JsonNode json = parsed(text);
        Optional<Instant> at = Optional.empty();
        if (json.has("at")) {
            try {
                at = Optional.of(Instant.parse(json.get("at").asText()));
            } catch (DateTimeException malformed) {
                throw new Malformed("\"at\" is a time such as 2026-01-31T12:00:00.5Z, not " + json.get("at"));
            }
        }
        Optional<JsonNode> state = Optional.ofNullable(json.get("state"));
        try {
            if (json.has("begin")) {
                Start start = new Start(
                        new TreeSet<>(ids(json, "processes")),
                        id(json, "holder"),
                        field(json, "quorum").asInt());
                OptionalLong floor =
                        json.has("floor") ? OptionalLong.of(json.get("floor").asLong()) : OptionalLong.empty();
                return new LogLine.Began(id(json, "begin"), at, start, floor, neighbours(json), state);
            }
            return new LogLine.Happened(
                    happened(json), at, json.path("step").asLong(), state, stamp(id(json, "process"), json));
        } catch (IllegalArgumentException | ArithmeticException outside) {
            throw new Malformed(outside.getMessage());
        }
    }

    private TraceEvent happened(JsonNode json) throws Malformed {
        ProcessId process = id(json, "process");
        if (json.has("rule")) {
            List<Effect<?, ?>> effects = new ArrayList<>();
            for (JsonNode effect : field(json, "effects")) {
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
            case "link-failed" -> new TraceEvent.LinkFailed(process, id(json, "other"));
            case "link-recovered" -> new TraceEvent.LinkRecovered(process, id(json, "other"));
            case "partitioned" -> new TraceEvent.Partitioned(process, ids(json, "side"));
            case "falsely-departed" -> new TraceEvent.FalselyDeparted(process, id(json, "other"));
            case "failed" -> new TraceEvent.Failed(process, event(field(json, "event")), text(json, "why"));
            case "threw" -> new TraceEvent.Threw(process, text(json, "why"));
            default -> throw new Malformed("there is no fault \"" + fault + "\"");
        };
    }

    private Event<?, ?> event(JsonNode json) throws Malformed {
        if (json.has("input")) {
            return new Event.Input<>(value(inputs, json.get("input")));
        }
        if (json.has("received")) {
            return new Event.Received<>(neighbour(field(json, "from")), message(json, "received"));
        }
        if (json.has("undeliverable")) {
            return new Event.Undeliverable<>(neighbour(field(json, "to")), message(json, "undeliverable"));
        }
        if (json.has("neighbours")) {
            return new Event.NeighboursChanged<>(neighbours(json), ids(json, "departed"));
        }
        if (json.has("timeout")) {
            return new Event.Timeout<>(timer(json, "timeout"));
        }
        if (json.has("leave")) {
            return new Event.Leave<>();
        }
        throw new Malformed("an event is an input, received, undeliverable, neighbours, timeout or leave, not " + json);
    }

    private Effect<?, ?> effect(JsonNode json) throws Malformed {
        if (json.has("send")) {
            return new Effect.Send<>(neighbour(field(json, "to")), message(json, "send"));
        }
        if (json.has("output")) {
            return new Effect.Output<>(value(outputs, json.get("output")));
        }
        if (json.has("schedule")) {
            return new Effect.Schedule<>(timer(json, "schedule"));
        }
        if (json.has("cancel")) {
            return new Effect.Cancel<>(timer(json, "cancel"));
        }
        if (json.has("left")) {
            return new Effect.Left<>();
        }
        throw new Malformed("an effect is a send, output, schedule, cancel or left, not " + json);
    }

    private Timer timer(JsonNode json, String field) throws Malformed {
        Timer timer = timers.get(json.get(field).asText());
        if (timer == null) {
            throw new Malformed(head.algorithm() + " has the timers " + new TreeSet<>(timers.keySet()) + ", not "
                    + json.get(field));
        }
        return timer;
    }

    private Object message(JsonNode json, String field) throws Malformed {
        return value(messages, field(json, field));
    }

    private Object value(JavaType type, JsonNode json) throws Malformed {
        try {
            Object value = JSON.treeToValue(json, type);
            if (value != null) {
                return value;
            }
        } catch (JsonProcessingException malformed) {
            throw new Malformed(json + ": " + malformed.getOriginalMessage());
        }
        throw new Malformed("null where a " + type.getRawClass().getSimpleName() + " of " + head.algorithm() + " is");
    }

    private static Optional<Stamp> stamp(ProcessId process, JsonNode json) throws Malformed {
        if (!json.has("lamport")) {
            return Optional.empty();
        }
        SortedMap<ProcessId, Long> counts = new TreeMap<>();
        Iterator<Map.Entry<String, JsonNode>> each = field(json, "vector").fields();
        while (each.hasNext()) {
            Map.Entry<String, JsonNode> count = each.next();
            String[] parts = count.getKey().split("@", 2);
            if (parts.length < 2) {
                throw new Malformed("a process in \"vector\" is written number@incarnation, not " + count.getKey());
            }
            counts.put(
                    new ProcessId(Integer.parseInt(parts[0]), Long.parseLong(parts[1])),
                    count.getValue().asLong());
        }
        return Optional.of(new Stamp(new Timestamp(json.get("lamport").asLong(), process), new VectorTime(counts)));
    }

    private static JsonNode field(JsonNode json, String field) throws Malformed {
        JsonNode value = json.get(field);
        if (value == null) {
            throw new Malformed("it lacks \"" + field + "\"");
        }
        return value;
    }

    private static String text(JsonNode json, String field) throws Malformed {
        return field(json, field).asText();
    }

    private static ProcessId id(JsonNode json, String field) throws Malformed {
        return neighbour(field(json, field)).id();
    }

    private static SortedSet<ProcessId> ids(JsonNode json, String field) throws Malformed {
        SortedSet<ProcessId> ids = new TreeSet<>();
        for (JsonNode each : field(json, field)) {
            ids.add(neighbour(each).id());
        }
        return ids;
    }

    private static Neighbours neighbours(JsonNode json) throws Malformed {
        List<Neighbour> all = new ArrayList<>();
        for (JsonNode each : field(json, "neighbours")) {
            all.add(neighbour(each));
        }
        return new Neighbours(all);
    }

    private static Neighbour neighbour(JsonNode json) throws Malformed {
        if (json.isArray()
                && json.size() >= 2
                && json.get(0).canConvertToInt()
                && json.get(1).canConvertToLong()) {
            ProcessId id = new ProcessId(json.get(0).asInt(), json.get(1).asLong());
            return json.size() == 2
                    ? Neighbour.of(id)
                    : new Neighbour(id, Side.valueOf(json.get(2).asText()));
        }
        throw new Malformed("a process is written [number,incarnation], and as a neighbour with its side, not " + json);
    }

    /** A line is none of an event log. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }
}
