package symposium.checker.space;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import symposium.checker.local.InvariantCache;
import symposium.checker.store.GlobalState;
import symposium.kernel.problem.Invariant;

/**
 * Evaluates invariants on whole states. One that holds without a look at the messages in transit is not evaluated again
 * in states with the same local states, as long as this remembers it: neighbouring states share most of theirs.
 */
final class GlobalInvariants<S, M, U> {

    /** How many combinations of local states are remembered: a power of 2. */
    private static final int ENTRIES = 1 << 14;
    /** The invariants for which a word has room. */
    private static final int MOST = Long.SIZE;

    private final InvariantCache<S, M, U> cache;
    private final List<Invariant.OfConfiguration<S, M, U>> invariants;
    private final int processes;
    /** By entry and process: the number of its local state, or -1. */
    private final int[] locals;
    /** By entry: the invariants that hold for its local states, whatever is in transit. */
    private final long[] hold;

    GlobalInvariants(
            InvariantCache<S, M, U> cache, List<Invariant.OfConfiguration<S, M, U>> invariants, int processes) {
        this.cache = cache;
        this.invariants = invariants;
        this.processes = processes;
        int entries = invariants.isEmpty() ? 0 : ENTRIES;
        this.locals = new int[entries * processes];
        this.hold = new long[entries];
        Arrays.fill(locals, -1);
    }

    /** The name of the first that does not hold in a state, or null. */
    String broken(GlobalState at, Supplier<Snapshot<S, M, U>> configuration) {
        if (invariants.isEmpty()) {
            return null;
        }
        int entry = entry(at);
        Snapshot<S, M, U> all = null;
        for (int each = 0; each < invariants.size(); each++) {
            if (each < MOST && (hold[entry] >>> each & 1) == 1) {
                continue;
            }
            all = all == null ? configuration.get() : all;
            all.forgetReads();
            Invariant.OfConfiguration<S, M, U> invariant = invariants.get(each);
            if (!holds(invariant, all)) {
                return invariant.name();
            }
            if (each < MOST && !all.messagesRead()) {
                hold[entry] |= 1L << each;
            }
        }
        return null;
    }

    private boolean holds(Invariant.OfConfiguration<S, M, U> invariant, Snapshot<S, M, U> all) {
        return cache.holds(invariant, () -> invariant.situation().test(all), () -> invariant
                .condition()
                .test(all));
    }

    /** The entry of the local states of a state, emptied if it had others. */
    private int entry(GlobalState at) {
        int hash = 0;
        for (int process = 0; process < processes; process++) {
            hash = 31 * hash + at.number(process) * 0x9E3779B9;
        }
        int entry = (hash ^ hash >>> 15) & ENTRIES - 1;
        boolean same = true;
        for (int process = 0; process < processes; process++) {
            int number = at.number(process);
            same &= locals[entry * processes + process] == number;
            locals[entry * processes + process] = number;
        }
        if (!same) {
            hold[entry] = 0;
        }
        return entry;
    }
}
