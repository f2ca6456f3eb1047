package symposium.mutex;

import java.util.List;
import symposium.kernel.Law;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;

/** The laws of mutual exclusion, over users alone: they hold for every algorithm. */
public final class MutexLaws {

    /** The name of the law that gives the problem its name. */
    public static final String MUTUAL_EXCLUSION = "at any moment at most one user is in its critical section";

    /** The name of the law of fences. */
    public static final String FENCES_GROW = "a grant carries a greater fence than all grants before it";

    private MutexLaws() {}

    /** At most one user at a time is in its critical section. */
    public static <S, M> Law<S, M, MutualExclusion.User> mutualExclusion() {
        return Law.atMost(1, MUTUAL_EXCLUSION, (state, user) -> MutualExclusion.critical(user));
    }

    /** Of two grants, the later carries the greater fence; the dead are not forgotten. */
    public static <S, M> Law<S, M, MutualExclusion.User> fencesGrow() {
        return new Law.OfStep<>(FENCES_GROW, MutexLaws::grants, (before, occurrence, after) -> {
            Fence granted = after.user(occurrence.process()).fence();
            for (ProcessId process : before.processes()) {
                if (before.user(process).fence().compareTo(granted) >= 0) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Both. */
    public static <S, M> List<Law<S, M, MutualExclusion.User>> fenced() {
        return List.of(mutualExclusion(), fencesGrow());
    }

    private static boolean grants(Occurrence occurrence) {
        return occurrence instanceof Occurrence.Stepped stepped
                && stepped.effects().stream()
                        .anyMatch(effect -> effect instanceof symposium.kernel.Effect.Output<?, ?> output
                                && output.output() instanceof Told.Granted);
    }
}
