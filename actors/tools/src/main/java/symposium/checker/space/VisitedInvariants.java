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
import symposium.checker.store.Rows;
import symposium.kernel.TraceEvent;
import symposium.kernel.network.NetworkState;
import symposium.kernel.problem.Invariant;

/** Evaluates invariants on the visited state, from what is cached of its parts. */
public final class VisitedInvariants<S, M, U> {

    private static final int FINE = InvariantCache.FINE;
    private static final int NONE = InvariantCache.NONE;

    private final InvariantCache<S, M, U> cache;
    private final Rows rows;
    private final Environments environments;
    private final int processes;
    private final long[] sums;
    /** Where the invariant found broken last is broken. */
    private Place brokenAt = Place.EVERYTHING;

    VisitedInvariants(InvariantCache<S, M, U> cache, Rows rows, Environments environments, int processes) {
        this.cache = cache;
        this.rows = rows;
        this.environments = environments;
        this.processes = processes;
        this.sums = new long[cache.groups()];
    }

    /** The exception that violates the invariant found broken last, if it is broken by one. */
    Optional<TraceEvent> failure(String invariant) {
        return cache.failure(brokenAt, invariant);
    }

    /** The index of the invariant violated in the visited state, or -1. */
    int broken() {
        Arrays.fill(sums, 0);
        brokenAt = Place.EVERYTHING;
        for (int process = 0; process < processes; process++) {
            int number = rows.number(process);
            Evaluated<LocalState<S, U>> local = cache.evaluated(process, number);
            if (local.broken() != FINE) {
                return brokenAt(new Place(process, number, NONE, NONE), local.broken());
            }
            add(local.counts());
        }
        for (int slot = rows.firstLink(); slot < rows.slots(); slot++) {
            int content = rows.number(slot);
            if (content != 0) {
                Evaluated<List<M>> inTransit = cache.evaluated(content);
                if (inTransit.broken() != FINE) {
                    return brokenAt(new Place(NONE, NONE, content, NONE), inTransit.broken());
                }
                add(inTransit.counts());
                int broken = inTransit(slot - rows.firstLink(), content);
                if (broken != FINE) {
                    return broken;
                }
            }
        }
        List<Invariant.Count<S, M, U>> counts = cache.counts();
        for (int count = 0; count < counts.size(); count++) {
            Invariant.Count<S, M, U> invariant = counts.get(count);
            int sum = (int) (sums[count / InvariantCache.LANES] >>> count % InvariantCache.LANES * InvariantCache.LANE)
                    & (1 << InvariantCache.LANE) - 1;
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

    private int inTransit(int link, int content) {
        LinkDirection ends = cache.ends(link);
        if (cache.concernsDeliveries() && environments.way(rows.environment(), ends) == NetworkState.Way.CARRIES) {
            int number = rows.number(ends.to());
            int broken = cache.delivery(ends.to(), number, content);
            if (broken != FINE) {
                return brokenAt(new Place(ends.to(), number, content, NONE), broken);
            }
        }
        if (cache.concernsPairs()) {
            int back = cache.opposite(link);
            int other = back < 0 || rows.firstLink() + back >= rows.slots() ? 0 : rows.number(rows.firstLink() + back);
            int broken = cache.pair(content, other);
            return broken == FINE ? FINE : brokenAt(new Place(NONE, NONE, content, other), broken);
        }
        return FINE;
    }
}
