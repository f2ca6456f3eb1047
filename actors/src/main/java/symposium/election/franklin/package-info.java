/**
 * W. R. Franklin, <em>On an improved algorithm for decentralized extrema finding in circular configurations of processors</em>,
 * Communications of the ACM 25(5), 1982, pages 336-337; here after M. Raynal's chapter, section 5.5.1, which has words only.
 *
 * <p>Round by round, an active process sends its number to both sides and waits for one number from each: those of its nearest active
 * neighbours. If its own is greater than both, it begins another round; otherwise it hands messages on from now on. Its own number comes
 * back when no other is active any more: it is elected.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go both ways
 *   <dt>channels
 *   <dd>no losses, no doublings; first in, first out: a message does not say which round it belongs to. What breaks without is
 *       the cost alone: on every ring of up to four the right one is elected by every schedule over links that keep no order, but the
 *       number of messages then depends on the schedule
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and whoever asks afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>Each round 2n messages, and at most half of the active processes remain. At most <b>2n (1 + &lfloor;log&#8322; n&rfloor;)</b>; and
 * <b>n</b> to announce, to the left. In the last round, the number that comes home first decides; the other is on its way all the same, and handed on where the news has
 * passed already. The
 * number of messages depends on the order of the names alone: not on who initiates, nor when, nor on the schedule, for an active process
 * takes from each side in the order of sending and in each round one.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>Equality with the own number means elected.
 *   <li>A neighbour may be a round ahead. Its second number waits until one has come from the other side too.
 *   <li>Who does not initiate: here, whoever is asleep and receives a number first sends its own to both sides.
 * </ul>
 */
package symposium.election.franklin;
