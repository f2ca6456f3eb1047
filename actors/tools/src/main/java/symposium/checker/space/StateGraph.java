package symposium.checker.space;

import java.util.List;
import symposium.kernel.TraceEvent;

/** The graph of the states found. Successors are recomputed on demand, which costs less than storing them. */
public record StateGraph<S, M, U, I, O>(StateSpace<S, M, U, I, O> space) {

    /** The numbers of the successors of a state, which the space then has expanded. */
    public int[] successors(int state) {
        int[] found = new int[space.expand(space.state(state))];
        for (int successor = 0; successor < found.length; successor++) {
            found[successor] = space.find(successor);
        }
        return found;
    }

    /** The trace events on the transition from one state to a successor. */
    public List<TraceEvent> events(int from, int to) {
        int[] successors = successors(from);
        for (int successor = 0; successor < successors.length; successor++) {
            if (successors[successor] == to) {
                return space.events().all(successor);
            }
        }
        throw new IllegalStateException("state " + to + " does not follow state " + from);
    }
}
