package symposium.checker;

import java.util.Arrays;
import java.util.List;
import symposium.kernel.TraceEvent;

/** The graph of the states found. Successors are recomputed on demand, which costs less than storing them. */
final class StateGraph<S, M, U, I, O> {

    private final StateSpace<S, M, U, I, O> space;

    StateGraph(StateSpace<S, M, U, I, O> space) {
        this.space = space;
    }

    /**
     * The numbers of the successors of a state; the space then visits that state.
     *
     * @param into the target array; replaced by a longer one if too short
     * @return {@code into}, or the longer array
     */
    int[] successors(int state, int[] into) {
        space.visit(state);
        int found = space.expand();
        int[] room = found > into.length ? Arrays.copyOf(into, found * 2) : into;
        for (int successor = 0; successor < found; successor++) {
            room[successor] = space.store().find(space.successors().rows(), successor * space.words());
        }
        count = found;
        return room;
    }

    private int count;

    /** The number of successors found by the last call. */
    int count() {
        return count;
    }

    /** The trace events on the transition from one state to a successor. */
    List<TraceEvent> events(int from, int to) {
        int[] successors = successors(from, new int[16]);
        for (int successor = 0; successor < count; successor++) {
            if (successors[successor] == to) {
                return space.events(successor);
            }
        }
        throw new IllegalStateException("state " + to + " does not follow state " + from);
    }
}
