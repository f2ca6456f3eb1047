package symposium.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.judge.SessionAnswer.Question;

/**
 * Judges the answers to clients of sessions.
 *
 * <ul>
 *   <li>A session that lives is not unknown: from the moment when a question was sent that has renewed it, no node
 *       answers 404 until its life has passed.
 *   <li>What a session has been granted stays in its state, under the same fence, until its client asks for the
 *       release.
 *   <li>The release of what it holds is not answered 404, and asking again for what it holds is answered by the same
 *       grant.
 *   <li>A session that is opened by one id at two nodes is one session: neither refuses it, and either has all that it
 *       holds.
 * </ul>
 *
 * <p>While the history says that sessions may be lost ({@link HistoryEvent.Kind#SESSIONS_AT_RISK}), their loss is no
 * violation; another fence is.
 */
final class SessionJudge {

    /** Between an answer and its event some time may pass, in milliseconds. */
    private static final long SLACK = 1_000;

    /** What the client of a session knows for certain. */
    private static final class Known {
        /** When the latest question was sent that has renewed it. */
        private long renewed;

        private int by;
        private final Map<String, String> fences = new HashMap<>();
        /** The time of the first answer with the fence of a request. */
        private final Map<String, Long> since = new HashMap<>();
        /** The requests of which the client has asked for the release, and has no answer that says more. */
        private final Set<String> releasing = new HashSet<>();

        private boolean closing;
    }

    private final Map<String, Known> sessions = new HashMap<>();
    private boolean atRisk;
    private long riskEnded = -1;

    /** Sessions may be lost from now on. */
    void risk() {
        atRisk = true;
    }

    /** All clients have been served since the faults: each knows what it has lost. */
    void steady(long at) {
        if (atRisk) {
            atRisk = false;
            riskEnded = at;
        }
    }

    /** What is violated by an answer that came at this time. */
    List<String> on(long at, SessionAnswer answer) {
        long sent = at - answer.took();
        if (!sessions.containsKey(answer.session())) {
            if (answer.question() != Question.OPEN || answer.status() != SessionAnswer.CREATED) {
                return List.of();
            }
            sessions.put(answer.session(), new Known());
        }
        Known known = sessions.get(answer.session());
        boolean maybeLost = atRisk || sent <= riskEnded;
        List<String> violations = new ArrayList<>();
        if (answer.status() == SessionAnswer.NOT_FOUND || refusesOpening(answer)) {
            notFound(at, answer, known).filter(any -> !maybeLost).ifPresent(violations::add);
        } else if (answer.question() == Question.ACQUIRE && !known.releasing.contains(id(answer))) {
            acquired(at, answer, known, maybeLost).ifPresent(violations::add);
        }
        if (answer.isState() && !known.closing) {
            state(sent, answer, known, maybeLost, violations);
        }
        if (answer.renews()) {
            known.renewed = Math.max(known.renewed, sent);
            known.by = answer.node();
        }
        asked(answer, known);
        return violations;
    }

    private static boolean refusesOpening(SessionAnswer answer) {
        return answer.question() == Question.OPEN && answer.status() == SessionAnswer.CONFLICT;
    }

    private static String id(SessionAnswer answer) {
        return answer.request().orElse("");
    }

    private Optional<String> notFound(long at, SessionAnswer answer, Known known) {
        boolean lives = at + SLACK < known.renewed + answer.life();
        boolean ofRequest = answer.question() == Question.RELEASE;
        boolean doubtful = known.closing
                || ofRequest && !known.fences.containsKey(id(answer))
                || known.releasing.contains(id(answer));
        if (ofRequest) {
            known.fences.remove(id(answer));
        } else {
            sessions.remove(answer.session());
        }
        if (!lives || doubtful) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%s of session %s at node %d is answered %d%s (%s), asked %d ms before; node %d had renewed it at %d ms, and it lives %d ms",
                answer.question(),
                answer.session(),
                answer.node(),
                answer.status(),
                ofRequest ? ", although it holds " + id(answer) : ", although it lives",
                answer.body(),
                answer.took(),
                known.by,
                known.renewed,
                answer.life()));
    }

    private static Optional<String> acquired(long at, SessionAnswer answer, Known known, boolean maybeLost) {
        Optional<String> granted = Optional.ofNullable(known.fences.get(id(answer)));
        if (answer.status() == SessionAnswer.OK) {
            answer.held().forEach((request, fence) -> {
                known.fences.putIfAbsent(request, fence);
                known.since.putIfAbsent(request, at);
            });
            return granted.flatMap(fence -> other(answer, id(answer), fence));
        }
        if (granted.isEmpty()
                || isOlder(at - answer.took(), id(answer), known)
                || answer.status() != SessionAnswer.ACCEPTED && answer.status() != SessionAnswer.CONFLICT) {
            return Optional.empty();
        }
        known.fences.remove(id(answer));
        return maybeLost
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "session %s holds %s under fence %s, and asking for it again at node %d is answered %d (%s)",
                        answer.session(),
                        id(answer),
                        granted.get(),
                        answer.node(),
                        answer.status(),
                        answer.body()));
    }

    /** Whether a question is older than the first answer with the fence of a request. Its answer may be older, too. */
    private static boolean isOlder(long sent, String request, Known known) {
        return sent < known.since.getOrDefault(request, 0L);
    }

    private static void state(
            long sent, SessionAnswer answer, Known known, boolean maybeLost, List<String> violations) {
        for (Map.Entry<String, String> each : Map.copyOf(known.fences).entrySet()) {
            if (known.releasing.contains(each.getKey())
                    || !answer.held().containsKey(each.getKey()) && isOlder(sent, each.getKey(), known)) {
                continue;
            }
            if (answer.held().containsKey(each.getKey())) {
                other(answer, each.getKey(), each.getValue()).ifPresent(violations::add);
                continue;
            }
            known.fences.remove(each.getKey());
            if (!maybeLost) {
                violations.add(String.format(
                        Locale.ROOT,
                        "the state of session %s at node %d, answered to %s, lacks %s, which it holds under fence %s (%s)",
                        answer.session(),
                        answer.node(),
                        answer.question(),
                        each.getKey(),
                        each.getValue(),
                        answer.body()));
            }
        }
    }

    private static Optional<String> other(SessionAnswer answer, String request, String fence) {
        String stated = answer.held().getOrDefault(request, "none");
        return stated.equals(fence)
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "session %s was granted %s under fence %s, and node %d answers %s with fence %s",
                        answer.session(),
                        request,
                        fence,
                        answer.node(),
                        answer.question(),
                        stated));
    }

    private void asked(SessionAnswer answer, Known known) {
        if (answer.question() == Question.RELEASE) {
            known.releasing.add(id(answer));
            if (answer.status() == SessionAnswer.OK) {
                known.fences.remove(id(answer));
            }
        } else if (answer.question() == Question.CLOSE) {
            known.closing = true;
            if (answer.status() == SessionAnswer.OK) {
                sessions.remove(answer.session());
            }
        }
    }
}
