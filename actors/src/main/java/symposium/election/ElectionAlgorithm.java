package symposium.election;

import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.catalogue.Algorithm;

/**
 * An algorithm for one {@link Election} in the catalogue.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public class ElectionAlgorithm<S, M> extends Algorithm<S, M, Voter, Call, Leader> {

    /** @throws IllegalArgumentException if the messages cannot be written to the wire and read back */
    public ElectionAlgorithm(Descriptor<S, M, Voter, Call, Leader> descriptor) {
        super(descriptor);
    }

    /**
     * The descriptor of an algorithm.
     *
     * @param name in the catalogue
     * @param messages the type of its messages
     */
    public static <S, M> Descriptor<S, M, Voter, Call, Leader> of(String name, Class<M> messages) {
        return new Descriptor<>(name, Election.PROBLEM, messages);
    }
}
