package symposium.checker.number;

import java.util.HashSet;
import java.util.Set;

/**
 * Guards the numbers of a worker that gives none itself: it computes what another one has computed, in the same order,
 * so that all numbers mean the same to both. What is computed at the start is the same everywhere by itself.
 */
public final class FollowingGuard extends Guard {

    /** Something is needed that the other worker has not computed yet. */
    public static final class NotComputed extends Error {
        private static final long serialVersionUID = 1;
        private final transient Computation needed;

        NotComputed(Computation needed) {
            super("not computed yet: " + needed, null, false, false);
            this.needed = needed;
        }

        public Computation needed() {
            return needed;
        }
    }

    /** What has violated an invariant when it was computed; it has no value, and does so again. */
    private final Set<Computation> violating = new HashSet<>();

    private boolean follows;

    /** From now on only what the other worker has computed is computed. */
    public void follow() {
        follows = true;
    }

    @Override
    void outermost(int function, int one, int other) {
        if (!follows || replaying()) {
            super.outermost(function, one, other);
            return;
        }
        Computation needed = new Computation(function, one, other);
        if (!violating.contains(needed)) {
            throw new NotComputed(needed);
        }
    }

    /** Values get their numbers only in computations, which all workers do in the same order. */
    @Override
    void naming() {
        if (follows && !computing()) {
            throw new IllegalStateException("a value gets a number outside of any computation");
        }
    }

    @Override
    void threw(int function, int one, int other) {
        violating.add(new Computation(function, one, other));
    }
}
