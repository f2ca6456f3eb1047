package symposium.clock;

/**
 * Lamport's logical clock of one process, with the program fragments of Hoogerwoord, section 1.6. It is independent
 * of physical time: it advances only with events, and each event has a greater stamp than all its potential causes.
 *
 * <p>Between events a clock may be set forward, never back; that preserves invariant Q1, which says that the stamps
 * of all earlier events of the process are below c.
 *
 * @param c the paper's variable c: greater than the stamps of all events of this process so far; its initial value is
 *     irrelevant
 */
public record LogicalClock(long c) {

    /** A clock that starts at 0: a stamp is then the length of a longest chain of events that leads to the event. */
    public static final LogicalClock START = new LogicalClock(0);

    /**
     * {@code T·g := c}: the stamp of sending a message, carried by the message; also the stamp of an internal event.
     */
    public long sending() {
        return c;
    }

    /** {@code send(c); c := c + 1} */
    public LogicalClock sent() {
        return new LogicalClock(c + 1);
    }

    /**
     * {@code T·g := c max (t + 1)}: the stamp of receiving a message.
     *
     * @param t the stamp of its sending
     */
    public long receiving(long t) {
        return Math.max(c, t + 1);
    }

    /**
     * {@code receive(t); c := (c max (t + 1)) + 1}, in this bracketing.
     *
     * @param t the stamp of the sending of what is received
     */
    public LogicalClock received(long t) {
        return new LogicalClock(Math.max(c, t + 1) + 1);
    }
}
