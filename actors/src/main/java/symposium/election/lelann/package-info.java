/**
 * Le Lann's election: each candidate sends its number round the whole ring. The source is G. Le Lann, <em>Distributed
 * systems: towards a formal approach</em>, Information Processing 77 (IFIP), North-Holland, 1977, pages 155-160; cited
 * by M. Raynal's chapter, section 5.1, which does not print it.
 *
 * <p>A process that decides to initiate becomes a candidate and sends its number round the whole ring. Links keep their
 * order, and a process that a candidate has passed does not become one. So when the number is back, those of all other
 * candidates have passed; each candidate knows whether it is the greatest, and the greatest announces itself.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go to the left only
 *   <dt>channels
 *   <dd>no losses, no duplicates; first in, first out. Where a candidate overtakes another, the greater one may come
 *       home without having met the smaller
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>With k candidates exactly <b>k * n</b> messages, whatever the order of the names and the schedule; <b>n&sup2;</b>
 * when all initiate before anything has reached them. And <b>n</b> to announce. The set of candidates does depend on
 * the schedule: a process that a candidate has passed does not become one.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>Raynal's "n&sup2; messages" is the case in which all processes initiate.
 *   <li>The leader is the greatest of those that have initiated, not of all.
 *   <li>In the original every candidate collects the whole list; to remember the greatest is enough.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to six, for every set of initiators at every moment: the invariants hold, every run ends, and
 * in the end all know the greatest of those that have initiated; from three processes on every rule fires. Given the
 * processes that have initiated before anything was received, the number of messages does not depend on the schedule.
 * Without order two processes elect the smaller of two candidates in four steps: the greater has not met it.
 * {@linkplain symposium.election How far each was explored}; the four planted faults are refuted on a ring of two.
 */
package symposium.election.lelann;
