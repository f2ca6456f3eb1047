package symposium.checker.number;

import java.util.ArrayList;
import java.util.List;
import symposium.checker.store.IntSequence;
import symposium.kernel.InvariantViolation;

/**
 * Guards what the threads of an exploration share. Each value is computed once, by a thread that has entered. Threads
 * read values without entering; one that does not see a value yet enters, and finds it or computes it. The values are
 * immutable, and their contents are reached through final fields: a thread that sees a reference sees the complete
 * value (Java Language Specification, section 17.5).
 *
 * <p>It keeps a journal of what was computed, see {@code Checkpoint}. This class serves a single thread, which enters
 * at once.
 */
public class Guard {

    /** A function whose values are computed once. */
    @FunctionalInterface
    interface Computed {
        void compute(int one, int other);
    }

    private final List<Computed> functions = new ArrayList<>();
    /** The computations that were begun while no other was under way, in this order: function and arguments. */
    private final IntSequence journal = new IntSequence();

    private int depth;
    private boolean replaying;

    /** Registers a function. Returns its number. */
    int register(Computed function) {
        functions.add(function);
        return functions.size() - 1;
    }

    /** Begins a computation; the thread has entered. */
    void begin(int function, int one, int other) {
        if (depth == 0) {
            outermost(function, one, other);
        }
        depth++;
    }

    /** A value gets a number. */
    void naming() {}

    /** Whether a computation is under way. */
    final boolean computing() {
        return depth > 0;
    }

    /** A computation begins while no other is under way. */
    void outermost(int function, int one, int other) {
        if (!replaying) {
            record(function, one, other);
        }
    }

    private void record(int function, int one, int other) {
        journal.add(function);
        journal.add(one);
        journal.add(other);
    }

    /** Ends a computation; the thread has entered. */
    void end() {
        depth--;
    }

    /**
     * What has been computed so far. Who computes the same in the same order gives everything the same numbers: the
     * numbers of a row mean the same again.
     */
    public int[] journal() {
        return journal.toArray();
    }

    /** The journal from one place to another. */
    public final int[] journal(int from, int to) {
        return journal.part(from, to);
    }

    /** The length of the journal. */
    public final int recorded() {
        return journal.size();
    }

    /** Computes what somebody asks for; the journal has it from then on, even if it was known as a part of another. */
    public final void request(int function, int one, int other) {
        int before = recorded();
        compute(function, one, other);
        if (recorded() == before) {
            record(function, one, other);
        }
    }

    private void compute(int function, int one, int other) {
        try {
            functions.get(function).compute(one, other);
        } catch (InvariantViolation violation) {
            // A worker that was ahead has met it, too; it is met again where it is due.
            threw(function, one, other);
        }
    }

    /** A computation of a journal has violated an invariant. */
    void threw(int function, int one, int other) {}

    /** Computes what a journal says of what comes next. */
    public final void replay(int[] entries) {
        replaying = true;
        try {
            for (int at = 0; at < entries.length; at += 3) {
                record(entries[at], entries[at + 1], entries[at + 2]);
                compute(entries[at], entries[at + 1], entries[at + 2]);
            }
        } finally {
            replaying = false;
        }
    }

    /** Whether a journal is being replayed. */
    final boolean replaying() {
        return replaying;
    }

    /** Waits until no other thread has entered; a thread that has entered may enter again. */
    public void enter() {}

    /** Lets other threads enter, once it was called as often as {@link #enter}. */
    public void leave() {}
}
