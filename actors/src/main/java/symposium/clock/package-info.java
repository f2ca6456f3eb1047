/**
 * Logical clocks, vector clocks and timestamps: R. R. Hoogerwoord, <em>Leslie Lamport's Logical Clocks: a tutorial</em>, 29 January 2002,
 * chapter 1 and section 2.4; the clocks are L. Lamport's, 1978.
 *
 * <p>One event <em>happened before</em> another, in the paper's words causally precedes it, when both are of one process and it was the
 * earlier there, or when it is the sending of a message and the other its receipt, or by a chain of these. Of two events neither of which
 * happened before the other, nothing can be said of their order, and nothing needs to be.
 *
 * <dl>
 *   <dt>clock condition
 *   <dd>if e happened before f, then {@code T·e < T·f}: holds of {@link symposium.clock.LogicalClock}
 *   <dt>strong clock condition
 *   <dd>e happened before f exactly if {@code T·e < T·f}: holds of {@link symposium.clock.VectorClock}, for no numbers can do it
 * </dl>
 *
 * <p>{@link symposium.clock.TraceStamps} gives every event of a log both stamps; {@link symposium.clock.Timestamp} makes those of the logical
 * clocks a total order.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The fragments are {@code send(c); c := c + 1} and {@code receive(t); c := (c max (t + 1)) + 1}. The order signs and brackets of the
 *       text at hand are lost; {@code c max ((t + 1) + 1)} would let two events of a process have the same stamp, and {@code c max t}
 *       a message arrive when it was sent.
 *   <li>"The initial value of c is irrelevant": so it is for numbers. For vectors it is not; each starts with one event of its own.
 *   <li>The paper's events send one message or receive one. A step here may receive one and send several; it is one event, with the stamp of
 *       a receipt, and its messages carry it. That satisfies the paper's assertions of both fragments.
 *   <li>"The length of a longest chain of events causally preceding g", for clocks that start at 0: exact.
 * </ul>
 */
package symposium.clock;
