package symposium.cluster.simulation;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpMethod;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import akka.http.scaladsl.model.HttpEntity;
import akka.http.scaladsl.model.HttpResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import scala.util.Try;
import symposium.arbitration.resources.Mode;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.SessionAnswer;
import symposium.judge.SessionAnswer.Question;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;

/**
 * A client that is no member of the cluster: it has a session, by the HTTP endpoints of any node, renews it, and holds
 * by it. It asks again, at another node, what has not been answered.
 */
final class SessionClient {

    /** As which node all of these count. */
    static final int NODE = 200;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final long LOOK_OFTEN = 4;
    private static final List<Question> RENEWING =
            List.of(Question.OPEN, Question.RENEW, Question.ACQUIRE, Question.RELEASE);

    /** What a client has heard of a question; the status is 0 if nothing. */
    private record Heard(int status, JsonNode body, String text) {}

    private final ClientHistory.Client client;
    private final String name;
    private final Duration life;
    private final Supplier<List<SimulatedNode>> nodes;
    private final SimulatedTime.Machine machine;
    private final Wishes wishes;
    private final ClientHistory history;
    private Optional<String> session = Optional.empty();
    private Optional<String> holds = Optional.empty();
    /** The questions that have no answer yet. */
    private int asked;

    /** What is to end is not asked for: an answer to that might come first. */
    private boolean ending;

    /** When it has last asked what has renewed the session, in nanoseconds. */
    private long renewed;

    private int sessions;
    private int requests;

    /** @param nodes those that it may ask */
    SessionClient(
            int number,
            Duration life,
            Supplier<List<SimulatedNode>> nodes,
            SimulatedTime time,
            Wishes wishes,
            ClientHistory history) {
        this.client = new ClientHistory.Client(NODE, number);
        this.name = "session-client-" + number;
        this.life = life;
        this.nodes = nodes;
        this.machine = time.machine();
        this.wishes = wishes;
        this.history = history;
        again();
        renewLater();
    }

    private void again() {
        machine.after(wishes.between(1, 3_000), this::next);
    }

    private void next() {
        if (!wishes.areMade()) {
            session.ifPresent(open -> close(open, () -> {}));
        } else if (session.isEmpty()) {
            open();
        } else if (wishes.oneOf(15)) {
            close(session.get(), this::again);
        } else {
            acquire(session.get());
        }
    }

    // --- the session

    /** Often at two nodes at once, as by a client that does not await the first answer. */
    private void open() {
        String id = name + "-" + ++sessions;
        ObjectNode body = JSON.createObjectNode()
                .put("session", id)
                .put("life", life.toSeconds())
                .put("label", name);
        if (wishes.oneOf(2)) {
            exchange(any(), HttpMethods.POST, "/sessions", body, id, Question.OPEN, Optional.empty(), heard -> {});
        }
        exchange(any(), HttpMethods.POST, "/sessions", body, id, Question.OPEN, Optional.empty(), heard -> {
            if (heard.status() == CREATED) {
                session = Optional.of(id);
            }
            again();
        });
    }

    private void renewLater() {
        machine.after(life.toMillis() / 4, () -> {
            session.filter(open -> isOver()).ifPresent(this::over);
            session.filter(open -> !ending).ifPresent(open -> {
                renew(open, any());
                if (wishes.oneOf(2)) {
                    renew(open, any());
                }
            });
            renewLater();
        });
    }

    /** By its own clock the session may have expired when it looks again. */
    private boolean isOver() {
        return machine.time().nanos() - renewed >= life.toNanos() * 3 / 4;
    }

    private void renew(String open, SimulatedNode at) {
        exchange(at, HttpMethods.PUT, "/sessions/" + open, null, open, Question.RENEW, Optional.empty(), heard -> {
            if (heard.status() == NOT_FOUND) {
                over(open);
            }
        });
    }

    /** The session is gone, and what it held. */
    private void over(String open) {
        if (session.equals(Optional.of(open))) {
            session = Optional.empty();
            holds.ifPresent(request -> history.released(Kind.LOST, client, request));
        }
    }

    private void close(String open, Runnable then) {
        String path = "/sessions/" + open;
        ends(() -> untilAnswered(HttpMethods.DELETE, path, null, open, Question.CLOSE, Optional.empty(), heard -> {
            ending = false;
            over(open);
            then.run();
        }));
    }

    // --- its requests

    private static ObjectNode names(Claims claims) {
        ObjectNode names = JSON.createObjectNode();
        claims.modes().forEach((name, mode) -> {
            if (mode.equals(Mode.SHARED)) {
                names.put(name, "shared");
            } else if (mode.equals(Mode.EXCLUSIVE)) {
                names.put(name, "exclusive");
            } else {
                names.putObject(name).put("permits", mode.units()).put("of", mode.capacity());
            }
        });
        return names;
    }

    private void acquire(String open) {
        String id = "r" + ++requests;
        String request = name + "-" + id;
        Claims claims = wishes.claims();
        Optional<Duration> limit = wishes.oneOf(6) ? Optional.of(Duration.ZERO) : wishes.limit();
        ObjectNode body = JSON.createObjectNode().put("session", open).put("request", id);
        body.set("names", names(claims));
        limit.ifPresent(it -> body.put("limit", it.toMillis() / 1e3));
        history.asks(client, request, claims, () -> false);
        untilAnswered(HttpMethods.POST, "/locks", body, open, Question.ACQUIRE, Optional.of(id), heard -> {
            if (heard.status() == OK && !session.equals(Optional.of(open))) {
                history.ended(request, "a grant too late");
                over(open);
                again();
            } else if (heard.status() == OK) {
                Fence fence =
                        Fence.ofNumber(Long.parseLong(heard.body().path("fence").asText()));
                history.granted(client, request, claims, fence, other -> false);
                holds = Optional.of(request);
                hold(open, id, request, body);
            } else {
                history.ended(request, String.valueOf(heard.status()));
                if (heard.status() == NOT_FOUND) {
                    over(open);
                }
                again();
            }
        });
    }

    private void hold(String open, String id, String request, ObjectNode body) {
        long time = wishes.holding();
        if (wishes.oneOf((int) LOOK_OFTEN)) {
            machine.after(wishes.between(1, time), () -> look(open, id, body));
        }
        machine.after(time, () -> {
            history.released(Kind.RELEASED, client, request);
            holds = Optional.empty();
            String path = "/locks?session=" + open + "&request=" + id;
            ends(() -> untilAnswered(HttpMethods.DELETE, path, null, open, Question.RELEASE, Optional.of(id), heard -> {
                ending = false;
                again();
            }));
        });
    }

    /** Something is to end, when all has been answered. */
    private void ends(Runnable what) {
        ending = true;
        if (asked > 0) {
            machine.after(10, () -> ends(what));
        } else {
            what.run();
        }
    }

    /** It asks every node for the state, and one for what it holds already. */
    private void look(String open, String id, ObjectNode body) {
        if (ending) {
            return;
        }
        for (SimulatedNode node : nodes.get()) {
            String path = "/sessions/" + open;
            exchange(node, HttpMethods.GET, path, null, open, Question.SHOW, Optional.empty(), heard -> {});
        }
        exchange(any(), HttpMethods.POST, "/locks", body, open, Question.ACQUIRE, Optional.of(id), heard -> {});
    }

    // --- questions and answers

    private SimulatedNode any() {
        List<SimulatedNode> all = nodes.get();
        return all.get((int) wishes.between(0, all.size() - 1));
    }

    private void untilAnswered(
            HttpMethod method,
            String path,
            ObjectNode body,
            String open,
            Question question,
            Optional<String> request,
            Consumer<Heard> then) {
        exchange(any(), method, path, body, open, question, request, heard -> {
            if (List.of(OK, CREATED, NOT_FOUND, CONFLICT).contains(heard.status())) {
                then.accept(heard);
            } else {
                long pause = heard.status() == ACCEPTED ? 1 : wishes.between(200, 1_000);
                machine.after(pause, () -> untilAnswered(method, path, body, open, question, request, then));
            }
        });
    }

    private void exchange(
            SimulatedNode node,
            HttpMethod method,
            String path,
            ObjectNode body,
            String open,
            Question question,
            Optional<String> request,
            Consumer<Heard> then) {
        asked++;
        long begin = machine.time().nanos();
        boolean[] over = {false};
        Consumer<Heard> once = heard -> {
            if (!over[0]) {
                over[0] = true;
                asked--;
                if (RENEWING.contains(question)
                        && List.of(OK, CREATED, ACCEPTED, CONFLICT).contains(heard.status())) {
                    renewed = Math.max(renewed, begin);
                }
                long took = TimeUnit.NANOSECONDS.toMillis(machine.time().nanos() - begin);
                history.happens(name + " hears " + heard.status() + " of " + question + " " + open
                        + request.map(id -> " " + id).orElse("") + " at " + node.name() + ": "
                        + Wishes.withoutClock(heard.text()));
                history.judge(HistoryEvent.of(Kind.ANSWERED)
                        .withNode(Optional.of(NODE))
                        .withClient(Optional.of(client.number()))
                        .withAnswer(Optional.of(new SessionAnswer(
                                node.number(),
                                open,
                                life.toMillis(),
                                question,
                                request,
                                took,
                                heard.status(),
                                held(heard.body()),
                                heard.text()))));
                then.accept(heard);
            }
        };
        machine.after(
                question == Question.ACQUIRE && wishes.oneOf(2) ? 20_000 : 2_000,
                () -> once.accept(unheard("no answer")));
        if (!node.isRunning()) {
            machine.after(1, () -> once.accept(unheard("refused")));
            return;
        }
        HttpRequest asked =
                HttpRequest.create("http://127.0.0.1/symposium/v1" + path).withMethod(method);
        HttpRequest whole = body == null ? asked : asked.withEntity(ContentTypes.APPLICATION_JSON, body.toString());
        node.after(
                wishes.between(1, 20),
                () -> node.http(
                        (akka.http.scaladsl.model.HttpRequest) whole,
                        answer -> machine.after(wishes.between(1, 20), () -> once.accept(heard(answer)))));
    }

    private static Heard unheard(String why) {
        return new Heard(0, JSON.createObjectNode(), why);
    }

    private static Heard heard(Try<HttpResponse> answer) {
        HttpResponse response = answer.get();
        String text =
                ((HttpEntity.Strict) response.entity()).data().utf8String().strip();
        try {
            return new Heard(response.status().intValue(), JSON.readTree(text), text);
        } catch (JsonProcessingException none) {
            throw new IllegalStateException("no JSON: " + text, none);
        }
    }

    /** The fences of the requests that hold something: of the one that is answered, or of those in a state. */
    private static SortedMap<String, String> held(JsonNode answer) {
        List<JsonNode> all = new ArrayList<>(List.of(answer));
        answer.path("requests").forEach(all::add);
        SortedMap<String, String> held = new TreeMap<>();
        all.stream()
                .filter(each -> each.has("request") && each.has("fence"))
                .map(each -> Map.entry(
                        each.path("request").asText(), each.path("fence").asText()))
                .forEach(each -> held.put(each.getKey(), each.getValue()));
        return held;
    }
}
