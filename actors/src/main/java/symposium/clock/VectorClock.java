package symposium.clock;

import symposium.kernel.ProcessId;

/**
 * The vector clock of one process: the fragments of {@link LogicalClock}, which the paper derives independently of
 * the type of the stamps (Hoogerwoord, sections 1.5 and 1.6). The maximum is taken by process, and 1 is one event of
 * this process. So the strong clock condition holds: one event happened before another if and only if its stamp is
 * smaller.
 *
 * <p>Unlike for numbers, the initial value matters: each clock starts with one event of its own process. Otherwise
 * the first events of all processes would have equal stamps.
 *
 * @param name the name of the process
 * @param c greater than the stamps of all events of this process so far
 */
public record VectorClock(ProcessId name, VectorTime c) {

    /** The clock of a process without events. */
    public static VectorClock startOf(ProcessId name) {
        return new VectorClock(name, VectorTime.ZERO.plusOne(name));
    }

    /**
     * {@code T·g := c}: the stamp of sending a message, carried by the message; also the stamp of an internal event.
     */
    public VectorTime sending() {
        return c;
    }

    /** {@code send(c); c := c + 1} */
    public VectorClock sent() {
        return new VectorClock(name, c.plusOne(name));
    }

    /**
     * {@code T·g := c max (t + 1)}: the stamp of receiving a message. No other process knows more events of this
     * process than itself. So the component of this process in {@code t + 1} is at most that of c, and the stamp is
     * {@code c max t}.
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
