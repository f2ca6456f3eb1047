package symposium.checker;

import java.util.ArrayList;
import java.util.List;
import symposium.kernel.InvariantViolation;

/**
 * Guards what is shared by the threads of an exploration. Whatever is computed once is computed inside; what has been
 * computed is read outside, by threads that may not see it yet and then compute it inside, where they find it. What is
 * read so is immutable: reached by final fields alone, it is whole for whoever sees it.
 *
 * <p>It keeps a journal of what was computed, see {@link Checkpoint}. This one serves a single thread, and lets it
 * enter at once.
 */
class Guard {

    /** A function whose values are computed once. */
    @FunctionalInterface
    interface Computed {
        void compute(int one, int other);
    }

    private final List<Computed> functions = new ArrayList<>();
    /** The computations that were begun while no other was under way, in this order: function and arguments. */
    private final IntSequence journal = new IntSequence();

    private int depth;

    /** Registers a function. Returns its number. */
    int register(Computed function) {
        functions.add(function);
        return functions.size() - 1;
    }

    /** Begins a computation, inside. */
    void begin(int function, int one, int other) {
        if (depth++ == 0) {
            journal.add(function);
            journal.add(one);
            journal.add(other);
        }
    }

    /** Ends a computation, inside. */
    void end() {
        depth--;
    }

    /**
     * What has been computed so far. Who computes the same in the same order gives everything the same numbers: the
     * numbers of a row mean the same again.
     */
    int[] journal() {
        return journal.toArray();
    }

    /** Computes what a journal says. */
    void replay(int[] entries) {
        for (int at = 0; at < entries.length; at += 3) {
            try {
                functions.get(entries[at]).compute(entries[at + 1], entries[at + 2]);
            } catch (InvariantViolation violation) {
                // A worker that was ahead has met it, too; it is met again where it is due.
                continue;
            }
        }
    }

    /** Waits until no other thread is inside; a thread that is inside enters again at once. */
    void enter() {}

    void leave() {}
}
