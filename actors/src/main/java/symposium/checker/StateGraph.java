package symposium.checker;

import java.util.Arrays;
import java.util.List;
import symposium.kernel.TraceEvent;

/** The states found, as a graph: successors computed again where they are asked for, which costs less than keeping them. */
final class StateGraph<S, M, U, I, O> {

    private final StateSpace<S, M, U, I, O> space;

    StateGraph(StateSpace<S, M, U, I, O> space) {
        this.space = space;
    }

    /**
     * The successors of a state, by number; the space then visits it.
     *
     * @param into where to; grown when too short
     * @return {@code into}, or what it was grown to
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

    /** How many successors were found last. */
    int count() {
        return count;
    }

    /** What happens on the way from one state to a successor. */
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
