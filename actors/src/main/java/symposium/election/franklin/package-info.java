/**
 * Franklin's election on a bidirectional ring. The source is W. R. Franklin, <em>On an improved algorithm for
 * decentralized extrema finding in circular configurations of processors</em>, Communications of the ACM 25(5), 1982,
 * pages 336-337; here after M. Raynal's chapter, section 5.5.1, which has words only.
 *
 * <p>Round by round, an active process sends its number to both sides and waits for one number from each: those of its
 * nearest active neighbours. If its own is greater than both, it begins another round; otherwise it hands messages on
 * from now on. Its own number comes back when no other process is active: it is elected.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go both ways
 *   <dt>channels
 *   <dd>no losses, no duplicates; first in, first out: a message does not say which round it belongs to. Without order
 *       only the cost grows, see below
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>Each round 2n messages, and at most half of the active processes remain. At most <b>2n (1 + &lfloor;log&#8322;
 * n&rfloor;)</b>; and <b>n</b> to announce, to the left. In the last round, the number that comes home first decides.
 * The other is in transit all the same, and is handed on where the news has passed already. The number of messages
 * depends on the order of the names alone: not on the initiators, nor on when they initiate, nor on the schedule, for
 * an active process takes one number a round from each side, in the order of sending.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>Equality with the own number means elected.
 *   <li>A neighbour may be a round ahead. Its second number waits until one has come from the other side too.
 *   <li>Processes that do not initiate: here, a process that is asleep and receives a number first sends its own to
 *       both sides.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to five, for every set of initiators at every moment, and on every ring of six with each
 * single initiator: the invariants hold, every run ends, and in the end all know the greatest; from two processes on
 * every rule fires. The initiators, their moments and the schedule do not change the number of messages. {@linkplain
 * symposium.election How far each was explored}.
 *
 * <p>Read to the letter, "if it is not [greater] then the process becomes passive", the last active process becomes
 * passive and no process is elected. If equality counted like a smaller number, it would begin rounds for ever. Both
 * show on a ring of one.
 *
 * <h2>The use of order</h2>
 *
 * <p>The literature says that the algorithm needs links that keep their order. <b>To elect the right process it does
 * not</b>: it does so on every ring of up to five by every schedule over links without order, and on random rings of 6
 * to 17 by random schedules. The reason: the greatest number is never the smaller of two, so its process stays active,
 * and its number comes home only when no other process is active to take it. Between two neighbouring active processes,
 * the numbers in transit to the left are as many as the right one has begun rounds, less those that the left one has
 * taken from there. This holds in any order. So a process that has begun the fewest rounds gets both of its numbers,
 * and no process waits for ever. Numbers of processes that have become relays are finitely many, and each is taken
 * once. When they are used up, one of two neighbours gives way in each round.
 *
 * <p>Order keeps the cost low: an old number that another has overtaken may spare a process that a round should have
 * defeated. Without order, the number of messages depends on the schedule from four processes on; on random rings it
 * was up to a third higher than in order. No run was found in which it exceeds the bound, and there is no proof that
 * none does.
 */
package symposium.election.franklin;
