package symposium.mutex;

import java.util.function.Predicate;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.MembershipTolerance;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** The invariants of mutual exclusion, over users alone: they hold for every algorithm. */
public final class MutexInvariants {

    /** The name of the invariant that gives the problem its name. */
    public static final String MUTUAL_EXCLUSION = "at any moment at most one user is in its critical section";

    /** The name of the invariant of token algorithms. */
    public static final String CRITICAL_HOLDS_TOKEN = "a process in the critical section holds the token";

    /** What a token algorithm promises where a live process is taken to have departed. */
    public static final String PER_GENERATION =
            "of each generation at most one user is in its critical section, and fences grow within it";

    private static final String NOT_TOLD = "at most one user is in its critical section, as under any loss of messages;"
            + " its processes are notified of no departure";

    private MutexInvariants() {}

    /** The common invariants of every algorithm: mutual exclusion. */
    public static <S, M> Invariants<S, M, User> standard() {
        return new Invariants<S, M, User>().add(mutualExclusion());
    }

    /** At most one user at a time is in its critical section. */
    public static <S, M> Invariant<S, M, User> mutualExclusion() {
        return Invariant.atMost(1, MUTUAL_EXCLUSION, (state, user) -> MutualExclusion.critical(user));
    }

    /**
     * A process is in the critical section as its user is, and holds the token then.
     *
     * @param inside whether the process is in the critical section
     * @param holds whether the token is at the process
     */
    public static <S, M> Invariant<S, M, User> criticalHoldsToken(Predicate<S> inside, Predicate<S> holds) {
        return new Invariant.OfProcess<>(
                CRITICAL_HOLDS_TOKEN,
                (p, user) -> MutualExclusion.critical(user) || inside.test(p),
                (p, user) -> MutualExclusion.critical(user) && inside.test(p) && holds.test(p));
    }

    /** One critical section for each generation; at all where no departure is heard of. */
    static <S, M> FalseDeparturePromise<S, M, User, Input, Output> underFalseDeparture(
            Algorithm<S, M, User, Input, Output> algorithm) {
        return algorithm.system().tolerates() == MembershipTolerance.NO_CHANGE
                ? new FalseDeparturePromise<>(
                        NOT_TOLD,
                        algorithm.problem(),
                        MutexInvariants.<S, M>standard().list())
                : new FalseDeparturePromise<>(
                        PER_GENERATION, algorithm.problem().underSuspicion(), algorithm.invariantsUnderSuspicion());
    }
}
