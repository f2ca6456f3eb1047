package symposium.election;

import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Algorithm;
import symposium.kernel.Problem;

/**
 * An algorithm for one {@link Election}, in the catalogue.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public interface ElectionAlgorithm<S, M> extends Algorithm<S, M, Voter, Call, Leader> {

    @Override
    default Problem<Voter, Call, Leader> problem() {
        return Election.PROBLEM;
    }
}
