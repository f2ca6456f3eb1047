package symposium.mutex;

import symposium.kernel.Algorithm;
import symposium.kernel.Problem;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * An algorithm for {@link MutualExclusion}, in the catalogue.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public interface MutexAlgorithm<S, M> extends Algorithm<S, M, User, Input, Output> {

    @Override
    default Problem<User, Input, Output> problem() {
        return MutualExclusion.PROBLEM;
    }
}
