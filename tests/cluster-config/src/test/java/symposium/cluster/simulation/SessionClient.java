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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
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
 * A client outside the cluster. It has a session through the HTTP endpoints of any node, renews it, and holds leases
 * with it. It repeats unanswered requests on other nodes. It learns of a loss from the next answer, or by its clock.
 *
 * <p>Every second client is hurried: it waits for no answer longer than {@value #HURRY} ms, and releases what it holds
 * while copies of its request may still be on their way. The others ask two nodes at once, and wait for all answers
 * before they release anything.
 */
final class SessionClient {

    /** The node to which the history assigns these clients. */
    static final int NODE = 200;

    /** So long a client waits for an answer, and then asks another node, in milliseconds. */
    private static final int HURRY = 2_000;
    /** The pause after which it does so, in milliseconds. */
    private static final int HASTE = 50;
    /** So long a client waits for the answer to a request that may have to wait for a lock. */
    private static final int PATIENCE = 20_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final List<Question> RENEWING =
            List.of(Question.OPEN, Question.RENEW, Question.ACQUIRE, Question.RELEASE);

    private static final List<Question> CHANGING = List.of(Question.ACQUIRE, Question.RELEASE);

    /** The answer to a request. The status is 0 if there was no answer. */
    private record Heard(int status, JsonNode body, String text) {}

    /**
     * A request.
     *
     * @param body empty for none
     * @param id the id of the lock request that it is about
     */
    private record Asked(
            Question question,
            HttpMethod method,
            String path,
            Optional<ObjectNode> body,
            String session,
            Optional<String> id) {

        static Asked of(Question question, HttpMethod method, String session) {
            return new Asked(question, method, "/sessions/" + session, Optional.empty(), session, Optional.empty());
        }

        HttpRequest http() {
            HttpRequest request =
                    HttpRequest.create("http://127.0.0.1/symposium/v1" + path).withMethod(method);
            return body.map(it -> request.withEntity(ContentTypes.APPLICATION_JSON, it.toString()))
                    .orElse(request);
        }

        @Override
        public String toString() {
            return question + " " + session + id.map(it -> " " + it).orElse("");
        }
    }

    private final ClientHistory.Client client;
    private final String name;
    private final Duration life;
    private final Supplier<List<SimulatedNode>> nodes;
    private final Consumer<SimulatedNode> changes;
    private final LongSupplier moved;
    private final boolean hurried;
    private final SimulatedTime.Machine machine;
    private final Wishes wishes;
    private final ClientHistory history;
    private Optional<String> session = Optional.empty();
    private Optional<String> holds = Optional.empty();
    /** The ids of the requests of this session that have been released, and when it was answered so. */
    private final Map<String, Long> released = new HashMap<>();
    /** The number of requests without an answer. */
    private int unanswered;

    /** Whether a lease or the session is about to end. No other request may overtake the last one. */
    private boolean ending;

    /** The time of the last request that has renewed the session, in nanoseconds. */
    private long renewed;

    private int sessions;
    private int requests;
    /** How often it has crashed. What it has asked before concerns nobody. */
    private int lives;

    /**
     * A client, which soon opens a session.
     *
     * @param nodes those that it may ask
     * @param changes receives each node at the moment when it answers that a lease is granted or released
     * @param moved when the sessions of a node have moved last, in nanoseconds
     */
    SessionClient(
            int number,
            Duration life,
            Supplier<List<SimulatedNode>> nodes,
            Consumer<SimulatedNode> changes,
            LongSupplier moved,
            SimulatedTime time,
            Wishes wishes,
            ClientHistory history) {
        this.client = new ClientHistory.Client(NODE, number);
        this.name = "session-client-" + number;
        this.life = life;
        this.nodes = nodes;
        this.changes = changes;
        this.moved = moved;
        this.hurried = wishes.oneOf(2);
        this.machine = time.machine();
        this.wishes = wishes;
        this.history = history;
        again();
        renewLater();
    }

    private void again() {
        later(wishes.between(1, 3_000), this::next);
    }

    /** Unless it has crashed before. */
    private void later(long millis, Runnable what) {
        int mine = lives;
        machine.after(millis, () -> {
            if (mine == lives) {
                what.run();
            }
        });
    }

    /** It is killed, and another starts, which knows nothing of its session. */
    private void crash() {
        history.happens(name + " crashes");
        lives++;
        history.abandoned(client, name + "-");
        session = Optional.empty();
        holds = Optional.empty();
        ending = false;
        unanswered = 0;
        again();
        renewLater();
    }

    private void next() {
        if (wishes.areMade() && wishes.oneOf(20)) {
            later(wishes.between(1, 1_000), this::crash);
        }
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

    /** How many sessions it has opened. */
    int sessions() {
        return sessions;
    }

    // --- the session

    /** Often at two nodes at once, as by a client that does not await the first answer. */
    private void open() {
        String id = name + "-" + ++sessions;
        ObjectNode body = JSON.createObjectNode()
                .put("session", id)
                .put("life", life.toSeconds())
                .put("label", name);
        Asked opening =
                new Asked(Question.OPEN, HttpMethods.POST, "/sessions", Optional.of(body), id, Optional.empty());
        if (!hurried && wishes.oneOf(2)) {
            exchange(any(), opening, heard -> {});
        }
        exchange(any(), opening, heard -> {
            if (heard.status() == CREATED) {
                session = Optional.of(id);
                released.clear();
                follow(id);
            }
            again();
        });
    }

    /** At any node, from where the session may move. */
    private void follow(String id) {
        SimulatedNode node = any();
        if (node.isRunning()) {
            node.after(wishes.between(1, 20), () -> node.follow(id));
        }
    }

    private void renewLater() {
        later(life.toMillis() / (hurried ? 6 : 4), () -> {
            session.filter(open -> isOver()).ifPresent(this::over);
            session.filter(open -> !ending).ifPresent(open -> {
                renew(open, any());
                if (!hurried && wishes.oneOf(2)) {
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

    /** Renews its session at this node, if it has one. */
    void renewsAt(SimulatedNode node) {
        session.filter(open -> !ending).ifPresent(open -> renew(open, node));
    }

    private void renew(String open, SimulatedNode at) {
        exchange(at, Asked.of(Question.RENEW, HttpMethods.PUT, open), heard -> {
            if (heard.status() == NOT_FOUND) {
                over(open);
            } else if (heard.status() == 0 && hurried) {
                later(HASTE, () -> renewsAt(any()));
            }
        });
    }

    /** The session is lost, and its leases. */
    private void over(String open) {
        if (session.equals(Optional.of(open))) {
            session = Optional.empty();
            holds.ifPresent(request -> history.released(Kind.LOST, client, request));
        }
    }

    private void close(String open, Runnable then) {
        ends(() -> {
            Asked close = Asked.of(Question.CLOSE, HttpMethods.DELETE, open);
            // Other answers that are on their way may say from now on that the session has ended.
            judge(nodes.get().get(0), close, machine.time().nanos(), unheard("no answer yet"));
            untilAnswered(close, heard -> {
                ending = false;
                over(open);
                then.run();
            });
        });
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
        Asked asked = new Asked(Question.ACQUIRE, HttpMethods.POST, "/locks", Optional.of(body), open, Optional.of(id));
        history.asks(client, request, claims, () -> false);
        untilAnswered(asked, heard -> {
            if (heard.status() == OK && !session.equals(Optional.of(open))) {
                history.grantedTooLate(client, request);
                over(open);
                again();
            } else if (heard.status() == OK) {
                Fence fence =
                        Fence.ofNumber(Long.parseLong(heard.body().path("fence").asText()));
                history.granted(client, request, claims, fence, other -> false);
                holds = Optional.of(request);
                hold(asked, id, request);
            } else {
                history.ended(request, String.valueOf(heard.status()));
                if (heard.status() == NOT_FOUND) {
                    over(open);
                }
                again();
            }
        });
    }

    private void hold(Asked granted, String id, String request) {
        long time = hurried && wishes.oneOf(2) ? wishes.between(1_000, 8_000) : wishes.holding();
        if (wishes.oneOf(4)) {
            later(wishes.between(1, time), () -> look(granted));
        }
        later(time, () -> {
            history.released(Kind.RELEASED, client, request);
            holds = Optional.empty();
            String open = granted.session();
            String path = "/locks?session=" + open + "&request=" + id;
            Asked release =
                    new Asked(Question.RELEASE, HttpMethods.DELETE, path, Optional.empty(), open, Optional.of(id));
            ends(() -> {
                if (unanswered > 0) {
                    // Other answers that are on their way may say from now on that it is released.
                    judge(nodes.get().get(0), release, machine.time().nanos(), unheard("no answer yet"));
                }
                untilAnswered(release, heard -> {
                    ending = false;
                    released.put(id, machine.time().nanos());
                    again();
                });
            });
        });
    }

    /** The lease or the session ends. Unless the client is hurried, it waits for all answers first. */
    private void ends(Runnable what) {
        ending = true;
        if (!hurried && unanswered > 0) {
            later(10, () -> ends(what));
        } else {
            what.run();
        }
    }

    /** Asks every node for the state, and repeats a granted request on one. */
    private void look(Asked granted) {
        if (ending) {
            return;
        }
        for (SimulatedNode node : nodes.get()) {
            exchange(node, Asked.of(Question.SHOW, HttpMethods.GET, granted.session()), heard -> {});
        }
        exchange(any(), granted, heard -> {});
    }

    // --- questions and answers

    private SimulatedNode any() {
        List<SimulatedNode> all = nodes.get();
        return all.get((int) wishes.between(0, all.size() - 1));
    }

    private void untilAnswered(Asked what, Consumer<Heard> then) {
        exchange(any(), what, heard -> {
            if (List.of(OK, CREATED, NOT_FOUND, CONFLICT).contains(heard.status())) {
                then.accept(heard);
            } else {
                long pause = heard.status() == ACCEPTED ? 1 : wishes.between(200, 1_000);
                later(pause, () -> untilAnswered(what, then));
            }
        });
    }

    private void exchange(SimulatedNode node, Asked what, Consumer<Heard> then) {
        unanswered++;
        long begin = machine.time().nanos();
        boolean[] over = {false};
        int mine = lives;
        Consumer<Heard> once = heard -> {
            if (!over[0] && mine == lives) {
                over[0] = true;
                unanswered--;
                answered(node, what, begin, heard);
                then.accept(heard);
            }
        };
        later(
                !hurried && what.question() == Question.ACQUIRE && wishes.oneOf(2) ? PATIENCE : HURRY,
                () -> once.accept(unheard("no answer")));
        if (!node.isRunning()) {
            later(1, () -> once.accept(unheard("refused")));
            return;
        }
        node.after(
                wishes.between(1, 20),
                () -> node.http((akka.http.scaladsl.model.HttpRequest) what.http(), answer -> {
                    Heard heard = heard(answer);
                    if (heard.status() == OK && CHANGING.contains(what.question())) {
                        changes.accept(node);
                    }
                    later(wishes.between(1, 20), () -> once.accept(heard));
                }));
    }

    private void answered(SimulatedNode node, Asked what, long begin, Heard heard) {
        if (RENEWING.contains(what.question())
                && List.of(OK, CREATED, ACCEPTED, CONFLICT).contains(heard.status())) {
            renewed = Math.max(renewed, begin);
        }
        released.forEach((id, at) -> {
            if (session.equals(Optional.of(what.session()))
                    && at < begin
                    && at > moved.getAsLong()
                    && heard.body().path("requests").findValuesAsText("request").contains(id)) {
                history.violates(name + " has released " + id + ", and its session has it again");
            }
        });
        history.happens(name + " hears " + heard.status() + " of " + what + " at " + node.name() + ": "
                + Wishes.withoutClock(heard.text()));
        judge(node, what, begin, heard);
    }

    private void judge(SimulatedNode node, Asked what, long begin, Heard heard) {
        history.judge(HistoryEvent.of(Kind.ANSWERED)
                .withNode(Optional.of(NODE))
                .withClient(Optional.of(client.number()))
                .withAnswer(Optional.of(new SessionAnswer(
                        node.number(),
                        what.session(),
                        life.toMillis(),
                        what.question(),
                        what.id(),
                        TimeUnit.NANOSECONDS.toMillis(machine.time().nanos() - begin),
                        heard.status(),
                        held(heard.body()),
                        heard.text()))));
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
