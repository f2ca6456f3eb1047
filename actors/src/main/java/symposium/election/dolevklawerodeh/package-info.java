/**
 * The election of Dolev, Klawe and Rodeh, on a unidirectional ring. The source is D. Dolev, M. Klawe and M. Rodeh,
 * <em>An O(n log n) unidirectional distributed algorithm for extrema finding in a circle</em>, Journal of Algorithms
 * 3, 1982, pages 245-260; here after M. Raynal's chapter, section 5.4.
 *
 * <p>A process judges its nearest active neighbour on the right, from the left: it learns that neighbour's number and
 * the number next to it, and if the one in the middle is the greatest of the three, it takes that one's place for the
 * next stage; otherwise it hands messages on from now on. So a ring on which messages go one way only does what a ring
 * with both directions does.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go to the left only
 *   <dt>channels
 *   <dd>no losses, no duplicates; first in, first out: it relies on the order (1, ...), (2, ...), (1, ...), (2, ...)
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>Each stage but the last 2n messages, and leaves at most half of the active processes; the last n. At most <b>2n
 * &lfloor;log&#8322; n&rfloor; + n</b>; and <b>n</b> to announce. The number depends on the order of the names alone:
 * not on the initiators, nor on when they initiate, nor on the schedule, for each process reads one link in the order
 * of sending, and sends the same whether its user or a message wakes it.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>"passive" at the start is both asleep and defeated. Read as printed, a process that a message has passed takes
 *       no part in the election. Here: asleep, active, relay. A process that is asleep and receives a message first
 *       sends (1, own number) and becomes active, then handles the message.
 *   <li>Both statements after {@code number <> max} belong to it.
 *   <li>The process that finds out is not the maximum itself, but takes its place; it announces the maximum, which the
 *       chapter leaves out.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to six, for every set of initiators at every moment: the invariants hold, every run ends, and
 * in the end all know the greatest; from four processes on every rule fires. The initiators, their moments and the
 * schedule do not change the number of messages. Without order an active process gets (2, ...) before (1, ...) in the
 * third step of two processes. {@linkplain symposium.election How far each was explored}; each misprint is refuted on a
 * ring of two.
 */
package symposium.election.dolevklawerodeh;
