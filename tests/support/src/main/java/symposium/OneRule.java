package symposium;

import java.util.List;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;

/** A protocol for a test that is not about rules: it has one. */
public interface OneRule<S, M, I, O> extends Protocol<S, M, I, O> {

    /** The rule. */
    enum Does implements Rule {
        ACTS
    }

    @Override
    default List<Does> rules() {
        return List.of(Does.ACTS);
    }

    /** A protocol in which the state of a process is its neighbours. */
    interface OfNeighbours<M, I, O> extends OneRule<Neighbours, M, I, O> {
        @Override
        default Neighbours initial(ProcessId self, Neighbours neighbours) {
            return neighbours;
        }
    }
}
