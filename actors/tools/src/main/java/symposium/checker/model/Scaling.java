package symposium.checker.model;

/**
 * How the time of several workers was spent; it tells how much faster more of them could be.
 *
 * @param workers the number of workers
 * @param serial the part of their work, from 0 to 1, that only one at a time could do: storing states, and searching
 *     where few states wait. By Amdahl's law, any number of workers is at most 1 / serial times as fast as one
 * @param waiting the part of their time, from 0 to 1, in which they waited: for each other, or for states
 */
public record Scaling(int workers, double serial, double waiting) {

    /**
     * @param nanos the duration of the search
     * @param serialNanos the time in which only one worker at a time could go on
     * @param waitingNanos the time in which workers waited, that of all together
     */
    public static Scaling of(int workers, long nanos, long serialNanos, long waitingNanos) {
        double all = Math.max(1.0, (double) nanos * workers);
        double worked = Math.max(1.0, all - waitingNanos);
        return new Scaling(workers, Math.min(1, serialNanos / worked), Math.min(1, waitingNanos / all));
    }
}
