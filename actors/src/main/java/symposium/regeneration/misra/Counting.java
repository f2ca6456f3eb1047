package symposium.regeneration.misra;

/** How the number of meetings is counted on. Values are magnitudes, from 1; the sign tells ping from pong. */
@FunctionalInterface
public interface Counting {

    /** The magnitude after a meeting or a regeneration. */
    int next(int magnitude);

    /** Without bound: v + 1. */
    static Counting unbounded() {
        return magnitude -> magnitude + 1;
    }

    /**
     * Within 1 to n + 1 for a ring of n: v mod (n + 1) + 1. The paper's "modulo (n + 1)" yields zero, which has no sign.
     *
     * @param processes the number n of processes on the ring, or more
     */
    static Counting bounded(int processes) {
        return magnitude -> magnitude % (processes + 1) + 1;
    }
}
