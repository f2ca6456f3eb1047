/**
 * Peterson's refined election on a unidirectional ring, with the factor 1.44. The source is G. L. Peterson, <em>An O(n
 * log n) unidirectional algorithm for the circular extrema problem</em>, ACM Transactions on Programming Languages and
 * Systems 4(4), 1982, pages 758-762: the refinement. M. Raynal's chapter gives the factor in section 5.5.2, and
 * nothing else; the program here is put together from the idea, and its cost is proved and checked below.
 *
 * <p>A phase is one message from each active process to the next. In odd phases it stays active if its number is
 * greater than the one on its right; in even phases it takes the number on its right, if that is greater than its own.
 * So a number that lasts two phases is greater than both of its neighbours, for half the messages. A process that gets
 * its own temporary number back is the only active one; that number is the greatest, and the process announces it.
 *
 * <pre>
 *   tid := initial value
 *   do forever
 *     odd phase:  send(tid); receive(ntid); if ntid = tid then announce it; if ntid &gt; tid then go to relay
 *     even phase: send(tid); receive(ntid); if ntid = tid then announce it; if ntid &lt; tid then go to relay;
 *                 tid := ntid
 *   relay: do forever receive(tid); send(tid)
 * </pre>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go to the left only
 *   <dt>channels
 *   <dd>no losses, no duplicates; first in, first out: a message does not say which phase it belongs to, its place in
 *       the order does
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>A phase costs n messages. Let a(i) processes be active after i phases. A number v that lasts phase i+1 beats its
 * neighbour w on one side; w has lasted phase i by beating its own neighbour s on the other side, where v lies; s is
 * not v, for v is greater than w. So s lies between v and w, phase i has defeated it, and no other number has the same
 * s. Hence {@code a(i+1) <= a(i-1) - a(i)}, the numbers of the active grow backwards at least like Fibonacci's, and r
 * phases that leave one need {@code n >= F(r+2)}: at most <b>n (1 + max {r : F(r+2) &le; n})</b> messages, which is
 * less than 1.4405 n log&#8322; n + n, for 1 / log&#8322; &phi; = 1.4404...; that is Peterson's constant. And <b>n</b>
 * to announce. The number depends on the order of the names alone: not on the initiators, nor on when they initiate,
 * nor on the schedule.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>Processes that do not initiate: here, a process that is asleep and receives a number first sends its own.
 *   <li>When it is over. That a process which receives its own number is elected is right in the {@linkplain
 *       symposium.election.peterson basic algorithm}, in which all that a number has passed are relays, and wrong here:
 *       in an even phase the process that a number leaves may take a greater one. On the ring 4, 1, 3, 0, 2 process 3
 *       sees its number again with 4 in its own hands.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to six, for every set of initiators at every moment: the invariants hold, every run ends, and
 * in the end all know the greatest; from three processes on every rule fires. The initiators, their moments and the
 * schedule do not change the number of messages. Without order no message is left on the ring 2, 1, 0 after seven
 * steps, and no process is elected. {@linkplain symposium.election How far each was explored}.
 */
package symposium.election.petersonalternating;
