package symposium.cluster.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.cluster.lock.SessionRequest.Stage;
import symposium.cluster.settings.Settings;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Acquire;
import symposium.service.lock.ClientSessions.Close;
import symposium.service.lock.ClientSessions.Granted;
import symposium.service.lock.ClientSessions.Held;
import symposium.service.lock.ClientSessions.Kind;
import symposium.service.lock.ClientSessions.NoSession;
import symposium.service.lock.ClientSessions.NotGranted;
import symposium.service.lock.ClientSessions.NotHeld;
import symposium.service.lock.ClientSessions.Refused;
import symposium.service.lock.ClientSessions.Released;
import symposium.service.lock.ClientSessions.Show;
import symposium.service.lock.ClientSessions.State;
import symposium.service.lock.ClientSessions.Unavailable;
import symposium.service.lock.ClientSessions.Waiting;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;

/**
 * One client session at the node where it is: a value. Each event yields the next value, and what is to be done.
 *
 * <ul>
 *   <li>The session itself is a request, too. Before it is granted here, and before all that comes from another node
 *       has come, it is not known what it holds, and questions wait.
 *   <li>A request is known to the client by one fence, and to the service of each node by another.
 *   <li>A request that is released or cancelled stays until the service has answered all that it was told. Otherwise a
 *       late answer would be taken for that to the next request of the same id.
 *   <li>When the session ends, all that it holds is released, and all that waits is cancelled.
 * </ul>
 *
 * @param key that of the request that is the session
 * @param most how many requests it may have
 * @param requests by their ids, in the order in which they came
 * @param open whether it has been granted, here or at the node from which this one takes it over
 * @param ending whether it has been closed, has expired, or is at another node
 * @param cutOff whether this node sees no majority: perhaps another has the session now
 * @param gone whether the actor of all sessions has its last message
 * @param unsettled the questions that wait until it is known what the session holds
 * @param closing the questions that are answered when the session has ended
 * @param ended the ids of the latest requests that have ended, at most {@code most}. A delayed copy of a question can
 *     arrive after its request has ended, and the client would not know of the grant.
 * @param <Q> the questions
 */
record KeptSession<Q>(
        KeptRequest.Key key,
        int most,
        Map<String, SessionRequest<Q>> requests,
        boolean open,
        boolean ending,
        boolean cutOff,
        boolean gone,
        List<Q> unsettled,
        List<Q> closing,
        List<String> ended) {

    /** Something to do. */
    sealed interface Effect<Q> {}

    /**
     * Asks the service for a request.
     *
     * @param limit the longest time until it is granted
     * @param waits whether it waits for what is not free
     */
    record Ask<Q>(String id, Claims claims, Optional<String> value, Optional<Duration> limit, boolean waits)
            implements Effect<Q> {}

    /** Tells the service whose it is from now on what this node takes over. */
    record Adopt<Q>(KeptRequest.TakeOver what) implements Effect<Q> {}

    /** Tells the service that a request that waits is given up. */
    record Cancel<Q>(String id) implements Effect<Q> {}

    /** Tells the service that what a request holds is released. */
    record Release<Q>(String id, Fence fence) implements Effect<Q> {}

    /** Answers a question. */
    record Answer<Q>(Q question, ClientSessions.Answer answer) implements Effect<Q> {}

    /** Passes a question on to the actor of all sessions. */
    record PassBack<Q>(Q question) implements Effect<Q> {}

    /** Passes on to the actor of all sessions what this node takes over. */
    record Return<Q>(KeptRequest.TakeOver what) implements Effect<Q> {}

    /** The one that asks this is told from now on what happens. */
    record Watch<Q>(Q question) implements Effect<Q> {}

    /** Tells all that watch what has happened to a request, or to the session. */
    record Notify<Q>(Kind kind, String id, String why) implements Effect<Q> {}

    /** Tells the actor of all sessions that the session is open here. */
    record Opened<Q>() implements Effect<Q> {}

    /**
     * Tells the actor of all sessions that the session is not open here.
     *
     * @param taken whether another node has it, or takes it over
     */
    record NotOpened<Q>(boolean taken, ClientSessions.Answer why) implements Effect<Q> {}

    /** Tells the actor of all sessions that this is the last message. */
    record Left<Q>() implements Effect<Q> {}

    /** Its life begins again. */
    record Renew<Q>() implements Effect<Q> {}

    /** The time begins in which the session itself is taken over. */
    record AwaitItself<Q>() implements Effect<Q> {}

    /** The longest time to an answer of a request that waits begins. */
    record Await<Q>(String id, Q question) implements Effect<Q> {}

    /**
     * The response to one event.
     *
     * @param next the session after it
     * @param effects what is to be done, in order
     */
    record Step<Q>(KeptSession<Q> next, List<Effect<Q>> effects) {

        Step {
            effects = List.copyOf(effects);
        }
    }

    /** The id of the request that is the session. */
    static final String ITSELF = "";

    /** How long the cluster may take to open a session, or to take it over after one of its requests. */
    static final Duration OPENING = Duration.ofSeconds(10);

    private static final String CUT_OFF = "the node of the session is cut off from the majority: ask another node";

    KeptSession {
        requests = Collections.unmodifiableMap(new LinkedHashMap<>(requests));
        unsettled = List.copyOf(unsettled);
        closing = List.copyOf(closing);
        ended = List.copyOf(ended);
    }

    /** A session of which nothing is known. The next event is {@link #begin} or {@link #takesOver}. */
    static <Q> KeptSession<Q> of(KeptRequest.Key key, int most) {
        return new KeptSession<>(key, most, Map.of(), false, false, false, false, List.of(), List.of(), List.of());
    }

    /** Whether the session is granted, and all that this node takes over: before, it is not known what it holds. */
    boolean settled() {
        SessionRequest<Q> itself = requests.get(ITSELF);
        return itself != null
                && itself.own().isPresent()
                && requests.values().stream().noneMatch(request -> request.stage() == Stage.COMES);
    }

    private Step<Q> step(Consumer<Turn> event) {
        Turn turn = new Turn();
        event.accept(turn);
        return turn.step();
    }

    // --- what its client asks

    /** The session is to be opened here, if the lock of its id is free. */
    Step<Q> begin() {
        return step(turn -> turn.ask(
                ITSELF, Claims.session(key.session()), Optional.empty(), Optional.of(Duration.ZERO), List.of()));
    }

    /** A client opens the session, which is open already. */
    Step<Q> opens(Q question, Duration life) {
        return step(turn -> {
            if (turn.admits(question)) {
                turn.opens(question, life);
            }
        });
    }

    /** A client asks something of the session. */
    Step<Q> asks(Q question, ClientSessions.Request request) {
        return step(turn -> {
            if (ending && !cutOff && !gone && request instanceof Close) {
                turn.closers.add(question);
            } else if (turn.admits(question)) {
                turn.asks(question, request);
            }
        });
    }

    /** A client is to be told what happens to the session. */
    Step<Q> watches(Q question) {
        return step(turn -> {
            if (!ending && !cutOff && !gone || turn.admits(question)) {
                turn.effects.add(new Watch<>(question));
            }
        });
    }

    /** The longest time to an answer has passed: the request goes on waiting. */
    Step<Q> late(String id, Q question) {
        return step(turn -> turn.late(id, question));
    }

    // --- what the service tells

    /** This node takes over a request, or the session itself. */
    Step<Q> takesOver(KeptRequest.TakeOver what) {
        return step(turn -> turn.takesOver(what));
    }

    /** The service has answered, or tells of a loss. */
    Step<Q> replied(Reply reply) {
        return step(turn -> turn.replied(reply));
    }

    // --- its end

    /** It has not been renewed in time. */
    Step<Q> expired() {
        return step(turn -> turn.end("it has not been renewed for " + key.life() + " ms"));
    }

    /** The longest time has passed until the session itself is taken over. */
    Step<Q> orphaned() {
        return step(turn -> {
            if (!requests.containsKey(ITSELF)) {
                turn.end("its node and the backup of that have departed");
            }
        });
    }

    /** Its node has found it at another. */
    Step<Q> giveUp() {
        return step(turn -> turn.end("it is on another node"));
    }

    /** What changes by one event. */
    private final class Turn {

        private final Map<String, SessionRequest<Q>> now = new LinkedHashMap<>(requests);
        private final List<Q> stashed = new ArrayList<>(unsettled);
        private final List<Q> closers = new ArrayList<>(closing);
        private final List<Effect<Q>> effects = new ArrayList<>();
        private final List<String> over = new ArrayList<>(ended);
        private boolean opened = open;
        private boolean ends = ending;
        private boolean cut = cutOff;
        private boolean left = gone;

        private Step<Q> step() {
            return new Step<>(next(), effects);
        }

        private KeptSession<Q> next() {
            return new KeptSession<>(key, most, now, opened, ends, cut, left, stashed, closers, over);
        }

        // --- questions

        /** Whether a question can be answered now. Otherwise it waits, is passed back, or is answered here. */
        boolean admits(Q question) {
            if (gone) {
                effects.add(new PassBack<>(question));
            } else if (cutOff) {
                answer(question, new Unavailable(CUT_OFF));
            } else if (ending) {
                // If it has expired here, and its node has been paused and removed, another has it, and goes on.
                answer(
                        question,
                        closing.isEmpty()
                                ? new Unavailable("the session is ending, or is on another node; ask again")
                                : new NoSession("the session has ended"));
            } else if (!settled()) {
                stashed.add(question);
            } else {
                return true;
            }
            return false;
        }

        /** By way of the actor that tells what is taken over, so that this comes before. */
        private void settle() {
            if (ends || next().settled()) {
                passBack();
            }
        }

        private void passBack() {
            stashed.forEach(question -> effects.add(new PassBack<>(question)));
            stashed.clear();
        }

        private void answer(Q question, ClientSessions.Answer answer) {
            effects.add(new Answer<>(question, answer));
        }

        private void answerAll(List<Q> questions, ClientSessions.Answer answer) {
            questions.forEach(question -> answer(question, answer));
        }

        private void tell(Kind kind, String id, String why) {
            if (!ends && !cut) {
                effects.add(new Notify<>(kind, id, why));
            }
        }

        void opens(Q question, Duration life) {
            if (life.toMillis() == key.life()) {
                effects.add(new Renew<>());
                answer(question, state());
            } else {
                String why = "life must be " + key.life() + " ms, as when the session was opened, not "
                        + life.toMillis() + " ms; another client needs another id";
                answer(question, new Refused(LockService.Reason.ID_IN_USE, why));
            }
        }

        void asks(Q question, ClientSessions.Request request) {
            if (!(request instanceof Show)) {
                effects.add(new Renew<>());
            }
            if (request instanceof Acquire acquire) {
                acquires(question, acquire);
            } else if (request instanceof ClientSessions.Release release) {
                releases(question, release.id());
            } else if (request instanceof Close) {
                closers.add(question);
                end("it has been closed");
            } else {
                answer(question, state());
            }
        }

        private State state() {
            return new State(
                    key.session(),
                    Duration.ofMillis(key.life()),
                    now.entrySet().stream()
                            .filter(each -> !each.getKey().equals(ITSELF))
                            .map(each -> new Held(
                                    each.getKey(),
                                    each.getValue().claims(),
                                    each.getValue().own().flatMap(any -> each.getValue()
                                            .shown())))
                            .toList());
        }

        private void acquires(Q question, Acquire asked) {
            String id = asked.id();
            SessionRequest<Q> known = now.get(id);
            if (known == null && over.contains(id) && !isUsual(id, asked.claims())) {
                String why = "the request '" + id + "' has ended; a new one needs another id";
                answer(question, new Refused(LockService.Reason.ID_IN_USE, why));
            } else if (known == null && now.size() > most) {
                String why = "the session has " + most + " requests, as many as " + Settings.MOST_REQUESTS + " allows";
                answer(question, new Refused(LockService.Reason.TOO_MANY, why));
            } else if (known == null) {
                effects.add(new Await<>(id, question));
                ask(id, asked.claims(), asked.value(), asked.limit(), List.of(question));
            } else if (!known.claims().equals(asked.claims()) || !known.value().equals(asked.value())) {
                String why = "the session has a request '" + id + "' for " + known.claims()
                        + "; one for something else needs another id";
                answer(question, new Refused(LockService.Reason.ID_IN_USE, why));
            } else if (known.releases()) {
                answer(question, new Unavailable("the request is being released; ask again"));
            } else if (known.own().isPresent()) {
                answer(question, new Granted(id, known.claims(), known.shown().orElseThrow()));
            } else {
                effects.add(new Await<>(id, question));
                now.put(id, known.asked(joined(known.asking(), question)));
            }
        }

        void ask(String id, Claims claims, Optional<String> value, Optional<Duration> limit, List<Q> asking) {
            boolean waits = limit.filter(Duration::isZero).isEmpty();
            now.put(id, SessionRequest.of(claims, value, Optional.empty(), Stage.WAITS, asking));
            effects.add(new Ask<>(id, claims, value, waits ? limit : Optional.of(OPENING), waits));
        }

        private void releases(Q question, String id) {
            SessionRequest<Q> known = now.get(id);
            if (known == null || id.equals(ITSELF)) {
                hasEnded(id);
                answer(question, new NotHeld(id, "the session neither holds nor awaits '" + id + "'"));
            } else {
                now.put(id, known.released(joined(known.releasing(), question)));
                release(id);
            }
        }

        /** Remembers the id of a request that has ended. The session itself has none that a client could use again. */
        private void hasEnded(String id) {
            if (id.equals(ITSELF)) {
                return;
            }
            over.remove(id);
            over.add(id);
            if (over.size() > most) {
                over.remove(0);
            }
        }

        /** What comes is released when it has come. */
        private void release(String id) {
            SessionRequest<Q> request = now.get(id);
            if (request.owed() == 0 && request.stage() == Stage.HELD) {
                effects.add(new Release<>(id, request.own().orElseThrow()));
                now.put(id, request.at(Stage.HELD, 1));
            } else if (request.owed() == 0 && request.stage() == Stage.WAITS) {
                cancel(id);
            }
        }

        void late(String id, Q question) {
            SessionRequest<Q> request = now.get(id);
            if (request != null && request.asking().contains(question)) {
                now.put(
                        id,
                        request.asked(request.asking().stream()
                                .filter(each -> !each.equals(question))
                                .toList()));
                answer(question, new Waiting(id));
            }
        }

        private void answerAsking(String id, ClientSessions.Answer answer) {
            SessionRequest<Q> request = now.get(id);
            answerAll(request.asking(), answer);
            now.put(id, request.asked(List.of()));
        }

        // --- the service

        void takesOver(KeptRequest.TakeOver what) {
            if (gone) {
                effects.add(new Return<>(what));
                return;
            }
            if (!opened) {
                opened = true;
                effects.add(new Renew<>());
                effects.add(new AwaitItself<>());
            }
            String id = what.key().id();
            SessionRequest<Q> request = SessionRequest.of(
                    what.claims(), what.key().value(), Optional.of(what.fence()), Stage.COMES, List.of());
            now.put(id, ends ? request.released(List.of()) : request);
            effects.add(new Adopt<>(what));
            if (cut) {
                cancel(id);
            }
        }

        private void cancel(String id) {
            effects.add(new Cancel<>(id));
            now.computeIfPresent(id, (any, request) -> request.at(request.stage(), 1));
        }

        void replied(Reply reply) {
            SessionRequest<Q> request = now.get(reply.id());
            if (request == null) {
                return;
            }
            if (reply instanceof LockService.Leaving) {
                tell(Kind.MOVED, ITSELF, "its node leaves: another takes it over");
            } else if (reply instanceof LockService.Granted granted) {
                granted(reply.id(), request.granted(granted.fence()));
            } else if (!opened && !ends) {
                now.clear();
                effects.add(new NotOpened<>(reply instanceof LockService.NotFree, notOpened(reply)));
                leave();
            } else if (reply instanceof LockService.Unavailable unavailable
                    && unavailable.cause() == LockService.UnavailableCause.ENDED) {
                serviceEnds(unavailable.why());
            } else {
                over(reply, request);
            }
            settle();
        }

        private void granted(String id, SessionRequest<Q> request) {
            now.put(id, request);
            if (request.owed() > 0) {
                // Its cancellation is on the way.
                return;
            } else if (request.releases()) {
                release(id);
            } else if (!id.equals(ITSELF)) {
                answerAsking(
                        id, new Granted(id, request.claims(), request.shown().orElseThrow()));
            } else {
                effects.add(new Renew<>());
                if (!opened) {
                    opened = true;
                    effects.add(new Opened<>());
                }
            }
        }

        private void over(Reply reply, SessionRequest<Q> before) {
            String id = reply.id();
            now.put(id, before.replied(reply));
            if (reply instanceof LockService.Lost && !cut) {
                cutOff();
                return;
            }
            answerAsking(id, SessionMessages.answerTo(reply));
            SessionRequest<Q> request = now.get(id);
            if (!request.isForgotten()) {
                return;
            }
            now.remove(id);
            if (!(reply instanceof LockService.Unavailable) && !isUsual(id, request.claims())) {
                hasEnded(id);
            }
            if (cut) {
                // What has ended at its backup, too, is taken over by nobody: the session is lost.
                if (before.stage() == Stage.LOST || now.isEmpty()) {
                    leave();
                }
                return;
            }
            answerAll(request.releasing(), new Released(id));
            if (id.equals(ITSELF)) {
                end(SessionMessages.why(reply));
            } else if (before.stage() == Stage.COMES && !request.releases()) {
                tell(Kind.LOST, id, SessionMessages.why(reply));
            }
            leaveIfDone();
        }

        /**
         * This node sees no majority. If the others remove it, another has the session, and goes on; if they reach it
         * again before that, the session is lost. That is not known yet.
         */
        private void cutOff() {
            tell(Kind.MOVED, ITSELF, CUT_OFF);
            cut = true;
            answerEverything(new Unavailable(CUT_OFF));
            List.copyOf(now.keySet()).stream()
                    .filter(id -> now.get(id).owed() == 0 && now.get(id).own().isEmpty())
                    .forEach(this::cancel);
        }

        /** What is held is taken over by another. */
        private void serviceEnds(String why) {
            tell(Kind.MOVED, ITSELF, why);
            answerEverything(new Unavailable(why));
            now.clear();
            leave();
        }

        private void answerEverything(ClientSessions.Answer answer) {
            now.replaceAll((id, request) -> {
                answerAll(request.asking(), answer);
                answerAll(request.releasing(), answer);
                return request.asked(List.of()).released(List.of());
            });
            answerAll(closers, answer);
            answerAll(stashed, answer);
            closers.clear();
            stashed.clear();
        }

        // --- the end

        void end(String why) {
            if (cut) {
                leave();
                return;
            }
            if (!ends) {
                tell(Kind.ENDED, ITSELF, why);
                ends = true;
                settle();
                List.copyOf(now.keySet()).forEach(id -> {
                    answerAsking(id, new NotGranted(id, "the session has ended: " + why, List.of()));
                    now.put(id, now.get(id).released(now.get(id).releasing()));
                    release(id);
                });
            }
            leaveIfDone();
        }

        private void leaveIfDone() {
            if (ends && now.isEmpty()) {
                answerAll(closers, new Released(key.session()));
                closers.clear();
                leave();
            }
        }

        /** The actor of all sessions sends nothing any more after its answer; what it has sent before goes back. */
        private void leave() {
            if (!left) {
                left = true;
                passBack();
                effects.add(new Left<>());
            }
        }
    }

    // --- answers

    /** Whether a request has the id of a client that chooses none. Such an id is used again and again. */
    private static boolean isUsual(String id, Claims claims) {
        String shown =
                claims.modes().size() == 1 ? Claims.shownName(claims.modes().firstKey()) : "";
        return id.equals(shown) || id.equals("lock " + shown);
    }

    /** The answer to a client if the lock of its session is neither granted nor taken. */
    static ClientSessions.Answer notOpened(Reply reply) {
        if (reply instanceof LockService.Refused refused) {
            return new Refused(refused.reason(), refused.why());
        } else if (reply instanceof LockService.TimedOut late) {
            return new Unavailable("the cluster has not granted the session within " + OPENING.toSeconds() + " s: "
                    + late.why() + "; ask again");
        } else if (reply instanceof LockService.Unavailable unavailable) {
            return new Unavailable(unavailable.why());
        }
        return new Unavailable(
                reply instanceof LockService.Lost
                        ? CUT_OFF
                        : "the session is just being opened or taken over elsewhere; ask again");
    }

    private static <T> List<T> joined(List<T> some, T last) {
        List<T> all = new ArrayList<>(some);
        all.add(last);
        return List.copyOf(all);
    }
}
