package symposium.checker.space;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import symposium.checker.local.Environments;
import symposium.checker.local.InvariantCache;
import symposium.checker.local.InvariantCache.Evaluated;
import symposium.checker.local.InvariantCache.Place;
import symposium.checker.local.LinkDirection;
import symposium.checker.local.LocalState;
import symposium.checker.store.GlobalState;
import symposium.kernel.TraceEvent;
import symposium.kernel.network.NetworkState;
import symposium.kernel.problem.Invariant;

/** Evaluates invariants on states, from what is cached of their parts. */
public final class StateInvariants<S, M, U> {

    private static final int FINE = InvariantCache.FINE;
    private static final int NONE = InvariantCache.NONE;

    private final InvariantCache<S, M, U> cache;
    private final int firstLink;
    private final Environments environments;
    private final int processes;
    private final long[] sums;
    /** Where the invariant found broken last is broken. */
    private Place brokenAt = Place.EVERYTHING;

    StateInvariants(InvariantCache<S, M, U> cache, int firstLink, Environments environments, int processes) {
        this.cache = cache;
        this.firstLink = firstLink;
        this.environments = environments;
        this.processes = processes;
        this.sums = new long[cache.groups()];
    }

    /** The exception that violates the invariant found broken last, if it is broken by one. */
    Optional<TraceEvent> failure(String invariant) {
        return cache.failure(brokenAt, invariant);
    }

    /** The index of the invariant violated in a state, or -1. */
    int broken(GlobalState at) {
        Arrays.fill(sums, 0);
        brokenAt = Place.EVERYTHING;
        for (int process = 0; process < processes; process++) {
            int number = at.number(process);
            Evaluated<LocalState<S, U>> local = cache.evaluated(process, number);
            if (local.broken() != FINE) {
                return brokenAt(new Place(process, number, NONE, NONE), local.broken());
            }
            add(local.counts());
        }
        for (int slot = firstLink; slot < at.slots(); slot++) {
            int content = at.number(slot);
            if (content != 0) {
                Evaluated<List<M>> inTransit = cache.evaluated(content);
                if (inTransit.broken() != FINE) {
                    return brokenAt(new Place(NONE, NONE, content, NONE), inTransit.broken());
                }
                add(inTransit.counts());
                int broken = inTransit(at, slot - firstLink, content);
                if (broken != FINE) {
                    return broken;
                }
            }
        }
        List<Invariant.Count<S, M, U>> counts = cache.counts();
        for (int count = 0; count < counts.size(); count++) {
            Invariant.Count<S, M, U> invariant = counts.get(count);
            long sum = sums[count / InvariantCache.LANES] >>> count % InvariantCache.LANES * InvariantCache.LANE
                    & (1L << InvariantCache.LANE) - 1;
            if (sum < invariant.least() || sum > invariant.most()) {
                return cache.index(invariant);
            }
        }
        return FINE;
    }

    private int brokenAt(Place place, int invariant) {
        brokenAt = place;
        return invariant;
    }

    private void add(long[] seen) {
        for (int group = 0; group < seen.length; group++) {
            sums[group] += seen[group];
        }
    }

    private int inTransit(GlobalState at, int link, int content) {
        LinkDirection ends = cache.ends(link);
        if (cache.concernsDeliveries() && environments.way(at.number(processes), ends) == NetworkState.Way.CARRIES) {
            int number = at.number(ends.to());
            int broken = cache.delivery(ends.to(), number, content);
            if (broken != FINE) {
                return brokenAt(new Place(ends.to(), number, content, NONE), broken);
            }
        }
        if (cache.concernsPairs()) {
            int back = cache.opposite(link);
            int other = back < 0 ? 0 : at.number(firstLink + back);
            int broken = cache.pair(content, other);
            return broken == FINE ? FINE : brokenAt(new Place(NONE, NONE, content, other), broken);
        }
        return FINE;
    }
}
