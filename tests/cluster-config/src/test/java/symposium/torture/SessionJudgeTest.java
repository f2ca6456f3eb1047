package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import symposium.client.HttpExchange;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.SessionAnswer;
import symposium.judge.SessionAnswer.Question;

/** Answers to clients of sessions that break one promise each, and their neighbours that break none. */
@Tag("fast")
class SessionJudgeTest extends JudgedHistory {

    private static final int LIFE = 40_000;

    private long now = 1_000;

    /** A session that has been opened at node 0, and holds r1 under fence 7. */
    @BeforeEach
    void holdsOne() {
        answer(0, Question.OPEN, "", 201);
        answer(0, Question.ACQUIRE, "r1", 200, "r1", "7");
    }

    @Test
    void aSessionThatKeepsWhatItHoldsAtEveryNodeUntilItReleasesItBreaksNoPromise() {
        answer(1, Question.OPEN, "", 201, "r1", "7");
        answer(2, Question.RENEW, "", 200, "r1", "7");
        answer(1, Question.SHOW, "", 503);
        answer(1, Question.SHOW, "", HttpExchange.UNANSWERED);
        answer(1, Question.SHOW, "", 200, "r1", "7");
        answer(2, Question.ACQUIRE, "r1", 200, "r1", "7");
        answer(2, Question.ACQUIRE, "r2", 202);
        answer(2, Question.ACQUIRE, "r2", 409);
        answer(2, Question.RELEASE, "r2", 404);
        answer(1, Question.RELEASE, "r1", 200);
        answer(1, Question.RELEASE, "r1", 404);
        answer(1, Question.SHOW, "", 200);
        answer(0, Question.CLOSE, "", 200);
        answer(0, Question.RENEW, "", 404);
        holds();
    }

    @ParameterizedTest
    @EnumSource(
            value = Question.class,
            names = {"RENEW", "SHOW", "ACQUIRE", "CLOSE", "OPEN"})
    void aSessionThatLivesIsNotUnknown(Question question) {
        now += LIFE - 2_000;
        answer(2, question, question == Question.ACQUIRE ? "r2" : "", 404);
        violated(question + " of session s at node 2 is answered 404, although it lives (body), asked 10 ms before;"
                + " node 0 had renewed it at 1190 ms, and it lives 40000 ms");
    }

    @Test
    void aSessionThatMayHaveExpiredMayBeUnknown() {
        now += LIFE;
        answer(2, Question.RENEW, "", 404);
        holds();
    }

    /** The question counts and not its answer: the node may have renewed the session as soon as it was sent. */
    @Test
    void aSlowAnswerRenewsTheSessionFromItsQuestionOn() {
        int took = 20_000;
        now += took;
        events.add(event(0, Question.RENEW, "", 200, took, "r1", "7").withAt(now));
        now += LIFE - took;
        answer(2, Question.RENEW, "", 404);
        holds();
    }

    @Test
    void theStateHasAllThatIsHeld() {
        answer(1, Question.SHOW, "", 200, "r2", "8");
        violated("the state of session s at node 1, answered to SHOW, lacks r1, which it holds under fence 7");
    }

    /** Two nodes that have each opened a session by this id: what one has granted, the other does not know. */
    @Test
    void aSessionThatTwoNodesOpenAtOnceIsOneSession() {
        answer(2, Question.OPEN, "", 201);
        violated("the state of session s at node 2, answered to OPEN, lacks r1, which it holds under fence 7");
    }

    @Test
    void anotherNodeDoesNotRefuseToOpenTheSameSession() {
        answer(2, Question.OPEN, "", 409);
        violated("OPEN of session s at node 2 is answered 409, although it lives");
    }

    @Test
    void theFenceOfWhatIsHeldStaysTheSameEvenWhileSessionsMayBeLost() {
        events.add(HistoryEvent.of(Kind.SESSIONS_AT_RISK).withAt(now));
        answer(1, Question.RENEW, "", 200, "r1", "9");
        violated("session s was granted r1 under fence 7, and node 1 answers RENEW with fence 9");
    }

    @Test
    void askedForAgainItIsGrantedUnderTheSameFence() {
        answer(1, Question.ACQUIRE, "r1", 200, "r1", "9");
        violated("session s was granted r1 under fence 7, and node 1 answers ACQUIRE with fence 9");
    }

    @ParameterizedTest
    @CsvSource({"202", "409"})
    void whatIsHeldIsNotRefusedWhenItIsAskedForAgain(int status) {
        answer(1, Question.ACQUIRE, "r1", status);
        violated("session s holds r1 under fence 7, and asking for it again at node 1 is answered " + status);
    }

    @Test
    void theReleaseOfWhatIsHeldIsNotAnsweredNotFound() {
        answer(2, Question.RELEASE, "r1", 404);
        violated("RELEASE of session s at node 2 is answered 404, although it holds r1");
    }

    /** A node may have released it, and have been killed before it could answer. */
    @ParameterizedTest
    @CsvSource({"0", "503"})
    void theReleaseThatIsAskedForAgainMayBeAnsweredNotFound(int status) {
        answer(0, Question.RELEASE, "r1", status);
        answer(1, Question.SHOW, "", 200);
        answer(2, Question.RELEASE, "r1", 404);
        answer(0, Question.CLOSE, "", status);
        answer(0, Question.CLOSE, "", 404);
        holds();
    }

    @Test
    void whatIsLostWhileSessionsMayBeLostIsNoViolation() {
        events.add(HistoryEvent.of(Kind.SESSIONS_AT_RISK).withAt(now));
        answer(1, Question.SHOW, "", 200);
        answer(1, Question.RENEW, "", 404);
        events.add(HistoryEvent.of(Kind.STEADY).withAt(now));
        answer(1, Question.OPEN, "", 201);
        holds();
        answer(1, Question.RENEW, "", 404);
        violated("RENEW of session s at node 1 is answered 404, although it lives");
    }

    @Test
    void aNameThatIsNotFreeThoughNobodyHasItIsAViolation() {
        events.add(HistoryEvent.of(Kind.ALL_FREE).withAt(now));
        holds();
        events.add(HistoryEvent.of(Kind.LOST_NAME).withAt(now).withNote(Optional.of("lock-0 is not granted")));
        violated("a name is lost: lock-0 is not granted");
    }

    // --- how answers get into the history

    @Test
    void anExchangeIsRecordedWithAllThatTheJudgeNeedsAndReadAgain(@TempDir Path directory) throws Exception {
        URI node = URI.create("http://127.0.0.1:8558");
        SessionRecorder recorder =
                new SessionRecorder(List.of(URI.create("http://127.0.0.1:8557"), node), Duration.ofMillis(LIFE));
        List<HistoryEvent> recorded = new ArrayList<>(List.of(HistoryEvent.of(Kind.BEGINS)));
        for (String[] each : List.of(
                new String[] {"POST", "/sessions", "{\"session\":\"s\"}", "{\"session\":\"s\",\"requests\":[]}"},
                new String[] {
                    "POST",
                    "/locks",
                    "{\"session\":\"s\",\"request\":\"r1\"}",
                    "{\"request\":\"r1\",\"fence\":\"7\",\"generation\":\"1\"}"
                },
                new String[] {
                    "PUT",
                    "/sessions/s",
                    "",
                    "{\"session\":\"s\",\"requests\":[{\"request\":\"r1\",\"fence\":\"7\"},{\"request\":\"r2\"}]}"
                },
                new String[] {"GET", "/sessions/s", "", "no JSON"},
                new String[] {"DELETE", "/locks?session=s&request=r1", "", "{\"released\":\"r1\"}"},
                new String[] {"DELETE", "/sessions/s", "", "{\"released\":\"s\"}"})) {
            recorded.add(recorder.event(new HttpExchange(
                    node, each[0], "/symposium/v1" + each[1], each[2], Duration.ofMillis(10), 200, true, each[3])));
        }
        Path file = Files.write(
                directory.resolve("history.jsonl"),
                recorded.stream().map(History::line).toList());
        List<SessionAnswer> answers = History.read(file).stream()
                .flatMap(event -> event.answer().stream())
                .toList();
        assertEquals(
                List.of(
                        Question.OPEN,
                        Question.ACQUIRE,
                        Question.RENEW,
                        Question.SHOW,
                        Question.RELEASE,
                        Question.CLOSE),
                answers.stream().map(SessionAnswer::question).toList());
        assertTrue(answers.stream().allMatch(answer -> answer.session().equals("s") && answer.node() == 1));
        assertEquals(Map.of("r1", "7"), answers.get(1).held());
        assertEquals(Map.of("r1", "7"), answers.get(2).held());
        assertEquals(Map.of(), answers.get(3).held());
        assertEquals(Optional.of("r1"), answers.get(4).request());
    }

    private void answer(int node, Question question, String request, int status, String... held) {
        now += 100;
        events.add(event(node, question, request, status, 10, held).withAt(now));
    }

    private static HistoryEvent event(
            int node, Question question, String request, int status, long took, String... held) {
        TreeMap<String, String> fences = new TreeMap<>();
        if (held.length > 0) {
            fences.put(held[0], held[1]);
        }
        return HistoryEvent.of(Kind.ANSWERED, 3)
                .withAnswer(Optional.of(new SessionAnswer(
                        node,
                        "s",
                        LIFE,
                        question,
                        Optional.of(request).filter(id -> !id.isEmpty()),
                        took,
                        status,
                        fences,
                        "body")));
    }
}
