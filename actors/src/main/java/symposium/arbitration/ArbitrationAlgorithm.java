package symposium.arbitration;

import java.util.List;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.kernel.Algorithm;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Problem;
import symposium.kernel.Shape;
import symposium.kernel.Topology;

/**
 * An algorithm for {@link Dining} philosophers on any graph, in the catalogue: one that goes on without those who depart.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public interface ArbitrationAlgorithm<S, M> extends Algorithm<S, M, User, Input, Output> {

    @Override
    default Problem<User, Input, Output> problem() {
        return Dining.PROBLEM;
    }

    @Override
    default List<Topology> topologies() {
        return List.of(Shape.CYCLE, Shape.COMPLETE, Shape.LINE, Shape.STAR, Shape.TREE, Shape.PETERSEN);
    }

    @Override
    default boolean anyGraph() {
        return true;
    }

    @Override
    default MembershipTolerance tolerates() {
        return MembershipTolerance.DEPARTURES;
    }

    /** A user may ask as often as it likes: forks are not counted unless users want fences. */
    @Override
    default boolean finiteStateSpace() {
        return true;
    }
}
