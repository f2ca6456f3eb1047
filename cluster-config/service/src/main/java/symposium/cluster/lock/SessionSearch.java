package symposium.cluster.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.NoSession;
import symposium.service.lock.ClientSessions.Refused;
import symposium.service.lock.ClientSessions.Unavailable;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;

/**
 * The search of one node for a session: a value. Each event yields the next value, and what is to be done.
 *
 * <p>In each round the node probes all others. If one has the session, it gets the requests. If none has it, the lock
 * of the session decides: this node tries to take it, without waiting. If it gets the lock, there is no such session in
 * the cluster: the search opens one, or answers that there is none. If it does not, another node is opening the session
 * or taking it over, and the next round follows. A search ends after {@link #PATIENCE}.
 *
 * @param requests each has one answer, or is passed on once
 * @param silent the nodes that have not answered in this round
 * @param rounds how many have begun
 * @param tries how often the lock has been tried
 * @param deciding whether the last try is not decided yet, and whether that opens the session
 * @param over whether nothing is searched any more
 * @param <Q> the requests
 * @param <N> the references to nodes
 */
record SessionSearch<Q, N>(
        List<Asked<Q>> requests, Set<N> silent, int rounds, int tries, Optional<Decision> deciding, boolean over) {

    /**
     * A request for the session.
     *
     * @param opens whether it opens the session if there is none
     */
    record Asked<Q>(Q request, boolean opens) {}

    /** What the lock of the session decides. */
    enum Decision {
        /** Whether there is such a session. */
        LOOKS_UP,
        /** Whether one opens here. */
        OPENS
    }

    /** Something to do. */
    sealed interface Effect<Q, N> {}

    /** Asks a node whether it has the session. */
    record Probe<Q, N>(N node) implements Effect<Q, N> {}

    /** The time to the next round begins. */
    record AwaitRound<Q, N>() implements Effect<Q, N> {}

    /** Opens the session here, if its lock is free, as a request asks for that. */
    record Open<Q, N>(int number, Q request) implements Effect<Q, N> {}

    /** Tries whether the lock of the session is free. */
    record LookUp<Q, N>(int number) implements Effect<Q, N> {}

    /** The session that was to be opened here is not. */
    record GiveUp<Q, N>(int number) implements Effect<Q, N> {}

    /** Answers a request. */
    record Answer<Q, N>(Q request, ClientSessions.Answer answer) implements Effect<Q, N> {}

    /** Passes a request on to another node. */
    record Forward<Q, N>(N node, Q request) implements Effect<Q, N> {}

    /** Passes a request to the session, which is here. */
    record Admit<Q, N>(Q request) implements Effect<Q, N> {}

    /**
     * The response to one event.
     *
     * @param next the search after it
     * @param effects what is to be done, in order
     */
    record Step<Q, N>(SessionSearch<Q, N> next, List<Effect<Q, N>> effects) {

        Step {
            effects = List.copyOf(effects);
        }
    }

    /** The longest time of a search. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    /** From one round of a search to the next. */
    static final Duration ROUND = Duration.ofMillis(300);

    private static final long MOST_ROUNDS = PATIENCE.toMillis() / ROUND.toMillis();

    /** The answer where the session is at another node, or may be. */
    static final Unavailable ELSEWHERE =
            new Unavailable("the session is on a node that does not answer, or another node takes it over: ask again");

    SessionSearch {
        requests = List.copyOf(requests);
        silent = Set.copyOf(silent);
    }

    /** A search that has not begun. The next event is {@link #round}. */
    static <Q, N> SessionSearch<Q, N> of(Q request, boolean opens) {
        return new SessionSearch<>(List.of(new Asked<>(request, opens)), Set.of(), 0, 0, Optional.empty(), false);
    }

    private Step<Q, N> step(Consumer<Turn> event) {
        Turn turn = new Turn();
        event.accept(turn);
        return turn.step();
    }

    private boolean is(int number, Decision decision) {
        return !over && tries == number && deciding.equals(Optional.of(decision));
    }

    /** A further request. */
    SessionSearch<Q, N> asked(Q request, boolean opens) {
        List<Asked<Q>> all = new ArrayList<>(requests);
        all.add(new Asked<>(request, opens));
        return new SessionSearch<>(all, silent, rounds, tries, deciding, over);
    }

    /**
     * It is time for a round.
     *
     * @param others the other nodes
     * @param full why no further session may be opened here, if so
     */
    Step<Q, N> round(Set<N> others, Optional<Refused> full) {
        return step(turn -> turn.round(others, full));
    }

    /** A node has answered whether it has the session. */
    Step<Q, N> found(N node, boolean there, Optional<Refused> full) {
        return step(turn -> turn.found(node, there, full));
    }

    /** The lock of the session has answered a try that opens nothing. */
    Step<Q, N> lookedUp(int number, Reply reply) {
        return step(turn -> {
            if (is(number, Decision.LOOKS_UP)) {
                turn.lookedUp(reply);
            }
        });
    }

    /** Whether this try opens the session. */
    boolean opens(int number) {
        return is(number, Decision.OPENS);
    }

    /** The session is here from now on. */
    Step<Q, N> here(Optional<Integer> number) {
        return step(turn -> {
            number.ifPresent(opened -> turn.decides = Optional.empty());
            turn.end(request -> turn.effects.add(new Admit<>(request)));
        });
    }

    /**
     * A session has not opened, or its actor has stopped before that.
     *
     * @param why the answer to all requests; empty if another node has the session, or takes it over
     */
    Step<Q, N> notOpened(int number, Optional<ClientSessions.Answer> why) {
        return step(turn -> {
            if (opens(number)) {
                turn.decides = Optional.empty();
                why.ifPresentOrElse(turn::endWith, () -> turn.effects.add(new AwaitRound<>()));
            }
        });
    }

    /** This node takes no more requests. */
    Step<Q, N> closed(ClientSessions.Answer why) {
        return step(turn -> turn.endWith(why));
    }

    /** What changes by one event. */
    private final class Turn {

        private final List<Asked<Q>> asked = new ArrayList<>(requests);
        private final Set<N> unheard = new HashSet<>(silent);
        private final List<Effect<Q, N>> effects = new ArrayList<>();
        private int begun = rounds;
        private int tried = tries;
        private Optional<Decision> decides = deciding;
        private boolean ended = over;

        private Step<Q, N> step() {
            return new Step<>(new SessionSearch<>(asked, unheard, begun, tried, decides, ended), effects);
        }

        void round(Set<N> others, Optional<Refused> full) {
            if (over || deciding.isPresent()) {
                return;
            }
            if (rounds >= MOST_ROUNDS) {
                endWith(ELSEWHERE);
                return;
            }
            begun++;
            unheard.clear();
            unheard.addAll(others);
            others.forEach(node -> effects.add(new Probe<>(node)));
            effects.add(new AwaitRound<>());
            decide(full);
        }

        void found(N node, boolean there, Optional<Refused> full) {
            unheard.remove(node);
            if (there) {
                end(request -> effects.add(new Forward<>(node, request)));
            } else {
                decide(full);
            }
        }

        /** Asks the lock of the session, when all others have answered that they do not have the session. */
        private void decide(Optional<Refused> full) {
            if (ended || !unheard.isEmpty() || decides.isPresent()) {
                return;
            }
            full.ifPresent(why -> answer(true, why));
            Optional<Asked<Q>> open = asked.stream().filter(Asked::opens).findFirst();
            if (asked.isEmpty()) {
                ended = true;
                return;
            }
            tried++;
            decides = Optional.of(open.isPresent() ? Decision.OPENS : Decision.LOOKS_UP);
            effects.add(open.<Effect<Q, N>>map(each -> new Open<>(tried, each.request()))
                    .orElseGet(() -> new LookUp<>(tried)));
        }

        void lookedUp(Reply reply) {
            decides = Optional.empty();
            if (reply instanceof LockService.Granted) {
                String why = "there is no such session: it has expired, has been closed or lost, or never was";
                answer(false, new NoSession(why));
                ended = asked.isEmpty();
            } else if (!(reply instanceof LockService.NotFree || reply instanceof LockService.Refused)) {
                endWith(KeptSession.notOpened(reply));
            }
            // Otherwise another node has it, or this one has just asked.
            if (!ended) {
                effects.add(new AwaitRound<>());
            }
        }

        private void answer(boolean opening, ClientSessions.Answer answer) {
            asked.stream()
                    .filter(each -> each.opens() == opening)
                    .forEach(each -> effects.add(new Answer<>(each.request(), answer)));
            asked.removeIf(each -> each.opens() == opening);
        }

        void endWith(ClientSessions.Answer answer) {
            end(request -> effects.add(new Answer<>(request, answer)));
        }

        void end(Consumer<Q> rest) {
            if (decides.equals(Optional.of(Decision.OPENS))) {
                effects.add(new GiveUp<>(tried));
            }
            asked.forEach(each -> rest.accept(each.request()));
            asked.clear();
            decides = Optional.empty();
            ended = true;
        }
    }
}
