package symposium.clock;

import symposium.kernel.ProcessId;

/**
 * The vector clock of one process: the fragments of {@link LogicalClock} once more, which the paper derives without regard to the type
 * of the stamps (Hoogerwoord, sections 1.5 and 1.6). The maximum is taken for each process apart, and 1 is one event of this process. So
 * the strong clock condition holds: one event happened before another exactly if its stamp is before the other's.
 *
 * <p>Unlike with numbers it does matter where the clock starts: at one event of its own process, not at none, or the first events of all
 * processes had the same stamp.
 *
 * @param name whose clock it is
 * @param c above the stamps of all events of this process so far
 */
public record VectorClock(ProcessId name, VectorTime c) {

    /** The clock of a process at which nothing has happened yet. */
    public static VectorClock startOf(ProcessId name) {
        return new VectorClock(name, VectorTime.ZERO.plusOne(name));
    }

    /** {@code T·g := c}: the stamp of sending a message, or of an event that has to do with none; it goes with the message. */
    public VectorTime sending() {
        return c;
    }

    /** {@code send(c); c := c + 1} */
    public VectorClock sent() {
        return new VectorClock(name, c.plusOne(name));
    }

    /**
     * {@code T·g := c max (t + 1)}: the stamp of receiving a message. As nobody knows of more events of this process than itself,
     * {@code t + 1} has no greater number for it than c, and the stamp is {@code c max t}.
     *
     * @param t the stamp of its sending
     */
    public VectorTime receiving(VectorTime t) {
        return c.max(t);
    }

    /**
     * {@code receive(t); c := (c max (t + 1)) + 1}
     *
     * @param t the stamp of the sending of what is received
     */
    public VectorClock received(VectorTime t) {
        return new VectorClock(name, receiving(t).plusOne(name));
    }
}
