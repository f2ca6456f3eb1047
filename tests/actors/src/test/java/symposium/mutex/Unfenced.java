package symposium.mutex;

import java.util.List;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.Model;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Observer;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * Mutual exclusion without the invariants of fences, so that a fault that breaks their order is followed to other
 * violations.
 */
public final class Unfenced {

    private Unfenced() {}

    /** The same model without the invariants of fences, under these invariants alone. */
    public static <S, M> Model<S, M, User, Input, Output> of(
            Model<S, M, User, Input, Output> model, List<Invariant<S, M, User>> invariants) {
        return model.withProblem(ProblemDecorator.watchedBy(MutualExclusion.PROBLEM, Observer.indifferent()))
                .withInvariants(invariants);
    }
}
