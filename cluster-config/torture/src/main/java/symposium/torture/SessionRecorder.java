package symposium.torture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.client.HttpExchange;
import symposium.client.HttpSession;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.SessionAnswer;
import symposium.judge.SessionAnswer.Question;

/** Makes events of what nodes answer to clients of sessions. */
final class SessionRecorder {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<URI> nodes;
    private final Duration life;

    /**
     * @param nodes by their numbers
     * @param life of the sessions
     */
    SessionRecorder(List<URI> nodes, Duration life) {
        this.nodes = List.copyOf(nodes);
        this.life = life;
    }

    /** The event of an exchange. */
    HistoryEvent event(HttpExchange exchange) {
        JsonNode asked = json(exchange.body());
        JsonNode answered = json(exchange.answer());
        String[] path = exchange.path().substring(HttpSession.PREFIX.length()).split("[/?]");
        boolean locks = path[1].equals("locks");
        Question question =
                switch (exchange.method()) {
                    case "POST" -> locks ? Question.ACQUIRE : Question.OPEN;
                    case "PUT" -> Question.RENEW;
                    case "DELETE" -> locks ? Question.RELEASE : Question.CLOSE;
                    default -> Question.SHOW;
                };
        SortedMap<String, String> query = new TreeMap<>();
        if (question == Question.RELEASE) {
            Arrays.stream(path[2].split("&")).map(each -> each.split("=")).forEach(each -> query.put(each[0], each[1]));
        } else if (question == Question.ACQUIRE) {
            query.put("session", asked.path("session").asText());
            query.put("request", asked.path("request").asText());
        } else {
            query.put(
                    "session", question == Question.OPEN ? asked.path("session").asText() : path[2]);
        }
        return HistoryEvent.of(Kind.ANSWERED)
                .withAnswer(Optional.of(new SessionAnswer(
                        nodes.indexOf(exchange.node()),
                        query.get("session"),
                        life.toMillis(),
                        question,
                        Optional.ofNullable(query.get("request")),
                        exchange.took().toMillis(),
                        exchange.status(),
                        held(answered),
                        exchange.answer().strip())));
    }

    /** The fences of the requests that hold something: of the one that is answered, or of those in a state. */
    private static SortedMap<String, String> held(JsonNode answer) {
        SortedMap<String, String> held = new TreeMap<>();
        add(answer, held);
        answer.path("requests").forEach(each -> add(each, held));
        return held;
    }

    private static void add(JsonNode request, SortedMap<String, String> held) {
        if (request.has("request") && request.has("fence")) {
            held.put(request.path("request").asText(), request.path("fence").asText());
        }
    }

    private static JsonNode json(String text) {
        try {
            JsonNode read = JSON.readTree(text);
            return read == null ? MissingNode.getInstance() : read;
        } catch (JsonProcessingException none) {
            return MissingNode.getInstance();
        }
    }
}
