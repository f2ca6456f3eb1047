package symposium.kernel;

/**
 * The name of a process.
 *
 * <p>Processes are numbered from 0. A process that crashes and is restarted under the same number is a different
 * process, distinguished by its incarnation. Within one run of a checker or a simulation, every incarnation is 0.
 *
 * @param number the process's number, 0 or more; it determines the order of the processes, including their order on a
 *     ring
 * @param incarnation the incarnation of that number; any value, compared after the number
 */
public record ProcessId(int number, long incarnation) implements Comparable<ProcessId> {

    /** @throws IllegalArgumentException if the number is negative */
    public ProcessId {
        if (number < 0) {
            throw new IllegalArgumentException("a process is numbered from 0, not " + number);
        }
    }

    /** Returns incarnation 0 of process {@code number}. */
    public static ProcessId of(int number) {
        return new ProcessId(number, 0);
    }

    @Override
    public int compareTo(ProcessId other) {
        int byNumber = Integer.compare(number, other.number);
        return byNumber != 0 ? byNumber : Long.compare(incarnation, other.incarnation);
    }

    /** Returns only the number, to keep diagrams and logs short. */
    @Override
    public String toString() {
        return Integer.toString(number);
    }
}
