package symposium.mutex.causal;

import symposium.clock.VectorTime;
import symposium.kernel.ProcessId;

/**
 * A process of an algorithm, and the requests that happened before its next step, as far as messages can have told of them.
 *
 * @param self its name
 * @param state its state in the algorithm
 * @param requests how many requests of each process
 */
public record CausalState<S>(ProcessId self, S state, VectorTime requests) {
    @Override
    public String toString() {
        return state + " " + requests;
    }
}
