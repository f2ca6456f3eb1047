package symposium.mutex;

import java.util.List;
import symposium.checker.Model;
import symposium.kernel.Invariant;
import symposium.kernel.Observer;
import symposium.kernel.ProblemDecorator;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Mutual exclusion where nobody looks at fences, so that a fault that breaks their order is followed to what else it breaks. */
public final class Unfenced {

    private Unfenced() {}

    /** The same model with nobody looking at fences, under these laws alone. */
    public static <S, M> Model<S, M, User, Input, Output> of(
            Model<S, M, User, Input, Output> model, List<Invariant<S, M, User>> invariants) {
        return model.withProblem(ProblemDecorator.watchedBy(MutualExclusion.PROBLEM, Observer.indifferent()))
                .withInvariants(invariants);
    }
}
