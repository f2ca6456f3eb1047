package symposium.clock;

/**
 * Lamport's logical clock of one process, with the program fragments of Hoogerwoord, section 1.6. There is no time in it: it only ever
 * moves when something happens, and then so far that whatever could have been a cause has a smaller stamp.
 *
 * <p>In between, a clock may be set forward, never back; invariant Q1, that the stamps of all earlier events of the process are below c,
 * stands that.
 *
 * @param c the paper's variable c: above the stamps of all events of this process so far; where it starts does not matter
 */
public record LogicalClock(long c) {

    /** A clock that starts at 0: a stamp is then the length of a longest chain of events that lead to the event. */
    public static final LogicalClock START = new LogicalClock(0);

    /** {@code T·g := c}: the stamp of sending a message, or of an event that has to do with none; it goes with the message. */
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
