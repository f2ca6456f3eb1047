package symposium.regeneration.misra.many;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.regeneration.misra.Circulation.Nothing;
import symposium.regeneration.misra.Circulation.Regenerated;
import symposium.regeneration.misra.many.ManyMessage.Token;
import symposium.regeneration.misra.many.ManyState.Pair;

/**
 * One process of a ring on which any number of tokens circulate, of which each regenerates another that is lost: section 4.2 of the
 * chapter, generalized. See the package.
 *
 * <p>Token 0 is ping, the others are pongs, where the user is told what has been regenerated.
 */
public final class Many implements Protocol<ManyState, ManyMessage, Nothing, Regenerated> {

    private final ProcessId start;
    private final int tokens;
    private final Watching watching;

    /**
     * @param start the process at which all tokens start
     * @param tokens how many there are, 1 or more
     */
    public Many(ProcessId start, int tokens) {
        this(start, tokens, Watching.THE_NEXT);
    }

    /** The same, with any way of watching. */
    public Many(ProcessId start, int tokens, Watching watching) {
        if (tokens < 1) {
            throw new IllegalArgumentException("at least one token circulates, not " + tokens);
        }
        this.start = start;
        this.tokens = tokens;
        this.watching = watching;
    }

    /** How many tokens there are. */
    public int tokens() {
        return tokens;
    }

    @Override
    public List<ManyRule> rules() {
        return List.of(ManyRule.values());
    }

    @Override
    public ManyState initial(ProcessId self, Neighbours neighbours) {
        SortedMap<Integer, SortedMap<Integer, SortedSet<ProcessId>>> here = new TreeMap<>();
        if (self.equals(start)) {
            for (int token = 0; token < tokens; token++) {
                here.put(token, fresh(token));
            }
        }
        return new ManyState(self, neighbours, Collections.emptySortedSet(), here);
    }

    @Override
    public List<Rest> initialTimers(ManyState initial) {
        return initial.tokens().keySet().stream().map(Rest::new).toList();
    }

    /** What a token carries that has just met all that it watches, or is new. */
    private SortedMap<Integer, SortedSet<ProcessId>> fresh(int token) {
        SortedMap<Integer, SortedSet<ProcessId>> alone = new TreeMap<>();
        watching.watchedBy(token, tokens).forEach(watched -> alone.put(watched, Collections.emptySortedSet()));
        return alone;
    }

    @Override
    public Step<ManyState, ManyMessage, Regenerated> step(ManyState state, Event<ManyMessage, Nothing> event) {
        if (event instanceof Event.Received<ManyMessage, Nothing> received) {
            return received(state, (Token) received.message());
        }
        if (event instanceof Event.Timeout<ManyMessage, Nothing> timeout) {
            return leaves(state, ((Rest) timeout.timer()).token());
        }
        if (event instanceof Event.NeighboursChanged<ManyMessage, Nothing> changed) {
            throw new InvariantViolation("the ring does not change", changed + " at " + state);
        }
        throw new InvariantViolation("nobody asks for anything", event + " at " + state);
    }

    private Step<ManyState, ManyMessage, Regenerated> received(ManyState state, Token came) {
        int token = came.number();
        if (state.holds(token)) {
            throw new InvariantViolation("never two of a kind", "a second token " + token + " comes to " + state);
        }
        List<Integer> watched = watching.watchedBy(token, tokens);
        List<Integer> lost = watching.regenerated(
                watched.stream().filter(other -> lost(state, came, other)).toList(), watched);

        // "by this means": neither the token nor the process has encountered the other since
        TreeSet<Pair> marks = new TreeSet<>(state.marks());
        marks.removeIf(pair -> pair.watched() == token);
        watched.forEach(other -> marks.add(new Pair(token, other)));
        TreeMap<Integer, SortedMap<Integer, SortedSet<ProcessId>>> here = new TreeMap<>(state.tokens());
        TreeMap<Integer, SortedSet<ProcessId>> alone = new TreeMap<>();
        watched.forEach(other -> alone.put(other, and(came.alone().get(other), state.self())));
        here.put(token, alone);
        lost.forEach(other -> here.put(other, fresh(other)));
        List<Integer> present = new ArrayList<>(here.keySet());
        boolean met = false;
        for (int other : present) {
            met |= meeting(here, token, other) | meeting(here, other, token);
        }

        ManyRule rule = !lost.isEmpty() ? ManyRule.REGENERATES : met ? ManyRule.MEETS : ManyRule.MARKS;
        Step<ManyState, ManyMessage, Regenerated> step = Step.<ManyState, ManyMessage, Regenerated>by(
                        rule, new ManyState(state.self(), state.neighbours(), marks, here))
                .schedule(new Rest(token));
        for (int other : lost) {
            step = step.tell(other == 0 ? Regenerated.PING : Regenerated.PONG).schedule(new Rest(other));
        }
        return step;
    }

    private static boolean lost(ManyState state, Token came, int other) {
        return came.alone().get(other).contains(state.self()) && state.marks().contains(new Pair(came.number(), other));
    }

    /** Whether the one watches the other; if so, it has met it. */
    private static boolean meeting(
            SortedMap<Integer, SortedMap<Integer, SortedSet<ProcessId>>> here, int watcher, int watched) {
        if (watcher == watched || !here.get(watcher).containsKey(watched)) {
            return false;
        }
        TreeMap<Integer, SortedSet<ProcessId>> alone = new TreeMap<>(here.get(watcher));
        alone.put(watched, Collections.emptySortedSet());
        here.put(watcher, alone);
        return true;
    }

    private static SortedSet<ProcessId> and(SortedSet<ProcessId> passed, ProcessId self) {
        TreeSet<ProcessId> more = new TreeSet<>(passed);
        more.add(self);
        return more;
    }

    private static Step<ManyState, ManyMessage, Regenerated> leaves(ManyState state, int token) {
        return Step.<ManyState, ManyMessage, Regenerated>by(ManyRule.LEAVES, state.without(token))
                .send(state.neighbours().left(), new Token(token, state.tokens().get(token)));
    }
}
