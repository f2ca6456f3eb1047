package symposium.cluster.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import symposium.cluster.Exploration;
import symposium.cluster.Exploration.Result;
import symposium.cluster.lock.KeptSession.Effect;
import symposium.cluster.lock.KeptSession.Step;
import symposium.cluster.lock.SessionRequest.Stage;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Kind;
import symposium.service.lock.LockService.Cancelled;
import symposium.service.lock.LockService.Granted;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.LockService.NotFree;
import symposium.service.lock.LockService.NotHeld;
import symposium.service.lock.LockService.Released;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.TimedOut;
import symposium.service.lock.LockService.Unavailable;
import symposium.service.lock.LockService.UnavailableCause;

/**
 * A session, its client, and the service of its node: every order of events, breadth first. The client asks one
 * question after the other, without awaiting the answers. The session, the actor of all sessions and the service have a
 * mailbox each. When the node is killed, another takes over what the backup keeps.
 */
final class KeptSessionModel {

    /**
     * How many of these events may happen in one run.
     *
     * @param ends of requests: denied, late, not free, or refused
     * @param changes of the node: it is cut off, leaves, ends, or finds the session elsewhere
     * @param kills of nodes
     * @param times that pass: the session expires, or an answer takes too long
     */
    record Budget(int ends, int changes, int kills, int times) {}

    /** What the node does. The variants of the test override it. */
    static class Rules {

        Step<Integer> asks(KeptSession<Integer> session, int question, ClientSessions.Request request) {
            return session.asks(question, request);
        }

        Step<Integer> watches(KeptSession<Integer> session, int question) {
            return session.watches(question);
        }

        Step<Integer> takesOver(KeptSession<Integer> session, KeptRequest.TakeOver what) {
            return session.takesOver(what);
        }

        Step<Integer> replied(KeptSession<Integer> session, Reply reply) {
            return session.replied(reply);
        }

        /** The step of any event. */
        Step<Integer> step(KeptSession<Integer> before, Step<Integer> step) {
            return step;
        }

        /** Whether the service answers the cancellation of what is granted when the backup knows of it. */
        boolean cancellationAwaitsBackup() {
            return true;
        }

        /** Whether a service that ends answers what waits for the backup. */
        boolean endIsTold() {
            return true;
        }
    }

    /** What the service has of a request. */
    private enum At {
        COMING,
        WAITING,
        TAKEN,
        TOLD
    }

    /**
     * A request at the service.
     *
     * @param over whether it is taken over
     * @param fence that of the process
     * @param known the fence under which the client knows it
     */
    private record Ticket(At at, boolean over, Fence fence, Fence known) {}

    private record Message(String what, Object about) {}

    /**
     * All there is.
     *
     * @param opens whether the actor of all sessions waits for the session to open
     * @param registered whether that actor has the session
     * @param ending what the service answers when the backup knows of an end
     * @param late what it answers when it has found the holders
     * @param kept what the backup takes over
     * @param closed why the service takes no requests
     * @param cut whether the node sees no majority
     * @param orphan whether the time runs in which the session itself is taken over
     * @param pending the questions without an answer
     * @param told what the client has been granted
     * @param finished the chosen ids of the requests that have ended for the client
     */
    private record State(
            Optional<KeptSession<Integer>> session,
            boolean opens,
            boolean registered,
            List<Message> toSessions,
            List<Message> toSession,
            List<Effect<Integer>> toService,
            Map<String, Ticket> tickets,
            List<Reply> ending,
            List<Reply> late,
            Map<String, Fence> kept,
            Optional<UnavailableCause> closed,
            boolean cut,
            boolean orphan,
            List<Integer> pending,
            Map<String, Fence> told,
            Set<String> finished,
            boolean watched,
            boolean closing,
            int asked,
            long fences,
            Budget left) {}

    private static final String ITSELF = KeptSession.ITSELF;
    private static final Duration LIFE = Duration.ofMinutes(1);
    private static final int MOST = 2;
    private static final int MOST_ROUNDS = 100;

    private final Rules rules;
    private final List<String> wishes;
    private final State start;

    /** @param wishes what the client asks, in this order; first that the session opens */
    KeptSessionModel(Rules rules, List<String> wishes, Budget budget) {
        this.rules = rules;
        this.wishes = wishes;
        this.start = new State(
                Optional.of(KeptSession.of(key(ITSELF), MOST)),
                true,
                false,
                List.of(),
                List.of(new Message("begin", "")),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                Map.of(),
                Optional.empty(),
                false,
                false,
                List.of(0),
                Map.of(),
                Set.of(),
                false,
                false,
                1,
                0,
                budget);
    }

    private static KeptRequest.Key key(String id) {
        return new KeptRequest.Key("s", LIFE.toMillis(), "somebody", id, Optional.empty());
    }

    /** Ids that begin with c are chosen by the client. Others are those that requests have if it chooses none. */
    private static boolean isChosen(String id) {
        return id.startsWith("c");
    }

    private static Claims claims(String id) {
        return id.equals(ITSELF) ? Claims.session("s") : Claims.exclusive(isChosen(id) ? "till" : id);
    }

    Result explore() {
        return Exploration.explore(start, Run::new, this::events);
    }

    private Map<String, Consumer<Run>> events(State state) {
        Map<String, Consumer<Run>> events = new LinkedHashMap<>();
        if (state.registered() && state.asked() < wishes.size()) {
            events.put(wishes.get(state.asked()), Run::ask);
        }
        if (!state.toSessions().isEmpty()) {
            events.put("at sessions: " + name(state.toSessions().get(0)), Run::deliverToSessions);
        }
        if (!state.toSession().isEmpty() && state.session().isPresent()) {
            events.put("at session: " + name(state.toSession().get(0)), Run::deliverToSession);
        }
        if (!state.toService().isEmpty()) {
            events.put("at service: " + state.toService().get(0).getClass().getSimpleName(), Run::deliverToService);
        }
        ofService(events, state);
        if (state.left().times() > 0) {
            state.session().ifPresent(session -> {
                if (state.registered() && !comes(state)) {
                    events.put("it expires", run -> run.spend(0, 0, 0, 1).expire());
                }
                session.requests().forEach((id, request) -> request.asking()
                        .forEach(question -> events.put("late: " + wishes.get(question), run -> run.spend(0, 0, 0, 1)
                                .late(id, question))));
            });
        }
        if (state.orphan() && !comes(state) && !state.session().get().requests().containsKey(ITSELF)) {
            events.put("the session itself has not come", Run::orphan);
        }
        if (state.left().kills() > 0 && !state.kept().isEmpty()) {
            events.put("its node is killed", run -> run.spend(0, 0, 1, 0).kill(true, false));
            events.put("its node is killed, and the session itself comes first", run -> run.spend(0, 0, 1, 0)
                    .kill(true, true));
            if (!state.ending().isEmpty()) {
                events.put("its node is killed when all has ended", run -> run.spend(0, 0, 1, 0)
                        .kill(false, false));
            }
        }
        return events;
    }

    /** Whether it is not told yet what is taken over: that takes less time than any timer, or any partition. */
    private static boolean comes(State state) {
        return Stream.concat(state.toSessions().stream(), state.toSession().stream())
                .anyMatch(each -> each.what().equals("takeover"));
    }

    private static String name(Message message) {
        return message.about() instanceof Reply reply
                ? reply.getClass().getSimpleName() + (reply.id().equals(ITSELF) ? "" : " " + reply.id())
                : message.what();
    }

    private void ofService(Map<String, Consumer<Run>> events, State state) {
        boolean ended = state.closed().equals(Optional.of(UnavailableCause.ENDED));
        state.tickets().forEach((id, ticket) -> {
            String shown = id.equals(ITSELF) ? "itself" : id;
            if (ticket.at() == At.WAITING && !state.cut()) {
                events.put("taken: " + shown, run -> run.take(id));
            }
            if (ticket.at() == At.TAKEN && !state.cut()) {
                events.put("backed up: " + shown, run -> run.backUp(id));
            }
            if (state.left().ends() > 0 && ticket.at() == At.WAITING) {
                boolean tries = ticket.over() || id.equals(ITSELF);
                if (tries) {
                    events.put(
                            "not free: " + shown, run -> run.spend(1, 0, 0, 0).notFree(id));
                }
                if (!ticket.over()) {
                    events.put(
                            "timed out: " + shown, run -> run.spend(1, 0, 0, 0).timeOut(id));
                }
            }
        });
        if (!state.ending().isEmpty() && !state.cut() && !ended) {
            events.put("the backup knows of an end", Run::end);
        }
        if (!state.late().isEmpty()) {
            events.put("the holders are found", Run::findHolders);
        }
        if (state.cut() && !ended && !comes(state)) {
            events.put("the node sees a majority", Run::reconnect);
        }
        if (state.left().changes() > 0 && !ended) {
            if (!state.cut()) {
                events.put("the node is cut off", run -> run.spend(0, 1, 0, 0).cutOff());
            }
            if (state.closed().isEmpty()) {
                events.put("the node leaves", run -> run.spend(0, 1, 0, 0).leave());
            }
            events.put("the node ends", run -> run.spend(0, 1, 0, 0).endAll());
            if (state.opens()) {
                events.put("it is found elsewhere", run -> run.spend(0, 1, 0, 0).giveUp());
            }
        }
    }

    /** A state that changes. */
    private final class Run extends Exploration.Run<State> {

        private Optional<KeptSession<Integer>> session;
        private boolean opens;
        private boolean registered;
        private final List<Message> toSessions;
        private final List<Message> toSession;
        private final List<Effect<Integer>> toService;
        private final SortedMap<String, Ticket> tickets;
        private final List<Reply> ending;
        private final List<Reply> late;
        private final SortedMap<String, Fence> kept;
        private Optional<UnavailableCause> closed;
        private boolean cut;
        private boolean orphan;
        private final List<Integer> pending;
        private final SortedMap<String, Fence> told;
        private final SortedSet<String> finished;
        private boolean watched;
        private boolean closing;
        private int asked;
        private long fences;
        private Budget left;

        Run(State state) {
            session = state.session();
            opens = state.opens();
            registered = state.registered();
            toSessions = new ArrayList<>(state.toSessions());
            toSession = new ArrayList<>(state.toSession());
            toService = new ArrayList<>(state.toService());
            tickets = new TreeMap<>(state.tickets());
            ending = new ArrayList<>(state.ending());
            late = new ArrayList<>(state.late());
            kept = new TreeMap<>(state.kept());
            closed = state.closed();
            cut = state.cut();
            orphan = state.orphan();
            pending = new ArrayList<>(state.pending());
            told = new TreeMap<>(state.told());
            finished = new TreeSet<>(state.finished());
            watched = state.watched();
            closing = state.closing();
            asked = state.asked();
            fences = state.fences();
            left = state.left();
        }

        @Override
        protected State state() {
            return new State(
                    session,
                    opens,
                    registered,
                    toSessions,
                    toSession,
                    toService,
                    tickets,
                    ending,
                    late,
                    kept,
                    closed,
                    cut,
                    orphan,
                    pending,
                    told,
                    finished,
                    watched,
                    closing,
                    asked,
                    fences,
                    left);
        }

        Run spend(int ends, int changes, int kills, int times) {
            left = new Budget(left.ends() - ends, left.changes() - changes, left.kills() - kills, left.times() - times);
            return this;
        }

        // --- the client

        void ask() {
            String wish = wishes.get(asked);
            if (wish.startsWith("release ")) {
                told.remove(id(asked));
            } else if (wish.equals("close")) {
                closing = true;
            }
            pending.add(asked);
            toSessions.add(new Message("question", asked));
            asked++;
        }

        private String id(int question) {
            String wish = wishes.get(question);
            return wish.substring(wish.indexOf(' ') + 1);
        }

        private ClientSessions.Request request(int question) {
            String id = id(question);
            return switch (wishes.get(question).split(" ")[0]) {
                case "acquire" -> new ClientSessions.Acquire(id, claims(id), Optional.empty(), Optional.empty());
                case "release" -> new ClientSessions.Release(id);
                case "close" -> new ClientSessions.Close();
                case "show" -> new ClientSessions.Show();
                default -> new ClientSessions.Renew();
            };
        }

        private void finish(String id) {
            if (isChosen(id)) {
                finished.add(id);
            }
        }

        private void answered(int question, ClientSessions.Answer answer) {
            if (!pending.remove((Integer) question)) {
                violated("answered twice");
            }
            if (answer instanceof ClientSessions.State state) {
                checkKnown();
                told.forEach((id, fence) -> {
                    if (!state.requests().contains(new ClientSessions.Held(id, claims(id), Optional.of(fence)))) {
                        violated("a lease is not shown");
                    }
                });
            } else if (answer instanceof ClientSessions.Granted granted) {
                checkKnown();
                if (finished.contains(granted.id())) {
                    violated("granted after its release");
                }
                Fence before = told.put(granted.id(), granted.fence());
                if (before != null && !before.equals(granted.fence())) {
                    violated("a lease has two fences");
                }
            } else if (answer instanceof ClientSessions.NotHeld notHeld) {
                checkKnown();
                finish(notHeld.id());
            } else if (answer instanceof ClientSessions.Released released) {
                told.remove(released.id());
                finish(released.id());
                if (wishes.get(question).equals("close") ? !kept.isEmpty() : kept.containsKey(released.id())) {
                    violated("released before the backup knows");
                }
            } else if (answer instanceof ClientSessions.NoSession && !closing) {
                violated("it lives");
            }
        }

        private void checkKnown() {
            boolean comes =
                    comes(state()) || tickets.values().stream().anyMatch(each -> each.over() && each.at() != At.TOLD);
            SessionRequest<Integer> itself = session.orElseThrow().requests().get(ITSELF);
            if (comes || itself == null || itself.own().isEmpty()) {
                violated("answered before all has come");
            }
        }

        // --- the actor of all sessions

        void deliverToSessions() {
            Message message = toSessions.remove(0);
            switch (message.what()) {
                case "question" -> {
                    if (registered) {
                        toSession.add(message);
                    } else {
                        pending.remove(message.about());
                    }
                }
                case "takeover" -> {
                    if (!registered) {
                        while (session.isPresent()) {
                            // It has left, and is another actor than the next one.
                            deliverToSession();
                        }
                        session = Optional.of(KeptSession.of(key(ITSELF), MOST));
                        registered = true;
                    }
                    toSession.add(message);
                }
                case "opened" -> {
                    registered = opens;
                    toSession.add(new Message(opens ? "question" : "give up", 0));
                    opens = false;
                }
                case "not opened" -> {
                    opens = false;
                    pending.remove((Integer) 0);
                }
                default -> {
                    registered = false;
                    toSession.add(new Message("stop", ""));
                }
            }
        }

        void giveUp() {
            opens = false;
            pending.remove((Integer) 0);
            toSession.add(new Message("give up", 0));
        }

        // --- the session

        void deliverToSession() {
            Message message = toSession.remove(0);
            KeptSession<Integer> now = session.orElseThrow();
            switch (message.what()) {
                case "begin" -> carryOut(now.begin());
                case "question" -> carryOut(asked(now, (Integer) message.about()));
                case "takeover" -> carryOut(rules.takesOver(now, (KeptRequest.TakeOver) message.about()));
                case "give up" -> carryOut(now.giveUp());
                case "reply" -> carryOut(rules.replied(now, (Reply) message.about()));
                default -> {
                    if (toSession.stream()
                            .anyMatch(each ->
                                    !each.what().equals("reply") && !each.what().equals("give up"))) {
                        violated("stopped with messages");
                    }
                    toSession.clear();
                    session = Optional.empty();
                    orphan = false;
                }
            }
        }

        private Step<Integer> asked(KeptSession<Integer> now, int question) {
            return switch (wishes.get(question)) {
                case "open" -> now.opens(question, LIFE);
                case "open otherwise" -> now.opens(question, LIFE.plusSeconds(1));
                case "watch" -> rules.watches(now, question);
                default -> rules.asks(now, question, request(question));
            };
        }

        void expire() {
            carryOut(session.orElseThrow().expired());
        }

        void late(String id, int question) {
            carryOut(session.orElseThrow().late(id, question));
        }

        void orphan() {
            orphan = false;
            carryOut(session.orElseThrow().orphaned());
        }

        private void carryOut(Step<Integer> taken) {
            Step<Integer> step = rules.step(session.orElseThrow(), taken);
            session = Optional.of(step.next());
            step.effects().forEach(this::carryOut);
        }

        private void carryOut(Effect<Integer> effect) {
            if (effect instanceof KeptSession.Answer<Integer> answer) {
                answered(answer.question(), answer.answer());
            } else if (effect instanceof KeptSession.PassBack<Integer> back) {
                toSessions.add(new Message("question", back.question()));
            } else if (effect instanceof KeptSession.Return<Integer> back) {
                toSessions.add(new Message("takeover", back.what()));
            } else if (effect instanceof KeptSession.Watch<Integer> watch) {
                pending.remove(watch.question());
                watched = true;
            } else if (effect instanceof KeptSession.Notify<Integer> notify) {
                watched &= notify.kind() == Kind.LOST;
                if (notify.kind() == Kind.LOST) {
                    told.remove(notify.id());
                }
            } else if (effect instanceof KeptSession.Opened<Integer>) {
                toSessions.add(new Message("opened", ""));
            } else if (effect instanceof KeptSession.NotOpened<Integer>) {
                toSessions.add(new Message("not opened", ""));
            } else if (effect instanceof KeptSession.Left<Integer>) {
                toSessions.add(new Message("left", ""));
            } else if (effect instanceof KeptSession.AwaitItself<Integer>) {
                orphan = true;
            } else if (effect instanceof KeptSession.Ask<Integer>
                    || effect instanceof KeptSession.Adopt<Integer>
                    || effect instanceof KeptSession.Cancel<Integer>
                    || effect instanceof KeptSession.Release<Integer>) {
                toService.add(effect);
            }
        }

        // --- the service

        private void reply(Reply reply) {
            toSession.add(new Message("reply", reply));
        }

        private Reply unavailable(String id) {
            return new Unavailable(id, closed.orElseThrow(), "why");
        }

        void deliverToService() {
            Effect<Integer> order = toService.remove(0);
            if (order instanceof KeptSession.Ask<Integer> ask) {
                if (closed.isPresent()) {
                    reply(unavailable(ask.id()));
                } else if (tickets.containsKey(ask.id())) {
                    violated("asked twice");
                } else {
                    tickets.put(ask.id(), new Ticket(At.WAITING, false, Fence.NONE, Fence.NONE));
                }
            } else if (order instanceof KeptSession.Adopt<Integer> adopt) {
                String id = adopt.what().key().id();
                tickets.computeIfPresent(id, (any, ticket) -> new Ticket(At.WAITING, true, Fence.NONE, ticket.known()));
                if (closed.equals(Optional.of(UnavailableCause.ENDED)) && rules.endIsTold()) {
                    reply(unavailable(id));
                }
            } else if (order instanceof KeptSession.Cancel<Integer> cancel) {
                cancel(cancel.id());
            } else if (order instanceof KeptSession.Release<Integer> release) {
                Ticket ticket = tickets.get(release.id());
                if (ticket != null && ticket.fence().equals(release.fence())) {
                    tickets.remove(release.id());
                    ending.add(new Released(release.id(), release.fence()));
                } else {
                    reply(new NotHeld(release.id(), "why"));
                }
            }
        }

        private void cancel(String id) {
            Ticket ticket = tickets.remove(id);
            if (ticket == null) {
                reply(new NotHeld(id, "why"));
            } else if (ticket.at() == At.WAITING) {
                kept.remove(id);
                reply(new Cancelled(id));
            } else if (rules.cancellationAwaitsBackup()) {
                ending.add(new Cancelled(id));
            } else {
                reply(new Cancelled(id));
            }
        }

        void take(String id) {
            fences++;
            Ticket ticket = tickets.get(id);
            Fence fence = new Fence(0, fences);
            tickets.put(id, new Ticket(At.TAKEN, ticket.over(), fence, ticket.over() ? ticket.known() : fence));
        }

        void backUp(String id) {
            Ticket ticket = tickets.get(id);
            tickets.put(id, new Ticket(At.TOLD, ticket.over(), ticket.fence(), ticket.known()));
            kept.put(id, ticket.known());
            reply(new Granted(id, claims(id), ticket.fence()));
        }

        void notFree(String id) {
            tickets.remove(id);
            kept.remove(id);
            told.remove(id);
            reply(new NotFree(id, claims(id)));
        }

        void timeOut(String id) {
            tickets.remove(id);
            late.add(new TimedOut(id, LIFE, "why"));
        }

        void findHolders() {
            reply(late.remove(0));
        }

        void end() {
            Reply last = ending.remove(0);
            kept.remove(last.id());
            reply(last);
        }

        void cutOff() {
            cut = true;
            new TreeMap<>(tickets).forEach((id, ticket) -> {
                if (ticket.at() == At.TAKEN || ticket.at() == At.TOLD) {
                    tickets.remove(id);
                    ending.add(new NotHeld(id, "why"));
                    reply(new Lost(id, ticket.fence(), "why"));
                }
            });
        }

        void reconnect() {
            cut = false;
        }

        void leave() {
            closed = Optional.of(UnavailableCause.LEAVING);
            new TreeMap<>(tickets).forEach((id, ticket) -> {
                if (ticket.at() == At.WAITING && !ticket.over()) {
                    tickets.remove(id);
                    reply(unavailable(id));
                } else if (ticket.at() == At.TAKEN || ticket.at() == At.TOLD) {
                    reply(new Leaving(id, ticket.fence(), LIFE));
                }
            });
        }

        void endAll() {
            closed = Optional.of(UnavailableCause.ENDED);
            tickets.forEach((id, ticket) -> {
                if (ticket.at() != At.COMING) {
                    reply(unavailable(id));
                }
            });
            tickets.clear();
            if (rules.endIsTold()) {
                ending.forEach(each -> reply(unavailable(each.id())));
            }
            ending.clear();
        }

        /**
         * The backup takes over.
         *
         * @param all whether it does so also with what has just ended
         * @param first whether the session itself comes before its requests
         */
        void kill(boolean all, boolean first) {
            Map<String, Fence> over = new TreeMap<>(kept);
            if (!all) {
                ending.forEach(each -> over.remove(each.id()));
            }
            session = Optional.empty();
            opens = false;
            registered = false;
            toSessions.clear();
            toSession.clear();
            toService.clear();
            tickets.clear();
            ending.clear();
            late.clear();
            kept.clear();
            closed = Optional.empty();
            cut = false;
            orphan = false;
            pending.clear();
            watched = false;
            closing = false;
            told.keySet().retainAll(over.keySet());
            kept.putAll(over);
            over.forEach((id, known) -> {
                tickets.put(id, new Ticket(At.COMING, true, Fence.NONE, known));
                Message takeover = new Message("takeover", new KeptRequest.TakeOver(-1, key(id), claims(id), known));
                toSessions.add(first ? toSessions.size() : 0, takeover);
            });
        }

        // --- properties

        /** Nothing changes any more. */
        @Override
        protected void settle() {
            if (closed.equals(Optional.of(UnavailableCause.ENDED))) {
                quiet();
                session.filter(its -> registered).ifPresent(its -> expire());
            }
            quiet();
            if (orphan) {
                orphan();
            }
            quiet();
            session.ifPresent(now ->
                    now.requests().forEach((id, request) -> request.asking().forEach(question -> late(id, question))));
            quiet();
            check();
        }

        private void quiet() {
            int rounds = 0;
            while (violation().isEmpty() && advance()) {
                if (++rounds > MOST_ROUNDS) {
                    violated("messages for ever");
                }
            }
        }

        private boolean advance() {
            boolean ended = closed.equals(Optional.of(UnavailableCause.ENDED));
            Optional<String> decided = tickets.entrySet().stream()
                    .filter(each -> each.getValue().at() == At.WAITING
                            || each.getValue().at() == At.TAKEN)
                    .filter(each -> each.getValue().over()
                            || each.getKey().equals(ITSELF)
                            || each.getValue().at() == At.TAKEN)
                    .map(Map.Entry::getKey)
                    .findFirst();
            if (!toSessions.isEmpty()) {
                deliverToSessions();
            } else if (!toSession.isEmpty() && session.isPresent()) {
                deliverToSession();
            } else if (!toService.isEmpty()) {
                deliverToService();
            } else if (!late.isEmpty()) {
                findHolders();
            } else if (ended) {
                return false;
            } else if (cut) {
                reconnect();
            } else if (!ending.isEmpty()) {
                end();
            } else if (decided.isPresent()) {
                if (tickets.get(decided.get()).at() == At.WAITING) {
                    take(decided.get());
                } else {
                    backUp(decided.get());
                }
            } else {
                return false;
            }
            return true;
        }

        private void check() {
            if (!pending.isEmpty()) {
                violated("not answered: " + wishes.get(pending.get(0)));
            }
            boolean lives =
                    session.filter(now -> !now.ending() && !now.cutOff()).isPresent();
            if (watched && !lives) {
                violated("who watches is not told of the end");
            }
            if (closed.equals(Optional.of(UnavailableCause.ENDED))) {
                return;
            }
            Map<String, SessionRequest<Integer>> requests =
                    session.map(KeptSession::requests).orElse(Map.of());
            if (session.isPresent() && !lives) {
                violated("it does not end");
            }
            tickets.forEach((id, ticket) -> {
                SessionRequest<Integer> request = requests.get(id);
                if (request == null || ticket.at() == At.TOLD && !request.own().equals(Optional.of(ticket.fence()))) {
                    violated("it is left at the service: " + id);
                }
            });
            requests.forEach((id, request) -> {
                if (!tickets.containsKey(id) || request.stage() == Stage.OVER || request.stage() == Stage.LOST) {
                    violated("the service does not have it: " + id);
                }
            });
        }
    }
}
