package symposium.mutex;

import symposium.kernel.Invariant;
import symposium.kernel.Invariants;

/** The invariants of mutual exclusion, over users alone: they hold for every algorithm. */
public final class MutexInvariants {

    /** The name of the invariant that gives the problem its name. */
    public static final String MUTUAL_EXCLUSION = "at any moment at most one user is in its critical section";

    private MutexInvariants() {}

    /** The common invariants of every algorithm: mutual exclusion. */
    public static <S, M> Invariants<S, M, MutualExclusion.User> standard() {
        return new Invariants<S, M, MutualExclusion.User>().add(mutualExclusion());
    }

    /** At most one user at a time is in its critical section. */
    public static <S, M> Invariant<S, M, MutualExclusion.User> mutualExclusion() {
        return Invariant.atMost(1, MUTUAL_EXCLUSION, (state, user) -> MutualExclusion.critical(user));
    }
}
