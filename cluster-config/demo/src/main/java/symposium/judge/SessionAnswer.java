package symposium.judge;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer of a node to a client of a session over HTTP, or the lack of one. The event is recorded when the answer
 * has come.
 *
 * @param node the number of the node
 * @param session the id of the session
 * @param life how long the session lives without being renewed, in milliseconds
 * @param question what the client asked
 * @param request the id of the request that the question is about; empty if it is about the session
 * @param took the milliseconds from the question to the answer
 * @param status the HTTP status; 0 if no complete answer came
 * @param held the fence of each request that holds something, as the answer states it
 * @param body the text of the answer, or why there is none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SessionAnswer(
        int node,
        String session,
        long life,
        Question question,
        Optional<String> request,
        long took,
        int status,
        SortedMap<String, String> held,
        String body) {

    /** What a client can ask of a session. */
    public enum Question {
        /** To be opened. */
        OPEN,
        /** To be renewed. */
        RENEW,
        /** Its state, which does not renew it. */
        SHOW,
        /** A lock. */
        ACQUIRE,
        /** The release of a lock. */
        RELEASE,
        /** Its end. */
        CLOSE
    }

    public SessionAnswer {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(question, "question");
        held = Collections.unmodifiableSortedMap(held == null ? new TreeMap<>() : new TreeMap<>(held));
        body = body == null ? "" : body;
    }

    /** Whether it is the whole state of the session. */
    boolean isState() {
        return (question == Question.OPEN && status == CREATED)
                || (question == Question.RENEW || question == Question.SHOW) && status == OK;
    }

    /** Whether the node has renewed the session for it. */
    boolean renews() {
        return switch (question) {
            case OPEN -> status == CREATED;
            case RENEW, RELEASE -> status == OK;
            case ACQUIRE -> status == OK || status == ACCEPTED || status == CONFLICT;
            case SHOW, CLOSE -> false;
        };
    }

    static final int OK = 200;
    static final int CREATED = 201;
    static final int ACCEPTED = 202;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
}
