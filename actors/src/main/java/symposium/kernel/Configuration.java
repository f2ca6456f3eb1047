package symposium.kernel;

import java.util.List;

/**
 * Everything at one moment: the processes, their users, and what is under way between them.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 */
public interface Configuration<S, M, U> {

    /** Every process there ever was, in order. */
    List<ProcessId> processes();

    /** Whether the process has not crashed. */
    boolean alive(ProcessId process);

    /**
     * The state of a process.
     *
     * @throws IllegalStateException when it has crashed
     */
    S state(ProcessId process);

    /** Where the user of a process stands; that of a crashed one where all users start. */
    U user(ProcessId process);

    /** What {@code from} has sent over its link to {@code to} and has not arrived, oldest first. */
    List<M> inTransit(ProcessId from, Neighbour to);
}
