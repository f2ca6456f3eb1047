package symposium.arbitration;

import java.util.List;
import symposium.arbitration.Dining.User;
import symposium.kernel.Algorithm;
import symposium.kernel.Problem;
import symposium.kernel.Shape;
import symposium.kernel.Standing;
import symposium.kernel.Topology;

/**
 * An algorithm for {@link Dining} philosophers on any graph, in the catalogue: one that goes on without those who depart.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public interface ArbitrationAlgorithm<S, M> extends Algorithm<S, M, User, Appetite, Served> {

    @Override
    default Problem<User, Appetite, Served> problem() {
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
    default Standing stands() {
        return Standing.DEPARTURES;
    }

    /** A user may ask as often as it likes: forks are not counted unless users want fences. */
    @Override
    default boolean finiteWithoutBound() {
        return true;
    }
}
