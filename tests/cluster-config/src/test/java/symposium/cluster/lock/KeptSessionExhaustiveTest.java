package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cluster.Exploration.Result;
import symposium.cluster.lock.KeptSession.Step;
import symposium.cluster.lock.KeptSessionModel.Budget;
import symposium.cluster.lock.KeptSessionModel.Rules;
import symposium.cluster.lock.SessionRequest.Stage;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;

/**
 * A session, its client, and the service of its node, in every order. The properties:
 *
 * <ul>
 *   <li>Each question is answered once, or goes back to the actor of all sessions. One that watches is told at last
 *       that the session has ended or moved.
 *   <li>A lease is shown under one fence while the session lives, however many nodes take it over.
 *   <li>Nothing is answered before the session itself is granted here, and all that is taken over has come.
 *   <li>An end is confirmed only when the backup knows of it. There is no session only if it has been closed.
 *   <li>When all messages have arrived, the service has what the session has, and nothing after its end.
 * </ul>
 *
 * The last, and that each question is answered, is checked from every state, as if nothing changed from then on.
 */
class KeptSessionExhaustiveTest {

    private static Result explored(Rules rules, String wishes, Budget budget) {
        return new KeptSessionModel(rules, List.of(wishes.split("; ")), budget).explore();
    }

    /** The columns: what the client asks, ends of requests, changes of the node, kills of nodes, times that pass. */
    @ParameterizedTest
    @CsvSource({
        "open; acquire r, 1, 1, 0, 1, 3823",
        "open; acquire r; release r; acquire r, 1, 1, 0, 0, 10597",
        "open; acquire r; close, 1, 1, 0, 0, 3868",
        "open; watch; watch, 1, 1, 0, 1, 2813",
        "open; watch; close, 0, 1, 1, 1, 7104",
        "open; acquire r; show, 1, 1, 1, 0, 26868",
        "open; acquire r; open otherwise; acquire r, 0, 0, 1, 1, 14380",
        "open; acquire r; release r; acquire r; release r, 2, 0, 0, 0, 775",
        "open; acquire r; release r; acquire r; close, 2, 0, 0, 1, 9286",
        "open; acquire r; release r; show, 0, 1, 1, 0, 55495",
        "open; acquire c; release c; acquire c, 1, 1, 0, 0, 9948",
        "open; release c; acquire c; show, 1, 1, 0, 0, 1487"
    })
    void everyOrderHasTheProperties(String wishes, int ends, int changes, int kills, int times, int states) {
        Budget budget = new Budget(ends, changes, kills, times);
        assertEquals(new Result(states, List.of()), explored(new Rules(), wishes, budget));
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({
        "open; acquire r; show, 0, 1, 2, 0, 76270",
        "open; acquire r; close; show, 0, 1, 1, 0, 94805",
        "open; acquire r; acquire q; close, 1, 0, 1, 0, 71430",
        "open; acquire r; acquire r; open, 1, 1, 0, 1, 70143",
        "open; acquire r; release r; acquire r, 1, 1, 1, 0, 104210",
        "open; acquire r; acquire q; show, 0, 1, 1, 0, 1842199"
    })
    void moreOrders(String wishes, int ends, int changes, int kills, int times, int states) {
        everyOrderHasTheProperties(wishes, ends, changes, kills, times, states);
    }

    // --- faulty variants, each with the shortest run that shows its fault

    /** The events by which a session is open, and by which it has acquired r. */
    private static final String OPENED = "at session: begin, at service: Ask, taken: itself, backed up: itself,"
            + " at session: Granted, at sessions: opened";

    private static final String ACQUIRED_R = "acquire r, at sessions: question, at session: question,"
            + " at session: question, at service: Ask, taken: r, backed up: r";

    /** Whether a run is found; some of its lines are several events. */
    private static void finds(String wishes, Budget budget, Rules rules, String... run) {
        List<String> events = Arrays.stream(run)
                .flatMap(line -> line.equals(OPENED) || line.equals(ACQUIRED_R)
                        ? Arrays.stream(line.split(", "))
                        : Stream.of(line))
                .toList();
        assertEquals(events, explored(rules, wishes, budget).counterexample());
    }

    private static Step<Integer> without(Step<Integer> step, Class<?> effect) {
        return new Step<>(
                step.next(),
                step.effects().stream().filter(each -> !effect.isInstance(each)).toList());
    }

    private static KeptSession<Integer> with(KeptSession<Integer> of, Map<String, SessionRequest<Integer>> requests) {
        return new KeptSession<>(
                of.key(),
                of.most(),
                requests,
                of.open(),
                of.ending(),
                of.cutOff(),
                of.gone(),
                of.unsettled(),
                of.closing(),
                of.ended());
    }

    private static KeptSession<Integer> with(
            KeptSession<Integer> of, String id, UnaryOperator<SessionRequest<Integer>> change) {
        Map<String, SessionRequest<Integer>> requests = new LinkedHashMap<>(of.requests());
        requests.computeIfPresent(id, (any, request) -> change.apply(request));
        return with(of, requests);
    }

    private static KeptSession<Integer> gone(KeptSession<Integer> of, boolean now) {
        return new KeptSession<>(
                of.key(),
                of.most(),
                of.requests(),
                of.open(),
                of.ending(),
                of.cutOff(),
                now,
                of.unsettled(),
                of.closing(),
                of.ended());
    }

    /** A copy of a question that its client has given up was delayed at another node, and came after the release. */
    @Test
    void aDelayedCopyIsGrantedAfterItsRelease() {
        Rules forgets = new Rules() {
            @Override
            Step<Integer> step(KeptSession<Integer> before, Step<Integer> step) {
                KeptSession<Integer> next = step.next();
                return new Step<>(
                        new KeptSession<>(
                                next.key(),
                                next.most(),
                                next.requests(),
                                next.open(),
                                next.ending(),
                                next.cutOff(),
                                next.gone(),
                                next.unsettled(),
                                next.closing(),
                                List.of()),
                        step.effects());
            }
        };
        Result found = explored(forgets, "open; acquire c; release c; acquire c", new Budget(0, 0, 0, 0));
        assertEquals(
                "granted after its release",
                found.counterexample().get(found.counterexample().size() - 1));
    }

    /** Sessions were like this before they were explored: the next request was forgotten, and its lease kept. */
    @Test
    void aRequestIsForgottenAtTheFirstAnswer() {
        Rules first = new Rules() {
            @Override
            Step<Integer> replied(KeptSession<Integer> session, Reply reply) {
                SessionRequest<Integer> request = session.requests().get(reply.id());
                if (request == null || !request.releases() || reply instanceof LockService.Granted) {
                    return session.replied(reply);
                }
                return with(session, reply.id(), its -> over(its)).replied(new LockService.NotHeld(reply.id(), "why"));
            }

            private SessionRequest<Integer> over(SessionRequest<Integer> its) {
                return new SessionRequest<>(
                        its.claims(),
                        its.value(),
                        its.shown(),
                        its.own(),
                        Stage.OVER,
                        1,
                        true,
                        its.asking(),
                        its.releasing());
            }
        };
        finds(
                "open; acquire r; release r; acquire r",
                new Budget(1, 0, 0, 0),
                first,
                OPENED,
                "acquire r",
                "release r",
                "acquire r",
                "at sessions: question",
                "at sessions: question",
                "at session: question",
                "at session: question",
                "at session: question",
                "at service: Ask",
                "timed out: r",
                "at service: Cancel",
                "it is left at the service: r");
    }

    /** Sessions were like this before they were explored: who watched was never told of the end. */
    @Test
    void aSessionThatEndsIsWatched() {
        Rules watched = new Rules() {
            @Override
            Step<Integer> watches(KeptSession<Integer> session, int question) {
                return session.ending() && !session.gone() && !session.cutOff()
                        ? new Step<>(session, List.of(new KeptSession.Watch<>(question)))
                        : session.watches(question);
            }
        };
        finds(
                "open; watch",
                new Budget(0, 0, 0, 1),
                watched,
                OPENED,
                "watch",
                "it expires",
                "who watches is not told of the end");
    }

    /** The service was like this before it was explored: what had been released came back with the next node. */
    @Test
    void aCancellationDoesNotAwaitTheBackup() {
        Rules early = new Rules() {
            @Override
            boolean cancellationAwaitsBackup() {
                return false;
            }
        };
        finds(
                "open; acquire r; release r",
                new Budget(0, 0, 0, 0),
                early,
                OPENED,
                "acquire r",
                "release r",
                "at sessions: question",
                "at sessions: question",
                "at session: question",
                "at session: question",
                "at service: Ask",
                "taken: r",
                "backed up: r",
                "released before the backup knows");
    }

    /** The service was like this before it was explored. */
    @Test
    void aServiceThatEndsDoesNotSayWhatItDoesNotKnow() {
        Rules silent = new Rules() {
            @Override
            boolean endIsTold() {
                return false;
            }
        };
        finds(
                "open; close",
                new Budget(0, 1, 0, 0),
                silent,
                OPENED,
                "close",
                "at sessions: question",
                "at session: question",
                "at session: question",
                "at service: Release",
                "the node ends",
                "not answered: close");
    }

    /** Sessions were like this before they were explored: a release was confirmed, and another node went on. */
    @Test
    void whatIsLostAtTheEndIsOver() {
        Rules over = new Rules() {
            @Override
            Step<Integer> replied(KeptSession<Integer> session, Reply reply) {
                return session.ending() && reply instanceof LockService.Lost lost
                        ? session.replied(new LockService.Released(lost.id(), lost.fence()))
                        : session.replied(reply);
            }
        };
        finds(
                "open; close",
                new Budget(0, 1, 0, 0),
                over,
                OPENED,
                "close",
                "at sessions: question",
                "the node is cut off",
                "released before the backup knows");
    }

    /** Sessions were like this before they were explored: what came was held by nobody, for ever. */
    @Test
    void aSessionThatHasLeftTakesOver() {
        Rules takes = new Rules() {
            @Override
            Step<Integer> takesOver(KeptSession<Integer> session, KeptRequest.TakeOver what) {
                if (!session.gone()) {
                    return session.takesOver(what);
                }
                Step<Integer> step = gone(session, false).takesOver(what);
                return new Step<>(gone(step.next(), true), step.effects());
            }
        };
        finds(
                "open; acquire r",
                new Budget(1, 1, 1, 0),
                takes,
                OPENED,
                ACQUIRED_R,
                "its node is killed, and the session itself comes first",
                "at sessions: takeover",
                "at session: takeover",
                "at service: Adopt",
                "not free: itself",
                "it is left at the service: r");
    }

    /** Sessions were like this before they were explored: what came was held by nobody, for ever. */
    @Test
    void aSessionThatIsCutOffKeepsWhatComes() {
        Rules keeps = new Rules() {
            @Override
            Step<Integer> takesOver(KeptSession<Integer> session, KeptRequest.TakeOver what) {
                Step<Integer> step = session.takesOver(what);
                return session.cutOff() ? without(step, KeptSession.Cancel.class) : step;
            }
        };
        finds(
                "open; acquire r",
                new Budget(0, 1, 1, 0),
                keeps,
                OPENED,
                ACQUIRED_R,
                "its node is killed",
                "at sessions: takeover",
                "at session: takeover",
                "at service: Adopt",
                "taken: r",
                "the node is cut off",
                "it is left at the service: ");
    }

    @Test
    void aSessionAnswersBeforeAllHasCome() {
        Rules early = new Rules() {
            @Override
            Step<Integer> asks(KeptSession<Integer> session, int question, ClientSessions.Request request) {
                Map<String, SessionRequest<Integer>> come = new LinkedHashMap<>(session.requests());
                come.values().removeIf(each -> each.stage() == Stage.COMES);
                Step<Integer> step = with(session, come).asks(question, request);
                Map<String, SessionRequest<Integer>> all = new LinkedHashMap<>(session.requests());
                all.putAll(step.next().requests());
                return new Step<>(with(step.next(), all), step.effects());
            }
        };
        finds(
                "open; acquire r; show",
                new Budget(0, 0, 1, 0),
                early,
                OPENED,
                ACQUIRED_R,
                "its node is killed, and the session itself comes first",
                "at sessions: takeover",
                "show",
                "at session: takeover",
                "at service: Adopt",
                "taken: itself",
                "backed up: itself",
                "answered before all has come");
    }

    @Test
    void theFenceChangesAtATakeover() {
        Rules forgets = new Rules() {
            @Override
            Step<Integer> takesOver(KeptSession<Integer> session, KeptRequest.TakeOver what) {
                Step<Integer> step = session.takesOver(what);
                return new Step<>(with(step.next(), what.key().id(), request -> unknown(request)), step.effects());
            }

            private SessionRequest<Integer> unknown(SessionRequest<Integer> its) {
                return new SessionRequest<>(
                        its.claims(),
                        its.value(),
                        Optional.empty(),
                        its.own(),
                        its.stage(),
                        its.owed(),
                        its.releases(),
                        its.asking(),
                        its.releasing());
            }
        };
        finds(
                "open; acquire r; acquire r",
                new Budget(0, 0, 1, 0),
                forgets,
                OPENED,
                ACQUIRED_R,
                "at session: Granted r",
                "its node is killed",
                "at sessions: takeover",
                "acquire r",
                "a lease has two fences");
    }

    @Test
    void whatWaitsIsNotCancelledAtTheEnd() {
        Rules forgets = new Rules() {
            @Override
            Step<Integer> step(KeptSession<Integer> before, Step<Integer> step) {
                return step.next().ending() ? without(step, KeptSession.Cancel.class) : step;
            }
        };
        finds(
                "open; acquire r; close",
                new Budget(0, 0, 0, 0),
                forgets,
                OPENED,
                "acquire r",
                "close",
                "not answered: close");
    }

    @Test
    void questionsThatWaitAreNotPassedBack() {
        Rules keeps = new Rules() {
            @Override
            Step<Integer> step(KeptSession<Integer> before, Step<Integer> step) {
                return step.next().gone() ? step : without(step, KeptSession.PassBack.class);
            }
        };
        finds(
                "open; show",
                new Budget(0, 0, 1, 0),
                keeps,
                "at session: begin",
                "at service: Ask",
                "taken: itself",
                "backed up: itself",
                "its node is killed",
                "at sessions: takeover",
                "show",
                "not answered: show");
    }
}
