package symposium.checker;

/** Keeps the progress of an exploration; this one keeps none. */
class ProgressKeeper {

    /** Called first, before there are any states. */
    void prepare(StateSpace<?, ?, ?, ?, ?> space) {}

    /** Called before the search, which has only the initial state. */
    void begin(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {}

    /** Called when the search has paused. Returns whether it goes on. */
    boolean pause(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {
        return false;
    }

    /** Called when the search has ended. */
    void end(StateSpace<?, ?, ?, ?, ?> space, BreadthFirstSearch<?, ?, ?, ?, ?> search) {}

    /** Called last, whatever has happened. */
    void close() {}
}
