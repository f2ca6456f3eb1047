package symposium.checker.search;

import symposium.checker.space.StateSpace;

/** Keeps the progress of an exploration; this one keeps none. */
public class ProgressKeeper {

    /** Called first, before there are any states. */
    public void prepare(StateSpace<?, ?, ?, ?, ?> space) {}

    /** Called before the search, which has only the initial state. */
    public void begin(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {}

    /** Called when the search has paused. Returns whether it goes on. */
    public boolean pause(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {
        return false;
    }

    /** Called when the search has ended. */
    public void end(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {}

    /** Called last, whatever has happened. */
    public void close() {}
}
