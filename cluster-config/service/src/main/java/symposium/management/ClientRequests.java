package symposium.management;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.Mode;
import symposium.input.PlainText;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService;

/** What clients send in JSON, and are answered. Fences are strings: see {@link StatusJson}. */
final class ClientRequests {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    private static final int FINGERPRINT = 4;
    private static final int LONGEST_SHOWN = 60;
    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    /** The object in the body of a request, with its known fields. */
    private final JsonNode body;

    private ClientRequests(JsonNode body) {
        this.body = body;
    }

    /**
     * The body of a request.
     *
     * @param known the fields that it may have
     * @throws InvalidRequest when it is something else
     */
    static ClientRequests of(String text, Set<String> known) {
        JsonNode body;
        try {
            body = text.isBlank() ? JsonNodeFactory.instance.objectNode() : JSON.readTree(text);
        } catch (JsonProcessingException wrong) {
            throw new InvalidRequest("the body must be JSON: " + wrong.getOriginalMessage());
        }
        if (!body.isObject()) {
            throw new InvalidRequest("the body must be a JSON object with " + String.join(", ", new TreeSet<>(known)));
        }
        body.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                throw new InvalidRequest("there is no field " + PlainText.quoted(field) + "; there are "
                        + String.join(", ", new TreeSet<>(known)));
            }
        });
        return new ClientRequests(body);
    }

    Optional<String> text(String field) {
        JsonNode said = body.path(field);
        if (said.isMissingNode()) {
            return Optional.empty();
        }
        if (!said.isTextual()) {
            throw new InvalidRequest(field + " is " + shown(said) + ": must be a text");
        }
        return Optional.of(RequestText.whole(field, said.textValue()));
    }

    /** A value as an error quotes it: in part when it is long, and not what is nested, which takes the stack. */
    private static String shown(JsonNode said) {
        boolean nested = false;
        for (JsonNode each : said) {
            nested |= each.isContainerNode();
        }
        if (nested) {
            return said.isArray() ? "an array" : "an object";
        }
        String text = said.toString();
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "..." : text;
    }

    String required(String field) {
        return text(field).orElseThrow(() -> new InvalidRequest(field + " is missing"));
    }

    /** A valid id. */
    static String id(String id) {
        ClientSessions.invalidId(id).ifPresent(why -> {
            throw new InvalidRequest(why);
        });
        return RequestText.whole("an id", id);
    }

    /** A valid id, or a name, which is the usual id of a request for it. */
    static String idOrName(String id) {
        return Claims.invalidName(id).isEmpty() ? RequestText.whole("an id", id) : id(id);
    }

    /** A valid name in a path. */
    static String name(String name) {
        valid(Claims.invalidName(name));
        if (ClientSessions.isPathPart(name)) {
            throw new InvalidRequest(PlainText.quoted(name)
                    + " must not be the name in a path: clients and proxies remove it from the path; use POST /locks");
        }
        return RequestText.whole("a name", name);
    }

    /** Stands for the id of a session, which ends it, where others read it. */
    static String fingerprint(String session) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(session.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, FINGERPRINT);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** A time in seconds, with up to three decimals; 0 where it may be. */
    Optional<Duration> seconds(String field) {
        JsonNode said = body.path(field);
        if (said.isMissingNode()) {
            return Optional.empty();
        }
        if (!said.isNumber()
                || !Double.isFinite(said.doubleValue())
                || said.decimalValue().signum() < 0
                || said.decimalValue().compareTo(BigDecimal.valueOf(LockService.LONGEST_LIMIT.toSeconds())) > 0) {
            throw new InvalidRequest(field + " is " + shown(said) + ": must be seconds, from 0 to "
                    + LockService.LONGEST_LIMIT.toSeconds());
        }
        return Optional.of(
                Duration.ofMillis(said.decimalValue().multiply(MILLIS).longValue()));
    }

    /** The claims to a name, in the mode that the body says. */
    Claims claims(String name) {
        return valid(new Claims(new TreeMap<>(java.util.Map.of(name(name), mode(body.path("mode"), name)))));
    }

    /** The claims to the names that the body says, each with its mode. */
    Claims claims() {
        JsonNode names = body.path("names");
        if (!names.isObject() || names.isEmpty()) {
            throw new InvalidRequest("names is missing: it must be an object of names with their modes, as"
                    + " {\"a\": \"exclusive\", \"b\": \"shared\"}");
        }
        SortedMap<String, Mode> modes = new TreeMap<>();
        names.fields()
                .forEachRemaining(each ->
                        modes.put(RequestText.whole("a name", each.getKey()), mode(each.getValue(), each.getKey())));
        return valid(new Claims(modes));
    }

    private static Claims valid(Claims claims) {
        valid(claims.invalid());
        return claims;
    }

    private static void valid(Optional<String> wrong) {
        wrong.ifPresent(why -> {
            throw new InvalidRequest(why);
        });
    }

    /** The claims to lead an election. */
    static Claims leadership(String election) {
        return Claims.leadership(name(election));
    }

    /** What is told of a candidate. */
    static void value(String value) {
        if (value.length() > LockService.LONGEST_VALUE || PlainText.hasControl(value) || PlainText.isMalformed(value)) {
            throw new InvalidRequest(
                    PlainText.quoted(value) + " cannot be the value of a candidate: a value has at most "
                            + LockService.LONGEST_VALUE + " characters, and " + PlainText.NO_CONTROL);
        }
    }

    private static Mode mode(JsonNode said, String name) {
        if (said.isMissingNode() || said.asText().equals("exclusive")) {
            return Mode.EXCLUSIVE;
        }
        if (said.asText().equals("shared")) {
            return Mode.SHARED;
        }
        if (said.isObject()
                && said.size() == 2
                && said.path("permits").isInt()
                && said.path("of").isInt()) {
            try {
                return Claims.permits(
                                name,
                                said.path("permits").intValue(),
                                said.path("of").intValue())
                        .modes()
                        .get(name);
            } catch (IllegalArgumentException wrong) {
                throw new InvalidRequest(wrong.getMessage());
            }
        }
        throw new InvalidRequest("the mode of a name is " + shown(said)
                + ": must be \"exclusive\", \"shared\" or {\"permits\": 1, \"of\": 3}");
    }

    // --- answers

    static ObjectNode error(String why) {
        return JsonNodeFactory.instance.objectNode().put("error", why);
    }

    static ObjectNode state(ClientSessions.State state) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("session", state.session())
                .put("life", state.life().toMillis() / MILLIS.doubleValue());
        ArrayNode requests = json.putArray("requests");
        state.requests().forEach(each -> requests.add(request(each.id(), each.claims(), each.fence())));
        return json;
    }

    static ObjectNode request(String id, Claims claims, Optional<Fence> fence) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("request", id);
        ArrayNode names = json.putArray("names");
        claims.shownNames().forEach(names::add);
        fence.ifPresent(known ->
                json.put("fence", Long.toString(known.number())).put("generation", Long.toString(known.generation())));
        return json;
    }

    static ObjectNode because(String why) {
        return JsonNodeFactory.instance.objectNode().put("why", why);
    }

    static ObjectNode released(String id) {
        return JsonNodeFactory.instance.objectNode().put("released", id);
    }

    static ObjectNode waiting(String id) {
        return JsonNodeFactory.instance.objectNode().put("request", id).put("waiting", true);
    }

    static ObjectNode notGranted(ClientSessions.NotGranted late) {
        ObjectNode json = error(late.why()).put("request", late.id());
        ArrayNode holders = json.putArray("holders");
        late.holders().forEach(each -> holders.addObject()
                .put("name", each.name())
                .put("node", each.node())
                .put("owner", each.owner())
                .put("fence", Long.toString(each.fence().number()))
                .put("since", each.since().toString()));
        return json;
    }
}
