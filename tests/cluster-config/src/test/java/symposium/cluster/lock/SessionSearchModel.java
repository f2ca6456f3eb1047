package symposium.cluster.lock;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.cluster.Exploration;
import symposium.cluster.Exploration.Result;
import symposium.cluster.lock.SessionSearch.Effect;
import symposium.cluster.lock.SessionSearch.Step;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService.Granted;
import symposium.service.lock.LockService.NotFree;
import symposium.service.lock.LockService.Reply;

/**
 * Two nodes that search for one session, and the lock of the session: every order of events, breadth first. Messages
 * between the nodes arrive in order, after any time.
 */
final class SessionSearchModel {

    /**
     * How many of these events may happen in one run.
     *
     * @param rounds that begin after the first of a search
     * @param ends of the session, by its close or its expiry
     * @param crashes of a node
     */
    record Budget(int rounds, int ends, int crashes) {}

    /** What a node does. The variants of the test override it. */
    static class Rules {

        Step<Integer, String> found(SessionSearch<Integer, String> search, String node, boolean there) {
            return search.found(node, there, Optional.empty());
        }

        Step<Integer, String> lookedUp(SessionSearch<Integer, String> search, int number, Reply reply) {
            return search.lookedUp(number, reply);
        }

        Step<Integer, String> here(SessionSearch<Integer, String> search, Optional<Integer> number) {
            return search.here(number);
        }

        /** Whether what another node has passed on is searched no further. */
        boolean searchesOnce() {
            return true;
        }

        /** The step of any event. */
        Step<Integer, String> step(SessionSearch<Integer, String> before, Step<Integer, String> step) {
            return step;
        }
    }

    record Running(int number, SessionSearch<Integer, String> now) {}

    /** A try of a search to take the lock. */
    record Try(int search, int number, boolean opens) {}

    /**
     * A node.
     *
     * @param here whether its actor of all sessions has the session
     * @param open the session that has been granted, which that actor may not know yet
     * @param asked the tries that the lock has not decided
     * @param decided what it has decided, and the node has not heard
     * @param timed whether a timer runs for the next round
     */
    @RecordBuilder
    record Node(
            boolean dead,
            boolean here,
            Optional<Try> open,
            Optional<Running> search,
            Set<String> others,
            List<Try> asked,
            Map<Try, Boolean> decided,
            boolean timed,
            int searches)
            implements SessionSearchModelNodeBuilder.With {

        /** A node on which nothing is going on. */
        static Node idle(Set<String> others) {
            return new Node(false, false, Optional.empty(), Optional.empty(), others, List.of(), Map.of(), false, 0);
        }
    }

    private record Message(String what, int request, boolean there) {}

    private record State(
            Map<String, Node> nodes,
            Map<String, List<Message>> links,
            Optional<String> lock,
            Set<Integer> pending,
            Set<Integer> certain,
            Set<Integer> passed,
            int asked,
            Budget left) {}

    private static final int MOST_ROUNDS = 200;
    private static final String COMES = " takes it over";

    private final Rules rules;
    private final List<String> wishes;
    private final State start;

    /** @param wishes the requests of clients, in this order: what, and at which node */
    SessionSearchModel(Rules rules, List<String> wishes, Budget budget) {
        this.rules = rules;
        this.wishes = wishes;
        Map<String, Node> nodes = new TreeMap<>();
        for (String name : List.of("a", "b")) {
            nodes.put(name, Node.idle(Set.of(other(name))));
        }
        start = new State(
                nodes,
                Map.of("a", List.of(), "b", List.of()),
                Optional.empty(),
                Set.of(),
                Set.of(),
                Set.of(),
                0,
                budget);
    }

    private static String other(String name) {
        return name.equals("a") ? "b" : "a";
    }

    Result explore() {
        return Exploration.explore(start, Run::new, this::events);
    }

    private Map<String, Consumer<Run>> events(State state) {
        Map<String, Consumer<Run>> events = new LinkedHashMap<>();
        if (state.asked() < wishes.size()
                && !state.nodes().get(node(state.asked())).dead()) {
            events.put(wishes.get(state.asked()), Run::ask);
        }
        state.nodes().forEach((name, node) -> {
            if (node.dead()) {
                if (node.others().isEmpty()) {
                    return;
                }
                events.put(name + " is removed", run -> run.remove(name));
                return;
            }
            if (!state.links().get(name).isEmpty()) {
                events.put("at " + name + ": " + state.links().get(name).get(0).what(), run -> run.deliver(name));
            }
            for (Try asked : node.asked()) {
                events.put(
                        name + " tries the lock: " + asked.search() + "." + asked.number(),
                        run -> run.decide(name, asked));
            }
            node.decided()
                    .forEach((asked, taken) -> events.put(
                            name + " hears that the lock is " + (taken ? "taken" : "not free") + ": " + asked.search()
                                    + "." + asked.number(),
                            run -> run.hear(name, asked)));
            if (node.open().isPresent()) {
                events.put(name + " knows that it is open", run -> run.open(name));
            }
            if (node.timed() && state.left().rounds() > 0) {
                events.put(name + " begins a round", run -> run.spend(1, 0, 0).round(name));
            }
            if (state.lock().equals(Optional.of(name + COMES))) {
                events.put(name + COMES, run -> run.takeOver(name));
            }
            if (node.here() && state.left().ends() > 0) {
                events.put("it ends at " + name, run -> run.spend(0, 1, 0).end(name));
            }
            if (state.left().crashes() > 0) {
                events.put(name + " crashes", run -> run.spend(0, 0, 1).crash(name));
            }
        });
        return events;
    }

    private String node(int request) {
        return wishes.get(request).substring(wishes.get(request).length() - 1);
    }

    private boolean opens(int request) {
        return wishes.get(request).startsWith("open");
    }

    /** A state that changes. */
    private final class Run extends Exploration.Run<State> {

        private final Map<String, Node> nodes;
        private final Map<String, List<Message>> links;
        private Optional<String> lock;
        private final Set<Integer> pending;
        private final Set<Integer> certain;
        private final Set<Integer> passed;
        private int asked;
        private Budget left;

        Run(State state) {
            nodes = new TreeMap<>(state.nodes());
            links = new TreeMap<>(state.links());
            lock = state.lock();
            pending = new TreeSet<>(state.pending());
            certain = new TreeSet<>(state.certain());
            passed = new TreeSet<>(state.passed());
            asked = state.asked();
            left = state.left();
        }

        @Override
        protected State state() {
            return new State(nodes, links, lock, pending, certain, passed, asked, left);
        }

        Run spend(int rounds, int ends, int crashes) {
            left = new Budget(left.rounds() - rounds, left.ends() - ends, left.crashes() - crashes);
            return this;
        }

        // --- clients

        void ask() {
            int request = asked++;
            pending.add(request);
            if (nodes.values().stream().anyMatch(Node::here)) {
                certain.add(request);
            }
            come(node(request), request, false);
        }

        private void answer(int request, ClientSessions.Answer answer) {
            if (!pending.remove(request)) {
                violated("answered twice");
            }
            if (answer instanceof ClientSessions.NoSession && certain.contains(request)) {
                violated("it lives");
            }
            certain.remove(request);
            passed.remove(request);
        }

        // --- nodes

        private void put(String name, Node node) {
            nodes.put(name, node);
        }

        private void come(String name, int request, boolean forwarded) {
            Node node = nodes.get(name);
            if (node.here()) {
                answer(request, new ClientSessions.Released("s"));
            } else if (forwarded && rules.searchesOnce()) {
                answer(request, SessionSearch.ELSEWHERE);
            } else if (node.search().isPresent()) {
                Running running = node.search().get();
                search(name, new Running(running.number(), running.now().asked(request, opens(request))));
            } else {
                put(
                        name,
                        node.withDead(false)
                                .withHere(false)
                                .withSearch(Optional.of(
                                        new Running(node.searches() + 1, SessionSearch.of(request, opens(request)))))
                                .withSearches(node.searches() + 1));
                round(name);
            }
        }

        private void search(String name, Running now) {
            Node node = nodes.get(name);
            boolean over = now.now().over();
            put(
                    name,
                    node.withSearch(over ? Optional.empty() : Optional.of(now)).withTimed(!over && node.timed()));
        }

        private void carryOut(String name, Step<Integer, String> taken) {
            Running running = nodes.get(name).search().orElseThrow();
            Step<Integer, String> step = rules.step(running.now(), taken);
            search(name, new Running(running.number(), step.next()));
            step.effects().forEach(effect -> carryOut(name, running.number(), effect));
        }

        private void carryOut(String name, int number, Effect<Integer, String> effect) {
            if (effect instanceof SessionSearch.Probe<Integer, String> probe) {
                send(probe.node(), new Message("probe", -1, false));
            } else if (effect instanceof SessionSearch.AwaitRound<Integer, String>) {
                timed(name, true);
            } else if (effect instanceof SessionSearch.Open<Integer, String> tries) {
                tries(name, new Try(number, tries.number(), true));
            } else if (effect instanceof SessionSearch.LookUp<Integer, String> tries) {
                tries(name, new Try(number, tries.number(), false));
            } else if (effect instanceof SessionSearch.GiveUp<Integer, String> given) {
                giveUp(name, new Try(number, given.number(), true));
            } else if (effect instanceof SessionSearch.Answer<Integer, String> answer) {
                answer(answer.request(), answer.answer());
            } else if (effect instanceof SessionSearch.Forward<Integer, String> forward) {
                if (!passed.add(forward.request())) {
                    violated("it circles");
                }
                send(forward.node(), new Message("request", forward.request(), false));
            } else if (effect instanceof SessionSearch.Admit<Integer, String> admit) {
                answer(admit.request(), new ClientSessions.Released("s"));
            }
        }

        /** What is passed on to a node that has crashed is lost with it. */
        private void send(String to, Message message) {
            if (nodes.get(to).dead()) {
                pending.remove(message.request());
                certain.remove(message.request());
                passed.remove(message.request());
            } else {
                List<Message> all = new ArrayList<>(links.get(to));
                all.add(message);
                links.put(to, List.copyOf(all));
            }
        }

        void deliver(String name) {
            Message message = links.get(name).get(0);
            links.put(
                    name, List.copyOf(links.get(name).subList(1, links.get(name).size())));
            Node node = nodes.get(name);
            if (message.what().equals("probe")) {
                send(other(name), new Message("presence", -1, node.here()));
            } else if (message.what().equals("request")) {
                come(name, message.request(), true);
            } else {
                node.search()
                        .ifPresent(running -> carryOut(name, rules.found(running.now(), other(name), message.there())));
            }
        }

        void round(String name) {
            timed(name, false);
            Node node = nodes.get(name);
            carryOut(name, node.search().orElseThrow().now().round(node.others(), Optional.empty()));
        }

        private void timed(String name, boolean now) {
            put(name, nodes.get(name).withTimed(now));
        }

        // --- the lock of the session

        private void tries(String name, Try one) {
            List<Try> all = new ArrayList<>(nodes.get(name).asked());
            all.add(one);
            tries(name, all, nodes.get(name).decided(), nodes.get(name).open());
        }

        private void tries(String name, List<Try> waiting, Map<Try, Boolean> decided, Optional<Try> open) {
            put(
                    name,
                    nodes.get(name)
                            .withOpen(open)
                            .withAsked(List.copyOf(waiting))
                            .withDecided(new HashMap<>(decided)));
        }

        void decide(String name, Try one) {
            Node node = nodes.get(name);
            boolean free = lock.isEmpty();
            List<Try> waiting = new ArrayList<>(node.asked());
            waiting.remove(one);
            Map<Try, Boolean> decided = new HashMap<>(node.decided());
            if (free) {
                lock = Optional.of(name);
            }
            if (!one.opens() || !free) {
                decided.put(one, free);
            }
            tries(name, waiting, decided, free && one.opens() ? Optional.of(one) : node.open());
        }

        void hear(String name, Try one) {
            Node node = nodes.get(name);
            Map<Try, Boolean> decided = new HashMap<>(node.decided());
            boolean taken = decided.remove(one);
            tries(name, node.asked(), decided, node.open());
            if (taken) {
                lock = Optional.empty();
            }
            Optional<Running> running = node.search().filter(its -> its.number() == one.search());
            if (running.isEmpty()) {
                return;
            }
            Reply reply =
                    taken ? new Granted("", Claims.session("s"), Fence.NONE) : new NotFree("", Claims.session("s"));
            carryOut(
                    name,
                    one.opens()
                            ? running.get().now().notOpened(one.number(), Optional.empty())
                            : rules.lookedUp(running.get().now(), one.number(), reply));
        }

        /** The actor of all sessions hears that a session has been granted. */
        void open(String name) {
            Node node = nodes.get(name);
            Try one = node.open().orElseThrow();
            boolean known = node.search()
                    .filter(running ->
                            running.number() == one.search() && running.now().opens(one.number()))
                    .isPresent();
            tries(name, node.asked(), node.decided(), Optional.empty());
            if (known) {
                here(name, Optional.of(one.number()));
            } else {
                lock = Optional.empty();
            }
        }

        private void here(String name, Optional<Integer> number) {
            if (nodes.values().stream().anyMatch(Node::here)) {
                violated("it is at two nodes");
            }
            here(name, true);
            nodes.get(name).search().ifPresent(running -> carryOut(name, rules.here(running.now(), number)));
        }

        private void here(String name, boolean now) {
            put(name, nodes.get(name).withHere(now));
        }

        private void giveUp(String name, Try one) {
            Node node = nodes.get(name);
            List<Try> waiting = new ArrayList<>(node.asked());
            waiting.remove(one);
            boolean open = node.open().equals(Optional.of(one));
            if (open) {
                lock = Optional.empty();
            }
            tries(name, waiting, node.decided(), open ? Optional.empty() : node.open());
        }

        void end(String name) {
            here(name, false);
            lock = Optional.empty();
            certain.clear();
        }

        /** What the node has taken stays so until it is removed. */
        void crash(String name) {
            Node node = nodes.get(name);
            if (lock.equals(Optional.of(name)) && !node.here() && node.open().isEmpty()) {
                lock = Optional.of(name + " that holds nothing");
            }
            put(name, Node.idle(node.others()).withDead(true));
            links.put(name, List.of());
            Set<Integer> lost = new TreeSet<>(pending);
            Node there = nodes.get(other(name));
            there.search().ifPresent(running -> running.now().requests().forEach(each -> lost.remove(each.request())));
            links.get(other(name)).forEach(each -> lost.remove(each.request()));
            pending.removeAll(lost);
            certain.removeAll(lost);
            passed.removeAll(lost);
        }

        /** The other is about to take over the session, if it was there. */
        void remove(String name) {
            put(
                    name,
                    Node.idle(Set.of())
                            .withDead(true)
                            .withSearches(nodes.get(name).searches()));
            String next = other(name);
            put(next, nodes.get(next).withOthers(Set.of()));
            if (lock.equals(Optional.of(name))) {
                lock = Optional.of(next + COMES);
            } else if (lock.isPresent() && lock.get().startsWith(name)) {
                lock = Optional.empty();
            }
        }

        void takeOver(String name) {
            lock = Optional.of(name);
            here(name, Optional.empty());
        }

        // --- properties

        /** Nothing changes any more. */
        @Override
        protected void settle() {
            int rounds = 0;
            while (violation().isEmpty() && advance()) {
                if (++rounds > MOST_ROUNDS) {
                    violated("it searches for ever");
                }
            }
            if (!pending.isEmpty()) {
                violated("not answered: " + wishes.get(pending.iterator().next()));
            }
            nodes.forEach((name, node) -> {
                if (node.search().isPresent() || node.timed()) {
                    violated("a search does not end");
                }
                if (!node.dead() && lock.equals(Optional.of(name)) && !node.here()) {
                    violated("the lock is kept");
                }
            });
        }

        private boolean advance() {
            for (String name : List.of("a", "b")) {
                Node node = nodes.get(name);
                if (node.dead()) {
                    if (!node.others().isEmpty()) {
                        remove(name);
                        return true;
                    }
                } else if (lock.equals(Optional.of(name + COMES))) {
                    takeOver(name);
                    return true;
                } else if (!links.get(name).isEmpty()) {
                    deliver(name);
                    return true;
                } else if (!node.asked().isEmpty()) {
                    decide(name, node.asked().get(0));
                    return true;
                } else if (!node.decided().isEmpty()) {
                    hear(name, node.decided().keySet().iterator().next());
                    return true;
                } else if (node.open().isPresent()) {
                    open(name);
                    return true;
                }
            }
            for (String name : List.of("a", "b")) {
                if (nodes.get(name).timed()) {
                    round(name);
                    return true;
                }
            }
            return false;
        }
    }
}
