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
 *       the cost alone, see below
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
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to five, whoever initiates and whenever, and on every ring of six with each single initiator: the laws hold, every run ends, and in the end all know the greatest; from two
 * processes on every rule fires. Who initiates, when, and the schedule do not change the number of messages.
 * {@linkplain symposium.election How far each was explored}.
 *
 * <p>Read to the letter, "if it is not [greater] then the process becomes passive", the last active process becomes passive and nobody is
 * elected; were equality as good as a smaller number, it would begin rounds for ever. Both show on a ring of one.
 *
 * <h2>What order is for</h2>
 *
 * <p>It is said that the algorithm needs links that keep their order. <b>For electing the right one it does not</b>: on every ring of up to five
 * it does so by every schedule over links that keep none, and on random rings of 6 to 17 by random ones. The reason: the greatest number is
 * never the smaller of two, so its process stays active, and its number comes home only when nobody else is active to take it. Between two
 * neighbouring active processes there are as many numbers under way to the left as the right one has begun rounds, less those that the left
 * one has taken from there, whatever overtakes what; so whoever has begun fewest rounds gets both of its numbers, and nobody waits for
 * ever. The numbers under way of processes that are active no more are finitely many and each is taken once; when they are used up, one of two
 * neighbours gives way in each round.
 *
 * <p>What order is for is the cost: an old number that has been overtaken may spare a process that a round should have defeated. With four
 * processes the number of messages depends on the schedule then; on random rings it was up to a third higher than in order.
 * No run was found in which it passes the bound, and there is no proof that none does.
 */
package symposium.election.franklin;
