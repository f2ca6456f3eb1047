package symposium.mutex.causal;

import symposium.clock.VectorTime;

/**
 * A message of an algorithm, and the requests that happened before it was sent.
 *
 * @param message what the algorithm sends
 * @param requests how many requests of each process
 */
public record CausalMessage<M>(M message, VectorTime requests) {
    @Override
    public String toString() {
        return message + " " + requests;
    }
}
