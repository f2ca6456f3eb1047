package symposium.checker;

import java.util.ArrayList;
import java.util.List;
import symposium.kernel.InvariantViolation;

/**
 * Guards what the threads of an exploration share. Each value is computed once, by a thread that has entered. Threads
 * read values without entering; one that does not see a value yet enters, and finds it or computes it. The values are
 * immutable, and their contents are reached through final fields: a thread that sees a reference sees the complete
 * value (Java Language Specification, section 17.5).
 *
 * <p>It keeps a journal of what was computed, see {@link Checkpoint}. This class serves a single thread, which enters
 * at once.
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

    /** Begins a computation; the thread has entered. */
    void begin(int function, int one, int other) {
        if (depth++ == 0) {
            journal.add(function);
            journal.add(one);
            journal.add(other);
        }
    }

    /** Ends a computation; the thread has entered. */
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

    /** Waits until no other thread has entered; a thread that has entered may enter again. */
    void enter() {}

    /** Lets other threads enter, once it was called as often as {@link #enter}. */
    void leave() {}
}
