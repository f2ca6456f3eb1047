/**
 * Logical clocks, vector clocks and timestamps. The source is R. R. Hoogerwoord, <em>Leslie Lamport's Logical Clocks:
 * a tutorial</em>, 29 January 2002, chapter 1 and section 2.4; the clocks are L. Lamport's, 1978.
 *
 * <p>One event <em>happened before</em> another (in the paper: causally precedes it) in three cases: both belong to
 * one process and it was the earlier; it is the sending of a message and the other its receipt; or a chain of such
 * pairs leads from it to the other. Two events of which neither happened before the other are concurrent; their order
 * is undefined.
 *
 * <dl>
 *   <dt>clock condition
 *   <dd>if e happened before f, then {@code T·e < T·f}: satisfied by {@link symposium.clock.LogicalClock}
 *   <dt>strong clock condition
 *   <dd>e happened before f if and only if {@code T·e < T·f}: satisfied by {@link symposium.clock.VectorClock};
 *       numbers cannot satisfy it
 * </dl>
 *
 * <p>{@code symposium.trace.TraceStamps} stamps every event of a log by both clocks;
 * {@link symposium.clock.Timestamp} totally orders the stamps of logical clocks.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The fragments are {@code send(c); c := c + 1} and {@code receive(t); c := (c max (t + 1)) + 1}. The available
 *       text has lost the order signs and brackets. With {@code c max ((t + 1) + 1)} two events of a process could
 *       have the same stamp. With {@code c max t} a message could arrive at the time of its sending.
 *   <li>"The initial value of c is irrelevant": true for numbers. Each vector clock has to start with one event of
 *       its own process.
 *   <li>The paper's events send one message or receive one. A step here may receive one and send several; it is one
 *       event with the stamp of a receipt, and its messages carry that stamp. This satisfies the paper's assertions
 *       of both fragments.
 *   <li>"The length of a longest chain of events causally preceding g", for clocks that start at 0: exact.
 * </ul>
 *
 * <p>The events of processes come in; stamps go out, and answers to which of two happened before.
 */
package symposium.clock;
